// Payments of approved withdrawals: what goes wrong with one, and when a missing transaction counts as gone.

import { HOUR_MS, MINUTE_MS } from '../time'

/**
 * How the payments of a batch are made. evm: unsigned transactions, or a Safe's. psbt: one transaction of Bitcoin or Litecoin. plain:
 * instructions for another wallet. bank: transfers.
 */
export type PayoutMethod = 'evm' | 'psbt' | 'plain' | 'bank'

/**
 * failed: the chain rejected the transaction. replaced: another one took its nonce or inputs. dropped: no node knows it any more.
 * wrong_amount: the right address got another amount. wrong_target: nothing arrived at the address. paid_twice: a paid withdrawal was paid
 * again.
 */
export const PAYOUT_PROBLEMS = ['failed', 'replaced', 'dropped', 'wrong_amount', 'wrong_target', 'paid_twice'] as const
export type PayoutProblem = (typeof PAYOUT_PROBLEMS)[number]

/** sent: not final yet. paid: it paid its withdrawal. stray: money left by it that paid nothing. failed, gone: it moved nothing. */
export const SEND_STATES = ['sent', 'paid', 'stray', 'failed', 'gone'] as const

/** A replacement must stay visible this long, because a lagging node also shows one. */
const REPLACED_AFTER_MS = 10 * MINUTE_MS
const DROPPED_AFTER_MS = HOUR_MS
/** Watch time for transactions given up, which a miner may still include. */
export const GONE_WATCHED_MS = 14 * 24 * HOUR_MS
/** How long after its end a transaction is looked at again, and how often: a deep reorganisation may undo it. */
export const ENDED_WATCHED_MS = 24 * HOUR_MS
export const ENDED_LOOK_MS = 10 * MINUTE_MS
/** Payments in one batch: their numbers fit into one statement of D1. */
export const BATCH_MAX = 80
/** Longest text of signed transactions, or of transaction ids. */
export const SIGNED_LENGTH_MAX = 400_000

/** A transaction in the chain, as far as it concerns one withdrawal. */
interface PlacedPayout {
  readonly is: 'placed'
  readonly confirmations: number
  readonly hasFailed: boolean
  /** When its block was made; null where the network does not tell. */
  readonly minedAt: number | null
  /** What the withdrawal's address got, in the asset's smallest units. */
  readonly paid: bigint
  /** Of the whole transaction, in the network's coin; null where the network does not tell. */
  readonly networkFee: bigint | null
  /** Nonce of our source that it used, on an EVM network. */
  readonly nonce?: number
}

/** pending: known, not in a block. replaced: can never be mined any more. missing: unknown to the node. */
export type PayoutSight = PlacedPayout | { readonly is: 'pending' | 'replaced' | 'missing' }

export const isMissing = ({ is }: PayoutSight): boolean => is === 'missing' || is === 'replaced'

/**
 * True once the chain no longer shows an ended transaction as it was posted with `paid`. Too few confirmations decide nothing: the node may be
 * behind.
 */
export function isUndone(
  sight: PayoutSight,
  {
    paid,
    confirmationsMin,
    missedSince,
    now,
  }: {
    readonly paid: bigint
    readonly confirmationsMin: number
    readonly missedSince: number | null
    readonly now: number
  },
): boolean {
  if (sight.is === 'placed') return sight.confirmations >= confirmationsMin && sight.paid !== paid
  return paid > 0n && isMissing(sight) && missedSince !== null && now - missedSince >= DROPPED_AFTER_MS
}

/** Judges a sight of a payment; `missedSince` dates the first miss. Null while the sight decides nothing. */
export function judgePayout(
  sight: PayoutSight,
  facts: {
    readonly due: bigint
    readonly confirmationsMin: number
    readonly missedSince: number | null
    readonly now: number
  },
): 'paid' | Exclude<PayoutProblem, 'paid_twice'> | null {
  const { due, confirmationsMin, missedSince, now } = facts
  if (sight.is === 'pending') return null
  if (sight.is !== 'placed') {
    const [after, problem] =
      sight.is === 'replaced' ? ([REPLACED_AFTER_MS, 'replaced'] as const) : ([DROPPED_AFTER_MS, 'dropped'] as const)
    return missedSince !== null && now - missedSince >= after ? problem : null
  }
  if (sight.confirmations < confirmationsMin) return null
  if (sight.hasFailed) return 'failed'
  if (sight.paid === 0n) return 'wrong_target'
  return sight.paid === due ? 'paid' : 'wrong_amount'
}
