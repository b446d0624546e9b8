// Leaving the desk.

import { type ActionFunctionArgs, redirect } from '@remix-run/cloudflare'
import { findStaff, logoutFromDesk } from '#services/desk/session'
import { clearDeskCookie, readDeskToken } from '#session/desk-cookie'
import { LOGIN, deskReturnPath, requireDone } from '../admin/enter.server'
import { fieldOf, requireSameOrigin } from '../visitor/visitor.server'

/** Ends the staff session and clears its cookie. */
export const loader = () => redirect(LOGIN)

export async function action({ request, context: { env } }: ActionFunctionArgs) {
  requireSameOrigin(request)
  const [token, now] = [readDeskToken(request), Date.now()]
  const member = await findStaff(env, token, now)
  if (member && token !== null) requireDone(request, await logoutFromDesk(env, member, token, now))
  const returnTo = deskReturnPath(fieldOf(await request.formData(), 'returnTo'))
  const to = returnTo === '/admin' ? LOGIN : `${LOGIN}?${new URLSearchParams({ returnTo }).toString()}`
  return redirect(to, { headers: { 'Set-Cookie': clearDeskCookie(request) } })
}
