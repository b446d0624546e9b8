// System messages of a user: kinds, their values, and channels besides the inbox. The texts are in locales/<language>/messages.json and are
// chosen when a message is read, in the reader's language.

/** Tabs of the inbox. */
export const MESSAGE_GROUPS = [
  'funds',
  'orders',
  'alerts',
  'earn',
  'security',
  'identity',
  'rewards',
  'service',
] as const
export type MessageGroup = (typeof MESSAGE_GROUPS)[number]

/** Channels besides the inbox. */
export const NOTICE_CHANNELS = ['mail', 'sms', 'push'] as const
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number]

interface KindRule {
  readonly group: MessageGroup
  /** Page of its subject; `:order` and the like are facts. */
  readonly page: string
  /**
   * Facts that the words fill in, as plain text: amounts as decimals ("0.5"), assets by code. The values of `change`, `level`, `scope`, `side`
   * and `coupon` are words themselves: `change_login_password` of messages.json is what `login_password` says.
   */
  readonly facts: readonly string[]
  /** Default channels for users without a choice. */
  readonly preset: readonly NoticeChannel[]
  /** Channels that can't be switched off, because an intruder would switch them off first. */
  readonly always: readonly NoticeChannel[]
}

/** Facts that are numbers, written as the reader's language does. All others are text, also when they are digits: orders, accounts, names. */
const NUMBERS = ['amount', 'price', 'total', 'threshold', 'start', 'percent']
export const isNumberFact = (name: string): boolean => NUMBERS.includes(name)

const MONEY = ['amount', 'asset'] as const
const BY_MAIL = { preset: ['mail', 'push'], always: [] } as const
const BY_MAIL_ALWAYS = { preset: ['mail', 'push'], always: ['mail'] } as const
const BY_PUSH = { preset: ['push'], always: [] } as const
const CLOSED = ['pair', 'order', 'amount', 'asset'] as const
const ORDER = ['amount', 'asset', 'total', 'quote'] as const

const REQUESTS = '/assets/requests'
const BILLS = '/assets/bills'
const FUTURES = '/orders/futures'
const OPTION = '/orders/seconds/:order'
const CONDITIONALS = '/orders?list=conditionals'
const DEPOSIT = '/earn/lock/orders/:order'
const TOKENS = '/ieo/orders'
const COPIES = '/copy/mine'
const SHARES = '/assets?wallet=stocks'
const BIDS = '/nft/mine'
const WORKS = '/nft/mine/artworks'
const DUAL = '/earn/invest/mine'
const PURCHASES = '/buy/orders'
const LOAN = '/loans/:order'
const MARGIN = '/loans?tab=live'
const IDENTITY = '/settings/identity'
const SECURITY = '/settings/security'

