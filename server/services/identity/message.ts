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
import type { Language } from '#domain/language'
import type { Message } from '../outbox'
import type { AccountName } from './account-name'

/** The reason of a message: a code, the news that an account exists or is missing, or that the password changed. */
export type MessageTopic = 'register' | 'forget' | 'exists' | 'missing' | 'changed'

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
}

/** The message to one account's own address. */
export function writeMessage(
  { channel, target }: AccountName,
  { topic, language, site, code = '' }: MessageFacts,
): Message {
  const texts = TEXTS[language]
  const facts: Readonly<Record<string, string>> = { site, code, minutes: String(CODE_LIFE_MINUTES) }
  const fillIn = (text: string): string => text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => facts[name] ?? '')
  const part = channel === 'sms' ? 'sms' : 'body'
  const body = fillIn(texts[`${topic}_${part}` as const])
  return { channel, target, subject: fillIn(texts[`${topic}_subject` as const]), body }
}
