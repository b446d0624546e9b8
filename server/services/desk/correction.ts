// Requests of ledger corrections; posted only after a second approval (kinds/correction.ts).

import { type CorrectionRow, proposeCorrectionStatements } from '#db/platform/proposal'
import { findUserById } from '#db/platform/user'
import { type Catalogue, WALLETS, findKnownAsset } from '#domain/catalogue'
import { REASON_LENGTH_MAX, type ReviewSummary } from '#domain/desk/review'
import { type AmountRefusal, encodeAmount, negate, parseAmount } from '#domain/money/amount'
import { type Outcome, done, refuse } from '#domain/outcome'
import { loadCatalogue } from '../catalogue'
import { type AuditRefusal, writeAudited } from './audit'
import { checkNotOwn } from './own-account'
import { type StaffMember, checkPermission } from './session'

export type CorrectionRefusal =
  | AuditRefusal
  | AmountRefusal
  | 'permission_missing'
  | 'own_account'
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

/** Opens the review; posts nothing. */
export async function proposeCorrection(
  env: Env,
  by: StaffMember,
  input: ProposeCorrection,
): Promise<Outcome<{ readonly correctionId: string }, CorrectionRefusal>> {
  const admitted = checkPermission(by, 'correction:propose')
  if (!admitted.ok) return admitted
  const [catalogue, user] = await Promise.all([loadCatalogue(env), findUserById(env.DB, input.userId)])
  const row = readCorrection(catalogue, by, input)
  if (!user) return refuse('user_not_found')
  const foreign = await checkNotOwn(env, by, { ...input, target: `user:${user.id}` })
  if (!foreign.ok) return foreign
  if (!row.ok) return row

  const { id, userId, wallet, assetId, amount, reason } = row.value
  const entry = {
    staffId: by.id,
    action: 'correction_proposed',
    target: `user:${userId}`,
    facts: { correction: id, wallet, asset: String(assetId), amount: encodeAmount(amount), reason },
    commandId: input.commandId,
    at: input.at,
  } as const
  const summary: ReviewSummary = { money: { assetId, amount }, lines: [{ label: 'wallet', value: wallet }], cells: [] }
  const written = await writeAudited(env, entry, {
    statements: proposeCorrectionStatements(env.DB, row.value, { commandId: input.commandId, summary }),
  })
  return written.ok ? done({ correctionId: id }) : written
}

function readCorrection(
  catalogue: Catalogue,
  by: StaffMember,
  input: ProposeCorrection,
): Outcome<CorrectionRow, CorrectionRefusal> {
  // Delisted assets may still have holders.
  const asset = findKnownAsset(catalogue, input.assetId)
  const wallet = WALLETS.find((name) => name === input.wallet)
  const reason = input.reason.trim()
  if (!asset) return refuse('asset_not_found')
  const isHome = wallet !== undefined && asset.wallets.includes(wallet)
  // Account rule: a wallet that does not accept the asset can be debited but never credited.
  if (!wallet || (input.direction === 'add' && !isHome)) return refuse('wallet_not_for_asset', { asset: asset.code })
  const size = parseAmount(asset, input.amount)
  if (!size.ok) return size
  if (size.value === 0n) return refuse('amount_not_positive')
  if (reason === '') return refuse('reason_missing')
  if (reason.length > REASON_LENGTH_MAX) return refuse('reason_too_long', { bound: String(REASON_LENGTH_MAX) })
  return done({
    // The command id is the key, which makes a retry idempotent.
    id: input.commandId,
    userId: input.userId,
    wallet,
    assetId: asset.id,
    amount: input.direction === 'add' ? size.value : negate(size.value),
    reason,
    proposedBy: by.id,
    proposedAt: input.at,
  })
}
