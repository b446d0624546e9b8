// An option on prices of a feed, in a log of both, with its proof.

import { toHex, utf8 } from '#domain/log/bytes'
import { cosignatureOf, cosignedText, writeCheckpoint } from '#domain/log/checkpoint'
import {
  type Leaf,
  type LoggedRound,
  digestOfTicks,
  hashOfLeaf,
  hashOfRound,
  leafText,
  roundsLeaf,
} from '#domain/log/leaf'
import { NOTE_KEY, writeNote } from '#domain/log/note'
import type { ReceiptProof, RoundProof } from '#domain/log/proof'
import { consistencyProof, inclusionProof, rangesOf } from '#domain/log/tree'
import { type ChainHead, type Tick, chainTick } from '#domain/quotes/chain'
import type { Receipt } from '#domain/receipt'
import { HASHING } from '../kit/hashing'
import { type TestKey, sha256, signNote, signWith, testKey } from './crypto'

const AT = Date.parse('2026-11-21T09:00:00Z')
export const KEY = testKey('cm.example/log', NOTE_KEY, 1)

/** Seconds of the feed, without those of `missing`. */
export function feed(seconds: number, missing: readonly number[] = [], from = 61_000) {
  const heads = new Map<string, ChainHead>()
  const rounds: (LoggedRound & { readonly ticks: readonly Tick[] })[] = []
  for (let second = 0; second < seconds; second += 1) {
    if (missing.includes(second)) continue
    const at = AT + second * 1000
    const ticks = ['BTC-USDT', 'ETH-USDT', 'LTC-USDT'].map((symbol, index) => {
      const price = `${from + second - 20 * index}.0`
      const tick = chainTick(heads.get(symbol), { symbol, at, price, source: 'simulator' }, HASHING.sha256)
      heads.set(symbol, tick)
      return tick
    })
    const digest = digestOfTicks(
      HASHING.sha256,
      ticks.map(({ hash }) => hash),
    )
    rounds.push({ no: rounds.length + 1, at, lateSymbol: null as string | null, digest, ticks })
  }
  return rounds
}
type Round = ReturnType<typeof feed>[number]

const present = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new Error('not there')
  return value
}
const roundAt = (rounds: readonly Round[], second: number): Round =>
  present(rounds.find(({ at }) => at === AT + second * 1000))

/** An option on a rise that was accepted within the second before `second` and lasted thirty. */
export function option(rounds: readonly Round[], second: number, exit = second + 30): Receipt {
  const ticks = [second, exit].map((each) => present(roundAt(rounds, each).ticks[0]))
  return {
    rule: 'options-1',
    outcome: 'won',
    at: present(ticks[1]).at,
    ticks,
    order: {
      no: 7,
      symbol: 'BTC-USDT',
      direction: 'rise',
      seconds: 30,
      asset: 'USDT',
      stake: '1000000',
      fee: '0',
      ratio: '80000000',
      priceDecimals: 1,
      acceptedAt: AT + second * 1000 - 400,
    },
    paid: '1800000',
  }
}

/** Name of another receipt, and whether its leaf stands before those of the rounds; or another leaf in its place. */
interface OtherReceipt {
  readonly name: string
  readonly isBefore: boolean
  readonly source?: string
  readonly number?: number
}

