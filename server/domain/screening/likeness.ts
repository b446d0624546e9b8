// How alike two names are, as spellings vary: order, initials, left-out names, typing errors, transliterations. All scores are whole numbers
// from 0 to 100.

import { type Name, WORDS_MAX, WORD_LENGTH_MAX, type Word, isInitial, joinedOf } from './names'

/** Rows of the last distance, so that none is made anew. */
const ROWS = [0, 1, 2].map(() => new Uint8Array(WORDS_MAX * WORD_LENGTH_MAX + 1))

/** Insertions, deletions, replacements and swaps of neighbours between two texts. */
function distance(one: string, other: string): number {
  let [before, last, next] = ROWS as [Uint8Array, Uint8Array, Uint8Array]
  for (let column = 0; column <= other.length; column += 1) last[column] = column
  for (let row = 1; row <= one.length; row += 1) {
    next[0] = row
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      let best = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      )
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      if (isSwapped) best = Math.min(best, (before[column - 2] ?? 0) + 1)
      next[column] = best
    }
    ;[before, last, next] = [last, next, before]
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
/** In percent; folding may change some letters where words meet. */
const JOINED_EDITS_MAX = 30

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
    return score >= HIT_SCORE_MIN ? score : Math.max(score, compareJoined(name.words, other.words))
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

function compareJoined(one: readonly Word[], other: readonly Word[]): number {
  const [length, otherLength] = [lengthOf(one), lengthOf(other)]
  const longest = Math.max(length, otherLength)
  const lacking = bitsIn(lettersIn(one) ^ lettersIn(other)) >> 1
  const edits = Math.max(Math.abs(length - otherLength), lacking)
  if (Math.min(length, otherLength) < JOINED_LENGTH_MIN || edits * 100 > JOINED_EDITS_MAX * longest) return 0
  const [folded, whole] = [joinedOf(one), joinedOf(other)]
  if (one.length === other.length) return folded === whole ? 100 - JOINED_COST : 0
  const turned = joinedOf([...other.slice(-1), ...other.slice(0, -1)])
  return Math.max(likeness(folded, whole), likeness(folded, turned)) - JOINED_COST
}

const lengthOf = (words: readonly Word[]): number => words.reduce((sum, { folded }) => sum + folded.length, 0)
const lettersIn = (words: readonly Word[]): number => words.reduce((mask, { letters }) => mask | letters, 0)

/** From here on two names are a hit. */
export const HIT_SCORE_MIN = 86
