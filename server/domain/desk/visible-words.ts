// Visible text of operators' HTML, however encoded, and whether a change is more than a small correction. A text can say where to pay, so
// rendered text is compared: tags, entities and zero-width characters can't hide digits.

// Tags exactly as `safeHtml` writes them. Anything else between angle brackets, as in a title, is text that readers see.
/** Tags that begin another line; all others stand within a word. */
const LINE_TAG = /<\/?(?:p|h2|h3|ul|ol|li)>|<br \/>/g
const INLINE_TAG = /<\/?(?:strong|em|a)>|<a href="[^"<>]*"(?: rel="noopener nofollow")?>/g
const NUMBERED = /&#(?:x([0-9a-f]{1,6})|(\d{1,7}));?/gi
const NAMED = /&(amp|lt|gt|quot|nbsp);/g
const NAMED_SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/gu
const CODE_POINT_MAX = 0x10ffff
const CHINESE_DIGITS = '〇一二三四五六七八九'

/** `html` is sanitized HTML or plain text. */
function visibleWords(html: string): string {
  const text = html.replace(LINE_TAG, '\n').replace(INLINE_TAG, '')
  return decoded(text)
    .normalize('NFKC')
    .replace(/[\n\t]/g, ' ')
    .replace(UNSEEN, '')
}

const decoded = (text: string): string =>
  text
    .replace(NUMBERED, (_, hex: string | undefined, decimal: string | undefined) => {
      const code = hex ? parseInt(hex, 16) : parseInt(decimal ?? '', 10)
      return code <= CODE_POINT_MAX ? String.fromCodePoint(code) : ''
    })
    .replace(NAMED, (_, name: string) => NAMED_SIGNS[name] ?? '')

const LINK = /\shref="([^"]*)"/g
/** A moment is no account: days of this century, and hours. */
const DAY = /(?<!\p{Nd})20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\p{Nd})/gu
/** Six or more digits with short separators, like account and phone numbers. */
const FIGURES = /\p{Nd}(?:[^\p{L}\p{Nd}]{0,3}\p{Nd}){5,}/gu
/** Web addresses with or without `https:`, mail addresses, names with an at sign, and unknown entities. */
const PLACES = [
  /[\p{L}\p{Nd}-]{1,63}\.\p{L}{2,63}(?:[/?#][^\s"<]{0,200})?/gu,
  /[a-z\d-]。[a-z]{2,63}/gi,
  /[^\s"<]{0,63}[@/\\][^\s"<]{1,63}/gu,
  /&[a-z]{2,31}\d{0,2}/gi,
] as const
/** Part of a chain address: letters and digits in one word, or a very long word. */
const WORD_PATTERN = /[\p{Script=Latin}\p{Nd}]{2,}/gu
const isOfAddress = (word: string): boolean => /\p{L}/u.test(word) && (/\p{Nd}/u.test(word) || word.length >= 24)

/** Parts of a text that may name a destination or a payee. */
function marksOf(html: string): string[] {
  const words = visibleWords(html)
  const counted = words
    .replace(/[〇一二三四五六七八九]/g, (sign) => String(CHINESE_DIGITS.indexOf(sign)))
    .replace(DAY, 'day')
  return [
    ...[...html.matchAll(LINK)].map(([, address = '']) => address),
    ...PLACES.flatMap((place) => words.match(place) ?? []),
    ...(counted.match(FIGURES) ?? []),
    ...(words.match(WORD_PATTERN) ?? []).filter(isOfAddress),
  ]
}

/** Longest small correction: characters changed in one place of the text. */
const MEND_LENGTH_MAX = 12

/** Number of changed characters: the longer of the removed and the inserted part. */
function changedLength(before: string, after: string): number {
  const shorter = Math.min(before.length, after.length)
  let [start, end] = [0, 0]
  while (start < shorter && before[start] === after[start]) start += 1
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return Math.max(before.length, after.length) - start - end
}

/** Whether a change exceeds a small correction: many new characters, or any new part that may name a destination or payee. */
export function saysAnew(before: string, after: string): boolean {
  if (changedLength(visibleWords(before), visibleWords(after)) > MEND_LENGTH_MAX) return true
  const known = new Set(marksOf(before))
  return marksOf(after).some((mark) => !known.has(mark))
}
