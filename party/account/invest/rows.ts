// Rows of investments for clients, and lists of them from saved state, newest first.

import { INVEST_KINDS, type InvestKind } from '#domain/invest/series'
import type { ListPart } from '#domain/list-part'
import { encodeAmount } from '#domain/money/amount'
import { investOrder } from '#db/account/invest'
import type { Page } from '#party/protocol/account-rows'
import type { InvestRow, InvestStage } from '#party/protocol/invest'
import type { Store } from '#party/lib/store'
import { tableOf } from '#party/lib/table'
import { type Condition, readList } from '../listing'
import type { InvestOrder } from './store'

export const toRow = ({ amount, cause: _c, left: _l, ...row }: InvestOrder): InvestRow => ({
  ...row,
  amount: encodeAmount(amount),
})

export interface InvestFilter {
  readonly stage: InvestStage
  readonly baseId: number | null
  readonly kind: InvestKind | null
  /** Orders that mature up to this instant are settling. */
  readonly settlesBefore: number
}

const STATES: Readonly<Record<InvestStage, string>> = {
  purchased: "state = 'purchased' AND matures_at > ?",
  settling: "state = 'purchased' AND matures_at <= ?",
  success: "state = 'success'",
  fail: "state = 'fail'",
  live: "state = 'purchased'",
  ended: "state IN ('success', 'fail')",
  all: "state IN ('purchased', 'success', 'fail')",
}

/** Cancelled orders aren't listed. */
export function listInvest(
  store: Store,
  { stage, baseId, kind, settlesBefore, ...part }: ListPart & InvestFilter,
): Page<InvestRow> {
  const isTimed = stage === 'purchased' || stage === 'settling'
  const conditions: Condition[] = [{ text: STATES[stage], ...(isTimed && { value: settlesBefore }) }]
  if (baseId !== null) conditions.push({ text: "json_extract(series, '$.baseId') = ?", value: baseId })
  if (kind !== null && INVEST_KINDS.includes(kind))
    conditions.push({ text: "json_extract(series, '$.kind') = ?", value: kind })
  const listing = { table: tableOf(investOrder), key: 'order_no', at: 'accepted_at', conditions } as const
  const { rows, total } = readList(store, listing, part)
  return { rows: rows.map(toRow), total }
}
