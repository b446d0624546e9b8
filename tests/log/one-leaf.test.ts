// Proofs at their edges: leaves whose text is almost that of a receipt or of rounds, ticks before their time, and the first tick of a symbol.

import { describe, expect, test } from 'vitest'
import { utf8 } from '#domain/log/bytes'
import { writeCheckpoint } from '#domain/log/checkpoint'
import { digestOfTicks, leafText, roundsLeaf } from '#domain/log/leaf'
import { writeNote } from '#domain/log/note'
import { checkProof, checkRoundProof, wasTimely } from '#domain/log/proof'
import { leafHash } from '#domain/log/tree'
import { chainTick } from '#domain/quotes/chain'
import type { Receipt } from '#domain/receipt'
import { HASHING } from '../kit/hashing'
import { sha256, signNote, verifySignature } from './crypto'
import { KEY, feed, logOf, option } from './logged-option'

const CHECKS = { sha256, digest: HASHING.sha256, verify: verifySignature, key: KEY.key }
const ROUNDS = feed(120)
type Option = Extract<Receipt, { readonly rule: 'options-1' }>
const OPTION = option(ROUNDS, 50) as Option

/** A log of one leaf, which is its root. */
function logOfOne(text: string) {
  const checkpoint = writeCheckpoint({ origin: 'cm.example/log', size: 1, root: leafHash(sha256, utf8(text)) })
  return {
    checkpoint: writeNote({ text: checkpoint, signatures: [signNote(KEY, checkpoint)] }),
    inclusion: { leaf: 0, size: 1, text, path: [] },
  }
}
const check = (receipt: Receipt, rounds = ROUNDS) => {
  const { body, proof } = logOf(rounds, receipt)
  return checkProof(CHECKS, body, receipt, proof)
}

describe('a leaf', () => {
  test('of a receipt has its number, of several digits too, and needs no tick', () => {
    const body = '{"rule":"game-1"}'
    const of = (number: string) =>
      checkProof(CHECKS, body, JSON.parse(body) as Receipt, {
        ...logOfOne(`receipt\n${number}\n${HASHING.sha256(body)}`),
        ...{ ticks: [], rounds: [] },
      })
    for (const number of ['1', '12', '345678901234567'])
      expect(of(number)).toEqual({ problems: [], proven: ['checkpoint 1 covers it'], open: [] })
    for (const number of ['0', '012', '1x', '', '3456789012345678'])
      expect(of(number).problems).toEqual(['the leaf is that of another receipt'])
  })

  test('of rounds has three lines, the second of which is a number', () => {
    const [round] = ROUNDS
    if (!round) throw new Error('there is one')
    const of = (text: string) => checkRoundProof(CHECKS, { ...logOfOne(text), round, path: [] }).problems
    const { source, number, body } = roundsLeaf(sha256, [round], null)
    expect(number).toBe(1)
    expect(of(leafText({ source, number, body }))).toEqual([])
    for (const wrong of [
      `rounds\n01\n${body}`,
      `rounds\n1x\n${body}`,
      `rounds\n0\n${body}`,
      `rounds\n1\n${body}\nmore`,
    ])
      expect(of(wrong), wrong).toEqual(['round 1 is in a leaf that holds no rounds'])
  })
})

describe('a tick', () => {
  test('of before its time is not the first that counts', () => {
    const { order } = OPTION
    // Accepted 100 ms after the second of its entry, from which its exit is counted.
    const late = { ...OPTION, order: { ...order, acceptedAt: order.acceptedAt + 500 } }
    expect(check(late).problems).toEqual([
      'tick 51 of BTC-USDT is not the first that counts: one was published before it',
    ])
  })

  test('of a past second, published after a later one, is not proven to be the first', () => {
    const [, exit] = OPTION.ticks
    const live = feed(82)
    const last = live.at(-1)?.ticks[0]
    if (!exit || !last) throw new Error('both are there')
    // Its option ended at second 80; the tick before it is of second 81.
    const past = { symbol: 'BTC-USDT', at: exit.at + 200, price: '60000.0', source: 'simulator' }
    const tick = chainTick(last, past, HASHING.sha256)
    const round = { no: 83, at: past.at, lateSymbol: 'BTC-USDT', digest: digestOfTicks(HASHING.sha256, [tick.hash]) }
    const settled = { ...OPTION, ticks: [OPTION.ticks[0], tick] } as Option
    const { problems, open } = check(settled, [...live, { ...round, ticks: [tick] }])
    expect([problems, open]).toEqual([[], ['tick 83 of BTC-USDT: no proof that it is the first that counts']])
  })

  test('counts as any other where the rule names no first one', () => {
    const receipt = { rule: 'convert-1', ticks: OPTION.ticks, acceptedAt: null } as unknown as Receipt
    expect(check(receipt)).toEqual({
      problems: [],
      proven: ['checkpoint 5 covers it', 'tick 51 of BTC-USDT is in the log', 'tick 81 of BTC-USDT is in the log'],
      open: [],
    })
  })

  test('that is the first of its symbol follows nothing', () => {
    const [round, ...later] = ROUNDS
    const [own, ...others] = round?.ticks ?? []
    if (!round || !own) throw new Error('both are there')
    const chained = chainTick({ seq: 0, hash: 'a'.repeat(64) }, own, HASHING.sha256)
    const ticks = [chained, ...others]
    const hashes = ticks.map(({ hash }) => hash)
    const rounds = [{ ...round, ticks, digest: digestOfTicks(HASHING.sha256, hashes) }, ...later]
    expect(check(option(rounds, 0), rounds).problems).toEqual([
      'tick 1 of BTC-USDT does not follow the tick that the proof puts before it',
    ])
  })

  test('is in a round of hashes of 64 digits, and timely in a leaf that is there', () => {
    const { body, proof } = logOf(ROUNDS, OPTION)
    const [first, last] = proof.ticks
    if (!first || !last) throw new Error('both are there')
    for (const more of [`0${'a'.repeat(64)}`, `${'a'.repeat(64)}0`]) {
      const ticks = [{ ...first, hashes: [...first.hashes, more] }, last]
      expect(checkProof(CHECKS, body, OPTION, { ...proof, ticks }).problems).toEqual([
        'tick 51 of BTC-USDT is not in the round of its proof',
      ])
    }
    expect([wasTimely(first, proof.rounds), wasTimely({ ...first, leaf: 9 }, proof.rounds)]).toEqual([true, false])
  })
})
