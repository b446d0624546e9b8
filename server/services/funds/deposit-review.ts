// Review of deposits before crediting. The Account moves the money once, then the row is updated. A decision repeated
// after a crash has the same result, and sends the user's notice if it was lost.

import { type DepositRow, changeDeposit, findDeposit } from '#db/platform/deposit'
import type { ReviewDecision } from '#domain/desk/review'
import { ROLES } from '#domain/desk/role'
import { type Amount, decodeAmount, encodeAmount } from '#domain/money/amount'
import { type Outcome, done, refuse } from '#domain/outcome'
import { callAccountAsSystem } from '../account-room'
import { reviewKind } from '../desk/review-kind'
import { notify } from '../messages'
import { mayApproveDeposit } from '../screening/subjects'
import { depositFacts } from './facts'
import { notifyOfDeposit } from './notice'

export const depositReview = reviewKind({
  name: 'deposit',
  approvalsNeeded: 2,
  roles: { read: ROLES, decide: ['reviewer', 'finance', 'admin'] },
  concerns: 'user',
  columns: ['amount', 'value', 'network'],
  read: depositFacts,
  checkApproval: async (env, subjectId) => {
    const row = await findDeposit(env.DB, parseInt(subjectId, 10))
    return row ? mayApproveDeposit(env, row) : done(null)
  },
  approve: (env, decision) => end(env, decision, { state: 'passed', settle: acceptDeposit }),
  refuse: (env, decision) => end(env, decision, { state: 'failed', settle: returnDeposit }),
})

/** Result in the Account for the deposit row; null when the Account had settled the deposit differently. */
type Settled = { readonly isCredited: boolean; readonly missing: Amount | null } | null

interface Ending {
  readonly state: 'passed' | 'failed'
  readonly settle: (env: Env, row: DepositRow) => Promise<Settled>
}

async function end(
  env: Env,
  { subjectId, reason, at }: ReviewDecision,
  { state, settle }: Ending,
): Promise<Outcome<null>> {
  const row = await findDeposit(env.DB, parseInt(subjectId, 10))
  if (!row) return refuse('deposit_not_found')
  const notifyUser = () => notifyOfDeposit(env, { ...row, reason }, state, at, notify)
  if (row.state === state) {
    await notifyUser()
    return done(null)
  }
  if (row.state !== 'review') return refuse('deposit_not_open')

  const settled = await settle(env, row)
  if (!settled) return refuse('deposit_not_open')
  // The Account has decided, so the row follows, even if the user has withdrawn the deposit meanwhile.
  await changeDeposit(
    env.DB,
    { id: row.id, from: ['review', 'cancelled'] },
    { state, reason, ...settled, settledAt: at },
  )
  await notifyUser()
  return done(null)
}

/** Credits the deposit, or keeps an earlier credit after a recall. */
async function acceptDeposit(env: Env, { id, userId, assetId, amount }: DepositRow): Promise<Settled> {
  const credit = { depositId: id, assetId, amount: encodeAmount(amount) }
  const { state } = await callAccountAsSystem(env, userId, { type: 'credit_deposit', ...credit })
  const isKept =
    state === 'recalled' &&
    (await callAccountAsSystem(env, userId, { type: 'settle_recall', depositId: id, verdict: 'keep' })).state === 'kept'
  return state === 'credited' || state === 'kept' || isKept ? { isCredited: true, missing: null } : null
}

/** Reverses a credit and records the uncovered amount. A deposit not yet credited can never be credited afterwards. */
async function returnDeposit(env: Env, { id, userId }: DepositRow): Promise<Settled> {
  const { state, missing } = await callAccountAsSystem(env, userId, {
    type: 'settle_recall',
    depositId: id,
    verdict: 'return',
  })
  return state === 'returned' ? { isCredited: false, missing: decodeAmount(missing) } : null
}
