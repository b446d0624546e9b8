// What a page's form may carry. Anything else that is filled in is refused by name: a field that limits a loss is never dropped in silence,
// and a word that is not one of its choices never becomes a default.

import { checkTaken } from '#domain/order-fields'
import { type Outcome, refuse } from '#domain/outcome'
import { isSessionLive } from '#services/sessions'
import type { Session } from '#session/session'
import type { FormTakes } from './taken-fields'
import { textFieldsOf } from '../site/revalidation'

/** Forms carry these for the page itself. */
const OF_THE_PAGE = ['intent', 'command_id', 'language']

/** Where a form's name is another than that of /v1 in camel case. */
const WIRE_NAMES: Readonly<Record<string, string>> = {
  budget: 'quote_amount',
  trigger: 'trigger_price',
  trail: 'trail_amount',
  orderNo: 'order_id',
  positionNo: 'position_id',
  isPostOnly: 'post_only',
}

const wireName = (name: string): string =>
  WIRE_NAMES[name] ?? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Nothing asks the Account before this refuses, so a session that is over is found out here. */
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
  return checkTaken(Object.fromEntries(sent), [...OF_THE_PAGE, ...fields, ...Object.keys(words)])
}
