// What the command palette knows, and what of it matches what is typed. Pure.

import type { Quote } from '#party/protocol/quotes'
import type { ListedPair } from '../components/quote-table'

export interface FoundPage {
  readonly path: string
  readonly title: string
  /** Other words that it is found by. */
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

/** The best matches first; everything, markets cut to the first, for no words at all. */
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

/** 3 for a text that begins so, 2 for one of its words, 1 inside, 0 for none; earlier texts count more. */
function rank(wanted: string, texts: readonly string[]): number {
  return Math.max(...texts.map((text, index) => rankText(wanted, fold(text)) * (1 - index / 10)))
}

function rankText(wanted: string, text: string): number {
  if (text.startsWith(wanted)) return 3
  if (text.split(/[\s'’(/-]+/).some((word) => word.startsWith(wanted))) return 2
  return text.includes(wanted) ? 1 : 0
}

/** "Marché" is found by "marche"; full-width letters by plain ones. Marks of Thai are letters of their own and stay. */
const fold = (text: string): string =>
  text
    .trim()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
