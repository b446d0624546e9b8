// A pass over the sources. Sources number and store their entries, and the log reads entries after its newest appended number, so the next
// pass repeats an interrupted pass.

import type { Tick } from '#domain/quotes/chain'
import { type Sha256, sameBytes, toHex } from '#domain/log/bytes'
import {
  type Leaf,
  type LoggedRound,
  type RoundPlace,
  type TickProof,
  type TickRound,
  hashOfRound,
  readRoundsLeaf,
  roundsLeaf,
} from '#domain/log/leaf'
import { inclusionProof, rangesOf } from '#domain/log/tree'
import { MINUTE_MS } from '#domain/time'
import type { ProvenTick, RoundHashes } from '../protocol/quotes'
import type { TransparencyLog } from './transparency-log'
import type { SymbolProof } from './tick-proofs'

export interface Sources {
  /** Rounds after a number, ascending. */
  rounds(after: number, limit: number): Promise<readonly LoggedRound[]>
  /** Receipts after a number, ascending. */
  receipts(after: number, limit: number): Promise<readonly { readonly no: number; readonly id: string }[]>
  /** Ticks that a receipt names. */
  ticksOf(receipt: string): Promise<readonly Tick[]>
  proveTicks(ticks: readonly Tick[]): Promise<readonly (ProvenTick | null)[]>
  /** Published trees of liabilities after a number, ascending. */
  liabilities(after: number): Promise<readonly { readonly no: number; readonly day: string; readonly root: string }[]>
  /** End of the desk's log; null before its first line. */
  desk(): Promise<{ readonly seq: number; readonly hash: string } | null>
}

const ROUNDS_PER_LEAF = 60
const ROUNDS_PER_BATCH = 600
const RECEIPTS_PER_BATCH = 100
const PROVEN_PER_BATCH = 50

/** One pass; true when another pass should follow immediately. */
export async function collect(
  log: TransparencyLog,
  sources: Sources,
  { sha256, now }: { sha256: Sha256; now: number },
): Promise<boolean> {
  const receipts = await sources.receipts(log.upTo('receipt'), RECEIPTS_PER_BATCH)
  const desk = await sources.desk()
  const isDeskNew = desk !== null && desk.seq > log.upTo('desk')
  const trees = await sources.liabilities(log.upTo('liabilities'))
  // Asked last: it then includes the rounds that the receipts were decided by.
  const rounds = await sources.rounds(log.upTo('rounds'), ROUNDS_PER_BATCH)
  const leaves: Leaf[] = []
  // A leaf of its own for each second would take 200 bytes; one a minute is enough unless a receipt waits for its rounds.
  if (receipts.length > 0 || rounds.length >= ROUNDS_PER_LEAF || now - (rounds[0]?.at ?? now) >= MINUTE_MS)
    for (let from = 0; from < rounds.length; from += ROUNDS_PER_LEAF)
      leaves.push(roundsLeaf(sha256, rounds.slice(from, from + ROUNDS_PER_LEAF)))
  for (const { no, id } of receipts) leaves.push({ source: 'receipt', number: no, body: id })
  if (isDeskNew) leaves.push({ source: 'desk', number: desk.seq, body: desk.hash })
  for (const { no, day, root } of trees) leaves.push({ source: 'liabilities', number: no, body: `${day} ${root}` })
  log.append(leaves, now)
  const unproven = log.unproven(PROVEN_PER_BATCH)
  for (const { id } of unproven) log.prove(id, await proofsOf(log, sources, sha256, id))
  return (
    receipts.length === RECEIPTS_PER_BATCH || rounds.length === ROUNDS_PER_BATCH || unproven.length === PROVEN_PER_BATCH
  )
}

/** Proofs of a receipt's ticks, made while their rounds are stored: rounds are dropped after two days. */
async function proofsOf(
  log: TransparencyLog,
  sources: Sources,
  sha256: Sha256,
  id: string,
): Promise<(SymbolProof | null)[]> {
  const ticks = await sources.ticksOf(id)
  const known = ticks.map((tick) => log.proofOf(tick))
  if (known.every((proof) => proof !== null)) return known
  const proven = await sources.proveTicks(ticks)
  const proofs: (SymbolProof | null)[] = []
  for (const [index, { symbol }] of ticks.entries()) {
    const each = proven[index]
    const place = each ? await placeOf(log, sources, sha256, each) : null
    proofs.push(place && { symbol, ...place })
  }
  return proofs
}

async function placeOf(
  log: TransparencyLog,
  sources: Sources,
  sha256: Sha256,
  tick: ProvenTick,
): Promise<TickProof | null> {
  const roundOf = async ({ round, hashes }: RoundHashes): Promise<TickRound | null> => {
    const place = await placeOfRound(log, sources, { sha256, no: round.no })
    return place && { round, hashes, leaf: place.leaf, path: place.path }
  }
  const { before, beforeRound } = tick
  const own = await roundOf(tick)
  return own && { ...own, before, beforeRound: beforeRound && (await roundOf(beforeRound)) }
}

/** Round with leaf and path; null before it is logged and after its storage ended. */
export async function placeOfRound(
  log: TransparencyLog,
  sources: Pick<Sources, 'rounds'>,
  { sha256, no }: { readonly sha256: Sha256; readonly no: number },
): Promise<RoundPlace | null> {
  const found = log.leafOf('rounds', no)
  const held = found && readRoundsLeaf(found)
  if (!found || !held || held.first > no) return null
  const rounds = await sources.rounds(held.first - 1, found.number - held.first + 1)
  const hashOf = rangesOf(
    sha256,
    rounds.map((round) => hashOfRound(sha256, round)),
  )
  if (!sameBytes(hashOf(0, rounds.length), held.root)) return null
  const round = rounds[no - held.first]
  return round?.no === no
    ? { round, leaf: found.no, path: inclusionProof(hashOf, no - held.first, rounds.length).map(toHex) }
    : null
}
