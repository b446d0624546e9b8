// What a code message says, in the reader's language. The texts are locales/<language>/mail.json.

import en from '../../../locales/en/mail.json'
import fra from '../../../locales/fra/mail.json'
import hk from '../../../locales/hk/mail.json'
import jp from '../../../locales/jp/mail.json'
import kor from '../../../locales/kor/mail.json'
import spa from '../../../locales/spa/mail.json'
import th from '../../../locales/th/mail.json'
import zh from '../../../locales/zh/mail.json'
import { CODE_LIFE_MINUTES } from '#domain/identity'
import { fillIn } from '#domain/fill-in'
import type { Language } from '#domain/language'
import type { Message } from '../outbox'
import type { AccountName } from './account-name'

/** The reason of a message: a code, the news that an account exists or is missing, or what happened to it. */
export type MessageTopic =
  'register' | 'forget' | 'security' | 'bind' | 'taken' | 'exists' | 'missing' | 'changed' | 'replaced'

const TEXTS: Readonly<Record<Language, Readonly<Record<keyof typeof en, string>>>> = {
  jp,
  en,
  zh,
  hk,
  kor,
  th,
  fra,
  spa,
}

export interface MessageFacts {
  readonly topic: MessageTopic
  readonly language: Language
  readonly site: string
  readonly code?: string
  /** The owner's own words, which nobody else knows; empty or absent when there are none. */
  readonly phrase?: string
}

/** The message to one account's own address. */
export function writeMessage(
  { channel, target }: Pick<AccountName, 'channel' | 'target'>,
  facts: MessageFacts,
): Message {
  const { topic, language, phrase = '' } = facts
  const texts = TEXTS[language]
  const words = {
    site: facts.site,
    code: facts.code ?? '',
    minutes: String(CODE_LIFE_MINUTES),
  }
  const part = channel === 'sms' ? 'sms' : 'body'
  const body = fillIn(texts[`${topic}_${part}` as const], words)
  // A text message has no room, and is not where strangers pretend to be us at length.
  const signed = channel === 'mail' ? withPhrase(language, phrase, body) : body
  const subject = channel === 'mail' ? fillIn(texts[`${topic}_subject` as const], words) : ''
  return { channel, target, subject, body: signed }
}

/** The link by which somebody comes to the operator's desk. */
export function writeStaffInvitation(
  target: string,
  { language, ...words }: Readonly<Record<'site' | 'link' | 'hours', string>> & { readonly language: Language },
): Message {
  const { staff_subject: subject, staff_body: body } = TEXTS[language]
  return { channel: 'mail', target, subject: fillIn(subject, words), body: fillIn(body, words) }
}

/** What somebody wrote to us, in the writer's language, which is that of the answer too. */
export function writeSupportMail(
  target: string,
  letter: {
    readonly language: Language
    /** Null: not logged in. */
    readonly userId: number | null
    readonly replyTo: string
    /** How the address to reply to differs from the account's own. */
    readonly doubt: 'unbound' | 'unlike' | null
    readonly text: string
  },
): Message {
  const { userId, replyTo, doubt, text } = letter
  const texts = TEXTS[letter.language]
  const who = userId === null ? texts.support_visitor : fillIn(texts.support_user, { id: String(userId) })
  const reply = fillIn(texts.support_reply, { address: replyTo })
  const head = doubt === null ? reply : `${reply}\n${texts[`support_${doubt}` as const]}`
  return { channel: 'mail', target, subject: fillIn(texts.support_subject, { who }), body: `${head}\n\n${text}` }
}

/** A text of ours with the owner's own words above it; as it was when there are none. */
export const withPhrase = (language: Language, phrase: string, body: string): string =>
  phrase === '' ? body : `${fillIn(TEXTS[language].phrase_line, { phrase })}\n\n${body}`
