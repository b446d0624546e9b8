// Forms of pages with the fields that they send, for bad-forms.rooms.test.ts. Where an endpoint asks for the same use case, its row of
// bad-input.ts is the form's row too.

import { type Field, type Fields, choice, decimal, optional, text, whole } from './bad-input-fields'

export interface FormRow {
  /** The folder of the page's route. */
  readonly route: string
  readonly params?: Readonly<Record<string, string>>
  readonly intent: string
  /** The endpoint whose row it has. */
  readonly endpoint?: string
  /** Fields of that row that the page says for the visitor. */
  readonly given?: readonly string[]
  /** Fields that have other names or kinds on the page, or none at the endpoint. */
  readonly fields?: Fields
  /** Choices that have a default at the endpoint, and none here. */
  readonly mustSay?: readonly string[]
}

const symbol = { symbol: 'BTC-USDT' }
const options = 'trade.options.$symbol'
const futures = 'trade.futures.$symbol'

export const FORMS: readonly FormRow[] = [
  { route: options, params: symbol, intent: 'place', endpoint: 'POST /v1/options/order', given: ['symbol'] },
  {
    route: 'game',
    intent: 'play',
    endpoint: 'POST /v1/game/round',
    given: ['under'],
    fields: { chance: decimal('49.5') },
  },
  { route: 'game', intent: 'renew', endpoint: 'POST /v1/game/seed' },
  {
    route: futures,
    params: symbol,
    intent: 'open',
    endpoint: 'POST /v1/futures/order',
    given: ['symbol'],
    mustSay: ['kind', 'mode'],
  },
  { route: futures, params: symbol, intent: 'close', endpoint: 'POST /v1/futures/close' },
  { route: futures, params: symbol, intent: 'cancel', endpoint: 'DELETE /v1/futures/order' },
  { route: futures, params: symbol, intent: 'stops', endpoint: 'POST /v1/futures/stops' },
  { route: futures, params: symbol, intent: 'margin', endpoint: 'POST /v1/futures/margin', mustSay: ['take'] },
  {
    route: 'quiz.$id',
    params: { id: '999999' },
    intent: 'bet',
    endpoint: 'POST /v1/quiz/bet',
    given: ['event_id'],
  },
  {
    route: 'quiz.$id',
    params: { id: '999999' },
    intent: 'object',
    endpoint: 'POST /v1/quiz/objection',
    given: ['event_id'],
  },
  { route: 'settings.limits', intent: 'set', endpoint: 'POST /v1/limits', mustSay: ['value'] },
  { route: 'settings.limits', intent: 'keep', endpoint: 'POST /v1/limits/keep' },
  { route: 'messages.all', intent: 'read_all', endpoint: 'POST /v1/messages/read-all' },
  {
    route: 'copy.traders.$id.follow',
    params: { id: '999999' },
    intent: 'follow',
    endpoint: 'POST /v1/copy/follow',
    given: ['trader_id'],
    fields: { agree: optional(choice('true')) },
  },
  {
    route: 'copy.traders.$id.follow',
    params: { id: '999999' },
    intent: 'stop',
    endpoint: 'POST /v1/copy/cancel',
    given: ['trader_id'],
  },
  { route: 'copy.mine', intent: 'hold', endpoint: 'POST /v1/copy/self-hold' },
  { route: 'copy.mine', intent: 'stop_trading', endpoint: 'POST /v1/copy/stop-trading' },
  {
    route: 'copy.apply',
    intent: 'apply',
    endpoint: 'POST /v1/copy/apply',
    // A box that is not ticked sends nothing, and the agreement is asked for.
    given: ['agree'],
  },
  {
    route: 'settings.identity._index',
    intent: 'submit',
    fields: {
      id_type: choice('id_card'),
      name: text('Alice Example'),
      card_id: text('TK1234567'),
      country: optional(choice('JP')),
    },
  },
  { route: 'nft.apply', intent: 'apply', endpoint: 'POST /v1/nft/apply' },
  { route: 'nft.mine.create', intent: 'send', endpoint: 'POST /v1/nft/submission' },
]

const amount = optional(decimal('1'))
const person: Field = whole('999999')

