// Words of the server in eight languages: refusals, the sentences of a success, and the labels of bills and wallets.
// Every text is in locales/<language>/refusals.json; a code without words falls back to `internal_error`, never to the code itself.

import en from '../../locales/en/refusals.json'
import fra from '../../locales/fra/refusals.json'
import hk from '../../locales/hk/refusals.json'
import jp from '../../locales/jp/refusals.json'
import kor from '../../locales/kor/refusals.json'
import spa from '../../locales/spa/refusals.json'
import th from '../../locales/th/refusals.json'
import zh from '../../locales/zh/refusals.json'
import type { Wallet } from '#domain/catalogue'
import type { Language } from '#domain/language'
import type { Refusal, RefusalFacts } from '#domain/outcome'
import type { BillReason } from '#party/protocol/account'

export type WordKey = keyof typeof en

const WORDS: Readonly<Record<Language, Readonly<Record<WordKey, string>>>> = { jp, en, zh, hk, kor, th, fra, spa }

/** The keys that tell of a success: `done_order_cancelled` and the like. */
export type SentenceKey = Extract<WordKey, `done_${string}`>

/** What was refused and why, as a person of that language reads it. */
export function refusalText(language: Language, refusal: Refusal): string {
  return isWordKey(refusal.code) ? fillIn(WORDS[language][refusal.code], refusal.facts) : WORDS[language].internal_error
}

/** What was done. */
export function sentence(language: Language, key: SentenceKey, facts: RefusalFacts = {}): string {
  return fillIn(WORDS[language][key], facts)
}

export const billReasonText = (language: Language, reason: BillReason): string => WORDS[language][`bill_${reason}`]
export const walletText = (language: Language, wallet: Wallet): string => WORDS[language][`wallet_${wallet}`]
/** "Transfer from Spot to Futures". */
export const transferText = (language: Language, from: Wallet, to: Wallet): string =>
  fillIn(WORDS[language].bill_transfer_between, { from: walletText(language, from), to: walletText(language, to) })

export const isWordKey = (code: string): code is WordKey => Object.hasOwn(en, code)

/** A placeholder without a fact becomes nothing: facts are optional by design, braces on a screen are not. */
function fillIn(text: string, facts: RefusalFacts): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => facts[name] ?? '')
}
