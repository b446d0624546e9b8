// The fields of balances and transfers, for the test of bad input.

import { type Fields, choice, decimal, optional, whole } from '../api/bad-input-fields'

export const ENDPOINTS: Readonly<Record<string, Fields>> = {
  'GET /v1/balances': { asset: optional(choice('USDT')), wallet: optional(choice('change')) },
  'GET /v1/candles': {
    symbol: choice('BTC-USDT'),
    period: choice('1min'),
    since: optional(whole('1')),
    until: optional(whole('2')),
    limit: optional(whole('10')),
  },
  'GET /v1/ledger': {
    wallet: optional(choice('change')),
    asset: optional(choice('USDT')),
    reason: optional(choice('transfer')),
    since: optional(whole('1')),
    until: optional(whole('2')),
    cursor: optional(whole('0')),
    limit: optional(whole('10')),
  },
  'POST /v1/transfer': { asset: choice('USDT'), amount: decimal('1'), from: choice('change'), to: choice('legal') },
}