/** Forms whose pages have answers of their own: the sentence alone is looked at. */
export const OTHER_FORMS: readonly FormRow[] = [
  {
    route: 'trade.spot.$symbol',
    params: symbol,
    intent: 'place',
    fields: {
      side: choice('buy'),
      kind: choice('limit'),
      sizeIn: choice('base'),
      timeInForce: optional(choice('gtc')),
      isPostOnly: optional(choice('on')),
      plan: optional(choice('stop')),
      trailIn: optional(choice('amount')),
      wallet: optional(choice('margin')),
    },
  },
  { route: 'trade.spot.$symbol', params: symbol, intent: 'cancel', fields: { orderNo: whole('999999') } },
  { route: 'orders', intent: 'amend', fields: { orderNo: whole('999999') } },
  {
    route: 'assets.convert',
    intent: '',
    fields: { from: whole('1'), to: whole('3'), wallet: optional(choice('margin')) },
  },
  { route: 'assets.deposit._index', intent: '', fields: { asset: whole('1') } },
  { route: 'assets.deposit.bank', intent: '', fields: { asset: whole('3') } },
  {
    route: 'assets.withdraw',
    intent: '',
    fields: { asset: whole('3'), kind: choice('address'), payee: optional(whole('999999')) },
  },
  { route: 'settings.addresses._index', intent: '', fields: { id: whole('999999') } },
  { route: 'settings.addresses.new', intent: '', fields: { id: optional(whole('999999')), place: choice('3 TRC20') } },
  { route: 'loans._index', intent: '', fields: { term: person, amount: decimal('1'), margin: whole('3') } },
  { route: 'loans.$id', params: { id: '999999' }, intent: 'part', fields: { amount: decimal('1') } },
  { route: 'earn.lock.orders.$id', params: { id: '999999' }, intent: 'redeem', fields: { penalty: whole('0') } },
  { route: 'nft.artworks_.$id_.buy', params: { id: '1' }, intent: '', fields: { lot_id: whole('999999') } },
  { route: 'nft.mine._index', intent: 'pay', fields: { id: whole('999999') } },
  { route: 'coupons', intent: 'claim', fields: { coupon_id: whole('999999') } },
  { route: 'market', intent: '', fields: { currency_id: whole('1'), id: whole('0') } },
  { route: 'chat', intent: 'report', fields: { room: choice('en'), message_no: whole('999999') } },
  { route: 'login', intent: '', fields: { by: choice('email') } },
  { route: 'register', intent: 'send_code', fields: { by: choice('email') } },
  { route: 'forgot', intent: '', fields: { by: choice('email') } },
]

/** Forms of the desk: the step that each names, and whose fields they are. */
export const DESK_FORMS: readonly (FormRow & { readonly words: Readonly<Record<string, string>> })[] = [
  {
    route: 'admin.users_.$id',
    params: { id: '1' },
    intent: 'correct',
    fields: {
      direction: choice('add'),
      wallet: choice('change'),
      assetId: whole('3'),
      amount: decimal('25'),
      reason: text('why'),
    },
    words: {
      direction: 'direction',
      wallet: 'fact_wallet',
      assetId: 'fact_asset',
      amount: 'fact_amount',
      reason: 'fact_reason',
    },
  },
  {
    route: 'admin.users_.$id',
    params: { id: '1' },
    intent: 'flag',
    fields: { flag: choice('professional:grant'), reason: text('why') },
    words: { flag: 'fact_flag', reason: 'fact_reason' },
  },
  {
    route: 'admin.chat',
    intent: 'mute',
    fields: { room: choice('en'), no: whole('1'), minutes: whole('60'), reason: text('why') },
    words: { no: 'col_number', minutes: 'chat_mute_for', reason: 'fact_reason' },
  },
  {
    route: 'admin.traders',
    intent: 'stop-1',
    fields: { userId: whole('999999'), reason: text('why') },
    words: { userId: 'user_id', reason: 'fact_reason' },
  },
  {
    route: 'admin.nft',
    intent: 'hide-1',
    fields: { id: whole('999999'), reason: text('why') },
    words: { id: 'col_number', reason: 'fact_reason' },
  },
  {
    route: 'admin.statements',
    intent: 'assign-1',
    fields: { line: whole('999999'), reference: text('CM-1') },
    words: { line: 'col_number' },
  },
  {
    route: 'admin.coupons',
    intent: 'add',
    fields: {
      kind: choice('fee_discount'),
      share: optional(decimal('0.5')),
      days: optional(whole('7')),
      amount,
      assetId: optional(whole('3')),
      stock: whole('1'),
      useWithinDays: whole('30'),
      claimFrom: choice('2026-11-28T00:00'),
      claimUntil: choice('2026-12-28T00:00'),
    },
    words: {
      kind: 'fact_coupon',
      share: 'fact_share',
      days: 'fact_days',
      amount: 'fact_amount',
      assetId: 'fact_asset',
      stock: 'fact_stock',
      useWithinDays: 'fact_use_within',
      claimFrom: 'fact_from',
      claimUntil: 'fact_until',
    },
  },
]
