// Leaves of rounds: what is hashed, the span in which live rounds came, and how a leaf is read again.

import { describe, expect, test } from 'vitest'
import { toBase64, utf8 } from '#domain/log/bytes'
import {
  type LoggedRound,
  digestOfTicks,
  isTimely,
  readRoundsLeaf,
  roundText,
  roundsIn,
  roundsLeaf,
} from '#domain/log/leaf'
import { sha256 } from './crypto'

const DIGEST = 'd'.repeat(64)
const round = (no: number, at: number, lateSymbol: string | null = null): LoggedRound => ({
  ...{ no, at, lateSymbol, digest: DIGEST },
})
/** Live rounds of the fifth to the seventh second, and a tick of the first one that came late. */
const ROUNDS = [round(3, 5_000), round(4, 6_000), round(5, 1_000, 'BTC-USDT'), round(6, 7_000)]
const spanOf = (body: string) => body.split(' ').slice(2).join(' ')

describe('a leaf of rounds', () => {
  test('hashes each round by its text, and its ticks by their joined hashes', () => {
    expect(digestOfTicks((text) => `<${text}>`, ['ab', 'cd'])).toBe('<abcd>')
    expect([roundText(round(3, 5_000)), roundText(round(5, 1_000, 'BTC-USDT'))]).toEqual([
      ...[`3|5000||${DIGEST}`, `5|1000|BTC-USDT|${DIGEST}`],
    ])
  })

  test('has the first number, the root and the last number', () => {
    // A leaf is hashed behind a zero, a node behind a one.
    const hash = (text: string) => sha256(Uint8Array.from([0, ...utf8(text)]))
    const root = sha256(Uint8Array.from([1, ...hash(`3|5000||${DIGEST}`), ...hash(`4|6000||${DIGEST}`)]))
    const leaf = roundsLeaf(sha256, [round(3, 5_000), round(4, 6_000)], 4_000)
    expect(leaf).toEqual({ source: 'rounds', number: 4, body: `3 ${toBase64(root)} 6000 2000` })
    expect(roundsIn(leaf.body)).toBe(`3 ${toBase64(root)}`)
  })

  test('says when its newest live round was, and how long before the one before it ended; late ones do not count', () => {
    expect(spanOf(roundsLeaf(sha256, ROUNDS, 4_000).body)).toBe('7000 3000')
    // Without one before it the span begins a millisecond before the first live round.
    expect(spanOf(roundsLeaf(sha256, ROUNDS).body)).toBe('7000 2001')
    const late = [round(3, 9_000, 'BTC-USDT')]
    expect(spanOf(roundsLeaf(sha256, late, 4_000).body)).toBe('4000 0')
    expect(spanOf(roundsLeaf(sha256, ROUNDS, 'again').body)).toBe('again')
  })

  test('is read as it was written; the first version had no span', () => {
    const leaf = roundsLeaf(sha256, ROUNDS)
    const [, root = ''] = leaf.body.split(' ')
    const read = (body: string, source = 'rounds') => readRoundsLeaf({ source, number: 6, body })
    expect(read(leaf.body)).toMatchObject({ first: 3, isAgain: false, times: { since: 4_999, until: 7_000 } })
    expect(toBase64(read(leaf.body)?.root ?? new Uint8Array())).toBe(root)
    expect(read(`3 ${root} again`)).toMatchObject({ first: 3, isAgain: true, times: null })
    expect(read(`3 ${root}`)).toMatchObject({ first: 3, isAgain: false, times: null })
    for (const body of [`0 ${root}`, `3 ${root} 7000`, `3 ${root} 7000 1 1`, `3 ${root} twice`, `3 !`, root])
      expect(read(body)).toBeNull()
    expect(read(leaf.body, 'receipt')).toBeNull()
  })
})

test('a live round is in time after the span began and up to its end; a late one, or one without a span, never', () => {
  const leaf = { first: 3, root: new Uint8Array(), isAgain: false, times: { since: 4_999, until: 7_000 } }
  const at = (instant: number, lateSymbol: string | null = null) => isTimely(leaf, { at: instant, lateSymbol })
  expect([4_999, 5_000, 7_000, 7_001].map((instant) => at(instant))).toEqual([false, true, true, false])
  expect(at(6_000, 'BTC-USDT')).toBe(false)
  expect(isTimely({ ...leaf, times: null }, { at: 6_000, lateSymbol: null })).toBe(false)
})
