// Command palette: index and search. Pure.

import type { Quote } from '#party/protocol/quotes'
import type { ListedPair } from '../text/listed-pair'
import { fold, matchText } from '../text/match'
import { keep, ownStorage, parseStored, readStored } from '../visitor/stored-text'

export interface FoundPage {
  readonly path: string
  readonly title: string
  /** Additional search terms. */
  readonly also: string
}

export interface FinderIndex {
  readonly pages: readonly FoundPage[]
  readonly pairs: readonly ListedPair[]
  readonly quotes: readonly Quote[]
}

export interface Found {
  readonly pairs: readonly ListedPair[]
  readonly pages: readonly FoundPage[]
}

const FOUND_MAX = 8

/** Best matches first. An empty text returns all pages and the first FOUND_MAX pairs. */
export function findIn({ pages, pairs }: Pick<FinderIndex, 'pages' | 'pairs'>, text: string): Found {
  const wanted = fold(text)
  if (wanted === '') return { pairs: pairs.slice(0, FOUND_MAX), pages }
  return {
    pairs: best(pairs, ({ base, quoteCode }) =>
      rank(wanted.replace(/[/-]/, ''), [base.code + quoteCode, base.code, base.name, quoteCode]),
    ),
    pages: best(pages, ({ title, also }) => rank(wanted, [title, also])),
  }
}

export const pairPath = ({ symbol }: ListedPair): string => `/trade/spot/${symbol}`

function best<Row>(rows: readonly Row[], rankOf: (row: Row) => number): Row[] {
  return rows
    .map((row) => ({ row, rank: rankOf(row) }))
    .filter((ranked) => ranked.rank > 0)
    .sort((left, right) => right.rank - left.rank)
    .slice(0, FOUND_MAX)
    .map((ranked) => ranked.row)
}

/** How well the best of the texts matches; earlier ones count more. */
function rank(wanted: string, texts: readonly string[]): number {
  return Math.max(...texts.map((text, index) => matchText(wanted, fold(text)) * (1 - index / 10)))
}

/** The paths that were last opened from the command palette, newest first. */
const KEY = 'cm_recent_finds'
const KEPT_MAX = 5

export function readRecent(storage = ownStorage()): string[] {
  const stored = parseStored(readStored(KEY, storage))
  return Array.isArray(stored)
    ? stored.filter((path): path is string => typeof path === 'string').slice(0, KEPT_MAX)
    : []
}

export function addRecent(path: string, storage = ownStorage()): void {
  const others = readRecent(storage).filter((stored) => stored !== path)
  keep(KEY, JSON.stringify([path, ...others].slice(0, KEPT_MAX)), storage)
}
