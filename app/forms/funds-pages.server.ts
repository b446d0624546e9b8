// Shared server code of deposit and withdrawal pages: parse forms, store pictures, map refusals.

import { type Outcome, type Refusal, done, refuse } from '#domain/outcome'
import { saveUpload } from '#services/uploads'
import type { Session } from '#session/session'
import { readPageId } from './command-id.server'
import { type FundsAnswer, type RefusedAt, SECRET_FIELDS, fundsProblem } from './funds'
import { plainDecimal } from './decimal-field'
import { textFieldsOf } from '../site/revalidation'
import { fieldOf, ownRefusalText, readFormLanguage } from '../visitor/visitor.server'

export const answerOf = (
  request: Request,
  form: FormData,
  refusal: Refusal,
  refusedAt: RefusedAt = {},
): FundsAnswer => ({
  ...typedOf(form),
  problem: fundsProblem(refusal, ownRefusalText(request, refusal), refusedAt),
})

/** Answer of the review step; the page computes the summary. */
export const lookOver = (form: FormData): FundsAnswer => ({ ...typedOf(form), problem: null, isLookedOver: true })

const typedOf = (form: FormData): Pick<FundsAnswer, 'done' | 'fields' | 'idempotencyKey'> => ({
  done: null,
  fields: Object.fromEntries(Object.entries(textFieldsOf(form)).filter(([name]) => !SECRET_FIELDS.has(name))),
  idempotencyKey: readPageId(form),
})

export const readDecimal = (request: Request, form: FormData, name: string): string =>
  plainDecimal(fieldOf(form, name), readFormLanguage(request, form))

/** Stores the picture of a form; null when none was chosen. */
export async function keepPicture(env: Env, session: Session, form: FormData): Promise<Outcome<string | null>> {
  const file = form.get('picture')
  if (!(file instanceof File) || file.size === 0) return done(null)
  const bytes = new Uint8Array(await file.arrayBuffer())
  return saveUpload(env, session, { purpose: 'private', bytes }, Date.now())
}

/** Required voucher picture. A missing amount is reported first, because its field is above the picture. */
export async function requirePicture(env: Env, session: Session, form: FormData): Promise<Outcome<string>> {
  if (fieldOf(form, 'amount').trim() === '') return refuse('amount_not_positive')
  const kept = await keepPicture(env, session, form)
  if (!kept.ok) return kept
  return kept.value === null ? refuse('voucher_missing') : done(kept.value)
}
