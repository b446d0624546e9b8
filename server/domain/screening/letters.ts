// Letters of other scripts as Latin ones: Latin with marks, Greek, Cyrillic, Hebrew, Arabic, Thai, Kana, Hangul and Chinese characters.

import { RANGES } from './letter-table'

const FIRST_HANGUL = 0xac00
const LAST_HANGUL = 0xd7a3
const FIRST_HAN = 0x4e00

const INITIALS = 'g kk n d tt l m b pp s ss  j jj ch k t p h'.split(' ')
const VOWELS = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ')
const FINALS = ' g kk gs n nj nh d l lg lm lb ls lt lp lh m b bs s ss ng j ch k t p h'.split(' ')

interface Han {
  readonly text: string
  readonly syllables: readonly string[]
  readonly digits: string
  readonly characters: string
}

/** Built when the first name is compared. */
let ranges: readonly (readonly [from: number, letters: readonly string[]])[] | undefined
let lastHan: Han | undefined

function openHan(text: string): Han {
  if (lastHan?.text === text) return lastHan
  const [syllables = '', digits = '', characters = ''] = text.split('\n')
  return (lastHan = { text, syllables: syllables.split(' '), digits, characters })
}

/**
 * In small letters a to z and digits; other signs are left out. The table of Chinese characters is too large for the Worker: the lists bring it
 * (`HAN_KEY`), and without it they are left out.
 */
export function toLetters(text: string, han: string): string {
  const table = openHan(han)
  return [...text.toLowerCase()].map((sign) => lettersOf(sign, table)).join('')
}

function lettersOf(sign: string, { syllables, digits, characters }: Han): string {
  const code = sign.codePointAt(0) ?? 0
  if (code < 0x80) return /[a-z0-9]/.test(sign) ? sign : ''
  if (code >= FIRST_HANGUL && code <= LAST_HANGUL) return hangul(code - FIRST_HANGUL)
  const at = code - FIRST_HAN
  if (at >= 0 && at * 2 < characters.length) {
    const [high = '', low = ''] = characters.slice(at * 2, at * 2 + 2)
    return syllables[digits.indexOf(high) * digits.length + digits.indexOf(low)] ?? ''
  }
  ranges ??= RANGES.map(([from, letters]) => [from, letters.split(' ')] as const)
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
