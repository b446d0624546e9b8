// Deposits and withdrawals for their owner: list, details with timeline, CSV export.

import { findDeposit, type DepositRow, type RecordFilter } from '#db/platform/deposit'
import {
  type FundsPlaces,
  type FundsRow,
  type FundsRows,
  listDeposits,
  listFundsRows,
  listFundsRowsAfter,
  listWithdrawals,
} from '#db/platform/funds-record'
import { type WithdrawalRow, findWithdrawal } from '#db/platform/withdrawal'
import { type Asset, type Catalogue, findKnownAsset } from '#domain/catalogue'
import { maskedCard } from '#domain/funds/card'
import { type DepositKind, type DepositState, REORGANISED } from '#domain/funds/deposit'
import type { WithdrawalKind, WithdrawalState } from '#domain/funds/withdrawal'
import { ZERO, formatAmount, subtract } from '#domain/money/amount'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { Session } from '#session/session'
import { checkSession } from '../account-room'
import { loadCatalogue } from '../catalogue'

type RecordType = 'deposit' | 'withdrawal'

/** Amounts are decimal text with every decimal of the asset. */
export interface FundsRecord {
  /** "d12" or "w7": its place under /assets/requests. */
  readonly key: string
  readonly type: RecordType
  readonly id: number
  readonly kind: DepositKind | WithdrawalKind
  readonly assetId: number
  readonly code: string
  readonly logo: string
  /** Empty for banks and cards. */
  readonly network: string
  readonly amount: string
  readonly fee: string
  readonly arrival: string
  readonly state: DepositState | WithdrawalState
  /** Reason visible to the user; empty without one. */
  readonly reason: string
  /** The deposit's block was replaced; staff review it. */
  readonly isReorganised: boolean
  /** Address, or masked card number with its last digits. */
  readonly target: string
  readonly memo: string
  readonly remark: string
  readonly txId: string
  readonly voucher: string
  readonly confirmations: number
  readonly confirmationsMin: number
  readonly canCancel: boolean
  readonly createdAt: number
  readonly reviewedAt: number | null
  readonly settledAt: number | null
}

export interface RecordChoice {
  readonly type?: RecordType | undefined
  readonly kind?: FundsRecord['kind'] | undefined
  readonly assetId?: number | undefined
  readonly states?: readonly string[] | undefined
  /** From 1. */
  readonly page: number
  readonly limit: number
}

/** The merged list reads all rows before a page, so it ends here. Each list alone, and the file, are complete. */
const MERGED_MAX = 2_000

export async function listRecords(
  env: Env,
  session: Session,
  { type, kind, assetId, states, page, limit }: RecordChoice,
): Promise<Outcome<{ readonly rows: readonly FundsRecord[]; readonly total: number }>> {
  const filter = { userId: session.userId, kind, assetId, states, offset: (page - 1) * limit, limit }
  const [check, catalogue, listed] = await Promise.all([
    checkSession(env, session),
    loadCatalogue(env),
    readRows(env, type, filter),
  ])
  if (!check.ok) return check
  return done({ rows: listed.rows.flatMap((row) => showRow(catalogue, row)), total: listed.total })
}

/** Records of one list after the record `before`, newest first, without a count; null begins the list. */
export async function listRecordsBefore(
  env: Env,
  session: Session,
  { type, before, assetId, from, until, limit }: RecordWalk,
): Promise<Outcome<readonly FundsRecord[]>> {
  const [check, catalogue, last] = await Promise.all([
    checkSession(env, session),
    loadCatalogue(env),
    before === null ? null : findRow(env, type, before),
  ])
  if (!check.ok) return check
  if (before !== null && last?.row.userId !== session.userId) return refuse('record_not_found')
  const filter = { userId: session.userId, assetId, from, until, limit }
  const rows = await listFundsRowsAfter(env.DB, filter, { type, places: { [type]: last?.row } })
  return done(rows.flatMap((row) => showRow(catalogue, row)))
}

interface RecordWalk extends Pick<RecordChoice, 'assetId' | 'limit'> {
  readonly type: RecordType
  /** Id of the last record that was told. */
  readonly before: number | null
  /** `from` inclusive, `until` exclusive. */
  readonly from?: number | undefined
  readonly until?: number | undefined
}

