// Futures history on a live page: the rendered rows merged with rows from the channel.

import { expect, test } from 'vitest'
import type { FuturesCloseRow, FuturesHistoryRow, FuturesRow } from '#party/protocol/futures'
import { futuresHistory } from '../../app/live/futures-history'

const position = (positionNo: number, differs: Partial<FuturesRow> = {}): FuturesRow =>
  ({
    positionNo,
    symbol: 'BTC-USDT',
    state: 'open',
    lots: 10,
    lotsOrdered: 10,
    realised: '0',
    ...differs,
  }) as FuturesRow
const closed = (positionNo: number, id: number): FuturesCloseRow => ({ positionNo, id }) as FuturesCloseRow
const drawn = (row: FuturesRow, ...closes: FuturesCloseRow[]): FuturesHistoryRow => ({ ...row, closes })
const heard = (rows: { live?: FuturesRow[]; ended?: FuturesRow[]; closes?: FuturesCloseRow[] }) => ({
  live: [],
  ended: [],
  closes: [],
  ...rows,
})

test('a part that is closed while one looks joins the history with its close; what is whole does not', () => {
  const part = position(2, { lots: 7, realised: '500' })
  const told = heard({
    live: [position(3), part, position(4, { lots: 1, symbol: 'ETH-USDT' })],
    closes: [closed(2, 1)],
  })
  expect(futuresHistory(told, [], 'BTC-USDT')).toEqual([{ ...part, closes: [closed(2, 1)] }])
})

test('closes from before and since stand together, each once', () => {
  const before = drawn(position(2, { lots: 7 }), closed(2, 1))
  const ended = position(2, { lots: 0, state: 'closed' })
  const told = heard({ ended: [ended], closes: [closed(2, 1), closed(2, 5), closed(9, 6)] })
  expect(futuresHistory(told, [before], 'BTC-USDT')).toEqual([{ ...ended, closes: [closed(2, 1), closed(2, 5)] }])
})

test('what was drawn as ended stays as drawn, and without a channel all of it does', () => {
  const old = drawn(position(1, { lots: 0, state: 'closed' }), closed(1, 1), closed(1, 2))
  const told = heard({ ended: [position(1, { lots: 0, state: 'closed' })] })
  expect(futuresHistory(told, [old], 'BTC-USDT')).toEqual([old])
  expect(futuresHistory(undefined, [old], 'BTC-USDT')).toEqual([old])
})
