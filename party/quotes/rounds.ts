// Stored ticks: one row per second with every symbol, hash-chained per symbol. The only writer of rounds and anchors. Hashes aren't stored
// but re-computed from the prices, starting at an anchor (the heads of all chains, once a minute); each row stores a digest over its
// hashes, so a changed or removed row is detected. Whole rounds are stored for two days, then one anchor per hour.
//
// A simulated feed pauses without listeners. A price requested for a paused second is appended later as a round of its own with one tick:
// its number and hash are later, its time earlier. So there is one chain, and it contains every settled tick.

import { assert } from '#domain/assert'
import { type Digest, GENESIS_HASH, type Tick, chainTick } from '#domain/quotes/chain'
import { IN_FORCE_MS } from '#domain/quotes/next-round'
import { DAY_MS, HOUR_MS } from '#domain/time'
import type { LoggedRound } from '#domain/log/leaf'
import type { PricePoint, ProvenTick } from '#party/protocol/quotes'
import type { PriceRound } from '#party/protocol/watch'
import type { Store } from '../lib/store'
import { InForce } from './in-force'
import { lastPricedRound, recentPrices } from './recent-prices'
import {
  type Heads,
  type ReplayedRound,
  advance,
  anchorAtOrBefore,
  anchorsFrom,
  lateOf,
  numberOf,
  oldestNo,
  readHeads,
  replay,
  roundRows,
} from './replay'
import { loggedRounds, newestRound, proveTicks } from './round-proofs'
import { commonSource, pricesText } from './round-text'

const ROUNDS_PER_ANCHOR = 60
const ROUNDS_RETENTION_MS = 2 * DAY_MS
const LOGGED_PER_BATCH = 600

/** A price to publish. */
export interface PricedSymbol {
  readonly symbol: string
  readonly price: string
  readonly source: string
}

export interface Rounds {
  /** Publishes the prices of one second, once: a repeated call after a restart returns the same ticks. */
  append(at: number, prices: readonly PricedSymbol[]): Tick[]
  /** Publishes one price of a past second, once: asked again, it answers the same tick. */
  appendLate(at: number, price: PricedSymbol): Tick
  /** The newest live tick of a symbol. */
  last(symbol: string): Tick | null
  /** The instant of the newest live round, or null before the first. */
  newestAt(): number | null
  /** Every symbol's newest live tick that is not too old at the newest round. */
  inForce(): Tick[]
  /** Live rounds after an instant, ascending, each with its ticks in force; at most `limit`. */
  after(at: number, limit: number): PriceRound[]
  /** Tick in force at an instant among the stored rounds: the last one at or before it. */
  tickAt(symbol: string, at: number): Tick | null
  /** The newest live tick of a symbol before an instant among the stored rounds, however many have none. */
  lastBefore(symbol: string, at: number): Tick | null
  /** Live rounds from an instant on, ascending. */
  since(at: number): { readonly at: number; readonly ticks: readonly Tick[] }[]
  /** A symbol's own live prices from an instant on, ascending. */
  prices(symbol: string, from: number): PricePoint[]
  /** Stored rounds after a number, as the log takes them. */
  logged(after: number, limit: number): LoggedRound[]
  /** The newest live round; null before the first. */
  newest(): LoggedRound | null
  /** Rounds of ticks, as a receipt proves them; null where a round is no longer stored or has another tick. */
  prove(ticks: readonly Tick[]): (ProvenTick | null)[]
  /** Re-computes the newest `count` rounds and compares. */
  verify(count: number): { roundsChecked: number; ticksChecked: number; brokenRound: number | null }
  /** Forgets what retention does not keep. */
  sweep(now: number): void
}

