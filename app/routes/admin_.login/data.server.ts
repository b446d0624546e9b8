// Coming to the desk.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { findStaff, loginAtDesk } from '#services/desk/session'
import { clientIp } from '#session/client-ip'
import { makeDeskCookie, readDeskToken } from '#session/desk-cookie'
import { type DeskAnswer, deskPage, refusedDesk, deskReturnPath, deskTexts } from '../../admin/enter.server'
import { fieldOf, requireSameOrigin } from '../../visitor/visitor.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const returnTo = deskReturnPath(new URL(request.url).searchParams.get('returnTo'))
  if (await findStaff(context.env, readDeskToken(request), Date.now())) throw redirect(returnTo)
  return { ...deskPage(request, 'login_title'), texts: deskTexts(request), returnTo }
}

export async function action({ request, context }: ActionFunctionArgs): Promise<DeskAnswer> {
  requireSameOrigin(request)
  const form = await request.formData()
  const outcome = await loginAtDesk(
    context.env,
    {
      email: fieldOf(form, 'email'),
      password: fieldOf(form, 'password'),
      code: fieldOf(form, 'code'),
      passkey: fieldOf(form, 'passkey'),
      clientIp: clientIp(request),
    },
    Date.now(),
  )
  if (!outcome.ok) return refusedDesk(request, outcome.refusal, 'login')
  throw redirect(deskReturnPath(fieldOf(form, 'returnTo')), {
    headers: { 'Set-Cookie': makeDeskCookie(request, outcome.value.token) },
  })
}
