// The chat rooms: what may be said there, how often, and by whom. Pure.

import { type Language, isLanguage } from '../language'
import { type Outcome, done, refuse } from '../outcome'
import { type LineRefusal, parseText } from '../support/thread'
import { MINUTE_MS, SECOND_MS } from '../time'

/** removed: takes away what another line said. */
export type ChatLineKind = 'message' | 'removed'

/** Characters of one message. */
export const CHAT_LENGTH_MAX = 300
/** Between two messages of one person. */
export const CHAT_SLOW_MS = 5 * SECOND_MS
/** Lines that a room keeps. */
export const CHAT_LINES_KEPT = 20_000

/** How long a moderator may mute somebody, in minutes; 0 is until it is lifted. */
export const MUTE_MINUTES = [10, 60, 1_440, 10_080, 0] as const

export const muteEnd = (minutes: number, now: number): number | null =>
  minutes === 0 ? null : now + minutes * MINUTE_MS

/** Identity verified at level 1: only they may post links. */
const LINK_LEVEL = 1

/** A room for each language, and no other. */
export const findChatRoom = (name: string): Outcome<Language, 'chat_room_unknown'> =>
  isLanguage(name) ? done(name) : refuse('chat_room_unknown')

/** An address of the web, of mail or of a chain, or a name that a browser would take for one. */
const LINK =
  /(?:https?:|www\.|[\w-]+@[\w-]+\.|\bt\.me\b|\b[a-z0-9-]+\.(?:com|net|org|io|me|cc|xyz|top|vip|app|co|info|site|online|shop|club|link|jp|cn|hk|kr|th|fr|es)\b)/i

export const hasLink = (text: string): boolean => LINK.test(text.normalize('NFKC').replace(/\s*[。．]\s*/g, '.'))

export type ChatTextRefusal = LineRefusal | 'chat_text_empty' | 'chat_link_level'

/** The text as it is kept. */
export function parseChatText(typed: string, level: number): Outcome<string, ChatTextRefusal> {
  if (typed.trim() === '') return refuse('chat_text_empty')
  const text = parseText(typed, CHAT_LENGTH_MAX)
  if (!text.ok) return text
  if (level < LINK_LEVEL && hasLink(text.value)) return refuse('chat_link_level', { bound: String(LINK_LEVEL) })
  return text
}
