// Checks the fields of a page's form. A non-empty unknown field is refused by name, so that no loss limit is dropped silently;
// an unknown choice is refused instead of becoming the default.

import { refuseUnknownFields } from '#domain/order-fields'
import { type Outcome, refuse } from '#domain/outcome'
import { isSessionLive } from '#services/sessions'
import type { Session } from '#session/session'
import type { FormTakes } from './taken-fields'
import { textFieldsOf } from '../site/revalidation'

/** Accepted in every form. */
const OF_THE_PAGE = ['intent', 'command_id', 'language']

/** Form field names that differ from the camel case of the /v1 name. */
const WIRE_NAMES: Readonly<Record<string, string>> = {
  budget: 'quote_amount',
  trigger: 'trigger_price',
  trail: 'trail_amount',
  orderNo: 'order_id',
  positionNo: 'position_id',
  isPostOnly: 'post_only',
}

export const wireName = (name: string): string =>
  WIRE_NAMES[name] ?? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A refusal here precedes every call to the Account, so an ended session is detected here. */
export async function checkForm(
  env: Env,
  session: Session,
  form: FormData,
  takes: FormTakes,
): Promise<Outcome<null, 'field_not_taken' | 'field_malformed' | 'session_ended'>> {
  const checked = checkSent(form, takes)
  return checked.ok || (await isSessionLive(env, session)) ? checked : refuse('session_ended')
}

function checkSent(
  form: FormData,
  { fields = [], words = {} }: FormTakes,
): Outcome<null, 'field_not_taken' | 'field_malformed'> {
  const sent = Object.entries(textFieldsOf(form))
    .filter(([, value]) => value !== '')
    .map(([name, value]) => [wireName(name), value] as const)
  const wrong = sent.find(([name, value]) => words[name]?.includes(value) === false)
  if (wrong) return refuse('field_malformed', { field: wrong[0] })
  return refuseUnknownFields(Object.fromEntries(sent), [...OF_THE_PAGE, ...fields, ...Object.keys(words)])
}
