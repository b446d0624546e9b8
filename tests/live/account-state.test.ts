// The browser's own account: balances, open orders, and what ended or filled while it listened.

import { describe, expect, test } from 'vitest'
import type { AccountSocketMessage, BalanceRow, SpotFillRow, SpotOrderRow } from '#party/protocol/account'
import { type LiveAccount, receiveAccount } from '../../app/live/account-state'
import { conditionalRow } from '../conditional/row'
import { orderRow as order } from '../spot/order-row'

const usdt = (available: string, held: string): BalanceRow => ({ wallet: 'change', assetId: 3, available, held })
const btc = (available: string): BalanceRow => ({ wallet: 'change', assetId: 1, available, held: '0' })

const fill = (tradeNo: number, orderNo: number): SpotFillRow => ({
  tradeNo,
  orderNo,
  symbol: 'BTC-USDT',
  side: 'buy',
  role: 'maker',
  ticks: 600_000,
  lots: 1_000,
  fee: '1000',
  isOfHouse: false,
  at: 5_000,
})

const snapshot: Snapshot = {
  type: 'snapshot',
  seq: 4,
  balances: [usdt('40000000000', '60000000000')],
  spot: { openOrders: [order(1), order(2)], endedOrders: [], fills: [] },
  futures: { positions: [] },
  options: { orders: [] },
  mining: { deposits: [] },
  conditional: { orders: [] },
  copy: { followings: [], copies: [] },
  invest: { orders: [] },
  loan: { loans: [], called: 0, sellingSince: null },
  messages: { unread: 3 },
  promotion: { level: 0, coupon: null },
  alerts: { alerts: [] },
}
type Snapshot = Extract<AccountSocketMessage, { type: 'snapshot' }>
const snapshotWith = (seq: number, spot: Partial<Snapshot['spot']>): Snapshot => ({
  ...snapshot,
  seq,
  spot: { ...snapshot.spot, ...spot },
})
const event = (
  seq: number,
  {
    balances = [],
    orders = [],
    fills = [],
  }: { balances?: BalanceRow[]; orders?: SpotOrderRow[]; fills?: SpotFillRow[] },
): AccountSocketMessage => ({ type: 'event', seq, at: 6_000, balances, spot: { orders, fills } })

function after(...messages: AccountSocketMessage[]): LiveAccount {
  let state: LiveAccount | null = null
  for (const message of messages) {
    const heard = receiveAccount(state, message)
    if (heard?.kind !== 'current') throw new Error('a gap')
    state = heard.state
  }
  if (!state) throw new Error('nothing was heard')
  return state
}

describe('an account in a browser', () => {
  test("Alice's resting order fills: it leaves the open orders, and her balances are those of the event", () => {
    const filled = order(1, { state: 'filled', lotsFilled: 1_000, updatedAt: 9_000 })
    const state = after(
      snapshot,
      event(5, { orders: [filled], balances: [usdt('40000000000', '0'), btc('999000')], fills: [fill(11, 1)] }),
    )
    expect(state.spot.openOrders.map((row) => row.orderNo)).toEqual([2])
    expect(state.spot.endedOrders).toEqual([filled])
    expect(state.balances).toEqual([usdt('40000000000', '0'), btc('999000')])
    expect(state.spot.fills.map((row) => row.tradeNo)).toEqual([11])
  })

  test('a new order stands first among the open ones', () => {
    const state = after(snapshot, event(5, { orders: [order(3, { state: 'pending' })] }))
    expect(state.spot.openOrders.map((row) => row.orderNo)).toEqual([3, 2, 1])
  })

  test('an event that skips a number is a gap', () => {
    expect(receiveAccount(after(snapshot), event(6, {}))).toEqual({ kind: 'gap' })
  })

  test('an event heard twice is told once', () => {
    const once = after(snapshot, event(5, { fills: [fill(11, 1)] }))
    expect(receiveAccount(once, event(5, { fills: [fill(11, 1)] }))).toEqual({ kind: 'current', state: once })
  })

  test('what an event does not tell stays as it was', () => {
    const read = { type: 'event', seq: 5, at: 6_000, balances: [], messages: { unread: 2 } } as const
    expect(after(snapshot, read)).toEqual({ ...after(snapshot), seq: 5, messages: { unread: 2 } })
    const raised = { type: 'event', seq: 6, at: 6_000, balances: [], promotion: { level: 1, coupon: null } } as const
    expect(after(snapshot, read, raised)).toMatchObject({ messages: { unread: 2 }, promotion: { level: 1 } })
  })

  test('a fresh snapshot keeps what ended before it, for the history on the page', () => {
    const filled = order(1, { state: 'filled', updatedAt: 9_000 })
    const state = after(snapshot, event(5, { orders: [filled] }), snapshotWith(20, { openOrders: [order(2)] }))
    expect(state.spot.endedOrders).toEqual([filled])
    expect(state.seq).toBe(20)
  })

  test('fills from before are not told as news by the first snapshot, nor by one after a gap', () => {
    const known = [fill(10, 1), fill(9, 1)]
    const before = snapshotWith(4, { fills: known })
    const state = after(before, snapshotWith(400, { fills: [fill(11, 1), ...known] }))
    expect(after(before).spot.fills).toEqual([])
    expect(state.spot.fills.map((row) => row.tradeNo)).toEqual([11])
  })

  test('a snapshot after a gap brings what ended and filled in between, each once', () => {
    const filled = order(1, { state: 'filled', lotsFilled: 1_000, updatedAt: 9_000 })
    const state = after(
      snapshot,
      event(5, { fills: [fill(11, 2)] }),
      snapshotWith(400, { openOrders: [order(2)], endedOrders: [filled], fills: [fill(12, 1), fill(11, 2)] }),
    )
    expect(state.spot.endedOrders).toEqual([filled])
    expect(state.spot.fills.map((row) => row.tradeNo)).toEqual([12, 11])
  })
})

test('conditional orders: those that wait, and those that ended while it listened', () => {
  const waiting = [conditionalRow(), conditionalRow({ conditionalNo: 2 })]
  const triggered = [conditionalRow({ state: 'triggered' })]
  const { conditional } = after(
    { ...snapshot, conditional: { orders: waiting } },
    { type: 'event', seq: 5, at: 6_000, balances: [], conditional: { orders: triggered } },
  )
  expect(conditional).toMatchObject({ live: [{ conditionalNo: 2 }], ended: [{ conditionalNo: 1, state: 'triggered' }] })
})
