// The fields of balances and transfers, for the test of bad input.

import { type Fields, choice, decimal, optional } from '../api/bad-input-fields'

export const ENDPOINTS: Readonly<Record<string, Fields>> = {
  'GET /v1/balances': { asset: optional(choice('USDT')), wallet: optional(choice('change')) },
  'POST /v1/transfer': { asset: choice('USDT'), amount: decimal('1'), from: choice('change'), to: choice('legal') },
}
