// Read-only tables of the ledger for other modules, and their rows. Only the ledger writes them.

import { encodeAmount } from '#domain/money/amount'
import { bill, entry, hold } from '#db/account/ledger'
import type { BillRow, HoldRow } from '#party/protocol/account-rows'
import { type ReadOnlyTable, type RowOf, tableOf } from '#party/lib/table'

export type BillStored = RowOf<typeof bill>

export const BILLS: ReadOnlyTable<typeof bill> = tableOf(bill)
export const ENTRIES: ReadOnlyTable<typeof entry> = tableOf(entry)
export const HOLDS: ReadOnlyTable<typeof hold> = tableOf(hold)

export const toBillRow = ({ entryId: _, ...row }: BillStored): BillRow => ({
  ...row,
  value: encodeAmount(row.value),
  before: encodeAmount(row.before),
  after: encodeAmount(row.after),
})

export const toHoldRow = (row: RowOf<typeof hold>): HoldRow => ({ ...row, amount: encodeAmount(row.amount) })
