// Rows of deposits for clients, and lists of them from saved state, newest first.

import { encodeAmount } from '#domain/money/amount'
import { miningDeposit, miningYield } from '#db/account/mining'
import type { Page } from '#party/protocol/account-rows'
import type { DepositRow, DepositStage, YieldRow } from '#party/protocol/mining'
import { type Paging, sliceOf } from '#party/lib/slice'
import type { Store } from '#party/lib/store'
import { tableOf } from '#party/lib/table'
import { readPage } from '../listing'
import type { Deposit } from './store'

export const toRow = ({
  amount,
  yielded,
  penalty,
  steps: _s,
  left: _l,
  revision: _r,
  told: _t,
  ...row
}: Deposit): DepositRow => ({
  ...row,
  amount: encodeAmount(amount),
  yielded: encodeAmount(yielded),
  penalty: encodeAmount(penalty),
})

const STAGES: Readonly<Record<DepositStage, string>> = {
  live: "state = 'running'",
  ended: "state IN ('redeemed', 'returned')",
  redeemed: "state = 'redeemed'",
  all: "state IN ('running', 'redeemed', 'returned')",
}

/** Cancelled deposits aren't listed. */
export function listDeposits(
  store: Store,
  { stage, ...page }: Paging & { readonly stage: DepositStage },
): Page<DepositRow> {
  const conditions = [{ text: STAGES[stage] }]
  const { rows, total } = readPage(store, { table: tableOf(miningDeposit), key: 'order_no', conditions }, page)
  return { rows: rows.map(toRow), total }
}

const YIELDS = tableOf(miningYield)
const YIELDS_PER_PAGE_MAX = 100

export function listYields(
  store: Store,
  { orderNo, ...paging }: Paging & { readonly orderNo: number },
): Page<YieldRow> {
  const { limit, offset } = sliceOf(paging, YIELDS_PER_PAGE_MAX)
  const rows = YIELDS.rows(store, 'WHERE order_no = ? ORDER BY day DESC LIMIT ? OFFSET ?', orderNo, limit, offset)
  return {
    rows: rows.map(({ day, amount, isBoosted }) => ({ day, amount: encodeAmount(amount), isBoosted })),
    total: YIELDS.count(store, 'WHERE order_no = ?', orderNo),
  }
}
