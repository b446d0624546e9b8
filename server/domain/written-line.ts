// What people write into a line that others read: names of addresses and cards, remarks. Pure.

import { type Outcome, done, refuse } from './outcome'

/**
 * Invisible characters that change how a text is read: control characters, direction marks, letters without a glyph, annotation anchors;
 * and characters without any glyph: private use, unassigned, unpaired surrogates.
 */
const HIDDEN =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}\ufff9-\ufffb\u2800\u{1d159}]|(?![\u200c\u200d\ufe00-\ufe0f\u{e0100}-\u{e01ef}])\p{DI}/u

/** Joiners without function: Persian and Hindi words and combined emoji need them; letters of these scripts don't. */
const IDLE_JOINER =
  /(?<![\p{ExtPict}\p{EMod}\ufe0f]|(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}])[\p{L}\p{M}])[\u200c\u200d]/u

/** Variation selectors, where no Han letter, digit or emoji precedes them. */
const IDLE_SELECTOR = /(?<![\p{Script=Han}\p{ExtPict}#*0-9])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u

/**
 * The desk compares names, and an owner chooses a withdrawal target by them: two names must differ visibly. Look-alike letters of different
 * scripts count as different here, as in `nameKey`.
 */
export const hasHiddenSigns = (text: string): boolean =>
  HIDDEN.test(text) || IDLE_JOINER.test(text) || IDLE_SELECTOR.test(text)

/** Refuses a text of several lines with hidden characters, which others are to read. */
export const checkShown = (text: string): Outcome<null, 'support_text_control'> =>
  text.split(/[\n\t]/).some(hasHiddenSigns) ? refuse('support_text_control') : done(null)

/** The text with each hidden character escaped as "\u{200b}": nothing is invisible or omitted. */
export const showHiddenSigns = (text: string): string =>
  [HIDDEN, IDLE_JOINER, IDLE_SELECTOR].reduce(
    (shown, signs) =>
      shown.replaceAll(new RegExp(signs, 'gu'), (sign) => `\\u{${sign.codePointAt(0)?.toString(16) ?? ''}}`),
    text,
  )

/** Trimmed, with single spaces; a line break becomes a space. */
export const oneLine = (text: string): string => text.replace(/[ \t\r\n\u00a0\u3000]+/g, ' ').trim()

/** Names with equal keys look equal to readers: case, width, spaces and joiners are ignored. */
export const nameKey = (text: string): string =>
  oneLine(text.normalize('NFKC').replace(/\p{DI}/gu, ''))
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')

/** True for a text without visible characters. */
export const isUnseen = (text: string): boolean => /^[\s\p{DI}\p{C}\p{Z}\u2800]*$/u.test(text)
