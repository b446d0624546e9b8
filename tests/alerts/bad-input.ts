// The endpoints of alerts with their fields, for tests/api/bad-input.rooms.test.ts.

import { type Fields, choice, decimal, optional, text, whole } from '../api/bad-input-fields'

export const ENDPOINTS: Readonly<Record<string, Fields>> = {
  'GET /v1/alerts': {},
  'GET /v1/alerts/history': {
    since: optional(whole('1')),
    until: optional(whole('2')),
    cursor: optional(whole('0')),
    page: optional(whole('1')),
    limit: optional(whole('10')),
  },
  'POST /v1/alerts/price': { symbol: text('BTC-USDT'), price: decimal('1') },
  'POST /v1/alerts/move': { symbol: text('BTC-USDT'), percent: decimal('5'), hours: choice('1') },
  'POST /v1/alerts/fill': { order_id: whole('999999') },
  'POST /v1/alerts/liquidation': { position_id: whole('999999'), percent: decimal('5') },
  'DELETE /v1/alerts': { alert_id: whole('999999') },
}
