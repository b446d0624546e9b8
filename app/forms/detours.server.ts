// What a form needs first is done on another page, which leads back to the form with everything that was typed but the secrets.

import { redirect } from '@remix-run/cloudflare'
import { IDENTITY_PATH } from '../visitor/turning-away'
import { fieldOf, pathOfForm, safeReturnPath } from '../visitor/visitor.server'
import { savedAt } from './security-forms.server'

/** By the value of the button `step`. */
const DETOURS: Readonly<Record<string, string>> = {
  set_pay_password: '/settings/security/pay-password',
  raise_limit: IDENTITY_PATH,
}

/** Leads away when the form was sent by one of these buttons; `typed` is what its page reads from its address. */
export function throwIfDetour(request: Request, form: FormData, typed: Readonly<Record<string, string>>): void {
  const page = DETOURS[fieldOf(form, 'step')]
  if (page) throw redirect(`${page}?${new URLSearchParams({ returnTo: pathOfForm(request, typed) }).toString()}`)
}

/** From the other page, once what was missing is there: back to the form, or to where the change is seen. */
export function doneAt(request: Request, path: string): Response {
  const returnTo = new URL(request.url).searchParams.get('returnTo')
  return returnTo === null ? savedAt(path) : redirect(safeReturnPath(returnTo, path))
}
