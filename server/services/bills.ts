// What happened to a user's balances: bills, and transfers as people think of them, one row for two bills. Only reads.

import { type Asset, type Catalogue, type Wallet, findAsset } from '#domain/catalogue'
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

/** `isCut` when there are older rows that were not looked at. */
export interface Listing<Row> extends Page<Row> {
  readonly isCut: boolean
}

/** The room's own most on one page. */
const ROOM_PAGE = 500
/** The room narrows by wallet, asset and reason; what it does not know is looked for among so many of the newest. */
export const BILLS_SEARCHED_MAX = 2_000

/** Newest first. */
export async function listBills(env: Env, session: Session, filter: BillFilter): Promise<Outcome<Listing<BillLine>>> {
  const isExact = filter.from === undefined && filter.until === undefined
  const [catalogue, bills] = await Promise.all([
    loadCatalogue(env),
    isExact ? readPage(env, session, filter) : searchBills(env, session, filter),
  ])
  if (!bills.ok) return bills
  const { rows, total, isCut } = isExact
    ? bills.value
    : cutPage(bills.value, bills.value.rows.filter(isWithin(filter)), filter)
  return done({ rows: makeBillLines(catalogue, rows), total, isCut })
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
    yield done(makeBillLines(catalogue, fresh.filter(isWithin(filter))))
    if (rows.length < ROOM_PAGE || (rows.at(-1)?.at ?? 0) < (filter.from ?? 0)) return
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
  filter: TransferFilter,
): Promise<Outcome<Listing<TransferLine>>> {
  const { wallet, assetId, from, until, page, limit } = filter
  const isExact = wallet === undefined && from === undefined && until === undefined
  const asked = { assetId, reason: 'transfer' as const, page, limit: limit * 2 }
  const [catalogue, bills] = await Promise.all([
    loadCatalogue(env),
    isExact ? readPage(env, session, asked) : searchBills(env, session, asked),
  ])
  if (!bills.ok) return bills
  const transfers = pairTransfers(catalogue, bills.value.rows)
  if (isExact) return done({ rows: transfers, total: bills.value.total / 2, isCut: false })
  const matching = transfers
    .filter(isWithin(filter))
    .filter((row) => wallet === undefined || row.from === wallet || row.to === wallet)
  return done(cutPage({ ...bills.value, rows: transfers }, matching, filter))
}

/** A receipt is asked for right after its transfer, so it is among the newest. */
const RECEIPT_TRANSFERS = 50

/** What a command transferred; null when it is not among the newest transfers. */
export async function findTransfer(
  env: Env,
  session: Session,
  commandId: string,
): Promise<Outcome<TransferLine | null>> {
  const found = await listTransfers(env, session, { page: 1, limit: RECEIPT_TRANSFERS })
  return found.ok ? done(found.value.rows.find((row) => row.commandId === commandId) ?? null) : found
}

async function readPage(env: Env, session: Session, filter: BillFilter): Promise<Outcome<Listing<BillRow>>> {
  const { wallet = null, assetId = null, reason = null, page, limit } = filter
  const bills = await askAccount(env, session, { type: 'bills', wallet, assetId, reason, page, limit })
  return bills.ok ? done({ ...bills.value, isCut: false }) : bills
}

/** The newest that the room can narrow to, asked for at once; a row that moved between two pages is kept once. */
async function searchBills(env: Env, session: Session, filter: BillFilter): Promise<Outcome<Listing<BillRow>>> {
  const numbers = Array.from({ length: BILLS_SEARCHED_MAX / ROOM_PAGE }, (_, index) => index + 1)
  const pages = await Promise.all(numbers.map((page) => readPage(env, session, { ...filter, page, limit: ROOM_PAGE })))
  const byId = new Map<number, BillRow>()
  let total = 0
  for (const page of pages) {
    if (!page.ok) return page
    for (const row of page.value.rows) byId.set(row.id, row)
    total = page.value.total
  }
  const rows = [...byId.values()].sort((left, right) => right.id - left.id)
  return done({ rows, total, isCut: total > BILLS_SEARCHED_MAX })
}

const isWithin =
  ({ from, until }: Pick<BillFilter, 'from' | 'until'>) =>
  ({ at }: { readonly at: number }): boolean =>
    (from === undefined || at >= from) && (until === undefined || at < until)

function cutPage<Row>(
  searched: Listing<unknown>,
  rows: readonly Row[],
  filter: BillFilter | TransferFilter,
): Listing<Row> {
  const start = (filter.page - 1) * filter.limit
  return { rows: rows.slice(start, start + filter.limit), total: rows.length, isCut: searched.isCut }
}

/** A transfer is one entry, whose two bills stand next to each other. */
function pairTransfers(catalogue: Catalogue, rows: readonly BillRow[]): readonly TransferLine[] {
  return rows.flatMap((row, index) => {
    const next = rows[index + 1]
    if (!next || next.ref !== row.ref || isGiven(next) === isGiven(row)) return []
    const [given, taken] = isGiven(row) ? [row, next] : [next, row]
    const asset = findAsset(catalogue, row.assetId)
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
    const asset = findAsset(catalogue, row.assetId)
    if (!asset) return []
    const text = textIn(asset)
    return [{ ...row, code: asset.code, value: text(row.value), before: text(row.before), after: text(row.after) }]
  })
}

const textIn =
  (asset: Asset) =>
  (stored: string): string =>
    formatAmount(asset, decodeAmount(stored))
