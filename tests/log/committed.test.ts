// The log shows whether bets of the quiz were committed to before the answer: whoever adds a winning bet afterwards is refuted.

import { describe, expect, test } from 'vitest'
import { checkCommitted } from '#domain/log/committed'
import { digestOfTicks } from '#domain/log/leaf'
import { NOTE_KEY } from '#domain/log/note'
import { checkProof } from '#domain/log/proof'
import { chainTick } from '#domain/quotes/chain'
import type { QuizReceipt } from '#domain/quiz/receipt'
import { checkReceipt } from '#domain/receipt'
import { HASHING } from '../kit/hashing'
import { sha256, testKey, verifySignature } from './crypto'
import { KEY, feed, logOf } from './logged-option'
import { FORGED, HONEST, ROUNDS } from './settled-quiz'

const CHECKS = { sha256, digest: HASHING.sha256, verify: verifySignature, key: KEY.key }

describe('bets of an event', () => {
  const judge = (receipt: QuizReceipt, isBefore: boolean) => {
    const name = receipt.commitment
    const { body, proof, otherProof } = logOf(ROUNDS, receipt, KEY, { name, isBefore })
    expect(checkReceipt(receipt, HASHING)).toEqual([])
    expect(checkProof(CHECKS, body, receipt, proof).problems).toEqual([])
    return checkCommitted(CHECKS, { own: proof, name, proof: otherProof, consistencies: [] })
  }

  test('that were committed to as it closed are proven to be from before the answer', () => {
    expect(judge(HONEST, true)).toEqual({ kind: 'before', leaf: 1 })
  })

  test('to which a winning one was added are refuted: their commitment stands after the answer in the log', () => {
    expect(judge(FORGED, false)).toEqual({ kind: 'after', leaf: 3 })
  })

  test('are not proven by a tick whose round was logged again: it may have been logged before the commitment too', () => {
    const { commitment: name } = FORGED
    const { proof, otherProof } = logOf(ROUNDS, FORGED, KEY, { name, isBefore: true }, true)
    const verdict = checkCommitted(CHECKS, { own: proof, name, proof: otherProof, consistencies: [] })
    expect(verdict).toEqual({ kind: 'unproven', needed: null })
  })

  test('are not proven by a live tick of before the answer that was logged after later ones', () => {
    const name = FORGED.commitment
    const [tick] = FORGED.ticks
    const [last] = ROUNDS.at(-1)?.ticks ?? []
    const late = chainTick(
      last,
      { ...tick, price: '61000.0', source: 'simulator', symbol: 'BTC-USDT', at: tick?.at ?? 0 },
      HASHING.sha256,
    )
    const digest = digestOfTicks(HASHING.sha256, [late.hash])
    const rounds = [...ROUNDS, { no: 121, at: late.at, lateSymbol: null, digest, ticks: [late] }]
    const receipt = { ...FORGED, ticks: [late] }
    expect(checkReceipt(receipt, HASHING)).toEqual([])
    const { proof, otherProof } = logOf(rounds, receipt, KEY, { name, isBefore: true })
    const verdict = checkCommitted(CHECKS, { own: proof, name, proof: otherProof, consistencies: [] })
    expect(verdict).toEqual({ kind: 'unproven', needed: null })
  })

  test('to which one was added under the commitment of the others are wrong by themselves', () => {
    const { commitment } = HONEST
    expect(checkReceipt({ ...FORGED, commitment }, HASHING)).toEqual([
      'the bets, the fee or the options are not those that were committed to',
    ])
  })

  test('are not proven by the proof of another receipt, of another log, or without a tick', () => {
    const name = HONEST.commitment
    const { proof, otherProof } = logOf(ROUNDS, HONEST, KEY, { name, isBefore: true })
    const unproven = { kind: 'unproven', needed: null }
    const check = (differs: object) =>
      checkCommitted(CHECKS, { own: proof, name, proof: otherProof, consistencies: [], ...differs })
    expect(check({ proof })).toEqual(unproven)
    expect(check({ own: { ...proof, ticks: [] } })).toEqual(unproven)
    const longer = logOf(feed(50), HONEST, KEY, { name, isBefore: true })
    expect(check({ proof: longer.otherProof })).toMatchObject({ kind: 'unproven', needed: [5, 6] })
  })

  describe('under checkpoints of two sizes', () => {
    const name = HONEST.commitment
    // The key, the commitment, two leaves of rounds, the receipt, and the end of the desk's log.
    const { proof, otherProof, leafProof, consistency } = logOf(ROUNDS, HONEST, KEY, { name, isBefore: true })
    const check = (differs: object) =>
      checkCommitted(CHECKS, { own: proof, name, proof: otherProof, consistencies: [], ...differs })

    test('are proven once the log is shown to have only grown from one to the other', () => {
      const early = { proof: leafProof(1, 3) }
      expect(check(early)).toEqual({ kind: 'unproven', needed: [3, 6] })
      expect(check({ ...early, consistencies: [consistency(3, 6)] })).toEqual({ kind: 'before', leaf: 1 })
      const own = { ...proof, checkpoint: leafProof(4, 5).checkpoint }
      expect(check({ own })).toEqual({ kind: 'unproven', needed: [5, 6] })
      expect(check({ own, consistencies: [consistency(5, 6)] })).toEqual({ kind: 'before', leaf: 1 })
    })

    test('are not proven by a checkpoint that another key has signed', () => {
      const unproven = { kind: 'unproven', needed: null }
      const other = testKey('cm.example/log', NOTE_KEY, 2)
      expect(check({ proof: leafProof(1, 6, other) })).toEqual(unproven)
      expect(check({ own: { ...proof, checkpoint: leafProof(4, 6, other).checkpoint } })).toEqual(unproven)
    })

    test('are proven by the leaf of a receipt of any number, and by no other that says one', () => {
      const by = (other: { name: string; source?: string; number?: number }) => {
        const logged = logOf(ROUNDS, HONEST, KEY, { isBefore: true, ...other })
        return check({ own: logged.proof, proof: logged.otherProof }).kind
      }
      expect([by({ name, number: 12 }), by({ name, source: 'desk' })]).toEqual(['before', 'unproven'])
      expect(by({ name: `receipt\n1\n${name}`, source: 'desk' })).toBe('unproven')
    })

    test('are not proven by a leaf that is of no receipt, of another one, or not in the log', () => {
      const unproven = { kind: 'unproven', needed: null }
      // The last leaf is the desk's, and ends with a name as well.
      expect(check({ name: HASHING.sha256('desk'), proof: leafProof(5, 6) })).toEqual(unproven)
      expect(check({ name: HASHING.sha256('another') })).toEqual(unproven)
      expect(check({ name: name.slice(1) })).toEqual(unproven)
      const { inclusion } = otherProof
      expect(check({ proof: { ...otherProof, inclusion: { ...inclusion, leaf: 0 } } })).toEqual(unproven)
      const renamed = `receipt\n2\n${name}`
      expect(check({ proof: { ...otherProof, inclusion: { ...inclusion, text: renamed } } })).toEqual(unproven)
    })
  })
})
