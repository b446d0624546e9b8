// Deposits reported by users with a voucher, by coin or bank. Each is reviewed before crediting.

import {
  type DepositRow,
  cancelDepositRow,
  findDeposit,
  findDepositByCommand,
  insertReportedDeposit,
  isVoucherUsed,
  listUnopenedDeposits,
  openDepositReview,
} from '#db/platform/deposit'
import { readSettings } from '#db/platform/setting'
import { findUserById } from '#db/platform/user'
import { type Asset, findAsset, findKnownAsset } from '#domain/catalogue'
import { TOLD_WAITING_MAX, depositMemo, isBanked } from '#domain/funds/deposit'
import { type Amount, formatTrimmed, parseAmount } from '#domain/money/amount'
import { type Outcome, done, refuse } from '#domain/outcome'
import { checkFiatOrderCap, levelPassed } from '#domain/verification'
import type { Session } from '#session/session'
import { checkSession } from '../account-room'
import { loadCatalogue } from '../catalogue'
import { type Swept, sweepRows } from '../each-alone'
import { findUploadDigest } from '../uploads'
import { findReceivingPlace } from '../chains/networks'

export interface DepositForm {
  readonly kind: 'coin' | 'bank'
  readonly assetId: number
  /** Null: the asset's first; a bank has none. */
  readonly network: string | null
  /** Decimal text. */
  readonly amount: string
  /** Reference of the voucher's picture. */
  readonly voucher: string
}

/** Requests a deposit; a retry of the command returns the same deposit. */
export async function requestDeposit(
  env: Env,
  session: Session,
  { commandId, form }: { readonly commandId: string; readonly form: DepositForm },
  now: number,
): Promise<Outcome<{ readonly depositId: number }>> {
  const { userId } = session
  const [check, catalogue, known] = await Promise.all([
    checkSession(env, session),
    loadCatalogue(env),
    findDepositByCommand(env.DB, userId, commandId),
  ])
  if (!check.ok) return check
  // A retry must find its deposit even after the asset was delisted; a new deposit needs a listed one.
  const asset = (known ? findKnownAsset : findAsset)(catalogue, form.assetId)
  if (!asset || (!known && form.kind === 'bank' && !isBanked(asset))) return refuse('asset_not_found')
  const value = parseAmount(asset, form.amount)
  if (!value.ok) return value
  const asked = { userId, form, asset, value: value.value }
  if (known) return repeated(env, known, asked, now)
  const place = await findPlace(env, asked)
  if (!place.ok) return place
  const enough = checkMinimum(asset, place.value.network, value.value)
  if (!enough.ok) return enough
  const voucherDigest = await findUploadDigest(env, userId, form.voucher)
  if (voucherDigest === null) return refuse('voucher_missing')

  const { kind, voucher } = form
  const money = { kind, assetId: asset.id, ...place.value, amount: value.value, voucher, voucherDigest }
  await insertReportedDeposit(env.DB, { ...money, userId, commandId, createdAt: now }, TOLD_WAITING_MAX)
  const row = await findDepositByCommand(env.DB, userId, commandId)
  if (!row) {
    const isUsed = await isVoucherUsed(env.DB, voucherDigest)
    return isUsed ? refuse('voucher_used') : refuse('deposits_waiting', { max: String(TOLD_WAITING_MAX) })
  }
  return repeated(env, row, asked, now)
}

interface Asked {
  readonly userId: number
  readonly form: DepositForm
  readonly asset: Asset
  readonly value: Amount
}

async function isOfSame(env: Env, row: DepositRow, { userId, form, asset, value }: Asked): Promise<boolean> {
  if (row.kind !== form.kind || row.assetId !== asset.id || row.amount !== value) return false
  // Without a named network the first listed one was used, which may differ today, so it is not compared.
  if (form.kind === 'coin' && form.network !== null && row.network !== form.network) return false
  // A retry may have uploaded the same picture under another reference.
  if (row.voucher === form.voucher) return true
  const digest = await findUploadDigest(env, userId, form.voucher)
  return digest !== null && digest === row.voucherDigest
}

