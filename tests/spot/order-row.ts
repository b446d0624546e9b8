// An order row as an account sends it, for read-only tests.

import type { SpotOrderRow } from '#party/protocol/account'

/** An open limit buy of 0.01 BTC at 60,000.0; `part` overrides fields. */
export const orderRow = (orderNo: number, part: Partial<SpotOrderRow> = {}): SpotOrderRow => ({
  orderNo,
  clientOrderId: null,
  symbol: 'BTC-USDT',
  side: 'buy',
  kind: 'limit',
  ticks: 600_000,
  lots: 1_000,
  budget: null,
  timeInForce: 'gtc',
  isPostOnly: false,
  state: 'open',
  closeReason: null,
  refusal: null,
  refusalFacts: {},
  lotsFilled: 0,
  quoteFilled: '0',
  fee: '0',
  openedAt: 1_000 + orderNo,
  updatedAt: 1_000 + orderNo,
  ...part,
})
