// Detours: a form's missing prerequisite is set up on another page, which returns to the form with all typed fields
// except secrets.

import { redirect } from '@remix-run/cloudflare'
import { IDENTITY_PATH } from '../visitor/turning-away'
import { fieldOf, pathOfForm, safeReturnPath } from '../visitor/visitor.server'
import { savedAt } from './security-forms.server'

/** Detour pages by the value of the `step` button. */
const DETOURS: Readonly<Record<string, string>> = {
  set_pay_password: '/settings/security/pay-password',
  raise_limit: IDENTITY_PATH,
}

/**
 * Redirects when a detour button submitted the form; `typed` holds the fields that the form page reads from its URL.
 */
export function throwIfDetour(request: Request, form: FormData, typed: Readonly<Record<string, string>>): void {
  const page = DETOURS[fieldOf(form, 'step')]
  if (page) throw redirect(`${page}?${new URLSearchParams({ returnTo: pathOfForm(request, typed) }).toString()}`)
}

/** Redirects after a completed detour: back to the form, or to the page that shows the change. */
export function doneAt(request: Request, path: string): Response {
  const returnTo = new URL(request.url).searchParams.get('returnTo')
  return returnTo === null ? savedAt(path) : redirect(safeReturnPath(returnTo, path))
}
