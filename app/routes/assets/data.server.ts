// Whether amounts are drawn as dots: read from the visitor's cookie, and written for those without scripts.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { choiceCookie } from '../../choice-cookies'
import { HIDDEN_COOKIE } from '../../components/hidden-amounts'
import { areAmountsHidden } from '../../own-refusal.server'
import { fieldOf, requireSameOrigin, safeReturnPath } from '../../visitor.server'

export function loader({ request }: LoaderFunctionArgs) {
  return { isHidden: areAmountsHidden(request) }
}

export async function action({ request }: ActionFunctionArgs) {
  requireSameOrigin(request)
  const form = await request.formData()
  const cookie = choiceCookie(HIDDEN_COOKIE, fieldOf(form, 'hide') === '1' ? '1' : '0')
  return redirect(safeReturnPath(fieldOf(form, 'returnTo'), '/assets'), { headers: { 'Set-Cookie': cookie } })
}
