// A pass over the sources. Sources number and store their entries, and the log reads entries from its newest read number on, so the next
// pass repeats an interrupted pass. A source without that entry, or with another text of it, was set back to an earlier state, or dropped
// entries before they were logged: the log reads every entry again from the first, and appends the missing ones.

import { logError } from '#lib/log-line'
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
  roundText,
  roundsLeaf,
} from '#domain/log/leaf'
import { inclusionProof, rangesOf } from '#domain/log/tree'
import { MINUTE_MS } from '#domain/time'
import type { ProvenTick, RoundHashes } from '../protocol/quotes'
import type { TransparencyLog, NewLeaf } from './transparency-log'
import type { SymbolProof } from './tick-proofs'

/** An entry of a source as the log compares it: number and text. */
export interface Entry {
  readonly no: number
  readonly text: string
}

export interface Sources {
  /** Rounds after a number, ascending. */
  rounds(after: number, limit: number): Promise<readonly LoggedRound[]>
  /** Names of receipts after a number, ascending. */
  receipts(after: number, limit: number): Promise<readonly Entry[]>
  /** Ticks that a receipt names. */
  ticksOf(receipt: string): Promise<readonly Tick[]>
  proveTicks(ticks: readonly Tick[]): Promise<readonly (ProvenTick | null)[]>
  /** Day and root of published trees of liabilities after a number, ascending. */
  liabilities(after: number): Promise<readonly Entry[]>
  /** Hashes of a line of the desk's log and of its newest line, ascending, as far as they exist. */
  desk(no: number): Promise<readonly Entry[]>
}

const ROUNDS_PER_LEAF = 60
const ROUNDS_PER_BATCH = 600
const RECEIPTS_PER_BATCH = 500
const PROVEN_PER_BATCH = 50

/** One pass; true when another pass should follow immediately. */
export async function collect(
  log: TransparencyLog,
  sources: Sources,
  { sha256, now }: { sha256: Sha256; now: number },
): Promise<boolean> {
  const rollbacks = log.upTo('rollback')
  const unread = (source: string, read: readonly Entry[]) =>
    unreadOf(log, source, { read, now, textOf: ({ text }) => text })
  const ids = await sources.receipts(log.upTo('receipt') - 1, RECEIPTS_PER_BATCH)
  const receipts = unread('receipt', ids)
  const desk = unread('desk', await sources.desk(log.upTo('desk'))).at(-1)
  const trees = unread('liabilities', await sources.liabilities(log.upTo('liabilities') - 1))
  // Asked last: it then includes the rounds that the receipts were decided by.
  const read = await sources.rounds(log.upTo('rounds') - 1, ROUNDS_PER_BATCH)
  const rounds = unreadOf(log, 'rounds', { read, now, textOf: roundText })
  const leaves: NewLeaf[] = []
  // A leaf of its own for each second would take 200 bytes; one a minute is enough unless a receipt waits for its rounds.
  if (receipts.length > 0 || rounds.length >= ROUNDS_PER_LEAF || now - (rounds[0]?.at ?? now) >= MINUTE_MS)
    leaves.push(...leavesOver(sha256, rounds, log.highest('rounds')))
  for (const { no, text } of receipts) leaves.push({ source: 'receipt', number: no, body: text })
  if (desk) leaves.push({ source: 'desk', number: desk.no, body: desk.text })
  for (const { no, text } of trees) leaves.push({ source: 'liabilities', number: no, body: text })
  log.append(leaves, now)
  // A tick whose round a later pass logs would be without a proof for good.
  const hasRoundsLeft = read.length === ROUNDS_PER_BATCH || log.upTo('rollback') > rollbacks
  const unproven = hasRoundsLeft ? [] : log.unproven(PROVEN_PER_BATCH)
  for (const { id } of unproven) log.prove(id, await proofsOf(log, sources, sha256, id))
  return hasRoundsLeft || ids.length === RECEIPTS_PER_BATCH || unproven.length === PROVEN_PER_BATCH
}

/** Builds leaves over rounds in two groups: numbers up to the highest leaf's, which are logged again, and later numbers. */
function leavesOver(sha256: Sha256, rounds: readonly LoggedRound[], highest: Leaf | null): NewLeaf[] {
  const fresh = rounds.filter(({ no }) => no > (highest?.number ?? 0))
  const again = rounds.slice(0, rounds.length - fresh.length)
  const leaves: NewLeaf[] = []
  let newest = highest && readRoundsLeaf(highest)
  for (const each of [again, fresh])
    for (let from = 0; from < each.length; from += ROUNDS_PER_LEAF) {
      const held = each.slice(from, from + ROUNDS_PER_LEAF)
      const last = held.at(-1)
      const leaf = roundsLeaf(sha256, held, each === again ? 'again' : (newest?.times?.until ?? null))
      if (each === fresh) newest = readRoundsLeaf(leaf)
      if (last) leaves.push({ ...leaf, newest: roundText(last) })
    }
  return leaves
}

/** Entries after the newest one that was read before; empty for a source that went back, which the next pass reads from its first entry on. */
function unreadOf<Read extends { readonly no: number }>(
  log: TransparencyLog,
  source: string,
  {
    read,
    now,
    textOf,
  }: { readonly read: readonly Read[]; readonly now: number; readonly textOf: (entry: Read) => string },
): readonly Read[] {
  const { upTo, newest } = log.newest(source) ?? { upTo: 0, newest: '' }
  const [first, ...rest] = read
  if (upTo === 0) return read
  if (first?.no === upTo && textOf(first) === newest) return rest
  // Quotes drops old rounds.
  if (first?.no === upTo + 1 && source === 'rounds') return read
  log.goBack(source, now)
  logError(`the log: ${source} went back from ${upTo}, or dropped what follows: its entries are read again`)
  return []
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
  // A leaf holds at most ROUNDS_PER_LEAF rounds. If Quotes has lost them, the roots differ. The oldest leaf proves most, because it may be the first logging.
  for (const found of log.leavesOf('rounds', no, no + ROUNDS_PER_LEAF)) {
    const held = readRoundsLeaf(found)
    if (!held || held.first > no) continue
    const rounds = await sources.rounds(held.first - 1, found.number - held.first + 1)
    const hashOf = rangesOf(
      sha256,
      rounds.map((round) => hashOfRound(sha256, round)),
    )
    if (!sameBytes(hashOf(0, rounds.length), held.root)) continue
    const round = rounds[no - held.first]
    if (round?.no === no)
      return { round, leaf: found.no, path: inclusionProof(hashOf, no - held.first, rounds.length).map(toHex) }
  }
  return null
}
