// Server texts in eight languages: refusals, success sentences, and labels of bills and wallets. Texts are in
// locales/<language>, in the namespace `refusals`; names of API fields in `fields`. A code without a text falls back to
// `internal_error`, never to the code itself.

import { SERVER_WORDS } from '#server-words'
import { WALLETS, type Wallet } from '#domain/catalogue'
import { CARD_FIELDS, type CardField } from '#domain/funds/card'
import type { DemoReason } from '#domain/demo-traders'
import type { DepositState } from '#domain/funds/deposit'
import type { WithdrawalState } from '#domain/funds/withdrawal'
import type { FuturesState } from '#domain/futures/life'
import type { Direction } from '#domain/futures/terms'
import type { Language } from '#domain/language'
import type { OptionState } from '#domain/options/settlement'
import type { OptionDirection } from '#domain/options/terms'
import { writeFacts } from '#domain/number-writing'
import type { Side } from '#domain/order'
import type { Refusal, RefusalFacts } from '#domain/outcome'
import { type BillReason, billWord } from '#domain/bill-reason'
import { serverI18n } from './i18n'
import type { WordKey } from '../../locales/key'

/** Keys of success messages, e.g. `done_order_cancelled`. */
export type SentenceKey = Extract<WordKey<'refusals'>, `done_${string}`>

/** Text of a refusal in the reader's language. */
export function refusalText(language: Language, { code, facts }: Refusal): string {
  if (!isWordKey(code)) return say(language, 'internal_error')
  const { field, label = field } = facts
  const named = label === undefined ? facts : { ...facts, field: fieldText(language, label) }
  return say(language, code, named)
}

/** Label of a field: "orders.0.target_price" becomes "Price". An unknown name is returned unchanged. */
function fieldText(language: Language, field: string): string {
  const name = field.split('.').at(-1) ?? field
  if (isFieldName(name)) return serverI18n(language).t(name, { ns: 'fields' })
  const card = `card_${name}`
  return isWordKey(card) ? say(language, card) : field
}

/** What was done. */
export function sentence(language: Language, key: SentenceKey, facts: RefusalFacts = {}): string {
  return say(language, key, facts)
}

export const billText = (language: Language, bill: { readonly reason: BillReason; readonly wallet: Wallet }): string =>
  say(language, billWord(bill))
/** Label of a deposit or withdrawal state. */
export const fundsStateText = (language: Language, state: DepositState | WithdrawalState): string =>
  say(language, `funds_${state}`)
export const futuresStateText = (language: Language, state: FuturesState): string =>
  say(language, `futures_state_${state}`)
export const futuresTypeText = (language: Language, direction: Direction): string =>
  say(language, `futures_type_${direction}`)
export const optionStateText = (language: Language, state: OptionState): string =>
  say(language, `option_state_${state}`)
export const optionDirectionText = (language: Language, direction: OptionDirection): string =>
  say(language, `option_direction_${direction}`)
export const cardFieldText = (language: Language, field: CardField): string => say(language, `card_${field}`)
export const walletText = (language: Language, wallet: Wallet): string => say(language, `wallet_${wallet}`)

/** Chat line of a demo trader about an order. */
export function demoReasonText(
  language: Language,
  { side, reason }: { readonly side: Side; readonly reason: DemoReason },
  facts: RefusalFacts,
): string {
  const { t } = serverI18n(language)
  const because = t(`because_${reason}`, { ns: 'demo' })
  return t(`said_${side}`, { ns: 'demo', replace: { ...writeFacts(facts, language), reason: because } })
}

/** Texts of the namespace that are no refusals: sentences, and labels of bills, wallets, states and card fields. */
const LABEL = /^(?:bill|done|funds|futures_state|futures_type|option_state|option_direction)_/
const LABELS: ReadonlySet<string> = new Set([
  ...WALLETS.map((wallet) => `wallet_${wallet}`),
  ...Object.values(CARD_FIELDS).flatMap((fields) => fields.map((field) => `card_${field}`)),
])

/** Codes of refusals, in alphabetical order: the closed list that a program may rely on. */
export const refusalCodes = (): string[] =>
  Object.keys(SERVER_WORDS.en.refusals)
    .filter((code) => !LABEL.test(code) && !LABELS.has(code))
    .sort()

const isWordKey = (code: string): code is WordKey<'refusals'> => Object.hasOwn(SERVER_WORDS.en.refusals, code)

const isFieldName = (name: string): name is WordKey<'fields'> => Object.hasOwn(SERVER_WORDS.en.fields, name)

/** Numbers are written in the language's format. */
function say(language: Language, key: WordKey<'refusals'>, facts: RefusalFacts = {}): string {
  return serverI18n(language).t(key, { ns: 'refusals', replace: writeFacts(facts, language) })
}
