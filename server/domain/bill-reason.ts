// Why money moved in an account: the reasons of ledger entries and of the bills that they make. Every feature has its list; whoever
// needs them all (schemas, words, choices of a list) takes BILL_REASONS.

const REASONS = {
  funds: [
    'deposit',
    'withdrawal',
    'withdrawal_fee',
    'convert',
    'convert_fee',
    'withdrawal_hold',
    'withdrawal_release',
    'deposit_recall',
    'deposit_returned',
  ],
  wallet: ['transfer'],
  spot: ['spot_fill', 'spot_fee', 'spot_hold', 'spot_release'],
  promotion: ['rebate', 'coupon_bonus'],
  oversight: ['correction'],
  demo: ['demo_grant'],
} as const

export type BillReason = (typeof REASONS)[keyof typeof REASONS][number]

export const BILL_REASONS: readonly BillReason[] = Object.values(REASONS).flat()

/** A hold and its release change no balance, so no bill has these: they are reasons of entries only. */
const BALANCE_STAYS = ['spot_hold', 'spot_release', 'deposit_recall', 'withdrawal_hold', 'withdrawal_release'] as const
export type BalanceReason = Exclude<BillReason, (typeof BALANCE_STAYS)[number]>

/** Fees that are taken with what they are for are lines of its entry: no entry has these. */
const LINE_ONLY: readonly BillReason[] = ['spot_fee', 'convert_fee']

export const ENTRY_REASONS: readonly BillReason[] = BILL_REASONS.filter((reason) => !LINE_ONLY.includes(reason))

export const changesBalance = (reason: BillReason): reason is BalanceReason =>
  !(BALANCE_STAYS as readonly BillReason[]).includes(reason)
