// Reasons of ledger entries and of their bills. Schemas, texts and filters use BILL_REASONS for the whole list.

import type { Wallet } from './catalogue'

/**
 * `moves` changes a balance. `stays` changes none, like a hold and its release: entries only, no bill. `line` is a fee taken with another
 * reason's entry: a line of that entry, so no entry has it.
 */
type Effect = 'moves' | 'stays' | 'line'

const REASONS = [
  ['deposit', 'moves'],
  ['withdrawal', 'moves'],
  ['withdrawal_fee', 'moves'],
  /** Money of the house that left with a withdrawal: the network's fee, or a wrong payment. */
  ['payout', 'stays'],
  ['convert', 'moves'],
  ['convert_fee', 'line'],
  ['withdrawal_hold', 'stays'],
  ['withdrawal_release', 'stays'],
  ['deposit_recall', 'stays'],
  ['deposit_returned', 'moves'],
  ['transfer', 'moves'],
  ['spot_fill', 'moves'],
  ['spot_fee', 'line'],
  ['spot_hold', 'stays'],
  ['spot_release', 'stays'],
  ['conditional_hold', 'stays'],
  ['conditional_release', 'stays'],
  ['futures_hold', 'stays'],
  ['futures_release', 'stays'],
  ['futures_fee', 'moves'],
  ['futures_result', 'moves'],
  ['futures_overnight', 'moves'],
  ['futures_liquidation_fee', 'moves'],
  ['options_hold', 'stays'],
  ['options_release', 'stays'],
  ['options_fee', 'moves'],
  ['options_loss', 'moves'],
  ['options_profit', 'moves'],
  ['game_won', 'moves'],
  ['game_lost', 'moves'],
  ['mining_hold', 'stays'],
  ['mining_release', 'stays'],
  ['mining_lock', 'moves'],
  ['mining_yield', 'moves'],
  ['mining_return', 'moves'],
  ['mining_penalty', 'moves'],
  ['ieo_hold', 'stays'],
  ['ieo_release', 'stays'],
  ['ieo_payment', 'moves'],
  ['ieo_delivery', 'moves'],
  ['ieo_lock', 'stays'],
  ['ieo_unlock', 'moves'],
  ['copy_share', 'moves'],
  ['stock_split', 'moves'],
  ['stock_dividend', 'moves'],
  ['stock_delisting', 'moves'],
  ['quiz_hold', 'stays'],
  ['quiz_release', 'stays'],
  ['quiz_stake', 'moves'],
  ['quiz_paid', 'moves'],
  ['nft_hold', 'stays'],
  ['nft_release', 'stays'],
  ['nft_margin_hold', 'stays'],
  ['nft_margin', 'moves'],
  ['nft_margin_back', 'moves'],
  ['nft_shared', 'stays'],
  ['nft_payment', 'moves'],
  ['nft_forfeited', 'stays'],
  ['nft_sold', 'moves'],
  ['nft_royalty', 'moves'],
  ['nft_forfeit_received', 'moves'],
  ['invest_hold', 'stays'],
  ['invest_release', 'stays'],
  ['invest_buy', 'moves'],
  ['invest_settled', 'moves'],
  ['invest_payout', 'moves'],
  ['invest_refund', 'moves'],
  ['buy', 'moves'],
  ['buy_reversed', 'moves'],
  ['loan_credit', 'moves'],
  ['loan_interest', 'stays'],
  ['loan_repaid', 'moves'],
  ['loan_liquidation_fee', 'line'],
  ['loan_insured', 'stays'],
  ['rebate', 'moves'],
  ['coupon_bonus', 'moves'],
  ['correction', 'moves'],
  ['demo_grant', 'moves'],
  ['demo_reset', 'moves'],
] as const satisfies readonly (readonly [reason: string, effect: Effect])[]

type Row = (typeof REASONS)[number]
export type BillReason = Row[0]
export type BalanceReason = Exclude<Row, readonly [string, 'stays']>[0]

export const BILL_REASONS: readonly BillReason[] = REASONS.map(([reason]) => reason)

export const ENTRY_REASONS: readonly BillReason[] = REASONS.flatMap(([reason, effect]) =>
  effect === 'line' ? [] : [reason],
)

export const changesBalance = (reason: BillReason): reason is BalanceReason =>
  REASONS.some(([each, effect]) => each === reason && effect !== 'stays')

/** Shares trade like coins in a wallet of their own: bill names for shares. */
const SHARE_WORDS = {
  spot_fill: 'share_fill',
  spot_fee: 'share_fee',
  spot_hold: 'share_hold',
  spot_release: 'share_release',
} as const

type ShareWord = (typeof SHARE_WORDS)[keyof typeof SHARE_WORDS]

const isOfOrder = (reason: BillReason): reason is keyof typeof SHARE_WORDS => Object.hasOwn(SHARE_WORDS, reason)

/** Text key of a bill. */
export const billWord = ({
  reason,
  wallet,
}: {
  readonly reason: BillReason
  readonly wallet: Wallet
}): `bill_${BillReason | ShareWord}` =>
  wallet === 'stocks' && isOfOrder(reason) ? `bill_${SHARE_WORDS[reason]}` : `bill_${reason}`
