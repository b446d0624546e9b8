// Stored rounds with their hashes, re-computed from the anchor before them. Reads only; rounds.ts writes.

import { type ChainHead, type Digest, type Tick, chainTick } from '#domain/quotes/chain'
import type { anchor, round } from '#db/quotes/schema'
import type { Store } from '../lib/store'

export type RoundRow = typeof round.$inferSelect
type AnchorRow = typeof anchor.$inferSelect

/** Chain heads by symbol; the order of the keys is the order of the prices in a row. */
export type Heads = Map<string, ChainHead>

export interface ReplayedRound {
  readonly no: number
  readonly at: number
  readonly lateSymbol: string | null
  readonly ticks: readonly Tick[]
}

/** The rounds `first` to `last` with their hashes, re-computed from the anchor before them. */
export function replay(store: Store, first: number, last: number, digest: Digest): ReplayedRound[] {
  const anchors = anchorsFrom(store, first, last)
  let heads: Heads = new Map()
  const replayed: ReplayedRound[] = []
  for (const row of roundRows(store, Math.min(...anchors.keys()), last)) {
    heads = anchors.get(row.no) ?? heads
    const ticks = advance(heads, row, digest)
    if (row.no >= first) replayed.push({ no: row.no, at: row.at, lateSymbol: row.lateSymbol, ticks })
  }
  return replayed
}

/** Chains a row's prices onto the heads, in place: all of them, or one symbol's. */
export function advance(heads: Heads, row: RoundRow, digest: Digest, only?: string): Tick[] {
  const tokens = row.prices.split(' ')
  const ticks: Tick[] = []
  let position = 0
  for (const [symbol, head] of heads) {
    const token = tokens[position] ?? '-'
    position += 1
    if (token === '-' || (only !== undefined && symbol !== only)) continue
    const [price = '', source = row.source] = token.split('@')
    const tick = chainTick(head, { symbol, at: row.at, price, source }, digest)
    heads.set(symbol, { seq: tick.seq, hash: tick.hash })
    ticks.push(tick)
  }
  return ticks
}

const ANCHOR_COLUMNS = 'round_no AS roundNo, at, heads'
const ROUND_COLUMNS = 'no, at, late_symbol AS lateSymbol, source, prices, digest'

export const anchorAtOrBefore = (store: Store, no: number): AnchorRow | undefined =>
  store.first<AnchorRow>(`SELECT ${ANCHOR_COLUMNS} FROM anchor WHERE round_no <= ? ORDER BY round_no DESC LIMIT 1`, no)

/** Heads by round number: of the last anchor at or before `first`, and of anchors up to `last`. */
export function anchorsFrom(store: Store, first: number, last: number): ReadonlyMap<number, Heads> {
  const start = anchorAtOrBefore(store, first)?.roundNo ?? 0
  const statement = `SELECT ${ANCHOR_COLUMNS} FROM anchor WHERE round_no BETWEEN ? AND ? ORDER BY round_no`
  return new Map(store.rows<AnchorRow>(statement, start, last).map((row) => [row.roundNo, readHeads(row)]))
}

export const roundRows = (store: Store, first: number, last: number): RoundRow[] =>
  store.rows<RoundRow>(`SELECT ${ROUND_COLUMNS} FROM round WHERE no BETWEEN ? AND ? ORDER BY no`, first, last)

export const numberOf = (store: Store, condition: string, ...values: readonly (number | string)[]): number | null =>
  store.first<{ no: number }>(`SELECT no FROM round WHERE ${condition} LIMIT 1`, ...values)?.no ?? null

/** The round in which a symbol's price of a past second was published. */
export const lateOf = (store: Store, at: number, symbol: string) =>
  numberOf(store, 'at = ? AND late_symbol = ?', at, symbol)

export const oldestNo = (store: Store): number =>
  store.first<{ no: number | null }>('SELECT min(no) AS no FROM round')?.no ?? 1

export function readHeads(row: AnchorRow): Heads {
  // Only writeAnchor above writes this text.
  const entries = JSON.parse(row.heads) as [symbol: string, seq: number, hash: string][]
  return new Map(entries.map(([symbol, seq, hash]) => [symbol, { seq, hash }]))
}
