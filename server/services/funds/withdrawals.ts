// Withdrawals: drafted in the directory, held by the Account, opened for review. The sweep repairs a crash in between:
// a draft held by the Account continues, a draft unknown to the Account is voided.

import {
  type WithdrawalRow,
  changeWithdrawal,
  closeCancelled,
  draftWithdrawal,
  findWithdrawal,
  findWithdrawalByCommand,
  listPendingCancels,
  listStaleDrafts,
  openWithdrawalReview,
  pruneVoidWithdrawals,
} from '#db/platform/withdrawal'
import { findAsset } from '#domain/catalogue'
import { decodeAmount, encodeAmount } from '#domain/money/amount'
import { checkAvailable } from '#domain/money/available'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { StepUpProof } from '#domain/security'
import { type VerificationLevel, checkDailyWithdrawalLimit, levelPassed } from '#domain/verification'
import { DAY_MS, MINUTE_MS } from '#domain/time'
import type { WithdrawalStatus } from '#party/protocol/funds'
import type { Session } from '#session/session'
import { callAccount, checkSession, callAccountAsSystem } from '../account-room'
import { loadCatalogue } from '../catalogue'
import { type Swept, sweepRows, sweptTogether } from '../each-alone'
import { readOwnState } from '../security/owner'
import { screenNew, withdrawalSubject } from '../screening/subjects'
import { isSameTravel, sealTravel } from '../screening/travel-rule'
import { proveStepUp } from '../security/step-up'
import { notifyOfWithdrawal } from './notice'
import { type WithdrawalForm, type WithdrawalPlan, planWithdrawal } from './withdrawal-plan'
import { checkRepeat } from './withdrawal-repeat'

export interface WithdrawalCommand {
  readonly commandId: string
  readonly form: WithdrawalForm
  readonly proof: StepUpProof
}

/** Holds the money and opens the review. A retry of the command is the same withdrawal and needs no second proof. */
export async function requestWithdrawal(
  env: Env,
  session: Session,
  { commandId, form, proof }: WithdrawalCommand,
  now: number,
): Promise<Outcome<{ readonly withdrawalId: number }>> {
  const { userId } = session
  const [known, state] = await Promise.all([
    findWithdrawalByCommand(env.DB, userId, commandId),
    readOwnState(env, session, now),
  ])
  if (!state.ok) return state
  const { withdrawalsLockedUntil: lockedUntil } = state.value
  const level = levelPassed(state.value)
  if (known) return repeatWithdrawal(env, session, { known, form, level }, now)
  if (lockedUntil !== null) return refuse('withdrawals_locked', { until: formatInstant(lockedUntil) })
  const plan = await planWithdrawal(env, session, form, now)
  if (!plan.ok) return plan
  // Checked before the proof, so that no one-time code is spent above the limit; the Account decides when it holds the
  // amount.
  const fits = await precheckDailyWithdrawalLimit(env, session, level, plan.value)
  if (!fits.ok) return fits
  const proven = await proveStepUp(env, session, proof, now)
  if (!proven.ok) return proven

  const { travel, ...terms } = plan.value
  const travelSealed = await sealTravel(env, userId, travel)
  const row = { ...terms, travelSealed, userId, commandId, state: 'draft', createdAt: now } as const
  const draft = await draftWithdrawal(env.DB, row)
  if (!draft) return refuse('internal_error')
  // Of two racing requests with one command id the first was stored; this one may differ.
  if (!isSame(plan.value, draft) || !(await isSameTravel(env, draft, travel))) return refuse('command_id_reused')
  return holdDraft(env, session, { draft, level }, now)
}

interface Repeated {
  readonly known: WithdrawalRow
  readonly form: WithdrawalForm
  readonly level: 0 | VerificationLevel
}

async function repeatWithdrawal(
  env: Env,
  session: Session,
  { known, form, level }: Repeated,
  now: number,
): Promise<Outcome<{ readonly withdrawalId: number }>> {
  const repeated = await checkRepeat(env, known, form)
  if (!repeated.ok) return repeated
  // The Account forgets command outcomes after a day, so void the id again before requesting the hold.
  if (known.state === 'void')
    await callAccountAsSystem(env, known.userId, { type: 'void_withdrawal', withdrawalId: known.id })
  return holdDraft(env, session, { draft: known, level }, now)
}

/** Whether the stored withdrawal is the one asked for now. Fee and value may differ, because prices move. */
const isSame = (plan: WithdrawalPlan, row: WithdrawalRow): boolean =>
  plan.kind === row.kind &&
  plan.assetId === row.assetId &&
  plan.network === row.network &&
  plan.target === row.target &&
  plan.memo === row.memo &&
  plan.amount === row.amount &&
  plan.remark === row.remark

async function holdDraft(
  env: Env,
  session: Session,
  { draft, level }: { readonly draft: WithdrawalRow; readonly level: 0 | VerificationLevel },
  now: number,
): Promise<Outcome<{ readonly withdrawalId: number }>> {
  const held = await callAccount(env, session, {
    type: 'request_withdrawal',
    commandId: `withdraw:${draft.commandId}`,
    withdrawalId: draft.id,
    assetId: draft.assetId,
    amount: encodeAmount(draft.amount),
    terms: {
      fee: encodeAmount(draft.fee),
      btcValue: encodeAmount(draft.btcValue),
      level,
    },
  })
  if (!held.ok) {
    if (held.refusal.code === 'session_ended') return held
    await changeWithdrawal(env.DB, { id: draft.id, from: ['draft'] }, { state: 'void' })
    return held
  }
  if (draft.state === 'draft' || draft.state === 'void') {
    await openReview(env, draft, now)
  }
  return held
}

