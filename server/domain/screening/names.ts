// Names of people and organisations in any script as words in Latin letters, with their spelling variants folded, and the index keys of a name.

import { toLetters } from './letters'

/** A word of a name in Latin letters, as spelled, with spelling variants folded, and its consonants by class. */
export interface Word {
  readonly plain: string
  readonly folded: string
  readonly bones: string
  /** From a script that writes few vowels. */
  readonly isBare: boolean
  /** `folded` without the difference of voiced and voiceless consonants: "Gim" and "Kim". */
  readonly sound: string
  /** A bit for each letter of `sound`. */
  readonly letters: number
}

export interface Name {
  readonly words: readonly Word[]
}

export const WORDS_MAX = 6
export const WORD_LENGTH_MAX = 40

/** Left out where two other words remain. */
const PARTICLES = new Set(
  'al el ul ad ar as ash at az bin ibn bint von van der den de del della dos mr mrs ms dr'.split(' '),
)
/** Family names of two characters; all others have one. */
const LONG_SURNAMES = new Set(
  '欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 司徒 慕容 端木 公孙 公孫 남궁 황보 제갈 선우 독고 사공'.split(' '),
)
const CHARACTERS_ONLY = /^(?:\p{Script=Han}{2,4}|\p{Script=Hangul}{2,5})$/u

/** In this order. C stands for "ch" and "ts". */
const FOLDS: readonly (readonly [RegExp, string])[] = [
  [/kh/g, 'h'],
  [/ou|oy|eo|eu/g, 'o'],
  [/shch|sch|sh|sz/g, 's'],
  [/dzh|dj|zh/g, 'j'],
  [/tsch|tch|ch|cz|tz|ts/g, 'C'],
  [/^hs(?=[iu])|^x/g, 's'],
  [/x/g, 'ks'],
  [/ck|q/g, 'k'],
  [/ph/g, 'f'],
  [/([bdgkt])h/g, '$1'],
  [/c(?=[ei])/g, 's'],
  [/c/g, 'k'],
  [/w/g, 'v'],
  [/[uo]+/g, 'o'],
  [/[eiy]+/g, 'i'],
  [/(.)\1+/g, '$1'],
  [/(?<=.)h$/g, ''],
]

const CLASSES: Readonly<Record<string, string>> = {
  ...{ b: 'b', p: 'b', d: 't', t: 't', g: 'k', k: 'k', j: 'j', C: 'j', v: 'f', f: 'f', s: 's', z: 's' },
  ...{ l: 'r', r: 'r', m: 'm', n: 'n', h: 'h' },
}

const VOICELESS: Readonly<Record<string, string>> = { b: 'p', d: 't', g: 'k', z: 's' }

/** Arabic and Hebrew write few vowels, and W and Y for some, so neither counts within a word. */
const bonesOf = (plain: string, folded: string): string =>
  [...(/[wy]/.test(plain.slice(1)) ? fold(plain[0] + plain.slice(1).replace(/[wy]/g, '')) : folded)]
    .map((letter) => CLASSES[letter] ?? '')
    .join('')
    .replace(/(.)\1+/g, '$1')

const fold = (plain: string): string => FOLDS.reduce((text, [from, to]) => text.replace(from, to), plain)

/** Before a word of a script with few vowels. */
const BARE_MARK = '~'
const BARE = /[\p{Script=Arabic}\p{Script=Thai}\p{Script=Hebrew}]/u

const lettersOf = (sound: string): number =>
  [...sound].reduce((mask, letter) => mask | (1 << (letter.charCodeAt(0) & 31)), 0)

const KNOWN_MAX = 50_000
const known = new Map<string, Word>()

/** Words recur, and folding costs more than a look-up. */
function wordOf(written: string): Word {
  const before = known.get(written)
  if (before) return before
  const plain = written.replaceAll(BARE_MARK, '')
  const folded = fold(plain)
  const sound = [...folded].map((letter) => VOICELESS[letter] ?? letter).join('')
  const word = {
    plain,
    folded,
    bones: bonesOf(plain, folded),
    isBare: written.startsWith(BARE_MARK),
    sound,
    letters: lettersOf(sound),
  }
  if (known.size >= KNOWN_MAX) known.clear()
  known.set(written, word)
  return word
}

