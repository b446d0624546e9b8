// Link of each message kind to its subject: a path with message facts as parameters (":order"). The compiler requires
// an entry for every kind.

import type { MessageKind } from '#domain/message'
import type { ShownMessage } from '#services/messages'

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

const PLACES: Readonly<Record<MessageKind, string>> = {
  deposit_passed: REQUESTS,
  deposit_failed: REQUESTS,
  withdrawal_requested: REQUESTS,
  withdrawal_passed: REQUESTS,
  withdrawal_failed: REQUESTS,
  balance_corrected: BILLS,
  security_changed: SECURITY,
  new_login: '/settings/security/sessions',
  account_frozen: '/support',
  account_unfrozen: '/assets',
  identity_passed: IDENTITY,
  identity_failed: IDENTITY,
  order_filled: '/orders?list=order_history',
  conditional_triggered: CONDITIONALS,
  conditional_refused: CONDITIONALS,
  futures_opened: FUTURES,
  futures_called_off: FUTURES,
  futures_take_profit: FUTURES,
  futures_stop_loss: FUTURES,
  futures_liquidated: FUTURES,
  option_settled: OPTION,
  option_void: OPTION,
  mining_returned: DEPOSIT,
  mining_renewed: DEPOSIT,
  mining_redeemed: DEPOSIT,
  ieo_allotted: TOKENS,
  ieo_delivered: TOKENS,
  copy_missed: `${COPIES}?list=missed`,
  copy_stopped: COPIES,
  copy_trader_closed: COPIES,
  copy_share_paid: COPIES,
  copy_share_received: COPIES,
  copy_application_passed: COPIES,
  copy_application_failed: '/copy/apply',
  copy_trader_stopped: '/copy/apply',
  nft_artist_listed: '/nft/apply',
  nft_artist_refused: '/nft/apply',
  nft_work_listed: WORKS,
  nft_work_refused: WORKS,
  nft_work_taken_down: WORKS,
  stock_split: SHARES,
  stock_dividend: SHARES,
  stock_delisted: SHARES,
  quiz_settled: '/quiz/:event',
  quiz_void: '/quiz/:event',
  nft_outbid: BIDS,
  nft_won: BIDS,
  nft_lost: BIDS,
  nft_called_off: BIDS,
  nft_forfeited: BIDS,
  nft_sold: BILLS,
  nft_royalty: BILLS,
  nft_forfeit_received: BILLS,
  invest_paid: DUAL,
  invest_void: DUAL,
  buy_done: PURCHASES,
  buy_expired: PURCHASES,
  buy_failed: PURCHASES,
  buy_refused: PURCHASES,
  buy_refunded: PURCHASES,
  buy_reversed: PURCHASES,
  support_answered: '/support/chat',
  loan_credited: LOAN,
  loan_refused: LOAN,
  loan_lapsed: LOAN,
  loan_called: MARGIN,
  loan_due_soon: LOAN,
  loan_overdue: LOAN,
  loan_selling: MARGIN,
  loan_sold: MARGIN,
  coupon_received: '/coupons',
  rebate_received: '/invite',
  vip_level_changed: '/settings/vip',
}

export const messageLink = ({ kind, facts }: Pick<ShownMessage, 'kind' | 'facts'>): string =>
  PLACES[kind].replace(/:(\w+)/, (_part, name: string) => encodeURIComponent(facts[name] ?? ''))
