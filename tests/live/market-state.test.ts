// The browser's book and tape: built from a snapshot and numbered deltas, never from a hole.

import { describe, expect, test } from 'vitest'
import type { MarketSocketMessage, TapeTrade } from '#party/protocol/market'
import { type MarketState, receiveMarket } from '../../app/live/market-state'

const trade = (tradeNo: number): TapeTrade => ({ tradeNo, at: tradeNo * 1000, ticks: 600_000, lots: 5, side: 'buy' })

const snapshot: MarketSocketMessage = {
  type: 'snapshot',
  seq: 7,
  at: 1_000,
  bids: [
    [599_990, 10],
    [599_980, 20],
  ],
  asks: [
    [600_010, 30],
    [600_020, 40],
  ],
  trades: [trade(2), trade(1)],
  indexTicks: 600_000,
}
const delta = (
  seq: number,
  part: Partial<Extract<MarketSocketMessage, { type: 'delta' }>> = {},
): MarketSocketMessage => ({
  type: 'delta',
  seq,
  at: 2_000,
  bids: [],
  asks: [],
  trades: [],
  indexTicks: 600_001,
  ...part,
})

function after(...messages: MarketSocketMessage[]): MarketState {
  let state: MarketState | null = null
  for (const message of messages) {
    const heard = receiveMarket(state, message)
    if (heard.kind === 'gap') throw new Error(`gap at ${message.seq}`)
    state = heard.state
  }
  if (!state) throw new Error('nothing was heard')
  return state
}

describe('the book of a market in a browser', () => {
  test('a delta changes, adds and removes levels, best price first on both sides', () => {
    const state = after(
      snapshot,
      delta(8, {
        bids: [
          [599_990, 0],
          [599_985, 7],
        ],
        asks: [
          [600_005, 1],
          [600_020, 41],
        ],
      }),
    )
    expect(state.bids).toEqual([
      [599_985, 7],
      [599_980, 20],
    ])
    expect(state.asks).toEqual([
      [600_005, 1],
      [600_010, 30],
      [600_020, 41],
    ])
    expect(state.indexTicks).toBe(600_001)
  })

  test('a delta that skips a number is a gap and changes nothing', () => {
    expect(receiveMarket(after(snapshot), delta(9))).toEqual({ kind: 'gap' })
  })

  test('a delta before any snapshot is a gap', () => {
    expect(receiveMarket(null, delta(8))).toEqual({ kind: 'gap' })
  })

  test('a delta heard twice, by socket and by poll, counts once', () => {
    const once = after(snapshot, delta(8, { asks: [[600_010, 0]] }))
    const twice = receiveMarket(once, delta(8, { asks: [[600_010, 99]] }))
    expect(twice).toEqual({ kind: 'current', state: once })
  })

  test('a snapshot after a gap starts afresh, whatever its number', () => {
    const state = after(snapshot, { ...snapshot, seq: 3, bids: [[1, 1]] })
    expect(state).toMatchObject({ seq: 3, bids: [[1, 1]] })
  })

  test('the tape is newest first and shows each trade once, however they come', () => {
    const state = after(snapshot, delta(8, { trades: [trade(3), trade(2), trade(4)] }))
    expect(state.trades.map((row) => row.tradeNo)).toEqual([4, 3, 2, 1])
  })
})
