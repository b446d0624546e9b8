// Lists of bills, on saved state, newest first.

import type { Wallet } from '#domain/catalogue'
import type { ListPart } from '#domain/list-part'
import type { BillReason } from '#domain/bill-reason'
import type { BillRow, Page } from '#party/protocol/account-rows'
import type { Paging } from '#party/lib/slice'
import type { Store } from '#party/lib/store'
import type { AccountState } from '../state'
import { BILLS, type BillStored, toBillRow } from '../ledger-rows'
import { type Condition, type Listing, readBefore, readList } from '../listing'

interface BillFilter {
  readonly wallet: Wallet | null
  readonly assetId: number | null
  readonly reason: BillReason | null
  readonly from: number | null
  readonly until: number | null
  readonly isWhole: boolean
}

export function listBills(
  { store, ledger }: AccountState,
  { page, limit, before, ...filter }: BillFilter & Paging & Pick<ListPart, 'before'>,
): Page<BillRow> {
  const listing = { ...billsOf(filter), at: 'at', history: ledger.billHistory }
  const { rows, total } = readList(store, listing, { page, limit, before })
  return { rows: rows.map(toBillRow), total }
}

export const listBillsBefore = (
  store: Store,
  query: BillFilter & { readonly before: number | null; readonly limit: number },
): BillRow[] => readBefore(store, billsOf(query), query).map(toBillRow)

function billsOf({ wallet, assetId, reason, from, until, isWhole }: BillFilter): Listing<BillStored> {
  const conditions: Condition[] = []
  const ofWallet = isWhole ? 'entry_id IN (SELECT entry_id FROM bill WHERE wallet = ?)' : 'wallet = ?'
  if (wallet !== null) conditions.push({ text: ofWallet, value: wallet })
  if (assetId !== null) conditions.push({ text: 'asset_id = ?', value: assetId })
  if (reason !== null) conditions.push({ text: 'reason = ?', value: reason })
  if (from !== null) conditions.push({ text: 'at >= ?', value: from })
  if (until !== null) conditions.push({ text: 'at < ?', value: until })
  return { table: BILLS, key: 'id', conditions }
}
