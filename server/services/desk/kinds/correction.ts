// Review of ledger corrections: after two approvals the Account posts a correction entry. Balances are never edited.

import { findCorrection } from '#db/platform/proposal'
import { WALLETS, findKnownAsset } from '#domain/catalogue'
import { type ReviewDecision, type ReviewFacts } from '#domain/desk/review'
import { encodeAmount, formatTrimmed } from '#domain/money/amount'
import { type Outcome, done, refuse } from '#domain/outcome'
import { callAccountForDesk } from '../account'
import { loadCatalogue } from '../../catalogue'
import { notify } from '../../messages'
import { reviewKind } from '../review-kind'

export const correctionReview = reviewKind({
  name: 'correction',
  approvalsNeeded: 2,
  roles: { read: ['finance', 'admin', 'auditor'], decide: ['finance', 'admin'] },
  concerns: 'user',
  columns: ['amount', 'wallet'],
  read: correctionFacts,
  approve: post,
  refuse: async (env, { subjectId }) =>
    (await findCorrection(env.DB, subjectId)) ? done(null) : refuse('correction_not_found'),
})

async function post(env: Env, decision: ReviewDecision): Promise<Outcome<unknown>> {
  const row = await findCorrection(env.DB, decision.subjectId)
  if (!row) return refuse('correction_not_found')
  const wallet = WALLETS.find((name) => name === row.wallet)
  if (!wallet) return refuse('wallet_not_for_asset')
  const { id, userId, assetId, amount, reason } = row
  const ref = `correction:${id}`
  const posted = await callAccountForDesk(env, userId, {
    type: 'correct',
    ...{ ref, assetId, wallet, amount: encodeAmount(amount) },
  })
  if (!posted.ok) return posted
  const asset = findKnownAsset(await loadCatalogue(env), assetId)
  const money = asset ? { amount: formatTrimmed(asset, amount), asset: asset.code } : null
  // Also notify offline users; a repeated decision sends the same message id.
  if (money) await notify(env, userId, { kind: 'balance_corrected', facts: { ...money, reason }, ref }, Date.now())
  return done(null)
}

async function correctionFacts(env: Env, subjectId: string): Promise<ReviewFacts | null> {
  const [catalogue, row] = await Promise.all([loadCatalogue(env), findCorrection(env.DB, subjectId)])
  if (!row) return null
  const asset = findKnownAsset(catalogue, row.assetId)
  // The sign alone shows whether the entry credits or debits.
  const sign = row.amount > 0n ? '+' : ''
  const amount = sign + (asset ? `${formatTrimmed(asset, row.amount)} ${asset.code}` : encodeAmount(row.amount))
  return {
    lines: [
      { label: 'amount', value: amount },
      { label: 'wallet', value: row.wallet },
      { label: 'reason', value: row.reason },
    ],
    images: [],
  }
}
