// What proves the ticks of receipts: each round and each tick of it once, however many receipts name them. At midnight every open position has a
// receipt of the same few ticks.

import { loggedReceipt, provenRound, provenTick } from '#db/log/schema'
import type { TickProof, TickRound } from '#domain/log/leaf'
import type { Tick } from '#domain/quotes/chain'
import type { Store } from '../lib/store'
import { tableOf } from '../lib/table'

const RECEIPTS = tableOf(loggedReceipt)
const ROUNDS = tableOf(provenRound)
const TICKS = tableOf(provenTick)
const HEX_LENGTH = 64

/** Proof of one tick, with its symbol. */
export interface SymbolProof extends TickProof {
  readonly symbol: string
}

/** Stores what proves a receipt's ticks, in their order; null for a tick that no logged round holds. */
export function putProofs(store: Store, id: string, proofs: readonly (SymbolProof | null)[]): void {
  store.runInTransaction(() => {
    for (const proof of proofs) if (proof) put(store, proof)
    const places = proofs.map((proof) => proof && ([proof.round.no, proof.leaf, proof.symbol] as const))
    RECEIPTS.update(store, { id }, { ticks: places })
  })
}

export const readProofs = (store: Store, id: string): readonly (TickProof | null)[] =>
  (RECEIPTS.first(store, 'WHERE id = ?', id)?.ticks ?? []).map((place) => place && read(store, ...place))

/** What another receipt's proof shows of a tick already; null when its round or its symbol is new. */
export function findProof(store: Store, { symbol, at, hash }: Tick): SymbolProof | null {
  const held = ROUNDS.rows(store, 'WHERE at = ? AND (late_symbol IS NULL OR late_symbol = ?)', at, symbol)
  const round = held.find(({ hashes }) => cut(hashes).includes(hash))
  const proof = round ? read(store, round.no, round.leaf, symbol) : null
  return proof && { ...proof, symbol }
}

function put(store: Store, { symbol, before, beforeRound, ...own }: SymbolProof): void {
  for (const { round, hashes, leaf, path } of beforeRound ? [own, beforeRound] : [own])
    ROUNDS.ensure(store, { ...round, hashes: hashes.join(''), leaf, path: path.join('') })
  const earlier = { beforeRound: beforeRound?.round.no ?? null, beforeLeaf: beforeRound?.leaf ?? null }
  TICKS.ensure(store, { round: own.round.no, leaf: own.leaf, symbol, before, ...earlier })
}

function read(store: Store, no: number, leaf: number, symbol: string): TickProof | null {
  const own = readRound(store, no, leaf)
  const tick = TICKS.first(store, 'WHERE round = ? AND leaf = ? AND symbol = ?', no, leaf, symbol)
  if (!own || !tick) return null
  const { before, beforeRound, beforeLeaf } = tick
  const earlier = beforeRound === null || beforeLeaf === null ? null : readRound(store, beforeRound, beforeLeaf)
  return { ...own, before, beforeRound: earlier }
}

function readRound(store: Store, no: number, leaf: number): TickRound | null {
  const found = ROUNDS.first(store, 'WHERE no = ? AND leaf = ?', no, leaf)
  if (!found) return null
  const { at, lateSymbol, hashes, path } = found
  return { round: { no, at, lateSymbol }, hashes: cut(hashes), leaf, path: cut(path) }
}

const cut = (joined: string): string[] =>
  Array.from({ length: joined.length / HEX_LENGTH }, (_, index) =>
    joined.slice(index * HEX_LENGTH, (index + 1) * HEX_LENGTH),
  )
