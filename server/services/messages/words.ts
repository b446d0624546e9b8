// Message texts, translated when read, so that a language change applies to old messages. Texts:
// locales/<language>/messages.json.

import { SERVER_WORDS } from '#server-words'
import type { Language } from '#domain/language'
import { type MessageKind, isNumberFact } from '#domain/message'
import { writeDecimal } from '#domain/number-writing'
import type { MessageFacts } from '#party/protocol/message'
import { serverI18n } from '../i18n'
import type { WordKey } from '../../../locales/key'

const messagesT = (language: Language) => serverI18n(language).getFixedT(null, 'messages')

export interface MessageWords {
  readonly title: string
  readonly text: string
}

export function wordMessage(language: Language, kind: MessageKind, facts: MessageFacts): MessageWords {
  const stem = kind === 'order_filled' ? (`${kind}_${facts['side'] === 'sell' ? 'sell' : 'buy'}` as const) : kind
  const said = Object.entries(facts).map(([name, value]) => [name, sayFact({ language, kind, name }, value)])
  const written: MessageFacts = Object.fromEntries(said) as MessageFacts
  const t = messagesT(language)
  const title = kind === 'option_settled' ? outcomeTitle(facts['amount']) : (`${stem}_title` as const)
  return { title: t(title, { replace: written }), text: t(`${stem}_text`, { replace: written }) }
}

/** Of an option by its result; an equal price gives everything back. */
function outcomeTitle(amount = '0') {
  if (amount.startsWith('-')) return 'option_lost_title'
  return /[1-9]/.test(amount) ? 'option_won_title' : 'option_settled_title'
}

/** Name of a message kind in notification settings. */
export const kindName = (language: Language, kind: MessageKind): string => messagesT(language)(`kind_${kind}`)

/** Notice text for mail, SMS and push. */
export function wordNotice(
  language: Language,
  site: string,
  { title, text }: MessageWords,
): { readonly subject: string; readonly mail: string; readonly sms: string } {
  const facts = { site, title, text }
  const t = messagesT(language)
  return { subject: t('mail_subject', facts), mail: t('mail_body', facts), sms: t('sms_body', facts) }
}

/** Their amount is won or lost, or corrected: a gain has a plus sign. */
const SIGNED: ReadonlySet<MessageKind> = new Set([
  'futures_take_profit',
  'futures_stop_loss',
  'futures_liquidated',
  'option_settled',
  'quiz_settled',
  'balance_corrected',
])

interface FactPlace {
  readonly language: Language
  readonly kind: MessageKind
  readonly name: string
}

/** Some facts have a translation (`change_login_password`); others are numbers, names and user text. An agent's name is its own words. */
function sayFact({ language, kind, name }: FactPlace, value: string): string {
  const key = `${name}_${value}`
  if (name !== 'agent' && isTextKey(key)) return messagesT(language)(key)
  // i18next would fill placeholders in a fact, and leave those of the text.
  if (!isNumberFact(name)) return value.replace(/\{(?=\{)/g, '{ ')
  const isGain = name === 'amount' && SIGNED.has(kind) && /^[\d.]*[1-9]/.test(value)
  return writeDecimal(isGain ? `+${value}` : value, language)
}

const isTextKey = (key: string): key is WordKey<'messages'> => Object.hasOwn(SERVER_WORDS.en.messages, key)
