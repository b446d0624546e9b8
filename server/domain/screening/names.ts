// Names of people and organisations in any script, compared as their spellings vary: order, initials, left-out names, typing errors,
// transliterations. All scores are whole numbers from 0 to 100.

import anyAscii from 'any-ascii'

/** A word of a name in Latin letters, as spelled, with spelling variants folded, and its consonants by class. */
interface Word {
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
  /** The words without spaces, for names that are written in one word elsewhere. */
  readonly joined: Word
}

const WORDS_MAX = 6
const WORD_LENGTH_MAX = 40

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

const nameOf = (written: readonly string[]): Name => ({
  words: written.map(wordOf),
  joined: wordOf(written.join('')),
})

/** Null for a text without a letter. */
export function readName(text: string): Name | null {
  const parts = text
    .normalize('NFKC')
    .replace(/(?<=\p{L})['’`ʼ]/gu, '')
    .split(/[^\p{L}\p{M}\p{N}ー]+/u)
    .filter(Boolean)
  const latin = parts
    .flatMap((part) => (CHARACTERS_ONLY.test(part) && parts.length === 1 ? splitSurname(part) : [part]))
    .map(toLatin)
    .filter((part) => part.replace(BARE_MARK, '') !== '')
  const words = joinServants(withoutParticles(latin)).map(withoutArticle).slice(0, WORDS_MAX)
  return words.length === 0 ? null : nameOf(words)
}

/** Without the Arabic article, and without the letters that Thai writes and does not speak. */
function toLatin(part: string): string {
  const spoken = part.replace(/^ال(?=.{3})/u, '').replace(/(?:[กดตท]ร|[ก-ฮ][ิุ]?)์/gu, '')
  const letters = anyAscii(spoken)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
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
 * Index keys: two names that may be one share a key. Each pair of words has two, of two consonants of one word and the first of the other;
 * the joined words have one.
 */
export function keysOf({ words, joined }: Name): readonly string[] {
  const keys = new Set([`=${joined.bones.slice(0, 4)}`])
  for (const [at, one] of words.entries())
    for (const other of words.slice(at + 1))
      for (const [first, second] of [
        [one, other],
        [other, one],
      ] as const)
        keys.add(`${first.bones.slice(0, 2)}+${second.bones.slice(0, 1)}`)
  return [...keys]
}

/** Insertions, deletions, replacements and swaps of neighbours between two texts. */
function distance(one: string, other: string): number {
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const cost = one[row - 1] === other[column - 1] ? 0 : 1
      let best = Math.min((last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + cost)
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      if (isSwapped) best = Math.min(best, (before[column - 2] ?? 0) + 1)
      next.push(best)
    }
    ;[before, last] = [last, next]
  }
  return last[other.length] ?? 0
}

const likeness = (one: string, other: string): number => {
  const longest = Math.max(one.length, other.length)
  return longest === 0 ? 0 : 100 - Math.ceil((100 * distance(one, other)) / longest)
}

const LONG_WORD_LENGTH = 6
const INITIAL_SCORE = 85
const BONES_SCORE = 92
const SHORT_BONES_SCORE = 85
/** Of two spellings that sound alike. */
const SOUND_COST = 5
/** Of two spellings of a long word with equal consonants. */
const BONES_BONUS = 10
const BONES_LIKENESS_MIN = 60
const SPELLED_SCORE_MAX = 95

export const isInitial = ({ plain }: Word): boolean => plain.length === 1

/** Cheap test before the distance: by length, and by letters that one of them lacks. An edit changes two letters at most. */
function isFar(one: Word, other: Word): boolean {
  const edits = Math.max(Math.abs(one.folded.length - other.folded.length), bitsIn(one.letters ^ other.letters) >> 1)
  return edits * 100 > (100 - BONES_LIKENESS_MIN) * Math.max(one.folded.length, other.folded.length)
}

function bitsIn(mask: number): number {
  let [rest, count] = [mask, 0]
  for (; rest !== 0; rest &= rest - 1) count += 1
  return count
}

function compareWords(one: Word, other: Word): number {
  if (one.folded === other.folded) return 100
  if (isInitial(one) || isInitial(other)) return one.plain[0] === other.plain[0] ? INITIAL_SCORE : 0
  if (one.isBare !== other.isBare) {
    if (one.bones === other.bones) return one.bones.length > 1 ? BONES_SCORE : SHORT_BONES_SCORE
    return likeness(one.bones, other.bones)
  }
  if (isFar(one, other)) return 0
  const spelled = Math.max(
    likeness(one.folded, other.folded),
    likeness(one.sound, other.sound) - SOUND_COST,
    // A typing error may have broken a digraph.
    likeness(one.plain, other.plain),
  )
  const isLong = Math.min(one.folded.length, other.folded.length) >= LONG_WORD_LENGTH
  if (!isLong || one.bones !== other.bones || spelled < BONES_LIKENESS_MIN) return spelled
  return Math.max(spelled, Math.min(spelled + BONES_BONUS, SPELLED_SCORE_MAX))
}

/** Words less alike than this are different words. */
const WORD_SCORE_MIN = 70
const LONG_WORD_SCORE_MIN = 78
/** Where a word is missing, those that are there must be closer. */
const WORD_SCORE_MIN_OF_PART = 82
const EXTRA_WORD_COST = 3
const EXTRA_COST_MAX = 9
/** One word among several, such as a family name, is no match. */
const ONE_WORD_SCORE_MAX = 70
const JOINED_LENGTH_MIN = 6
const JOINED_COST = 1

/** How alike a name and others are. Words recur in a list, so what was compared is remembered. */
export function comparer(name: Name): (other: Name) => number {
  const compared = new Map<Word, Map<Word, number>>(name.words.map((word) => [word, new Map()]))
  const compareOnce = (one: Word, other: Word): number => {
    const before = compared.get(one)
    const score = before?.get(other) ?? compareWords(one, other)
    before?.set(other, score)
    return score
  }
  return (other) => {
    const score = compareByWords(name, other, compareOnce)
    const isDivided = name.words.length !== other.words.length || name.joined.folded === other.joined.folded
    return isDivided ? Math.max(score, compareJoined(name, other)) : score
  }
}

function compareByWords(one: Name, other: Name, compare: (one: Word, other: Word) => number): number {
  const least = one.words.length === other.words.length ? WORD_SCORE_MIN : WORD_SCORE_MIN_OF_PART
  const pairs: {
    readonly left: Word
    readonly right: Word
    readonly row: number
    readonly column: number
    readonly score: number
  }[] = []
  for (const [row, left] of one.words.entries())
    for (const [column, right] of other.words.entries()) {
      const score = compare(left, right)
      const isLong = Math.min(left.folded.length, right.folded.length) >= LONG_WORD_LENGTH
      if (score >= (isLong ? Math.max(least, LONG_WORD_SCORE_MIN) : least))
        pairs.push({ left, right, row, column, score })
    }
  if (pairs.length === 0) return 0
  pairs.sort((left, right) => right.score - left.score)
  const [rows, columns] = [new Set<number>(), new Set<number>()]
  let [sum, whole] = [0, 0]
  const isFirst = one.words.length <= other.words.length
  for (const { left, right, row, column, score } of pairs) {
    if (rows.has(row) || columns.has(column)) continue
    rows.add(row)
    columns.add(column)
    sum += score * weightOf(isFirst ? left : right)
    if (!isInitial(left) && !isInitial(right)) whole += 1
  }
  const [few, many] = isFirst ? [one.words, other.words] : [other.words, one.words]
  const total = few.reduce((length, word) => length + weightOf(word), 0)
  const extra = Math.min((many.length - few.length) * EXTRA_WORD_COST, EXTRA_COST_MAX)
  const score = Math.floor(sum / total) - extra
  const isEnough = whole > 1 || many.length === 1 || (whole === 1 && rows.size === few.length && few.length > 1)
  return isEnough ? score : Math.min(score, ONE_WORD_SCORE_MAX)
}

/** Long words say more; an initial says little. */
const weightOf = (word: Word): number => (isInitial(word) ? 1 : Math.max(WEIGHT_MIN, word.folded.length))
const WEIGHT_MIN = 4

function compareJoined(one: Name, other: Name): number {
  const { folded } = one.joined
  if (Math.min(folded.length, other.joined.folded.length) < JOINED_LENGTH_MIN) return 0
  const words = other.words.map(({ plain }) => plain)
  const turned = wordOf([...words.slice(-1), ...words.slice(0, -1)].join(''))
  return Math.max(likeness(folded, other.joined.folded), likeness(folded, turned.folded)) - JOINED_COST
}

/** From here on two names are a hit. */
export const HIT_SCORE_MIN = 86