const nameOf = (written: readonly string[]): Name => ({ words: written.map(wordOf) })

/** The words without spaces, for names that are written in one word elsewhere. */
export const joinedOf = (words: readonly Word[]): string => fold(words.map(({ plain }) => plain).join(''))

/** Null for a text without a letter. `han`: the table of Chinese characters. */
export function readName(text: string, han = ''): Name | null {
  const parts = text
    .normalize('NFKC')
    .replace(/(?<=\p{L})['’`ʼ]/gu, '')
    .split(/[^\p{L}\p{M}\p{N}ー]+/u)
    .filter(Boolean)
  const latin = parts
    .flatMap((part) => (CHARACTERS_ONLY.test(part) && parts.length === 1 ? splitSurname(part) : [part]))
    .map((part) => toLatin(part, han))
    .filter((part) => part.replace(BARE_MARK, '') !== '')
  const words = joinServants(withoutParticles(latin)).map(withoutArticle).slice(0, WORDS_MAX)
  return words.length === 0 ? null : nameOf(words)
}

/** Without the Arabic article, and without the letters that Thai writes and does not speak. */
function toLatin(part: string, han: string): string {
  const spoken = part.replace(/^ال(?=.{3})/u, '').replace(/(?:[กดตท]ร|[ก-ฮ][ิุ]?)์/gu, '')
  const letters = toLetters(spoken, han)
  return (BARE.test(part) ? BARE_MARK : '') + letters.slice(0, WORD_LENGTH_MAX)
}

function splitSurname(part: string): string[] {
  const letters = [...part]
  const length = letters.length > 2 && LONG_SURNAMES.has(letters.slice(0, 2).join('')) ? 2 : 1
  return [letters.slice(0, length).join(''), letters.slice(length).join('')]
}

const withoutParticles = (words: readonly string[]): readonly string[] => {
  const kept = words.filter((word) => !PARTICLES.has(word))
  return kept.length >= 2 ? kept : words
}

/** "Abd al-Rahman", "Abdul Rahman" and "Abdurrahman" are one name. */
function joinServants(words: readonly string[]): readonly string[] {
  const joined: string[] = []
  for (const word of words) {
    const last = joined.at(-1)
    if (last !== undefined && /^~?(?:a?bd|abd[aeou]+l?)$/.test(last))
      joined.splice(-1, 1, last + word.replace(BARE_MARK, ''))
    else joined.push(word)
  }
  return joined.map((word) => word.replace(/^(~?)a?bd[aeiou]*(?:l(?=.{3})|([rsdntz])(?=\2))/, '$1abd'))
}

/** "Alzarqawi" and "az-Zarqawi". */
const withoutArticle = (word: string): string => word.replace(/^[ae]l(?=[^aeiou].{4})/, '')

/** A name as it is kept in an index. */
export const writeName = ({ words }: Name): string => words.map(writtenOf).join(' ')

const writtenOf = ({ plain, isBare }: Word): string => (isBare ? BARE_MARK : '') + plain
export const readWritten = (text: string): Name => nameOf(text.split(' '))

/**
 * Index keys: two names that may be one share a key. Each pair of words has two, of three consonants of one word and the first of the other;
 * the joined words have one.
 */
export function keysOf({ words }: Name): readonly string[] {
  const joined = words.map(({ plain }) => plain).join('')
  const keys = new Set([`=${bonesOf(joined, fold(joined)).slice(0, 4)}`])
  for (const [at, one] of words.entries())
    for (const other of words.slice(at + 1))
      for (const [first, second] of [
        [one, other],
        [other, one],
      ] as const)
        keys.add(`${first.bones.slice(0, 3)}+${second.bones.slice(0, 1)}`)
  return [...keys]
}

export const isInitial = ({ plain }: Word): boolean => plain.length === 1