/** Every kind. Who adds one adds its words in eight languages: `<kind>_title` and `<kind>_text`. */
export const MESSAGE_KINDS = {
  deposit_passed: { group: 'funds', page: REQUESTS, facts: MONEY, ...BY_MAIL },
  deposit_failed: { group: 'funds', page: REQUESTS, facts: [...MONEY, 'reason'], ...BY_MAIL },
  withdrawal_requested: { group: 'funds', page: REQUESTS, facts: [...MONEY, 'target'], ...BY_MAIL_ALWAYS },
  withdrawal_passed: { group: 'funds', page: REQUESTS, facts: [...MONEY, 'target'], ...BY_MAIL },
  withdrawal_failed: { group: 'funds', page: REQUESTS, facts: [...MONEY, 'reason'], ...BY_MAIL },
  balance_corrected: { group: 'funds', page: BILLS, facts: [...MONEY, 'reason'], ...BY_MAIL },
  /** `change` is one of `SECURITY_CHANGES`. */
  security_changed: { group: 'security', page: SECURITY, facts: ['change'], ...BY_MAIL_ALWAYS },
  new_login: { group: 'security', page: '/settings/security/sessions', facts: ['device', 'place'], ...BY_MAIL_ALWAYS },
  /** `scope` is `trading` or `withdrawals`. */
  account_frozen: { group: 'security', page: '/support', facts: ['scope'], ...BY_MAIL },
  account_unfrozen: { group: 'security', page: '/assets', facts: ['scope'], ...BY_MAIL },
  /** `level` is `1` or `2`. */
  identity_passed: { group: 'identity', page: IDENTITY, facts: ['level'], ...BY_MAIL },
  identity_failed: { group: 'identity', page: IDENTITY, facts: ['level', 'reason'], ...BY_MAIL },
  /** An order that is over and was filled. Beside these its facts are `side`, `pair` and `order`, read from the order itself. */
  order_filled: { group: 'orders', page: '/orders?list=order_history', facts: ORDER, ...BY_PUSH },
  /** A conditional order triggered: its order was sent, or refused. */
  conditional_triggered: { group: 'orders', page: CONDITIONALS, facts: ['pair', 'order', 'price'], ...BY_PUSH },
  conditional_refused: { group: 'orders', page: CONDITIONALS, facts: ['pair', 'order', 'price'], ...BY_PUSH },
  /** An agent's order waits for its owner. `side` is a word itself, `total` price times quantity, or the budget. */
  agent_asks: {
    group: 'orders',
    page: '/settings/api',
    facts: ['agent', 'side', 'pair', 'total', 'quote', 'minutes'],
    ...BY_PUSH,
  },
  /** An agent may place no more orders today. */
  agent_loss_reached: { group: 'orders', page: '/settings/api', facts: ['agent', ...MONEY], ...BY_PUSH },
  /** Alerts that the user has set: `order` is that of an order or a position, `start` the first price of the span. */
  alert_price: { group: 'alerts', page: '/alerts', facts: ['pair', 'threshold', 'price'], ...BY_MAIL },
  alert_move: { group: 'alerts', page: '/alerts', facts: ['pair', 'percent', 'hours', 'start', 'price'], ...BY_MAIL },
  alert_fill: { group: 'alerts', page: '/orders', facts: ['pair', 'order', ...MONEY], ...BY_MAIL },
  alert_liquidation: { group: 'alerts', page: FUTURES, facts: ['pair', 'order', 'percent', 'price'], ...BY_MAIL },
  /** Of a futures position: `amount` is the pnl. */
  futures_opened: { group: 'orders', page: FUTURES, facts: ['pair', 'order', 'price'], ...BY_PUSH },
  futures_called_off: { group: 'orders', page: FUTURES, facts: ['pair', 'order'], ...BY_PUSH },
  futures_take_profit: { group: 'orders', page: FUTURES, facts: CLOSED, ...BY_PUSH },
  futures_stop_loss: { group: 'orders', page: FUTURES, facts: CLOSED, ...BY_PUSH },
  futures_liquidated: { group: 'orders', page: FUTURES, facts: CLOSED, ...BY_MAIL },
  /** Of an option: `amount` is the pnl. Options end within minutes, so only a void one is sent. */
  option_settled: { group: 'orders', page: OPTION, facts: ['pair', ...MONEY], preset: [], always: [] },
  option_void: { group: 'orders', page: OPTION, facts: ['pair', 'order'], ...BY_PUSH },
  /** Of a locked deposit: `amount` is its principal. */
  mining_returned: { group: 'earn', page: DEPOSIT, facts: ['order', ...MONEY], ...BY_PUSH },
  mining_renewed: { group: 'earn', page: DEPOSIT, facts: ['order', ...MONEY], ...BY_PUSH },
  mining_redeemed: { group: 'earn', page: DEPOSIT, facts: ['order', ...MONEY], preset: [], always: [] },
  /** Of a sale: `amount` of `applied` tokens; `paid` and `returned` are in `quote`. */
  ieo_allotted: {
    group: 'earn',
    page: TOKENS,
    facts: ['asset', 'applied', 'amount', 'paid', 'returned', 'quote'],
    ...BY_MAIL,
  },
  ieo_delivered: { group: 'earn', page: TOKENS, facts: [...MONEY, 'days'], ...BY_PUSH },
  /** Of copying: a trade that was not copied, a following that ended by itself, and shares of profit. */
  copy_missed: { group: 'orders', page: '/copy/mine?list=missed', facts: ['trader', 'pair'], ...BY_PUSH },
  copy_stopped: { group: 'orders', page: COPIES, facts: ['trader'], ...BY_MAIL },
  copy_trader_closed: { group: 'orders', page: COPIES, facts: ['trader'], ...BY_MAIL },
  copy_share_paid: { group: 'orders', page: COPIES, facts: ['trader', ...MONEY], ...BY_PUSH },
  copy_share_received: { group: 'rewards', page: COPIES, facts: MONEY, ...BY_PUSH },
  copy_application_passed: { group: 'identity', page: COPIES, facts: ['nickname'], ...BY_MAIL },
  copy_application_failed: { group: 'identity', page: '/copy/apply', facts: ['nickname', 'reason'], ...BY_MAIL },
  copy_trader_stopped: { group: 'identity', page: '/copy/apply', facts: ['reason'], ...BY_MAIL },
  /** Reviews of artists and works. */
  nft_artist_listed: { group: 'identity', page: '/nft/apply', facts: ['nickname'], ...BY_MAIL },
  nft_artist_refused: { group: 'identity', page: '/nft/apply', facts: ['nickname', 'reason'], ...BY_MAIL },
  nft_work_listed: { group: 'orders', page: WORKS, facts: ['name'], ...BY_MAIL },
  nft_work_refused: { group: 'orders', page: WORKS, facts: ['name', 'reason'], ...BY_MAIL },
  nft_work_taken_down: { group: 'orders', page: WORKS, facts: ['name', 'reason'], ...BY_MAIL },
  /** `ratio` is "4:1", `amount` the new balance. */
  stock_split: { group: 'orders', page: SHARES, facts: ['asset', 'ratio', 'amount'], ...BY_MAIL },
  stock_dividend: { group: 'orders', page: SHARES, facts: [...MONEY, 'share'], ...BY_MAIL },
  stock_delisted: { group: 'orders', page: SHARES, facts: [...MONEY, 'share'], ...BY_MAIL },
  /** Of a bet: `amount` is its profit or loss; `event` is its event's number. */
  quiz_settled: { group: 'orders', page: '/quiz/:event', facts: ['event', ...MONEY], ...BY_PUSH },
  quiz_void: { group: 'orders', page: '/quiz/:event', facts: ['event'], ...BY_PUSH },
  /** Of a sale: `work` is its name. `amount` is the margin, the bid or the proceeds. */
  nft_outbid: { group: 'orders', page: BIDS, facts: ['work', ...MONEY], ...BY_PUSH },
  nft_won: { group: 'orders', page: BIDS, facts: ['work', ...MONEY], ...BY_MAIL },
  nft_lost: { group: 'orders', page: BIDS, facts: ['work', ...MONEY], ...BY_PUSH },
  nft_called_off: { group: 'orders', page: BIDS, facts: ['work', ...MONEY], ...BY_MAIL },
  nft_forfeited: { group: 'orders', page: BIDS, facts: ['work', ...MONEY], ...BY_MAIL },
  nft_sold: { group: 'funds', page: BILLS, facts: ['work', ...MONEY], ...BY_MAIL },
  nft_royalty: { group: 'funds', page: BILLS, facts: ['work', ...MONEY], ...BY_PUSH },
  nft_forfeit_received: { group: 'funds', page: BILLS, facts: ['work', ...MONEY], ...BY_MAIL },
  /** Of an investment: `amount` is the payout or refund. */
  invest_paid: { group: 'earn', page: DUAL, facts: ['series', ...MONEY], ...BY_PUSH },
  invest_void: { group: 'earn', page: DUAL, facts: ['series', ...MONEY], ...BY_MAIL },
  /** Of an order with fiat: `order` is its reference. */
  buy_done: { group: 'funds', page: PURCHASES, facts: ['order', ...MONEY], ...BY_MAIL },
  buy_expired: { group: 'funds', page: PURCHASES, facts: ['order'], ...BY_PUSH },
  buy_failed: { group: 'funds', page: PURCHASES, facts: ['order'], ...BY_PUSH },
  buy_refused: { group: 'funds', page: PURCHASES, facts: ['order', 'reason'], ...BY_MAIL },
  buy_refunded: { group: 'funds', page: PURCHASES, facts: ['order', 'paid'], ...BY_MAIL },
  buy_reversed: { group: 'funds', page: PURCHASES, facts: ['order', ...MONEY], ...BY_MAIL },
  /** Support answered while the customer was away; `agent` is the staff name. */
  support_answered: { group: 'service', page: '/support/chat', facts: ['agent'], ...BY_MAIL },
  /** Of a loan: `order` is its number. `rate` is the margin wallet's rate and `bound` the passed limit, in percent. */
  loan_credited: { group: 'earn', page: LOAN, facts: ['order', ...MONEY], ...BY_MAIL },
  loan_refused: { group: 'earn', page: LOAN, facts: ['order', 'reason'], ...BY_MAIL },
  loan_lapsed: { group: 'earn', page: LOAN, facts: ['order', 'bound'], ...BY_MAIL },
  loan_called: { group: 'earn', page: MARGIN, facts: ['rate', 'bound'], ...BY_MAIL_ALWAYS },
  loan_due_soon: { group: 'earn', page: LOAN, facts: ['order', ...MONEY], ...BY_MAIL },
  loan_overdue: { group: 'earn', page: LOAN, facts: ['order', ...MONEY], ...BY_MAIL_ALWAYS },
  loan_selling: { group: 'earn', page: MARGIN, facts: ['rate'], ...BY_MAIL_ALWAYS },
  loan_sold: { group: 'earn', page: MARGIN, facts: ['rate'], ...BY_MAIL },
  /** `coupon` is `fee_discount`, `trial_bonus` or `rate_boost`. */
  coupon_received: { group: 'rewards', page: '/coupons', facts: ['coupon'], ...BY_PUSH },
  rebate_received: { group: 'rewards', page: '/invite', facts: MONEY, ...BY_PUSH },
  vip_level_changed: { group: 'rewards', page: '/settings/vip', facts: ['vip'], ...BY_PUSH },
} as const satisfies Readonly<Record<string, KindRule>>

