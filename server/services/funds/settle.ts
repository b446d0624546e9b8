// What the desk decided about deposits and withdrawals, carried out: the Account first, which moves the money once, then the row.
// A decision may come again after a crash; it ends the same.

import { changeDeposit, findDeposit } from '#db/platform/deposit'
import { changeWithdrawal, findWithdrawal } from '#db/platform/withdrawal'
import { encodeAmount } from '#domain/money/amount'
import { type Outcome, done, refuse } from '#domain/outcome'
import { tellAccount } from '../account-room'
import type { ReviewDecision } from '../reviews'
import { tellOfDeposit, tellOfWithdrawal } from './notice'

export type SettleRefusal = 'deposit_not_found' | 'deposit_not_open' | 'withdrawal_not_found' | 'withdrawal_not_open'

export async function settleDepositReview(env: Env, decision: ReviewDecision): Promise<Outcome<null, SettleRefusal>> {
  const row = await findDeposit(env.DB, parseInt(decision.subjectId, 10))
  if (!row) return refuse('deposit_not_found')
  const wanted = decision.verdict === 'approve' ? 'passed' : 'failed'
  if (row.state === wanted) return done(null)
  if (row.state !== 'review') return refuse('deposit_not_open')

  const isThere = decision.verdict === 'approve' ? await acceptDeposit(env, row) : await returnDeposit(env, row)
  if (!isThere) return refuse('deposit_not_open')
  const { reason, at } = decision
  const change = { state: wanted, reason, isCredited: wanted === 'passed', settledAt: at } as const
  // The Account has decided: whatever the row said meanwhile, it says so now.
  await changeDeposit(env.DB, { id: row.id, from: ['review', 'cancelled'] }, change)
  await tellOfDeposit(env, { ...row, reason }, wanted, at)
  return done(null)
}

type DepositRow = NonNullable<Awaited<ReturnType<typeof findDeposit>>>

/** Credits it, or lets the user keep what was credited before. */
async function acceptDeposit(env: Env, { id, userId, assetId, amount }: DepositRow): Promise<boolean> {
  const credit = { depositId: id, assetId, amount: encodeAmount(amount) }
  const { state } = await tellAccount(env, userId, { type: 'credit_deposit', ...credit })
  if (state !== 'recalled') return state !== 'returned'
  const kept = await tellAccount(env, userId, { type: 'settle_recall', depositId: id, verdict: 'keep' })
  return kept.state === 'kept'
}

/** Sends back what was credited; one that never was can be credited no more. */
async function returnDeposit(env: Env, { id, userId }: DepositRow): Promise<boolean> {
  const { state } = await tellAccount(env, userId, { type: 'settle_recall', depositId: id, verdict: 'return' })
  return state === 'returned'
}

export async function settleWithdrawalReview(
  env: Env,
  decision: ReviewDecision,
): Promise<Outcome<null, SettleRefusal>> {
  const row = await findWithdrawal(env.DB, parseInt(decision.subjectId, 10))
  if (!row) return refuse('withdrawal_not_found')
  const wanted = decision.verdict === 'approve' ? 'passed' : 'failed'
  if (row.state === wanted) return done(null)
  if (row.state !== 'review') return refuse('withdrawal_not_open')

  const verdict = decision.verdict === 'approve' ? 'capture' : 'release'
  const { state } = await tellAccount(env, row.userId, { type: 'settle_withdrawal', withdrawalId: row.id, verdict })
  // Given back already: its user was faster, and the row is about to say so.
  if (state !== (verdict === 'capture' ? 'captured' : 'released')) return refuse('withdrawal_not_open')
  const { reason, at } = decision
  const change = { state: wanted, reason, isCancelOwed: false, settledAt: at } as const
  await changeWithdrawal(env.DB, { id: row.id, from: ['review'] }, change)
  await tellOfWithdrawal(env, { ...row, reason }, wanted, at)
  return done(null)
}
