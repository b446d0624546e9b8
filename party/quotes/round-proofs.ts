// Where ticks stand in stored rounds: what the log keeps with a receipt, because rounds are dropped after two days.

import type { LoggedRound } from '#domain/log/leaf'
import type { Digest, Tick } from '#domain/quotes/chain'
import type { ProvenTick, RoundHashes } from '#party/protocol/quotes'
import type { Store } from '../lib/store'
import { type ReplayedRound, lateOf, numberOf, oldestNo, replay } from './replay'

/** An anchor stands at least once in as many rounds. */
const ROUNDS_SEARCHED = 60

/** Stored rounds after a number, ascending. */
export const loggedRounds = (store: Store, after: number, limit: number): LoggedRound[] =>
  store.rows<LoggedRound>(
    'SELECT no, at, late_symbol AS lateSymbol, digest FROM round WHERE no > ? ORDER BY no LIMIT ?',
    after,
    limit,
  )

/** Newest live round; null before the first. A late round holds one price of a past second. */
export const newestRound = (store: Store): LoggedRound | null =>
  store.rows<LoggedRound>(
    'SELECT no, at, late_symbol AS lateSymbol, digest FROM round WHERE late_symbol IS NULL ORDER BY at DESC LIMIT 1',
  )[0] ?? null

/** Null for a tick whose round is no longer stored, or holds another tick. */
export function proveTicks(store: Store, ticks: readonly Tick[], digest: Digest): (ProvenTick | null)[] {
  // Many receipts of one moment share its rounds.
  const replayed = new Map<number, readonly ReplayedRound[]>()
  const replayTo = (no: number): readonly ReplayedRound[] => {
    const rounds = replayed.get(no) ?? replay(store, Math.max(no - 1, oldestNo(store)), no, digest)
    replayed.set(no, rounds)
    return rounds
  }
  return ticks.map((tick) => {
    const no = numberOf(store, 'at = ? AND (late_symbol IS NULL OR late_symbol = ?) ORDER BY no', tick.at, tick.symbol)
    const late = lateOf(store, tick.at, tick.symbol)
    for (const each of [no, late]) {
      const rounds = each === null ? [] : replayTo(each)
      const round = rounds.at(-1)
      if (each === null || !round?.ticks.some(({ hash }) => hash === tick.hash)) continue
      return { ...hashesOf(round), ...beforeOf(store, tick, each, digest) }
    }
    return null
  })
}

const hashesOf = ({ no, at, lateSymbol, ticks }: ReplayedRound): RoundHashes => ({
  round: { no, at, lateSymbol },
  hashes: ticks.map(({ hash }) => hash),
})

/** The symbol's tick before another, found by its hash, with its round. */
function beforeOf(
  store: Store,
  { previousHash }: Tick,
  no: number,
  digest: Digest,
): Pick<ProvenTick, 'before' | 'beforeRound'> {
  const from = Math.max(no - ROUNDS_SEARCHED, oldestNo(store))
  const rounds = from < no ? replay(store, from, no - 1, digest) : []
  for (const round of rounds) {
    const found = round.ticks.find(({ hash }) => hash === previousHash)
    if (!found) continue
    const { hash: _hash, ...before } = found
    return { before, beforeRound: hashesOf(round) }
  }
  return { before: null, beforeRound: null }
}
