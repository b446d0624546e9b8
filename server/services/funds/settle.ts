// What the desk decided about deposits and withdrawals, carried out: the Account first, which moves the money once, then the row.
// A decision may come again after a crash; it ends the same, and tells the user if that is what the crash has prevented.

import { changeDeposit, findDeposit } from '#db/platform/deposit'
import { findUserById } from '#db/platform/user'
import { changeWithdrawal, findWithdrawal } from '#db/platform/withdrawal'
import { reopenReview } from '#db/platform/review-request'
import { type Amount, decodeAmount, encodeAmount } from '#domain/money/amount'
import { type Outcome, done, refuse } from '#domain/outcome'
import { WITHDRAWAL_LOCK_MS, isWithdrawalLocked } from '#domain/security'
import { tellAccount } from '../account-room'
import { notify } from '../messages'
import type { ReviewDecision } from '../reviews'
import { tellOfDeposit, tellOfWithdrawal } from './notice'

export type SettleRefusal =
  | 'deposit_not_found'
  | 'deposit_not_open'
  | 'deposit_recalled'
  | 'withdrawal_not_found'
  | 'withdrawal_not_open'
  | 'withdrawals_frozen'
  | 'withdrawals_locked_yet'

export async function settleDepositReview(env: Env, decision: ReviewDecision): Promise<Outcome<null, SettleRefusal>> {
  const row = await findDeposit(env.DB, parseInt(decision.subjectId, 10))
  if (!row) return refuse('deposit_not_found')
  const wanted = decision.verdict === 'approve' ? 'passed' : 'failed'
  const { reason, at } = decision
  const tell = () => tellOfDeposit(env, { ...row, reason }, wanted, at, notify)
  if (row.state === wanted) {
    await tell()
    return done(null)
  }
  if (row.state !== 'review') return refuse('deposit_not_open')

  const settled = decision.verdict === 'approve' ? await acceptDeposit(env, row) : await returnDeposit(env, row)
  if (!settled) return refuse('deposit_not_open')
  const change = { state: wanted, reason, ...settled, settledAt: at } as const
  // The Account has decided: whatever the row said meanwhile, it says so now.
  await changeDeposit(env.DB, { id: row.id, from: ['review', 'cancelled'] }, change)
  await tell()
  return done(null)
}

type DepositRow = NonNullable<Awaited<ReturnType<typeof findDeposit>>>

/** What the row says of the money once the Account has decided: null when that is not what the desk wants. */
type Settled = { readonly isCredited: boolean; readonly missing: Amount | null } | null

/** Credits it, or lets the user keep what was credited before. */
async function acceptDeposit(env: Env, { id, userId, assetId, amount }: DepositRow): Promise<Settled> {
  const credit = { depositId: id, assetId, amount: encodeAmount(amount) }
  const { state } = await tellAccount(env, userId, { type: 'credit_deposit', ...credit })
  const isKept =
    state === 'recalled' &&
    (await tellAccount(env, userId, { type: 'settle_recall', depositId: id, verdict: 'keep' })).state === 'kept'
  return state === 'credited' || state === 'kept' || isKept ? { isCredited: true, missing: null } : null
}

/** Sends back what was credited, and notes what is owed of it; one that never was can be credited no more. */
async function returnDeposit(env: Env, { id, userId }: DepositRow): Promise<Settled> {
  const { state, missing } = await tellAccount(env, userId, { type: 'settle_recall', depositId: id, verdict: 'return' })
  return state === 'returned' ? { isCredited: false, missing: decodeAmount(missing) } : null
}

/**
 * Whether what secures the account was changed within the day before the decision: then what was asked for before waits too, as it may be a
 * thief's. A change after it does not count, so that a decision which comes again after a crash ends as it did.
 */
async function isLocked(env: Env, userId: number, decidedAt: number): Promise<boolean> {
  const until = (await findUserById(env.DB, userId))?.withdrawalsLockedUntil ?? null
  return until !== null && isWithdrawalLocked(until, decidedAt) && until - WITHDRAWAL_LOCK_MS <= decidedAt
}

export async function settleWithdrawalReview(
  env: Env,
  decision: ReviewDecision,
): Promise<Outcome<null, SettleRefusal>> {
  const row = await findWithdrawal(env.DB, parseInt(decision.subjectId, 10))
  if (!row) return refuse('withdrawal_not_found')
  const wanted = decision.verdict === 'approve' ? 'passed' : 'failed'
  const { reason, at } = decision
  const tell = () => tellOfWithdrawal(env, { ...row, reason }, wanted, at, notify)
  if (row.state === wanted) {
    await tell()
    return done(null)
  }
  if (row.state !== 'review') return refuse('withdrawal_not_open')

  const verdict = decision.verdict === 'approve' ? 'capture' : 'release'
  if (verdict === 'capture' && (await isLocked(env, row.userId, at))) {
    await reopenReview(env.DB, decision.reviewId, at)
    return refuse('withdrawals_locked_yet')
  }
  const told = { type: 'settle_withdrawal', withdrawalId: row.id, verdict } as const
  const { state, heldFor } = await tellAccount(env, row.userId, told)
  if (heldFor !== undefined) {
    // A deposit of its user is recalled, or the account was frozen meanwhile: nothing is paid out, and the desk looks at it anew.
    await reopenReview(env.DB, decision.reviewId, at)
    return refuse(heldFor)
  }
  // Given back already: its user was faster, and the row is about to say so.
  if (state !== (verdict === 'capture' ? 'captured' : 'released')) return refuse('withdrawal_not_open')
  const change = { state: wanted, reason, isCancelOwed: false, settledAt: at } as const
  await changeWithdrawal(env.DB, { id: row.id, from: ['review'] }, change)
  await tell()
  return done(null)
}
