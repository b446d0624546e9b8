// Letters of other scripts as Latin ones: Latin with marks, Greek, Cyrillic, Hebrew, Arabic, Thai, Kana, Hangul and Chinese characters.

import { CHARACTERS, DIGITS, RANGES, SYLLABLES } from './letter-table'

const FIRST_HANGUL = 0xac00
const LAST_HANGUL = 0xd7a3
const FIRST_HAN = 0x4e00

const INITIALS = 'g kk n d tt l m b pp s ss  j jj ch k t p h'.split(' ')
const VOWELS = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ')
const FINALS = ' g kk gs n nj nh d l lg lm lb ls lt lp lh m b bs s ss ng j ch k t p h'.split(' ')

/** Made at the first name: nobody else waits for it. */
let known:
  | {
      readonly ranges: readonly (readonly [from: number, letters: readonly string[]])[]
      readonly syllables: readonly string[]
    }
  | undefined

const tables = () =>
  (known ??= {
    ranges: RANGES.map(([from, letters]) => [from, letters.split(' ')] as const),
    syllables: SYLLABLES.split(' '),
  })

/** In small letters a to z and digits; other signs are left out. */
export const toLetters = (text: string): string => [...text.toLowerCase()].map(lettersOf).join('')

function lettersOf(sign: string): string {
  const code = sign.codePointAt(0) ?? 0
  if (code < 0x80) return /[a-z0-9]/.test(sign) ? sign : ''
  if (code >= FIRST_HANGUL && code <= LAST_HANGUL) return hangul(code - FIRST_HANGUL)
  const { ranges, syllables } = tables()
  const at = code - FIRST_HAN
  if (at >= 0 && at * 2 < CHARACTERS.length) {
    const [high = '', low = ''] = CHARACTERS.slice(at * 2, at * 2 + 2)
    return syllables[DIGITS.indexOf(high) * DIGITS.length + DIGITS.indexOf(low)] ?? ''
  }
  const range = ranges.find(([from, letters]) => code >= from && code < from + letters.length)
  return range?.[1][code - range[0]] ?? ''
}

/** A syllable of Hangul is numbered by its three parts. */
function hangul(at: number): string {
  const final = at % FINALS.length
  const vowel = Math.floor(at / FINALS.length) % VOWELS.length
  const initial = Math.floor(at / FINALS.length / VOWELS.length)
  return `${INITIALS[initial]}${VOWELS[vowel]}${FINALS[final]}`
}
