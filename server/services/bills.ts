// Bills of a user's balances, and transfers as one row per two bills. Read-only.

import type { ListPart } from '#domain/list-part'
import { type Asset, type Catalogue, type Wallet, findKnownAsset } from '#domain/catalogue'
import { decodeAmount, formatAmount } from '#domain/money/amount'
import { type Outcome, done } from '#domain/outcome'
import type { AccountRequests, BillRow, Page } from '#party/protocol/account'
import type { BillReason } from '#domain/bill-reason'
import type { Session } from '#session/session'
import { callAccount } from './account-room'
import { loadCatalogue } from './catalogue'

/** Bill filter; absent fields match all. */
export interface BillRange {
  readonly wallet?: Wallet | undefined
  readonly assetId?: number | undefined
  readonly reason?: BillReason | undefined
  /** Milliseconds; `from` inclusive, `until` exclusive. */
  readonly from?: number | undefined
  readonly until?: number | undefined
}

export type BillFilter = BillRange & ListPart

/** Bill with amounts as decimal text; `value` is signed. */
export interface BillLine {
  readonly id: number
  readonly at: number
  readonly wallet: Wallet
  readonly assetId: number
  readonly code: string
  readonly reason: BillReason
  readonly ref: string
  readonly receiptId: string | null
  readonly value: string
  readonly before: string
  readonly after: string
}

/** Newest first. */
export async function listBills(env: Env, session: Session, filter: BillFilter): Promise<Outcome<Page<BillLine>>> {
  const [catalogue, bills] = await Promise.all([loadCatalogue(env), readPage(env, session, filter)])
  if (!bills.ok) return bills
  const { rows, total } = bills.value
  return done({ rows: makeBillLines(catalogue, rows), total })
}

/** Bills of a range with ids below `before`, newest first; null for the newest. */
export async function listBillsBefore(
  env: Env,
  session: Session,
  { before, limit, ...range }: BillRange & { readonly before: number | null; readonly limit: number },
): Promise<Outcome<readonly BillLine[]>> {
  const query = { type: 'bills_before', ...queryOf(range), before, limit } as const
  const [catalogue, bills] = await Promise.all([loadCatalogue(env), callAccount(env, session, query)])
  return bills.ok ? done(makeBillLines(catalogue, bills.value)) : bills
}

const BILLS_PER_READ = 500

/** All bills of a range in pages, newest first, for a CSV export. Each page continues after the last bill, unaffected by new ones. */
export async function* eachBillPage(
  env: Env,
  session: Session,
  range: BillRange,
): AsyncGenerator<Outcome<readonly BillLine[]>, void> {
  let before: number | null = null
  for (;;) {
    const query = { type: 'bills_before', ...queryOf(range), before, limit: BILLS_PER_READ } as const
    const [catalogue, bills] = await Promise.all([loadCatalogue(env), callAccount(env, session, query)])
    if (!bills.ok) {
      yield bills
      return
    }
    const rows: readonly BillRow[] = bills.value
    yield done(makeBillLines(catalogue, rows))
    if (rows.length < BILLS_PER_READ) return
    before = rows.at(-1)?.id ?? null
  }
}

/** A transfer between two wallets. Amounts as decimal text. */
export interface TransferLine {
  /** Of the older of its two bills. */
  readonly id: number
  /** Id of the causing command. */
  readonly commandId: string
  readonly at: number
  readonly assetId: number
  readonly code: string
  readonly amount: string
  readonly from: Wallet
  readonly to: Wallet
  /** Balances of both wallets directly after the transfer. */
  readonly fromAfter: string
  readonly toAfter: string
}

export type TransferFilter = Omit<BillFilter, 'reason'>

/** Newest first. A wallet counts on either side. */
export async function listTransfers(
  env: Env,
  session: Session,
  { page, limit, ...filter }: TransferFilter,
): Promise<Outcome<Page<TransferLine>>> {
  const [catalogue, bills] = await Promise.all([
    loadCatalogue(env),
    readPage(env, session, { ...filter, reason: 'transfer', isWhole: true, page, limit: limit * BILLS_OF_TRANSFER }),
  ])
  if (!bills.ok) return bills
  const { rows, total } = bills.value
  return done({ rows: pairTransfers(catalogue, rows), total: total / BILLS_OF_TRANSFER })
}

/** Transfers below the id `before`, newest first; null for the newest. */
export async function listTransfersBefore(
  env: Env,
  session: Session,
  { before, limit, ...range }: Omit<BillRange, 'reason' | 'wallet'> & { before: number | null; limit: number },
): Promise<Outcome<readonly TransferLine[]>> {
  const narrowed = queryOf({ ...range, reason: 'transfer' })
  const query = { type: 'bills_before', ...narrowed, before, limit: limit * BILLS_OF_TRANSFER } as const
  const [catalogue, bills] = await Promise.all([loadCatalogue(env), callAccount(env, session, query)])
  return bills.ok ? done(pairTransfers(catalogue, bills.value)) : bills
}

const BILLS_OF_TRANSFER = 2

function readPage(
  env: Env,
  session: Session,
  { page, limit, before, isWhole = false, ...range }: BillFilter & { readonly isWhole?: boolean },
): Promise<Outcome<Page<BillRow>>> {
  return callAccount(env, session, { type: 'bills', ...queryOf(range), isWhole, page, limit, before })
}

const queryOf = ({
  wallet,
  assetId,
  reason,
  from,
  until,
}: BillRange): Pick<AccountRequests['bills'], 'wallet' | 'assetId' | 'reason' | 'from' | 'until'> => ({
  wallet: wallet ?? null,
  assetId: assetId ?? null,
  reason: reason ?? null,
  from: from ?? null,
  until: until ?? null,
})

/** A transfer is one ledger entry with two adjacent bills. */
function pairTransfers(catalogue: Catalogue, rows: readonly BillRow[]): readonly TransferLine[] {
  return rows.flatMap((row, index) => {
    const next = rows[index + 1]
    if (!next || next.ref !== row.ref || isGiven(next) === isGiven(row)) return []
    const [given, taken] = isGiven(row) ? [row, next] : [next, row]
    const asset = findKnownAsset(catalogue, row.assetId)
    return asset ? [makeTransferLine(asset, given, taken)] : []
  })
}

const isGiven = ({ value }: BillRow): boolean => value.startsWith('-')

function makeTransferLine(asset: Asset, given: BillRow, taken: BillRow): TransferLine {
  const text = textIn(asset)
  return {
    id: Math.min(given.id, taken.id),
    commandId: given.ref.slice('transfer:'.length),
    at: given.at,
    assetId: asset.id,
    code: asset.code,
    amount: text(taken.value),
    from: given.wallet,
    to: taken.wallet,
    fromAfter: text(given.after),
    toAfter: text(taken.after),
  }
}

function makeBillLines(catalogue: Catalogue, rows: readonly BillRow[]): readonly BillLine[] {
  return rows.flatMap((row) => {
    // Delisted assets remain in past bills.
    const asset = findKnownAsset(catalogue, row.assetId)
    if (!asset) return []
    const text = textIn(asset)
    return [{ ...row, code: asset.code, value: text(row.value), before: text(row.before), after: text(row.after) }]
  })
}

const textIn =
  (asset: Asset) =>
  (stored: string): string =>
    formatAmount(asset, decodeAmount(stored))