async function openReview(env: Env, row: WithdrawalRow, now: number): Promise<void> {
  await openWithdrawalReview(env.DB, row, now)
  await screenNew(env, await withdrawalSubject(env, row), now)
  await notifyOfWithdrawal(env, row, 'requested', now)
}

/** An amount above both limit and balance is refused for the balance, so that no user verifies an identity in vain. */
async function precheckDailyWithdrawalLimit(
  env: Env,
  session: Session,
  level: 0 | VerificationLevel,
  { assetId, amount, btcValue }: WithdrawalPlan,
): Promise<Outcome<null>> {
  const [use, catalogue] = await Promise.all([readWithdrawalUse(env, session), loadCatalogue(env)])
  if (!use.ok) return use
  const usedBtc = decodeAmount(use.value.btcUsed)
  const fits = checkDailyWithdrawalLimit(level, { usedBtc, askedBtc: btcValue })
  if (fits.ok) return fits
  const asset = findAsset(catalogue, assetId)
  const purse = use.value.balances.find((row) => row.wallet === 'change' && row.assetId === assetId)
  const available = decodeAmount(purse?.available ?? '0')
  const covered = asset ? checkAvailable(asset, { available, needed: amount }) : refuse('asset_not_found')
  return covered.ok ? fits : covered
}

/** Used part of the daily limit, and withdrawable balances. */
export const readWithdrawalUse = (env: Env, session: Session) => callAccount(env, session, { type: 'withdrawal_use' })

/** Cancels an unpaid withdrawal and releases its hold. */
export async function cancelWithdrawal(
  env: Env,
  session: Session,
  { commandId, withdrawalId }: { readonly commandId: string; readonly withdrawalId: number },
  now: number,
): Promise<Outcome<null>> {
  const [check, row] = await Promise.all([checkSession(env, session), findWithdrawal(env.DB, withdrawalId)])
  // Session check before the write, since the sweep executes a stored cancellation without one.
  if (!check.ok) return check
  if (row?.userId !== session.userId) return refuse('withdrawal_not_found')
  // A retry gets the same answer.
  if (row.state === 'cancelled') return done(null)
  // Written first, so that the sweep completes the row if a crash follows the Account's release.
  await changeWithdrawal(env.DB, { id: row.id, from: ['review'] }, { isCancelPending: true })
  const command = { type: 'cancel_withdrawal', commandId: `withdraw:${commandId}`, withdrawalId } as const
  const cancelled = await callAccount(env, session, command)
  if (cancelled.ok) {
    await closeCancelled(env.DB, row.id, now)
    return done(null)
  }
  const { state } = await callAccountAsSystem(env, row.userId, { type: 'void_withdrawal', withdrawalId })
  // The sweep may have executed this cancellation meanwhile.
  const isEnded = await endCancel(env, row, state, now)
  return isEnded && cancelled.refusal.code !== 'session_ended' ? done(null) : cancelled
}

/** The request that made a younger draft may still be running. */
const DRAFT_AGE_MS = 2 * MINUTE_MS
const VOID_RETENTION_MS = DAY_MS

/** Completes drafts and cancellations that a crash left half done between the directory and an Account. */
export async function sweepWithdrawals(env: Env, limit: number, now: number): Promise<Swept> {
  const [drafts, cancels] = await Promise.all([
    listStaleDrafts(env.DB, now - DRAFT_AGE_MS, limit),
    listPendingCancels(env.DB, limit),
  ])
  const [drafted, cancelled] = await Promise.all([
    sweepRows(drafts, limit, { work: (row) => finishDraft(env, row, now), failed: notSettled }),
    sweepRows(cancels, limit, { work: (row) => finishCancel(env, row, now), failed: notSettled }),
    pruneVoidWithdrawals(env.DB, now - VOID_RETENTION_MS),
  ])
  return sweptTogether([drafted, cancelled])
}

const notSettled = ({ id }: WithdrawalRow): string => `withdrawal ${id}: not yet settled`

async function finishDraft(env: Env, row: WithdrawalRow, now: number): Promise<void> {
  const { state } = await callAccountAsSystem(env, row.userId, { type: 'void_withdrawal', withdrawalId: row.id })
  if (state === 'void') await changeWithdrawal(env.DB, { id: row.id, from: ['draft'] }, { state: 'void' })
  else if (state === 'released' || state === 'cancelled') await closeCancelled(env.DB, row.id, now)
  else await openReview(env, row, now)
}

/** Completes a cancellation interrupted by a crash: an existing hold is released; an earlier decision of the desk wins. */
async function finishCancel(env: Env, row: WithdrawalRow, now: number): Promise<void> {
  const release = { type: 'settle_withdrawal', withdrawalId: row.id, verdict: 'cancel' } as const
  const { state } = await callAccountAsSystem(env, row.userId, release)
  await endCancel(env, row, state, now)
}

/**
 * Updates the row to the Account's state: cancelled (returns true) if the hold was released for it, otherwise drops the
 * cancel request.
 */
async function endCancel(env: Env, row: WithdrawalRow, state: WithdrawalStatus | null, now: number): Promise<boolean> {
  const isCancelled = state === 'cancelled' && row.state === 'review'
  if (isCancelled) await closeCancelled(env.DB, row.id, now)
  else
    await changeWithdrawal(
      env.DB,
      { id: row.id, from: ['review', 'approved', 'signing', 'sent', 'passed', 'failed'] },
      { isCancelPending: false },
    )
  return isCancelled
}

/** "2026-11-21 16:00 UTC", for a sentence. */
const formatInstant = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
