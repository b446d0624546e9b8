// Pushes of a user's futures to existing clients, second by second.

import { describe, expect, test } from 'vitest'
import { heldOf, riskPercent } from '#domain/futures/appraisal'
import { crossRisk, resultAt, riskRate } from '#domain/futures/position'
import { amount } from '#domain/money/amount'
import { PositionsView } from '#party/gateway/positions-view'
import type { AccountSocketMessage } from '#party/protocol/account'
import type { FuturesRow } from '#party/protocol/futures'
import { BTC_USDT } from '../market/btc-usdt'

const row = (differs: Partial<FuturesRow> = {}): FuturesRow => ({
  positionNo: 7,
  symbol: 'BTC-USDT',
  assetId: 3,
  direction: 'long',
  mode: 'cross',
  kind: 'market',
  leverage: 10,
  lotsOrdered: 100,
  lots: 100,
  entrySteps: null,
  openSteps: 600_000,
  openIndexSteps: 599_880,
  margin: '600000000',
  marginAtOpen: '600000000',
  maintenanceRate: '500000',
  fee: '3000000',
  overnightPaid: '0',
  realised: '0',
  liquidationFees: '0',
  net: '-3000000',
  takeProfit: 610_000,
  stopLoss: null,
  takeProfitLots: null,
  stopLossLots: null,
  state: 'open',
  cause: null,
  closeAskedLots: null,
  terms: {
    version: 'v1',
    priceDecimals: 1,
    stepValue: '100',
    spread: '0',
    fee: '0',
    overnight: '0',
    liquidationFee: '0',
  },
  openReceiptId: null,
  acceptedAt: 0,
  openedAt: 1_000,
  endedAt: null,
  holder: null,
  ...differs,
})

/** Messages of the account's channel, with the fields that this view reads. */
const said = (type: 'snapshot' | 'event', positions: readonly FuturesRow[], available?: string) =>
  ({
    type,
    seq: 1,
    balances: available === undefined ? [] : [{ wallet: 'lever', assetId: 3, available, held: '0' }],
    futures: { positions, closes: [] },
  }) as unknown as AccountSocketMessage

const around = (steps: number) => ({ pairOf: () => BTC_USDT, priceOf: () => steps })

describe('a user with one position', () => {
  test('is told its figures at once, then with every price that changes them', () => {
    const view = new PositionsView()
    view.receive(said('snapshot', [row()], '400000000'))
    const told = view.payload(1_000, around(606_000)) as Record<string, string>
    const held = heldOf(row())
    if (!held) throw new Error('it is open')
    const risk = riskRate(crossRisk(amount(400_000_000n), [held], () => 606_000))
    expect(resultAt(held, 606_000)).toBe(60_000_000n)
    expect(told).toMatchObject({
      hazard_rate: riskPercent(risk),
      profits_all: '60.00000000',
      caution_money_all: '600.00000000',
      origin_caution_money_all: '600.00000000',
      trades_entrust: '[]',
    })
    expect(told['hazard_rate']).toBe('176.66')
    expect(JSON.parse(told['trades_cur'] ?? '')).toMatchObject([
      {
        id: 7,
        type: 1,
        share: 100,
        number: '0.10000000',
        profits: '60.00000000',
        target_profit_price: '61000.00000000',
      },
    ])
    expect(view.payload(2_000, around(606_000))).toBeNull()
    expect(view.payload(3_000, around(606_001))).toMatchObject({ profits_all: '60.01000000' })
  })

  test('is shown an order that waits with what it has set aside, not with nothing', () => {
    const view = new PositionsView()
    const waiting = row({
      state: 'pending',
      kind: 'limit',
      entrySteps: 590_000,
      openSteps: null,
      openedAt: null,
      margin: '0',
      marginAtOpen: '0',
      fee: '0',
      terms: { ...row().terms, fee: '50000' },
    })
    view.receive(said('snapshot', [waiting], '400000000'))
    const { trades_entrust } = view.payload(1_000, around(606_000)) as Record<string, string>
    expect(JSON.parse(trades_entrust ?? '')).toMatchObject([
      { status: 0, caution_money: '590.00000000', origin_caution_money: '590.00000000', trade_fee: '2.95000000' },
    ])
  })

  test('is told once that it is over, and then nothing more', () => {
    const view = new PositionsView()
    view.receive(said('snapshot', [row()], '400000000'))
    view.payload(1_000, around(606_000))
    view.receive(said('event', [row({ state: 'closed', lots: 0 })], '1060000000'))
    expect(view.payload(2_000, around(606_000))).toMatchObject({
      hazard_rate: '0.00',
      profits_all: '0.00000000',
      trades_all: '[]',
    })
    expect(view.payload(3_000, around(607_000))).toBeNull()
  })

  test('whoever holds nothing is told nothing', () => {
    const view = new PositionsView()
    view.receive(said('snapshot', [], '400000000'))
    expect(view.payload(1_000, around(606_000))).toBeNull()
  })
})

test('many positions are told less often', () => {
  const view = new PositionsView()
  view.receive(
    said(
      'snapshot',
      Array.from({ length: 50 }, (_, index) => row({ positionNo: index + 1 })),
      '0',
    ),
  )
  expect(view.payload(1_000, around(600_000))).not.toBeNull()
  expect(view.payload(2_000, around(600_001))).toBeNull()
  expect(view.payload(4_000, around(600_001))).not.toBeNull()
})
