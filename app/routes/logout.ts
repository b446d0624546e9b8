// Logout: POST ends the session; GET redirects home.

import { type ActionFunctionArgs, redirect } from '@remix-run/cloudflare'
import { logout } from '#services/identity'
import { clearSessionCookie, readSession } from '#session/session'
import { requireSameOrigin } from '../visitor/visitor.server'

/** Ends the session in the user's room and clears the cookie. */
export const loader = () => redirect('/')

export async function action({ request, context }: ActionFunctionArgs) {
  requireSameOrigin(request)
  const session = await readSession(request, context.env)
  if (session) await logout(context.env, session)
  return redirect('/login?notice=logged_out', { headers: { 'Set-Cookie': clearSessionCookie(request) } })
}
