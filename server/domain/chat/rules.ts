// Chat room rules: allowed text, rate limit and writers. Pure.

import { type Language, isLanguage } from '../language'
import { type Outcome, done, refuse } from '../outcome'
import { type LineRefusal, parseText } from '../support/thread'
import { isUnseen } from '../written-line'
import { MINUTE_MS, SECOND_MS } from '../time'

/** removed: takes away what another line said. */
export type ChatLineKind = 'message' | 'removed'

/** Characters of one message. */
export const CHAT_LENGTH_MAX = 300
/** Between two messages of one person. */
export const CHAT_SLOW_MS = 5 * SECOND_MS
/** Lines that a room keeps. */
export const CHAT_LINES_KEPT = 20_000

/** Mute durations in minutes; 0 lasts until it is lifted. */
export const MUTE_MINUTES = [10, 60, 1_440, 10_080, 0] as const

export const muteEnd = (minutes: number, now: number): number | null =>
  minutes === 0 ? null : now + minutes * MINUTE_MS

/** Identity verified at level 1: only they may post links. */
const LINK_LEVEL = 1

/** One room per language. */
export const findChatRoom = (name: string): Outcome<Language, 'chat_room_unknown'> =>
  isLanguage(name) ? done(name) : refuse('chat_room_unknown')

/** Endings of host names in links. Endings that are also words count only with a path behind them. */
const HOST_ENDS =
  'com|net|org|io|me|cc|xyz|top|vip|app|co|info|site|online|shop|club|link|jp|cn|hk|kr|th|fr|es|dev|gg|ly|gl|ru|su|ai|biz|pro|tv|' +
  'uk|de|nl|eu|ch|pl|cz|se|fi|dk|pt|gr|tr|ua|by|kz|id|vn|ph|sg|au|nz|ca|mx|br|ar|cl|za|ng|ke|ae|il|ir|pk|tw|mo|asia|' +
  'live|fun|icu|buzz|space|website|store|tech|cloud|click|finance|exchange|trade|trading|capital|money|bet|casino|games|win|bid|loan'

/** Web, mail and chain addresses, or text that browsers and readers take for one. */
const LINKS: readonly RegExp[] = [
  /[a-z][a-z0-9+.-]*:\/\/|\b(?:mailto|tel|tg|bitcoin|ethereum|javascript|data):\S|\bwww\.|\bxn--/i,
  /[\w-]+@[\w-]+\./,
  new RegExp(`[\\p{L}\\p{N}\\p{M}-]\\.(?:${HOST_ENDS})(?![a-z0-9-])`, 'iu'),
  // Any top-level domain with a path: "bit.example/abc". Pairs after a full stop are in capitals.
  /[\p{L}\p{N}-]{2,}\.[a-z]{2,24}\/\S/u,
  /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/,
  /\b0x[0-9a-f]{40}\b|\b(?:bc|ltc)1[0-9a-z]{20,}\b|\b[13T](?=\w*[A-Za-z])[1-9A-HJ-NP-Za-km-z]{25,34}\b/i,
]

/** A dot as a word or between spaces. DOT is also a coin, so it counts only before domain endings that aren't words about it. */
const WRITTEN_DOT = /\s*(?:[([{<]\s*dot\s*[)\]}>]|\sdot\s|\s\.)\s*(?=(?:com|net|org|io|xyz|cc|ru|gg)\b)/gi

/** Ends of host names in other scripts, behind a plain dot: a full stop of Chinese or Japanese ends a sentence. */
const FOREIGN_HOST = new RegExp(
  `[\\p{L}\\p{N}\\p{M}-]\\.(?:рф|рус|онлайн|сайт|орг|ком|дети|москва|укр|бел|қаз|срб|мкд|бг|ею|мон|ελ|ευ|հայ|გე|ישראל|קום|` +
    `امارات|السعودية|مصر|المغرب|عمان|قطر|موقع|شبكة|کوم|ایران|پاکستان|भारत|कॉम|संगठन|नेट|ভারত|বাংলা|இந்தியா|ไทย|คอม|ລາວ|` +
    `中国|中國|公司|网络|網絡|网址|网站|在线|中文网|商城|商店|移动|集团|我爱你|香港|台湾|台灣|澳門|新加坡|みんな|コム|ストア|セール|ファッション|クラウド|` +
    `한국|닷컴|닷넷|삼성)(?![\\p{L}\\p{N}\\p{M}-])`,
  'iu',
)

/** Visible form of a text: invisible characters would hide an address from this rule but not from readers. */
const visibleText = (text: string): string => text.normalize('NFKC').replace(/[\p{DI}\p{Cf}]/gu, '')

/** Disguised dots: "example。com", "example [dot] com", "example .com". */
const withPlainDots = (text: string): string =>
  text
    .replace(/\s*[。．·•∙⋅・‧]\s*/g, '.')
    .replace(/\s*[([{<]\s*\.\s*[)\]}>]\s*/g, '.')
    .replace(WRITTEN_DOT, '.')

export const hasLink = (text: string): boolean => {
  const visible = visibleText(text)
  const plain = withPlainDots(visible)
  return FOREIGN_HOST.test(visible) || LINKS.some((link) => link.test(plain))
}

export type ChatTextRefusal = LineRefusal | 'chat_text_empty' | 'chat_link_level'

/** Normalized text to store. */
export function parseChatText(typed: string, level: number): Outcome<string, ChatTextRefusal> {
  if (isUnseen(typed)) return refuse('chat_text_empty')
  const text = parseText(typed, CHAT_LENGTH_MAX)
  if (!text.ok) return text
  if (level < LINK_LEVEL && hasLink(text.value)) return refuse('chat_link_level', { bound: String(LINK_LEVEL) })
  return text
}
