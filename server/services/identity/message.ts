// Text of code messages in the reader's language. The texts are in locales/<language>/mail.json.

import { CODE_LIFE_MINUTES } from '#domain/identity'
import type { Language } from '#domain/language'
import { serverI18n } from '../i18n'
import type { Message } from '../outbox'
import type { AccountName } from './account-name'

/** Topic of a message: a code, the reason for no code, a notice about an existing or missing account, or a security event. */
export type MessageTopic =
  | 'register'
  | 'forget'
  | 'held'
  | 'security'
  | 'bind'
  | 'taken'
  | 'exists'
  | 'missing'
  | 'changed'
  | 'replaced'

const mailT = (language: Language) => serverI18n(language).getFixedT(null, 'mail')

export interface MessageFacts {
  readonly topic: MessageTopic
  readonly language: Language
  readonly site: string
  readonly code?: string
  /** Owner's anti-phishing phrase, known to no one else; empty or absent when unset. */
  readonly phrase?: string
}

/** Message to an account's own address. */
export function writeMessage(
  { channel, target }: Pick<AccountName, 'channel' | 'target'>,
  facts: MessageFacts,
): Message {
  const { topic, language, phrase = '' } = facts
  const t = mailT(language)
  const words = {
    site: facts.site,
    code: facts.code ?? '',
    minutes: String(CODE_LIFE_MINUTES),
  }
  const part = channel === 'sms' ? 'sms' : 'body'
  const body = t(`${topic}_${part}`, words)
  // The phrase is omitted in text messages, which are short and rarely used for elaborate phishing.
  const signed = channel === 'mail' ? withPhrase(language, phrase, body) : body
  const subject = channel === 'mail' ? t(`${topic}_subject`, words) : ''
  return { channel, target, subject, body: signed }
}

/** Invitation mail with the enrolment link of the desk. */
export function writeStaffInvitation(
  target: string,
  { language, ...words }: Readonly<Record<'site' | 'link' | 'hours', string>> & { readonly language: Language },
): Message {
  const t = mailT(language)
  return { channel: 'mail', target, subject: t('staff_subject', words), body: t('staff_body', words) }
}

/** Mail with the confirmation link for a mobile bound without an owner proof. */
export function writeMobileLink(
  target: string,
  {
    language,
    phrase,
    ...words
  }: Readonly<Record<'site' | 'link' | 'mobile' | 'phrase', string>> & { readonly language: Language },
): Message {
  const t = mailT(language)
  const body = withPhrase(language, phrase, t('mobile_link_body', words))
  return { channel: 'mail', target, subject: t('mobile_link_subject', words), body }
}

/** Mail with the last line of the audit log: the admin keeps it for checking the log later. */
export function writeAuditMail(
  target: string,
  { language, ...words }: Readonly<Record<'site' | 'day' | 'lines' | 'mark', string>> & { readonly language: Language },
): Message {
  const t = mailT(language)
  const command = `npm run audit:verify -- --mark ${words.mark}`
  return { channel: 'mail', target, subject: t('audit_subject', words), body: t('audit_body', { ...words, command }) }
}

/** Mail with a visitor's contact message; its language is the writer's, also used for the reply. */
export function writeSupportMail(
  target: string,
  letter: {
    readonly language: Language
    /** Null: not logged in. */
    readonly userId: number | null
    readonly replyTo: string
    /** Mismatch between the reply address and the account's own address. */
    readonly doubt: 'unbound' | 'unlike' | null
    readonly text: string
  },
): Message {
  const { userId, replyTo, doubt, text } = letter
  const t = mailT(letter.language)
  const who = userId === null ? t('support_visitor') : t('support_user', { id: String(userId) })
  const reply = t('support_reply', { address: replyTo })
  const head = doubt === null ? reply : `${reply}\n${t(`support_${doubt}`)}`
  return { channel: 'mail', target, subject: t('support_subject', { who }), body: `${head}\n\n${text}` }
}

/** Message body with the owner's phrase prepended, if set. */
export const withPhrase = (language: Language, phrase: string, body: string): string =>
  phrase === '' ? body : `${mailT(language)('phrase_line', { phrase })}\n\n${body}`