export type MessageKind = keyof typeof MESSAGE_KINDS

/** Created by the Account in the turn of their event, and sent shortly after. All others come from the Worker's services. */
export const OWN_KINDS = [
  'account_frozen',
  'account_unfrozen',
  'order_filled',
  'conditional_triggered',
  'conditional_refused',
  'agent_asks',
  'agent_loss_reached',
  'alert_price',
  'alert_move',
  'alert_fill',
  'alert_liquidation',
  'futures_opened',
  'futures_called_off',
  'futures_take_profit',
  'futures_stop_loss',
  'futures_liquidated',
  'option_settled',
  'option_void',
  'mining_returned',
  'mining_renewed',
  'mining_redeemed',
  'ieo_allotted',
  'ieo_delivered',
  'copy_missed',
  'copy_stopped',
  'copy_trader_closed',
  'copy_share_paid',
  'copy_share_received',
  'stock_split',
  'stock_dividend',
  'stock_delisted',
  'quiz_settled',
  'quiz_void',
  'nft_outbid',
  'nft_won',
  'nft_lost',
  'nft_called_off',
  'nft_forfeited',
  'nft_sold',
  'nft_royalty',
  'nft_forfeit_received',
  'invest_paid',
  'invest_void',
  'loan_credited',
  'loan_called',
  'loan_due_soon',
  'loan_overdue',
  'loan_selling',
  'loan_sold',
  'coupon_received',
  'rebate_received',
  'vip_level_changed',
] as const
export type OwnKind = (typeof OWN_KINDS)[number]
export type NoticeKind = Exclude<MessageKind, OwnKind>

