// Corrections of a ledger: one person asks, another approves, and then the Account posts an entry of its own. Nobody edits a balance.

import { type CorrectionRow, findCorrection, proposeCorrectionStatements } from '#db/platform/proposal'
import { findUserById } from '#db/platform/user'
import { type Catalogue, WALLETS, findKnownAsset } from '#domain/catalogue'
import { REASON_LENGTH_MAX, type ReviewDecision, type ReviewFacts, hasEnoughApprovers } from '#domain/desk/review'
import { type AmountRefusal, encodeAmount, formatTrimmed, negate, parseAmount } from '#domain/money/amount'
import { type Outcome, done, refuse } from '#domain/outcome'
import { tellAccount } from '../account-room'
import { loadCatalogue } from '../catalogue'
import { type ActRefusal, act } from './audit'
import { type StaffMember, checkPermission } from './session'

export type CorrectionRefusal =
  | ActRefusal
  | AmountRefusal
  | 'permission_missing'
  | 'user_not_found'
  | 'asset_not_found'
  | 'wallet_not_for_asset'
  | 'amount_not_positive'
  | 'reason_missing'
  | 'reason_too_long'

export interface ProposeCorrection {
  readonly userId: number
  readonly assetId: number
  readonly wallet: string
  /** Plain decimal text, above zero. */
  readonly amount: string
  readonly direction: 'add' | 'take'
  readonly reason: string
  readonly commandId: string
  readonly at: number
}

/** Puts it before another person; nothing is posted. */
export async function proposeCorrection(
  env: Env,
  by: StaffMember,
  asked: ProposeCorrection,
): Promise<Outcome<{ readonly correctionId: string }, CorrectionRefusal>> {
  const admitted = checkPermission(by, 'correction:propose')
  if (!admitted.ok) return admitted
  const [catalogue, user] = await Promise.all([loadCatalogue(env), findUserById(env.DB, asked.userId)])
  const row = readCorrection(catalogue, by, asked)
  if (!user) return refuse('user_not_found')
  if (!row.ok) return row

  const { id, userId, wallet, assetId, amount, reason } = row.value
  const deed = {
    staffId: by.id,
    action: 'correction_proposed',
    target: `user:${userId}`,
    facts: { correction: id, wallet, asset: String(assetId), amount: encodeAmount(amount), reason },
    commandId: asked.commandId,
    at: asked.at,
  } as const
  const acted = await act(env, deed, { statements: proposeCorrectionStatements(env.DB, row.value, asked.commandId) })
  return acted.ok ? done({ correctionId: id }) : acted
}

function readCorrection(
  catalogue: Catalogue,
  by: StaffMember,
  asked: ProposeCorrection,
): Outcome<CorrectionRow, CorrectionRefusal> {
  // People go on holding what is listed no more.
  const asset = findKnownAsset(catalogue, asked.assetId)
  const wallet = WALLETS.find((name) => name === asked.wallet)
  const reason = asked.reason.trim()
  if (!asset) return refuse('asset_not_found')
  const isHome = wallet !== undefined && asset.wallets.includes(wallet)
  // As the Account has it: what lies where it does not belong may be taken, and nothing be put there.
  if (!wallet || (asked.direction === 'add' && !isHome)) return refuse('wallet_not_for_asset', { asset: asset.code })
  const size = parseAmount(asset, asked.amount)
  if (!size.ok) return size
  if (size.value === 0n) return refuse('amount_not_positive')
  if (reason === '') return refuse('reason_missing')
  if (reason.length > REASON_LENGTH_MAX) return refuse('reason_too_long', { bound: String(REASON_LENGTH_MAX) })
  return done({
    // Sent twice it is one correction.
    id: asked.commandId,
    userId: asked.userId,
    wallet,
    assetId: asset.id,
    amount: asked.direction === 'add' ? size.value : negate(size.value),
    reason,
    proposedBy: by.id,
    proposedAt: asked.at,
  })
}

/** Posts the entry when two people agreed; a rejected one posts nothing. */
export async function settleCorrection(env: Env, decision: ReviewDecision): Promise<Outcome<unknown>> {
  const row = await findCorrection(env.DB, decision.subjectId)
  if (!row) return refuse('correction_not_found')
  if (decision.verdict === 'reject') return done(null)
  // The dispatcher's rule, said again where money moves.
  if (!hasEnoughApprovers(decision)) return refuse('second_person_needed')
  const wallet = WALLETS.find((name) => name === row.wallet)
  if (!wallet) return refuse('wallet_not_for_asset')
  const { id, userId, assetId, amount } = row
  const request = { type: 'correct', ref: `correction:${id}`, assetId, wallet, amount: encodeAmount(amount) } as const
  return tellAccount(env, userId, request)
}

export async function correctionFacts(env: Env, subjectId: string): Promise<ReviewFacts | null> {
  const [catalogue, row] = await Promise.all([loadCatalogue(env), findCorrection(env.DB, subjectId)])
  if (!row) return null
  const asset = findKnownAsset(catalogue, row.assetId)
  // Which way it goes is all that tells a gift from a loss.
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
