// The fields of balances and transfers, for the test of bad input.

import { type Fields, choice, decimal, labelled, optional, whole } from '../api/bad-input-fields'

const walk = {
  asset: optional(choice('USDT')),
  since: optional(whole('1')),
  until: optional(whole('2')),
  cursor: optional(whole('0')),
  limit: optional(whole('10')),
}

export const ENDPOINTS: Readonly<Record<string, Fields>> = {
  'GET /v1/balances': { asset: optional(choice('USDT')), wallet: optional(choice('change')) },
  'GET /v1/candles': {
    symbol: choice('BTC-USDT'),
    period: choice('1min'),
    since: optional(whole('1')),
    until: optional(whole('2')),
    limit: optional(whole('10')),
  },
  'GET /v1/deposits': walk,
  'GET /v1/info': {},
  'GET /v1/keys/usage': {},
  'GET /v1/ledger': { ...walk, wallet: optional(choice('change')), reason: optional(choice('transfer')) },
  'GET /v1/status': {},
  'GET /v1/transfers': walk,
  'GET /v1/withdrawals': walk,
  'POST /v1/transfer': {
    asset: choice('USDT'),
    amount: decimal('1'),
    ...{ from: labelled('from_field', choice('change')), to: labelled('to_field', choice('legal')) },
  },
}
