// What happened to a user's balances: bills, and transfers as people think of them, one row for two bills. Only reads.

import { type Asset, type Catalogue, type Wallet, findKnownAsset } from '#domain/catalogue'
import { decodeAmount, formatAmount } from '#domain/money/amount'
import { type Outcome, done } from '#domain/outcome'
import type { BillReason, BillRow, Page } from '#party/protocol/account'
import type { Session } from '#session/session'
import { askAccount } from './account-room'
import { loadCatalogue } from './catalogue'

export interface BillFilter {
  readonly wallet?: Wallet | undefined
  readonly assetId?: number | undefined
  readonly reason?: BillReason | undefined
  /** Instants in milliseconds: not before `from`, before `until`. */
  readonly from?: number | undefined
  readonly until?: number | undefined
  readonly page: number
  readonly limit: number
}

/** A bill with its amounts as decimal text; `value` is signed. */
export interface BillLine {
  readonly id: number
  readonly at: number
  readonly wallet: Wallet
  readonly assetId: number
  readonly code: string
  readonly reason: BillReason
  readonly ref: string
  readonly value: string
  readonly before: string
  readonly after: string
}

/** The room's own most on one page. */
const ROOM_PAGE = 500

/** Newest first. */
export async function listBills(env: Env, session: Session, filter: BillFilter): Promise<Outcome<Page<BillLine>>> {
  const [catalogue, bills] = await Promise.all([loadCatalogue(env), readPage(env, session, filter)])
  if (!bills.ok) return bills
  const { rows, total } = bills.value
  return done({ rows: makeBillLines(catalogue, rows), total })
}

/** All bills of a filter, oldest last, as many at a time as the room answers: for a file, not for a page. */
export async function* eachBillPage(
  env: Env,
  session: Session,
  filter: Omit<BillFilter, 'page' | 'limit'>,
): AsyncGenerator<Outcome<readonly BillLine[]>, void> {
  let last = Number.POSITIVE_INFINITY
  for (let page = 1; ; page += 1) {
    const [catalogue, bills] = await Promise.all([
      loadCatalogue(env),
      readPage(env, session, { ...filter, page, limit: ROOM_PAGE }),
    ])
    if (!bills.ok) {
      yield bills
      return
    }
    const { rows } = bills.value
    // A bill that came in meanwhile moves the others on by a row: what was told is not told again.
    const fresh = rows.filter((row) => row.id < last)
    last = fresh.at(-1)?.id ?? last
    yield done(makeBillLines(catalogue, fresh))
    if (rows.length < ROOM_PAGE) return
  }
}

/** A transfer between two wallets. Amounts as decimal text. */
export interface TransferLine {
  /** The command that made it. */
  readonly commandId: string
  readonly at: number
  readonly assetId: number
  readonly code: string
  readonly amount: string
  readonly from: Wallet
  readonly to: Wallet
  /** What the two wallets held right after it. */
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

const BILLS_OF_TRANSFER = 2

function readPage(
  env: Env,
  session: Session,
  filter: BillFilter & { readonly isWhole?: boolean },
): Promise<Outcome<Page<BillRow>>> {
  const {
    wallet = null,
    assetId = null,
    reason = null,
    from = null,
    until = null,
    isWhole = false,
    page,
    limit,
  } = filter
  return askAccount(env, session, { type: 'bills', wallet, assetId, reason, from, until, isWhole, page, limit })
}

/** A transfer is one entry, whose two bills stand next to each other. */
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
    // What was delisted since stays in the books that it was in.
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