const readRows = (env: Env, type: RecordType | undefined, filter: RecordFilter): Promise<FundsRows> => {
  if (type === 'deposit') return listDeposits(env.DB, filter)
  return type === 'withdrawal' ? listWithdrawals(env.DB, filter) : listFundsRows(env.DB, filter, MERGED_MAX)
}

/** Record by key. Records of other users get "not found". */
export async function getRecord(env: Env, session: Session, key: string): Promise<Outcome<FundsRecord>> {
  const match = /^([dw])([1-9]\d{0,14})$/.exec(key)
  if (!match) return refuse('record_not_found')
  const id = parseInt(match[2] ?? '', 10)
  const [check, catalogue, found] = await Promise.all([
    checkSession(env, session),
    loadCatalogue(env),
    findRow(env, match[1] === 'd' ? 'deposit' : 'withdrawal', id),
  ])
  if (!check.ok) return check
  const [record] = found?.row.userId === session.userId ? showRow(catalogue, found) : []
  return record ? done(record) : refuse('record_not_found')
}

async function findRow(env: Env, type: RecordType, id: number): Promise<FundsRow | null> {
  if (type === 'deposit') {
    const row = await findDeposit(env.DB, id)
    return row && { type, row }
  }
  const row = await findWithdrawal(env.DB, id)
  return row && { type, row }
}

function showRow(catalogue: Catalogue, { type, row }: FundsRow): FundsRecord[] {
  const asset = findKnownAsset(catalogue, row.assetId)
  if (!asset) return []
  if (type === 'deposit') return [showDeposit(asset, row)]
  const { state } = row
  return state === 'draft' || state === 'void' ? [] : [showWithdrawal(asset, row, state)]
}

const shared = ({ id: assetId, code, logo }: Asset) => ({ assetId, code, logo })

function showDeposit(asset: Asset, row: DepositRow): FundsRecord {
  const { id, kind, network, state, memo, voucher, confirmations, confirmationsMin } = row
  const { createdAt, reviewedAt, settledAt } = row
  const isReorganised = row.reason === REORGANISED
  const money = formatAmount(asset, row.amount)
  return {
    ...shared(asset),
    ...{ id, kind, network, state, memo, voucher, confirmations, confirmationsMin, createdAt, reviewedAt, settledAt },
    key: `d${id}`,
    type: 'deposit',
    amount: money,
    fee: formatAmount(asset, ZERO),
    arrival: money,
    reason: isReorganised ? '' : row.reason,
    isReorganised,
    target: row.address,
    remark: '',
    txId: row.txId ?? '',
    canCancel: kind !== 'chain' && state === 'review',
  }
}

function showWithdrawal(asset: Asset, row: WithdrawalRow, state: WithdrawalState): FundsRecord {
  const { id, kind, network, memo, remark, reason, amount, fee, createdAt, settledAt, txId } = row
  const { confirmations, confirmationsMin } = row
  return {
    ...shared(asset),
    ...{ id, kind, network, state, memo, remark, reason, createdAt, settledAt, txId, confirmations, confirmationsMin },
    key: `w${id}`,
    type: 'withdrawal',
    amount: formatAmount(asset, amount),
    fee: formatAmount(asset, fee),
    arrival: formatAmount(asset, subtract(amount, fee)),
    isReorganised: false,
    target: kind === 'address' ? row.target : maskedCard(row.target),
    voucher: '',
    canCancel: state === 'review',
    reviewedAt: createdAt,
  }
}

const ROWS_PER_READ = 500

/** All matching rows, newest first, part after part: for a file. */
export async function* eachRecordPage(
  env: Env,
  session: Session,
  { type, kind, assetId, states }: Omit<RecordChoice, 'page' | 'limit'>,
): AsyncGenerator<Outcome<readonly FundsRecord[]>, void> {
  const filter = { userId: session.userId, kind, assetId, states, limit: ROWS_PER_READ }
  let places: FundsPlaces = {}
  for (;;) {
    const [check, catalogue, rows] = await Promise.all([
      checkSession(env, session),
      loadCatalogue(env),
      listFundsRowsAfter(env.DB, filter, { type, places }),
    ])
    if (!check.ok) {
      yield check
      return
    }
    yield done(rows.flatMap((row) => showRow(catalogue, row)))
    if (rows.length < ROWS_PER_READ) return
    places = { ...places, ...Object.fromEntries(rows.map(({ type: list, row }) => [list, row])) }
  }
}
