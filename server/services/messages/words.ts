// What a message says, in the reader's language: chosen when it is read, so that a change of language changes old messages too.
// The texts are locales/<language>/messages.json.

import en from '../../../locales/en/messages.json'
import fra from '../../../locales/fra/messages.json'
import hk from '../../../locales/hk/messages.json'
import jp from '../../../locales/jp/messages.json'
import kor from '../../../locales/kor/messages.json'
import spa from '../../../locales/spa/messages.json'
import th from '../../../locales/th/messages.json'
import zh from '../../../locales/zh/messages.json'
import { fillIn } from '#domain/fill-in'
import type { Language } from '#domain/language'
import type { MessageKind } from '#domain/message'
import { writeDecimal } from '#domain/number-writing'
import type { MessageFacts } from '#party/protocol/message'

type Texts = Readonly<Record<keyof typeof en, string>>

const TEXTS: Readonly<Record<Language, Texts>> = { jp, en, zh, hk, kor, th, fra, spa }

export interface MessageWords {
  readonly title: string
  readonly text: string
}

export function wordMessage(language: Language, kind: MessageKind, facts: MessageFacts): MessageWords {
  const stem = kind === 'order_filled' ? (`${kind}_${facts['side'] === 'sell' ? 'sell' : 'buy'}` as const) : kind
  const said = Object.entries(facts).map(([name, value]) => [name, sayFact(language, name, value)])
  const written: MessageFacts = Object.fromEntries(said) as MessageFacts
  return {
    title: fillIn(TEXTS[language][`${stem}_title`], written),
    text: fillIn(TEXTS[language][`${stem}_text`], written),
  }
}

/** What a kind is called where ways are chosen for it: a name, while the title of a message tells what happened. */
export const kindName = (language: Language, kind: MessageKind): string => TEXTS[language][`kind_${kind}`]

/** The same words for the ways out of the inbox. */
export function wordNotice(
  language: Language,
  site: string,
  { title, text }: MessageWords,
): { readonly subject: string; readonly mail: string; readonly sms: string } {
  const facts = { site, title, text }
  const { mail_subject: subject, mail_body: mail, sms_body: sms } = TEXTS[language]
  return { subject: fillIn(subject, facts), mail: fillIn(mail, facts), sms: fillIn(sms, facts) }
}

/** Some facts are words themselves (`change_login_password`), the others are numbers, names and what people wrote. */
function sayFact(language: Language, name: string, value: string): string {
  const key = `${name}_${value}`
  return isTextKey(key) ? TEXTS[language][key] : writeDecimal(value, language)
}

const isTextKey = (key: string): key is keyof Texts => Object.hasOwn(en, key)
