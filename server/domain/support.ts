// Format rules of a support message, checked before any lookup. Pure.

import { parseEmail } from './identity'
import { type Outcome, done, refuse } from './outcome'

/** In characters. Shorter messages can't be answered meaningfully. */
export const SUPPORT_TEXT_MIN = 10
export const SUPPORT_TEXT_MAX = 2000

export type SupportTextRefusal = 'email_malformed' | 'support_text_too_short' | 'support_text_too_long'

export interface SupportText {
  /** Where the answer goes. */
  readonly replyTo: string
  readonly text: string
}

export function parseSupportText(entry: SupportText): Outcome<SupportText, SupportTextRefusal> {
  const replyTo = parseEmail(entry.replyTo)
  if (!replyTo.ok) return replyTo
  const text = entry.text.trim()
  const length = [...text].length
  if (length < SUPPORT_TEXT_MIN) return refuse('support_text_too_short', { bound: String(SUPPORT_TEXT_MIN) })
  if (length > SUPPORT_TEXT_MAX) return refuse('support_text_too_long', { bound: String(SUPPORT_TEXT_MAX) })
  return done({ replyTo: replyTo.value, text })
}