/** A log of these rounds and this receipt, its proof, and those of its rounds. `isAgain`: the rounds of the receipt are logged again. */
export function logOf(
  rounds: readonly Round[],
  receipt: Receipt,
  signer = KEY,
  other: OtherReceipt | null = null,
  isAgain = false,
) {
  const body = JSON.stringify(receipt)
  const chunks = [rounds.slice(0, 60), rounds.slice(60, 120), rounds.slice(120)].filter(({ length }) => length > 0)
  const others: Leaf[] = other ? [{ source: 'receipt', number: 1, ...other, body: other.name }] : []
  const before = other?.isBefore ? others : []
  const firstRounds = 1 + before.length
  const leaves: Leaf[] = [
    { source: 'key', number: 1, body: 'the key' },
    ...before,
    ...chunks.map((chunk, index) =>
      roundsLeaf(sha256, chunk, isAgain ? 'again' : (chunks[index - 1]?.at(-1)?.at ?? null)),
    ),
    ...others.slice(before.length),
    { source: 'receipt', number: 1 + others.length, body: HASHING.sha256(body) },
    { source: 'desk', number: 4, body: HASHING.sha256('desk') },
  ]
  const hashOf = rangesOf(
    sha256,
    leaves.map((leaf) => hashOfLeaf(sha256, leaf)),
  )
  const size = leaves.length
  const inclusion = (leaf: number) => ({
    leaf,
    size,
    text: leafText(present(leaves[leaf])),
    path: inclusionProof(hashOf, leaf, size).map(toHex),
  })
  const roundOf = (index: number) => {
    const { no, at, lateSymbol, ticks: held } = present(rounds[index])
    const chunk = Math.min(Math.floor(index / 60), 2)
    const inside = rangesOf(
      sha256,
      present(chunks[chunk]).map((each) => hashOfRound(sha256, each)),
    )
    return {
      round: { no, at, lateSymbol },
      hashes: held.map(({ hash }) => hash),
      leaf: firstRounds + chunk,
      path: inclusionProof(inside, index - chunk * 60, present(chunks[chunk]).length).map(toHex),
    }
  }
  const ticks = ('ticks' in receipt ? receipt.ticks : []).map((tick) => {
    const index = rounds.findIndex((round) => round.ticks.some(({ hash }) => hash === tick.hash))
    const round = rounds[index]
    if (!round) return null
    const before = rounds[index - 1]?.ticks.find(({ symbol }) => symbol === tick.symbol)
    const { hash: _hash, ...rest } = before ?? present(round.ticks[0])
    return { ...roundOf(index), before: before ? rest : null, beforeRound: before ? roundOf(index - 1) : null }
  })
  const text = writeCheckpoint({ origin: 'cm.example/log', size, root: hashOf(0, size) })
  const proof: ReceiptProof = {
    checkpoint: writeNote({ text, signatures: [signNote(signer, text)] }),
    inclusion: inclusion(size - 2),
    ticks,
    rounds: [...new Set(ticks.flatMap((each) => [each, each?.beforeRound].flatMap((round) => round?.leaf ?? [])))].map(
      inclusion,
    ),
  }
  const roundProof = (index: number): RoundProof => {
    const chunk = present(chunks[index < 60 ? 0 : 1])
    const inside = rangesOf(
      sha256,
      chunk.map((each) => hashOfRound(sha256, each)),
    )
    const { ticks: _ticks, ...round } = present(rounds[index])
    const path = inclusionProof(inside, index % 60, chunk.length).map(toHex)
    return { checkpoint: proof.checkpoint, inclusion: inclusion(firstRounds + (index < 60 ? 0 : 1)), round, path }
  }
  /** Checkpoint of the first leaves, cosigned by a witness. */
  const cosigned = (of: number, { seed, key }: TestKey, seconds: number): string => {
    const own = writeCheckpoint({ origin: 'cm.example/log', size: of, root: hashOf(0, of) })
    const signature = signWith(seed, utf8(cosignedText(seconds, own)))
    return writeNote({ text: own, signatures: [signNote(signer, own), cosignatureOf(key, seconds, signature)] })
  }
  const consistency = (from: number, to: number) => ({ from, to, path: consistencyProof(hashOf, from, to).map(toHex) })
  /** Proof of the other receipt. */
  const otherProof: ReceiptProof = {
    ...{ checkpoint: proof.checkpoint, ticks: [], rounds: [] },
    inclusion: inclusion(other?.isBefore ? 1 : size - 3),
  }
  /** Proof of a leaf by the checkpoint of the first leaves, signed by anybody. */
  const leafProof = (leaf: number, of: number, by = signer): ReceiptProof => {
    const own = writeCheckpoint({ origin: 'cm.example/log', size: of, root: hashOf(0, of) })
    const path = inclusionProof(hashOf, leaf, of).map(toHex)
    return {
      ...{ checkpoint: writeNote({ text: own, signatures: [signNote(by, own)] }), ticks: [], rounds: [] },
      inclusion: { leaf, size: of, text: leafText(present(leaves[leaf])), path },
    }
  }
  return { body, receipt, proof, roundProof, cosigned, consistency, otherProof, leafProof }
}