/** Values of a kind's text by name. */
export type NoticeFacts<Kind extends NoticeKind> = Readonly<
  Record<(typeof MESSAGE_KINDS)[Kind]['facts'][number], string>
>

/** Changes reported by `security_changed`. */
export const SECURITY_CHANGES = [
  'login_password',
  'pay_password',
  'mobile',
  'email',
  'totp_on',
  'totp_off',
  'totp_removed',
  'recovery_codes',
  'passkey_added',
  'passkey_removed',
  'api_key_added',
  'api_key_removed',
  'phrase',
  'signed_out',
  'account_closed',
  'payee',
  'payee_removed',
] as const
export type SecurityChange = (typeof SECURITY_CHANGES)[number]

export const ALL_KINDS = Object.keys(MESSAGE_KINDS) as MessageKind[]

export const groupOf = (kind: MessageKind): MessageGroup => MESSAGE_KINDS[kind].group

/** Kinds of one tab. */
export const kindsOf = (group: MessageGroup): MessageKind[] => ALL_KINDS.filter((kind) => groupOf(kind) === group)

/** Whether a kind goes out by a channel, when the user chose `chosen` (null: nothing). */
export function isSentBy(kind: MessageKind, channel: NoticeChannel, chosen: boolean | null): boolean {
  const { always, preset }: KindRule = MESSAGE_KINDS[kind]
  return always.includes(channel) || (chosen ?? preset.includes(channel))
}

export const isSwitchable = (kind: MessageKind, channel: NoticeChannel): boolean => {
  const { always }: KindRule = MESSAGE_KINDS[kind]
  return !always.includes(channel)
}

/** Whether quiet hours delay a kind. Mandatory kinds are sent at once: an intruder would act at night. */
export const isHeldQuiet = (kind: MessageKind): boolean => MESSAGE_KINDS[kind].always.length === 0

/** The push services of the browsers there are. An address elsewhere would let a user make our server call whom they like. */
const PUSH_SERVICES = ['fcm.googleapis.com', 'push.services.mozilla.com', 'push.apple.com', 'notify.windows.com']
const PUSH_ENDPOINT_LENGTH_MAX = 1_000

export function isPushEndpoint(text: string): boolean {
  const [, host = ''] = /^https:\/\/([a-z0-9.-]+)\/[\x21-\x7e]+$/.exec(text) ?? []
  const isKnown = PUSH_SERVICES.some((service) => host === service || host.endsWith(`.${service}`))
  return isKnown && text.length <= PUSH_ENDPOINT_LENGTH_MAX
}