export function openRounds(store: Store, digest: Digest): Rounds {
  let { heads, nextNo, sinceAnchor } = recover(store, digest)
  let newestAt = newestLiveAt(store)
  const newest = new InForce()
  if (newestAt !== null)
    for (const { ticks } of liveRounds(store, newestAt - IN_FORCE_MS, nextNo - 1, digest)) newest.take(ticks)

  function write(at: number, lateSymbol: string | null, prices: readonly PricedSymbol[]): Tick[] {
    const chained = new Map(heads)
    const ticks = prices.map((price) => {
      const tick = chainTick(chained.get(price.symbol), { at, ...price }, digest)
      chained.set(price.symbol, { seq: tick.seq, hash: tick.hash })
      return tick
    })
    const hasNewSymbol = chained.size > heads.size
    const isAnchored = hasNewSymbol || nextNo === 1 || sinceAnchor >= ROUNDS_PER_ANCHOR
    store.runInTransaction(() => {
      if (isAnchored) writeAnchor(store, { roundNo: nextNo, at }, heads, chained)
      const source = commonSource(ticks)
      const text = pricesText([...chained.keys()], ticks, source)
      store.run(
        'INSERT INTO round (no, at, late_symbol, source, prices, digest) VALUES (?, ?, ?, ?, ?, ?)',
        nextNo,
        at,
        lateSymbol,
        source,
        text,
        roundDigest(ticks, digest),
      )
    })
    heads = chained
    nextNo += 1
    sinceAnchor = isAnchored ? 1 : sinceAnchor + 1
    return ticks
  }

  return {
    append(at, prices) {
      if (at === newestAt) return liveRounds(store, at, nextNo - 1, digest).flatMap(({ ticks }) => ticks)
      const ticks = write(at, null, prices)
      newestAt = at
      newest.take(ticks)
      return ticks
    },
    last: (symbol) => newest.last(symbol),
    newestAt: () => newestAt,
    inForce: () => newest.at(newestAt ?? 0),
    after: (at, limit) => roundsAfter(store, { at, limit }, digest),
    appendLate(at, price) {
      const no = lateOf(store, at, price.symbol)
      const tick = no === null ? write(at, price.symbol, [price])[0] : replayTick(store, no, price.symbol, digest)
      assert(tick !== undefined && tick !== null, 'a late round holds its one tick')
      return tick
    },
    tickAt: (symbol, at) => replayTick(store, lastLive(store, at), symbol, digest),
    lastBefore(symbol, at) {
      const place = [...heads.keys()].indexOf(symbol)
      return replayTick(store, lastPricedRound(store, place, at), symbol, digest)
    },
    since: (at) => liveRounds(store, at, nextNo - 1, digest),
    prices: (symbol, from) => recentPrices(store, [...heads.keys()].indexOf(symbol), from),
    verify(count) {
      return verifyRounds(store, Math.max(oldestNo(store), nextNo - count), digest)
    },
    logged: (after, limit) => loggedRounds(store, after, Math.min(limit, LOGGED_PER_BATCH)),
    newest: () => newestRound(store),
    prove: (ticks) => proveTicks(store, ticks, digest),
    sweep: (now) => sweepRounds(store, now),
  }
}

/** Chain heads after the last anchor and its later rounds. */
function recover(store: Store, digest: Digest): { heads: Heads; nextNo: number; sinceAnchor: number } {
  const start = anchorAtOrBefore(store, Number.MAX_SAFE_INTEGER)
  if (!start) return { heads: new Map(), nextNo: 1, sinceAnchor: 0 }
  const heads = readHeads(start)
  let count = 0
  for (const row of roundRows(store, start.roundNo, Number.MAX_SAFE_INTEGER)) {
    advance(heads, row, digest)
    count += 1
  }
  return { heads, nextNo: start.roundNo + count, sinceAnchor: count }
}

/** Tick of a symbol in one round, or null when the tick or round is missing. Computes only this symbol's hashes. */
function replayTick(store: Store, no: number | null, symbol: string, digest: Digest): Tick | null {
  const start = no === null ? undefined : anchorAtOrBefore(store, no)
  if (no === null || !start) return null
  const heads = readHeads(start)
  let tick: Tick | undefined
  for (const row of roundRows(store, start.roundNo, no)) [tick] = advance(heads, row, digest, symbol)
  return tick ?? null
}

/** Live rounds from an instant on, up to a round number. */
function liveRounds(store: Store, at: number, lastNo: number, digest: Digest): ReplayedRound[] {
  const first = firstLive(store, at)
  return first === null ? [] : replay(store, first, lastNo, digest).filter(({ lateSymbol }) => lateSymbol === null)
}

