// The browser's quotes: a delta carries only what changed.

import { expect, test } from 'vitest'
import type { Quote } from '#party/protocol/quotes'
import { receiveQuotes } from '../../app/live/quotes-state'

const quote = (symbol: string, price: string): Quote => ({
  symbol,
  seq: 1,
  at: 1_000,
  price,
  open: price,
  high: price,
  low: price,
  volume: '1',
  change: '+0.00',
  bid: price,
  ask: price,
  source: 'simulator',
  isStale: false,
})

test('a delta replaces the quotes that it names and leaves the others', () => {
  const first = receiveQuotes(null, {
    type: 'snapshot',
    seq: 1,
    at: 1,
    quotes: [quote('BTC-USDT', '60000.0'), quote('ETH-USDT', '3000.00')],
  })
  if (first.kind === 'gap') throw new Error('a snapshot is never a gap')
  const second = receiveQuotes(first.state, { type: 'delta', seq: 2, at: 2, quotes: [quote('BTC-USDT', '60001.5')] })
  if (second.kind === 'gap') throw new Error('the number after is no gap')
  expect([...second.state.quotes.values()].map((row) => row.price)).toEqual(['60001.5', '3000.00'])
})

test('a missing number, and a delta without a snapshot, are gaps', () => {
  const first = receiveQuotes(null, { type: 'snapshot', seq: 1, at: 1, quotes: [] })
  if (first.kind === 'gap') throw new Error('a snapshot is never a gap')
  expect(receiveQuotes(first.state, { type: 'delta', seq: 3, at: 2, quotes: [] })).toEqual({ kind: 'gap' })
  expect(receiveQuotes(null, { type: 'delta', seq: 1, at: 2, quotes: [] })).toEqual({ kind: 'gap' })
})
