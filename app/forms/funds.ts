// Deposit and withdrawal forms: mapping of refusals to fields, and the answer of the action. Pure.

import type { Refusal } from '#domain/outcome'
import type { TRAVEL_FIELDS } from '#domain/screening/travel-rule'
import { type Answer, type Problem, unanswered } from '../site/answer'
import { askOr } from '../site/revalidation'

type TravelField = (typeof TRAVEL_FIELDS)[number]

export type FundsField =
  | 'asset'
  | 'payee'
  | 'address'
  | 'name'
  | 'memo'
  | 'remark'
  | 'amount'
  | 'voucher'
  | 'proof'
  | TravelField
  | 'form'

/** Typed fields and their refusals. */
export interface FundsAnswer extends Answer<never> {
  readonly problem: FundsProblem | null
  /** True in the review step: nothing is executed yet. */
  readonly isLookedOver?: boolean | undefined
}

/** Secrets and files are not returned to the page. */
export const SECRET_FIELDS: ReadonlySet<string> = new Set(['pay_password', 'totp_code', 'passkey', 'picture'])

/**
 * Command id of the next submit: a request without an answer keeps its id for a retry; a refused request gets a new id.
 */
export const commandOf = (answer: FundsAnswer | undefined, drawn: string): string =>
  (answer?.isUnanswered && answer.idempotencyKey) || drawn

export interface FundsProblem extends Problem {
  readonly field: FundsField
  /** The field of a card that was named; empty otherwise. */
  readonly name: string
}

/** The field of a refusal, by code. */
export type RefusedAt = Readonly<Record<string, FundsField>>

const FIELDS: RefusedAt = {
  asset_not_found: 'asset',
  convert_same_asset: 'asset',
  network_not_found: 'asset',
  address_not_saved: 'payee',
  address_too_new: 'payee',
  address_ambiguous: 'payee',
  card_not_found: 'payee',
  address_malformed: 'address',
  address_loses_coins: 'address',
  address_written_otherwise: 'address',
  address_exists: 'address',
  address_name_malformed: 'name',
  address_name_taken: 'name',
  remark_malformed: 'remark',
  memo_malformed: 'memo',
  amount_malformed: 'amount',
  amount_too_precise: 'amount',
  amount_too_large: 'amount',
  amount_not_positive: 'amount',
  insufficient_available: 'amount',
  withdrawal_below_min: 'amount',
  withdrawal_below_fee: 'amount',
  withdrawal_above_cap: 'amount',
  identity_check_needed: 'amount',
  deposit_below_min: 'amount',
  fiat_order_above_cap: 'amount',
  convert_below_min: 'amount',
  convert_above_max: 'amount',
  convert_above_day_max: 'amount',
  voucher_used: 'voucher',
  voucher_missing: 'voucher',
  image_type_refused: 'voucher',
  image_broken: 'voucher',
  image_dimensions_refused: 'voucher',
  file_too_large: 'voucher',
  upload_not_found: 'voucher',
  step_up_missing: 'proof',
  step_up_wrong: 'proof',
  pay_password_wrong: 'proof',
  pay_password_not_set: 'proof',
  totp_not_set: 'proof',
}

/** `refusedAt`: the refusals of the page's own product. */
export const fundsProblem = (refusal: Refusal, text: string, refusedAt: RefusedAt): FundsProblem => ({
  field: refusedAt[refusal.code] ?? FIELDS[refusal.code] ?? namedField(refusal) ?? 'form',
  code: refusal.code,
  text,
  name: refusal.facts['field'] ?? '',
})

/** Input fields by form name. */
const NAMED: Readonly<Record<string, FundsField>> = {
  address: 'address',
  amount: 'amount',
  asset: 'asset',
  memo: 'memo',
  payee: 'payee',
  remark: 'remark',
  voucher: 'voucher',
  beneficiary_name: 'beneficiary_name',
  beneficiary_wallet: 'beneficiary_wallet',
  beneficiary_vasp: 'beneficiary_vasp',
  beneficiary_country: 'beneficiary_country',
}

const NAMING: ReadonlySet<string> = new Set([
  'field_missing',
  'field_malformed',
  'field_not_taken',
  'travel_rule_needed',
])

const namedField = ({ code, facts }: Refusal): FundsField | undefined =>
  NAMING.has(code) ? NAMED[facts['field'] ?? ''] : undefined

/** Error text of a field; undefined when the problem concerns another field. */
export const problemAt = (answer: FundsAnswer | undefined, field: FundsField): string | undefined =>
  answer?.problem?.field === field ? answer.problem.text : undefined

/** Error text of the amount field, shown until the amount changes. */
export const amountProblem = (answer: FundsAnswer | undefined, text: string): string | undefined =>
  answer?.fields['amount'] === text ? problemAt(answer, 'amount') : undefined

/** Fallback of a money form without an answer: keeps fields and command id, so that a retry cannot execute twice. */
export const askFunds = askOr<FundsAnswer>(({ commandId = '', ...typed }) => {
  const fields = Object.fromEntries(Object.entries(typed).filter(([name]) => !SECRET_FIELDS.has(name)))
  return { ...unanswered({ commandId }), fields, problem: null }
})
