// What readers see of a text that operators wrote, however it is written down; and whether a change of it is more than a slip mended.
// A text can say where to pay, so what is compared is what stands on the page: no tag, no entity, no sign without a width hides a figure.

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
/** Six figures and more with little between them, as accounts and telephones have. */
const FIGURES = /\p{Nd}(?:[^\p{L}\p{Nd}]{0,3}\p{Nd}){5,}/gu
/** A site, also without `https:`, an address of mail, a name with the sign before it, an entity that is not read here. */
const PLACES = [
  /[\p{L}\p{Nd}-]{1,63}\.\p{L}{2,63}(?:[/?#][^\s"<]{0,200})?/gu,
  /[a-z\d-]。[a-z]{2,63}/gi,
  /[^\s"<]{0,63}[@/\\][^\s"<]{1,63}/gu,
  /&[a-z]{2,31}\d{0,2}/gi,
] as const
/** A part of an address on a chain: letters and figures in one word, or very many letters. */
const WORD = /[\p{Script=Latin}\p{Nd}]{2,}/gu
const isOfAddress = (word: string): boolean =>
  /^(?=.*\p{Nd})(?=.*\p{L})/u.test(word) || (/^\p{L}/u.test(word) && word.length >= 24)

/** Whatever in a text may say where to go or to pay to. */
function marksOf(html: string): string[] {
  const words = visibleWords(html)
  const counted = words
    .replace(/[〇一二三四五六七八九]/g, (sign) => String(CHINESE_DIGITS.indexOf(sign)))
    .replace(DAY, 'day')
  return [
    ...[...html.matchAll(LINK)].map(([, address = '']) => address),
    ...PLACES.flatMap((place) => words.match(place) ?? []),
    ...(counted.match(FIGURES) ?? []),
    ...(words.match(WORD) ?? []).filter(isOfAddress),
  ]
}

/** A slip: so many characters, in one place of the text. */
const MEND_LENGTH_MAX = 12

/** How many characters stand where others stood, or stood where others stand: whichever are more. */
function changedLength(before: string, after: string): number {
  const shorter = Math.min(before.length, after.length)
  let [start, end] = [0, 0]
  while (start < shorter && before[start] === after[start]) start += 1
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return Math.max(before.length, after.length) - start - end
}

/** Whether a text says more that is new than a slip mended: many characters, or any that may name a place to go or to pay to. */
export function saysAnew(before: string, after: string): boolean {
  if (changedLength(visibleWords(before), visibleWords(after)) > MEND_LENGTH_MAX) return true
  const known = new Set(marksOf(before))
  return marksOf(after).some((mark) => !known.has(mark))
}
