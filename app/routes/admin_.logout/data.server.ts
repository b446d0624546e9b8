// Ends the session of whoever leaves and clears the cookie.

import { type ActionFunctionArgs, redirect } from '@remix-run/cloudflare'
import { findStaff, logoutFromDesk } from '#services/desk/session'
import { clearDeskCookie, readDeskToken } from '#session/desk-cookie'
import { LOGIN } from '../../admin/enter.server'
import { requireSameOrigin } from '../../visitor.server'

export const loader = () => redirect(LOGIN)

export async function action({ request, context: { env } }: ActionFunctionArgs) {
  requireSameOrigin(request)
  const [token, now] = [readDeskToken(request), Date.now()]
  const member = await findStaff(env, token, now)
  if (member && token !== null) await logoutFromDesk(env, member, token, now)
  return redirect(LOGIN, { headers: { 'Set-Cookie': clearDeskCookie(request) } })
}
