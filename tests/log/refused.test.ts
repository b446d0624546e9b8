// Why a proof of a receipt or of a round is refused, by name; and which tick is the first that counts.

import { describe, expect, test } from 'vitest'
import { digestOfTicks } from '#domain/log/leaf'
import { checkProof, checkRoundProof } from '#domain/log/proof'
import { chainTick } from '#domain/quotes/chain'
import type { Receipt } from '#domain/receipt'
import { HASHING } from '../kit/hashing'
import { sha256, verifySignature } from './crypto'
import { KEY, feed, logOf, option } from './logged-option'

const CHECKS = { sha256, digest: HASHING.sha256, verify: verifySignature, key: KEY.key }
const ROUNDS = feed(120)
const LOG = logOf(ROUNDS, option(ROUNDS, 50))

describe('a proof is refused by name', () => {
  const [tick] = LOG.proof.ticks
  if (!tick) throw new Error('there is one')
  const check = (proof: object, { body, receipt } = LOG) =>
    checkProof(CHECKS, body, receipt, { ...LOG.proof, ...proof })
  const withTick = (differs: object) => check({ ticks: [{ ...tick, ...differs }, LOG.proof.ticks[1] ?? null] }).problems
  const first = (words: string) => [`tick 51 of BTC-USDT ${words}`]

  test('with the tick and what is wrong with it', () => {
    expect(check({ ticks: [] }).problems).toEqual(['the proof is of another number of ticks'])
    expect(check({ ticks: [null, LOG.proof.ticks[1] ?? null] }).problems).toEqual(
      first('is in no round that the log holds'),
    )
    expect(withTick({ hashes: tick.hashes.slice(1) })).toEqual(first('is not in the round of its proof'))
    expect(withTick({ hashes: [...tick.hashes, 'A'.repeat(64)] })).toEqual(first('is not in the round of its proof'))
    expect(withTick({ round: { ...tick.round, at: tick.round.at + 1_000 } })).toEqual(
      first('is of another second than its round'),
    )
    expect(withTick({ round: { ...tick.round, lateSymbol: 'ETH-USDT' } })).toEqual(
      first('is in a round of another symbol'),
    )
    expect(withTick({ round: { ...tick.round, lateSymbol: 'BTC-USDT' } })).toEqual(
      first('is in a round that the leaf does not hold'),
    )
    expect(withTick({ before: { ...tick.before, price: '1.0' } })).toEqual(
      first('does not follow the tick that the proof puts before it'),
    )
    expect(withTick({ leaf: 9 })).toEqual(first('is in a leaf that the checkpoint does not cover'))
    expect(withTick({ path: tick.path.slice(1) })).toEqual(first('is in a round that the leaf does not hold'))
    expect(withTick({ leaf: 3 })).toEqual(first('is in a leaf that the checkpoint does not cover'))
  })

  test('where the receipt itself names another price under the hash of a tick', () => {
    const ticks = 'ticks' in LOG.receipt ? LOG.receipt.ticks : []
    const forged = {
      ...LOG.receipt,
      ticks: ticks.map((each, index) => (index === 0 ? { ...each, price: '1.0' } : each)),
    } as Receipt
    const logged = logOf(ROUNDS, forged)
    expect(checkProof(CHECKS, logged.body, forged, logged.proof).problems).toEqual(
      first('does not have the hash that it says'),
    )
  })

  test.each([
    ['of another symbol', 1, 50],
    ['of another number', 0, 60],
  ])('whose tick is chained to one %s', (_, place, seq) => {
    const [before, own] = [ROUNDS[49]?.ticks[place], ROUNDS[50]?.ticks[0]]
    if (!before || !own) throw new Error('both are there')
    const chained = chainTick({ seq, hash: before.hash }, own, HASHING.sha256)
    const rounds = ROUNDS.map((round) => {
      if (round.at !== own.at) return round
      const ticks = [chained, ...round.ticks.slice(1)]
      return {
        ...round,
        ticks,
        digest: digestOfTicks(
          HASHING.sha256,
          ticks.map(({ hash }) => hash),
        ),
      }
    })
    const { body, receipt, proof } = logOf(rounds, option(rounds, 50))
    const [shown, last = null] = proof.ticks
    const { hash: _hash, ...rest } = before
    const ticks = [shown ? { ...shown, before: rest } : null, last]
    expect(checkProof(CHECKS, body, receipt, { ...proof, ticks }).problems).toEqual([
      `tick ${seq + 1} of BTC-USDT follows a tick of another place`,
    ])
  })

  test('with the name of a log that continues a backup', () => {
    const checkpoint = LOG.proof.checkpoint.replaceAll('cm.example/log', 'cm.example/log/restored/5')
    expect(check({ checkpoint }).problems).toEqual([
      'the checkpoint is not signed by the key of the log: it is of cm.example/log/restored/5, which says that it continues a backup of that log',
    ])
    const words = 'the checkpoint is not signed by the key of the log'
    expect(check({ checkpoint: checkpoint.replaceAll('/restored/', '/other/') }).problems).toEqual([words])
    expect(check({ checkpoint: 'no note' })).toEqual({ problems: [words], proven: [], open: [] })
  })

  test('as the first that counts, whose tick is the first of its symbol: a chain may have begun anew', () => {
    // Accepted 400 ms before the first second of the feed, or three seconds before it.
    const rounds = feed(40)
    const of = (earlier: number) => {
      const usual = option(rounds, 0) as Extract<Receipt, { readonly rule: 'options-1' }>
      const receipt = { ...usual, order: { ...usual.order, acceptedAt: usual.order.acceptedAt - earlier } } as Receipt
      const logged = logOf(rounds, receipt)
      return checkProof(CHECKS, logged.body, receipt, logged.proof)
    }
    for (const earlier of [0, 3_000]) {
      expect(of(earlier).problems).toEqual([])
      expect(of(earlier).open).toEqual(['tick 1 of BTC-USDT: no proof that it is the first that counts'])
    }
    // A tick that says no tick before it is open where it is not the first.
    expect(check({ ticks: [{ ...tick, before: null }, LOG.proof.ticks[1] ?? null] }).problems).toEqual([])
  })

  test('of a round', () => {
    const proof = LOG.roundProof(70)
    const of = (differs: object) => checkRoundProof(CHECKS, { ...proof, ...differs }).problems
    expect(of({ checkpoint: 'no note' })).toEqual(['the checkpoint is not signed by the key of the log'])
    expect(of({ round: { ...proof.round, lateSymbol: '' } })).toEqual(['round 71 names a late symbol without letters'])
    expect(of({ path: proof.path.slice(1) })).toEqual(['round 71 is in a round that the leaf does not hold'])
    expect(of({ inclusion: LOG.proof.inclusion })).toEqual(['round 71 is in a leaf that holds no rounds'])
    expect(checkRoundProof(CHECKS, { ...proof, checkpoint: 'no note' })).toMatchObject({ proven: [], open: [] })
  })
})
