// The endpoints of copy trading with their fields, for tests/api/bad-input.rooms.test.ts.

import { type Fields, choice, decimal, optional, text, whole } from '../api/bad-input-fields'

const walk = { since: optional(whole('1')), until: optional(whole('2')), cursor: optional(whole('0')) }
const paging = { page: optional(whole('1')), limit: optional(whole('10')) }
const limits = {
  margin_max: optional(decimal('1')),
  order_max: optional(decimal('1')),
  loss_max: optional(decimal('1')),
}

export const ENDPOINTS: Readonly<Record<string, Fields>> = {
  'GET /follow/index': paging,
  'GET /follow/traderDetail': { trader_user_id: whole('999999') },
  'GET /follow/historyTrade': { trader_user_id: whole('999999'), ...paging },
  'POST /follow/follow': { trader_user_id: whole('999999'), number: decimal('1'), type: choice('1') },
  'POST /follow/cancel': { follow_user_id: whole('999999'), copies: optional(choice('1')) },
  'POST /follow/selfHolding': { transaction_id: whole('999999') },
  'GET /v1/copy/terms': {},
  'GET /v1/copy/traders': { order: optional(choice('profit')), keyword: optional(text('tora')), ...paging },
  'GET /v1/copy/trader': { trader_id: whole('999999') },
  'GET /v1/copy/trades': { trader_id: whole('999999'), ...walk, ...paging },
  'POST /v1/copy/follow': { trader_id: whole('999999'), kind: choice('lots'), number: decimal('1'), ...limits },
  'POST /v1/copy/cancel': { trader_id: whole('999999'), copies: choice('keep') },
  'POST /v1/copy/self-hold': { position_id: whole('999999') },
  'GET /v1/copy/followings': {},
  'GET /v1/copy/copies': { trader_id: optional(whole('1')), state: optional(choice('live')), ...walk, ...paging },
  'POST /v1/copy/apply': {
    nickname: text('Mallory'),
    words: text('short'),
    share_percent: decimal('10'),
    agree: choice('true'),
  },
  'GET /v1/copy/application': {},
  'POST /v1/copy/stop-trading': {},
}