/** Starts with earlier rounds whose ticks are still in force. */
function roundsAfter(
  store: Store,
  { at, limit }: { readonly at: number; readonly limit: number },
  digest: Digest,
): PriceRound[] {
  const wanted = store.rows<{ no: number }>(
    'SELECT no FROM round WHERE at > ? AND late_symbol IS NULL ORDER BY at, no LIMIT ?',
    at,
    limit,
  )
  const last = wanted.at(-1)
  if (!last) return []
  const inForce = new InForce()
  return liveRounds(store, at - IN_FORCE_MS, last.no, digest).flatMap((round) => {
    inForce.take(round.ticks)
    return round.at > at ? [{ at: round.at, ticks: inForce.at(round.at) }] : []
  })
}

function verifyRounds(store: Store, first: number, digest: Digest): ReturnType<Rounds['verify']> {
  const anchors = anchorsFrom(store, first, Number.MAX_SAFE_INTEGER)
  const start = Math.min(...anchors.keys())
  let [roundsChecked, ticksChecked] = [0, 0]
  let heads: Heads = new Map()
  for (const row of roundRows(store, start, Number.MAX_SAFE_INTEGER)) {
    const anchored = anchors.get(row.no)
    const ticks =
      row.no === start + roundsChecked && agree(heads, anchored) ? advance(anchored ?? heads, row, digest) : null
    if (ticks === null || roundDigest(ticks, digest) !== row.digest)
      return { roundsChecked, ticksChecked, brokenRound: row.no }
    heads = anchored ?? heads
    roundsChecked += 1
    ticksChecked += ticks.length
  }
  return { roundsChecked, ticksChecked, brokenRound: null }
}

/** Whether an anchor equals the heads computed from earlier rounds. */
function agree(reached: Heads, anchored: Heads | undefined): boolean {
  if (!anchored) return true
  return [...reached].every(([symbol, head]) => {
    const other = anchored.get(symbol)
    return other?.seq === head.seq && other.hash === head.hash
  })
}

/** Heads before a round; a new symbol has the head of an empty chain. */
function writeAnchor(store: Store, { roundNo, at }: { roundNo: number; at: number }, heads: Heads, order: Heads): void {
  const rows = [...order.keys()].map((symbol) => {
    const head = heads.get(symbol) ?? { seq: 0, hash: GENESIS_HASH }
    return [symbol, head.seq, head.hash]
  })
  store.run('INSERT INTO anchor (round_no, at, heads) VALUES (?, ?, ?)', roundNo, at, JSON.stringify(rows))
}

/** The first live round from an instant on. */
const firstLive = (store: Store, at: number) => numberOf(store, 'at >= ? AND late_symbol IS NULL ORDER BY at, no', at)
const newestLiveAt = (store: Store): number | null =>
  store.first<{ at: number }>('SELECT at FROM round WHERE late_symbol IS NULL ORDER BY at DESC LIMIT 1')?.at ?? null
/** The live round in force at an instant. */
const lastLive = (store: Store, at: number) => numberOf(store, 'at <= ? AND late_symbol IS NULL ORDER BY at DESC', at)
const roundDigest = (ticks: readonly Tick[], digest: Digest): string => digest(ticks.map((tick) => tick.hash).join(''))

function sweepRounds(store: Store, now: number): void {
  // Late rounds have old times, so what goes is decided by number: everything before the anchor of the oldest live round kept.
  const oldest = firstLive(store, now - ROUNDS_RETENTION_MS)
  const cut = anchorAtOrBefore(store, oldest ?? Number.MAX_SAFE_INTEGER)?.roundNo ?? 0
  store.runInTransaction(() => {
    store.run('DELETE FROM round WHERE no < ?', cut)
    store.run(
      `DELETE FROM anchor WHERE round_no < ?
       AND round_no NOT IN (SELECT min(round_no) FROM anchor GROUP BY at / ${HOUR_MS})`,
      cut,
    )
  })
}
