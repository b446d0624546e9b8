// Words of the server in eight languages: refusals, the sentences of a success, and the labels of bills and wallets.
// Every text is in locales/<language>/refusals.json, the names of the wire's fields in fields.json; a code without words falls back to `internal_error`, never to the code itself.

import enFields from '../../locales/en/fields.json'
import fraFields from '../../locales/fra/fields.json'
import hkFields from '../../locales/hk/fields.json'
import jpFields from '../../locales/jp/fields.json'
import korFields from '../../locales/kor/fields.json'
import spaFields from '../../locales/spa/fields.json'
import thFields from '../../locales/th/fields.json'
import zhFields from '../../locales/zh/fields.json'
import en from '../../locales/en/refusals.json'
import fra from '../../locales/fra/refusals.json'
import hk from '../../locales/hk/refusals.json'
import jp from '../../locales/jp/refusals.json'
import kor from '../../locales/kor/refusals.json'
import spa from '../../locales/spa/refusals.json'
import th from '../../locales/th/refusals.json'
import zh from '../../locales/zh/refusals.json'
import type { Wallet } from '#domain/catalogue'
import type { CardField } from '#domain/funds/card'
import type { DepositState } from '#domain/funds/deposit'
import type { WithdrawalState } from '#domain/funds/withdrawal'
import { fillIn } from '#domain/fill-in'
import type { Language } from '#domain/language'
import { writeDecimal } from '#domain/number-writing'
import type { Refusal, RefusalFacts } from '#domain/outcome'
import type { BillReason } from '#domain/bill-reason'

export type WordKey = keyof typeof en

const WORDS: Readonly<Record<Language, Readonly<Record<WordKey, string>>>> = { jp, en, zh, hk, kor, th, fra, spa }

type FieldNames = Readonly<Record<keyof typeof enFields, string>>
const FIELDS: Readonly<Record<Language, FieldNames>> = {
  jp: jpFields,
  en: enFields,
  zh: zhFields,
  hk: hkFields,
  kor: korFields,
  th: thFields,
  fra: fraFields,
  spa: spaFields,
}

/** The keys that tell of a success: `done_order_cancelled` and the like. */
export type SentenceKey = Extract<WordKey, `done_${string}`>

/** What was refused and why, as a person of that language reads it. */
export function refusalText(language: Language, { code, facts }: Refusal): string {
  if (!isWordKey(code)) return WORDS[language].internal_error
  const { field } = facts
  const named = field === undefined ? facts : { ...facts, field: fieldText(language, field) }
  return say(language, code, named)
}

/** "orders.0.target_price" as a person calls it: "Price". A name that we never gave is said as it came. */
function fieldText(language: Language, field: string): string {
  const name = field.split('.').at(-1) ?? field
  if (isFieldName(name)) return FIELDS[language][name]
  const card = `card_${name}`
  return isWordKey(card) ? WORDS[language][card] : field
}

/** What was done. */
export function sentence(language: Language, key: SentenceKey, facts: RefusalFacts = {}): string {
  return say(language, key, facts)
}

export const billReasonText = (language: Language, reason: BillReason): string => WORDS[language][`bill_${reason}`]
/** How a deposit or a withdrawal stands. */
export const fundsStateText = (language: Language, state: DepositState | WithdrawalState): string =>
  WORDS[language][`funds_${state}`]
export const cardFieldText = (language: Language, field: CardField): string => WORDS[language][`card_${field}`]
export const walletText = (language: Language, wallet: Wallet): string => WORDS[language][`wallet_${wallet}`]

const isWordKey = (code: string): code is WordKey => Object.hasOwn(en, code)

const isFieldName = (name: string): name is keyof FieldNames => Object.hasOwn(enFields, name)

/** Numbers are written as the language does. */
function say(language: Language, key: WordKey, facts: RefusalFacts): string {
  const written = Object.entries(facts).map(([name, value]) => [name, writeDecimal(value, language)] as const)
  return fillIn(WORDS[language][key], Object.fromEntries(written))
}
