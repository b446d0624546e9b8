// Rows of deposits for clients, and lists of them from saved state, newest first.

import type { ListPart } from '#domain/list-part'
import { encodeAmount } from '#domain/money/amount'
import { miningDeposit, miningYield } from '#db/account/mining'
import type { Page } from '#party/protocol/account-rows'
import type { DepositRow, DepositStage, YieldRow } from '#party/protocol/mining'
import type { Store } from '#party/lib/store'
import { tableOf } from '#party/lib/table'
import { DAY_MS } from '#domain/time'
import { readList } from '../listing'
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
  { stage, ...part }: ListPart & { readonly stage: DepositStage },
): Page<DepositRow> {
  const conditions = [{ text: STAGES[stage] }]
  const listing = { table: tableOf(miningDeposit), key: 'order_no', at: 'accepted_at', conditions } as const
  const { rows, total } = readList(store, listing, part)
  return { rows: rows.map(toRow), total }
}

const YIELDS = tableOf(miningYield)

export function listYields(
  store: Store,
  { orderNo, ...part }: ListPart & { readonly orderNo: number },
): Page<YieldRow> {
  const conditions = [{ text: 'order_no = ?', value: orderNo }]
  const { rows, total } = readList(store, { table: YIELDS, key: 'day', at: `day * ${DAY_MS}`, conditions }, part)
  return {
    rows: rows.map(({ day, amount, isBoosted }) => ({ day, amount: encodeAmount(amount), isBoosted })),
    total,
  }
}