/** Opens the review if none exists yet. */
async function repeated(
  env: Env,
  row: DepositRow,
  input: Asked,
  now: number,
): Promise<Outcome<{ readonly depositId: number }>> {
  if (!(await isOfSame(env, row, input))) return refuse('command_id_reused')
  if (row.reviewedAt === null) await openDepositReview(env.DB, row, { from: ['review'], at: now })
  return done({ depositId: row.id })
}

interface DepositPlace {
  readonly network: string
  readonly address: string
  readonly memo: string
}

async function findPlace(env: Env, input: Asked): Promise<Outcome<DepositPlace>> {
  const { userId, asset } = input
  const { kind, network } = input.form
  if (kind === 'bank') return findBankTransfer(env, input)
  const listed = network === null ? asset.networks[0] : asset.networks.find(({ name }) => name === network)
  if (!listed) return refuse('network_not_found')
  if (!listed.isDepositOpen) return refuse('deposit_closed', { network: listed.name })
  return findReceivingPlace(env, userId, listed.name)
}

/** A bank transfer is matched by the reference written by its sender. Dollars converted to coins are a fiat order, capped by level. */
async function findBankTransfer(env: Env, { userId, asset, value }: Asked): Promise<Outcome<DepositPlace>> {
  const [bank, user] = await Promise.all([findBankPlace(env, userId), findUserById(env.DB, userId)])
  if (!bank) return refuse('deposit_closed', { network: 'USD' })
  const fits = checkFiatOrderCap(user ? levelPassed(user) : 0, { scale: asset.scale, amount: value })
  return fits.ok ? done({ network: '', address: '', memo: bank.reference }) : fits
}

/** Reference text of a bank transfer, by which the deposit is matched. */
const bankReference = (userId: number): string => `CM${depositMemo(userId)}`

function checkMinimum(asset: Asset, network: string, value: Amount): Outcome<null> {
  if (value === 0n) return refuse('amount_not_positive')
  const min = asset.networks.find(({ name }) => name === network)?.depositMin ?? value
  return value < min ? refuse('deposit_below_min', { asset: asset.code, min: formatTrimmed(asset, min) }) : done(null)
}

/** Cancels an undecided deposit of the user; chain deposits cannot be cancelled. */
export async function cancelDeposit(
  env: Env,
  session: Session,
  depositId: number,
  now: number,
): Promise<Outcome<null>> {
  const [check, row] = await Promise.all([checkSession(env, session), findDeposit(env.DB, depositId)])
  if (!check.ok) return check
  if (row?.userId !== session.userId) return refuse('deposit_not_found')
  if (row.state === 'cancelled') return done(null)
  if (row.kind === 'chain' || row.state !== 'review') return refuse('deposit_not_open')
  if (await cancelDepositRow(env.DB, row.id, now)) return done(null)
  // A concurrent second click gets the answer of the first.
  return (await findDeposit(env.DB, row.id))?.state === 'cancelled' ? done(null) : refuse('deposit_not_open')
}

/** Requests whose review a crash left unopened. */
export const sweepDeposits = async (env: Env, limit: number, now: number): Promise<Swept> =>
  sweepRows(await listUnopenedDeposits(env.DB, limit), limit, {
    work: (row) => openDepositReview(env.DB, row, { from: ['review'], at: now }),
    failed: ({ id }) => `deposit ${id}: not yet before the desk`,
  })

const BANK_KEYS = ['deposit_bank_name', 'deposit_bank_holder', 'deposit_bank_account', 'deposit_bank_swift'] as const

export interface BankPlace {
  readonly name: string
  readonly holder: string
  readonly account: string
  readonly swift: string
  /** Required reference text of the transfer. */
  readonly reference: string
}

/** The bank account that this site's settings name; null while they name none. */
export async function findBankPlace(env: Pick<Env, 'DB'>, userId: number): Promise<BankPlace | null> {
  const settings = await readSettings(env.DB, BANK_KEYS)
  const [name, holder, account, swift] = BANK_KEYS.map((key) => settings.get(key) ?? '') as [
    string,
    string,
    string,
    string,
  ]
  return account === '' ? null : { name, holder, account, swift, reference: bankReference(userId) }
}
