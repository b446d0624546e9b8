// Rows of conditional orders for clients, and lists of them from saved state, newest first.

import type { ListPart } from '#domain/list-part'
import { encodeAmount } from '#domain/money/amount'
import type { Page } from '#party/protocol/account-rows'
import type { ConditionalRow, DeskConditionals } from '#party/protocol/conditional'
import { conditionalOrder } from '#db/account/conditional'
import type { Paging } from '#party/lib/slice'
import type { Store } from '#party/lib/store'
import { tableOf } from '#party/lib/table'
import { type Condition, type Narrowing, narrowed, readBefore, readList, readPage } from '../listing'
import type { Conditional } from './store'

export const toRow = ({
  bestTick: _tick,
  tickSteps: _steps,
  priceBand: _band,
  since: _since,
  isSeen: _isSeen,
  trailRate,
  budget,
  held,
  refusalFacts,
  ...order
}: Conditional): ConditionalRow => ({
  ...order,
  trailRate: trailRate === null ? null : trailRate.toString(),
  budget: budget === null ? null : encodeAmount(budget),
  held: encodeAmount(held),
  refusalFacts: refusalFacts ?? {},
})

/** Orders of every state, for the desk. */
export function listEvery(
  store: Store,
  { filter, ...page }: Paging & { readonly filter: DeskConditionals },
): Page<ConditionalRow> {
  const { rows, total } = readPage(store, everyOf(filter), page)
  return { rows: rows.map(toRow), total }
}

/** Orders with numbers below `before`, newest first; null for the newest. */
export const listBefore = (
  store: Store,
  { filter, ...slice }: { readonly filter: DeskConditionals; readonly before: number | null; readonly limit: number },
): readonly ConditionalRow[] => readBefore(store, everyOf(filter), slice).map(toRow)

const STATES_OF = {
  waiting: "state IN ('waiting', 'live', 'firing', 'sent')",
  triggered: "state IN ('triggered', 'refused')",
  cancelled: "state = 'cancelled'",
} as const

const everyOf = ({ stage, symbol }: DeskConditionals) => {
  const conditions: Condition[] = [
    ...(stage === null ? [] : [{ text: STATES_OF[stage] }]),
    ...(symbol === null ? [] : [{ text: 'symbol = ?', value: symbol }]),
  ]
  return { table: tableOf(conditionalOrder), key: 'conditional_no', conditions } as const
}

/** Those that ended: triggered, refused or cancelled. */
export function listEnded(
  store: Store,
  { symbol, side, ...part }: ListPart & Narrowing & { readonly symbol: string | null },
): Page<ConditionalRow> {
  const conditions = [
    { text: "state IN ('triggered', 'refused', 'cancelled')" },
    ...(symbol === null ? [] : [{ text: 'symbol = ?', value: symbol }]),
    ...narrowed('accepted_at', { side }),
  ]
  const table = tableOf(conditionalOrder)
  const { rows, total } = readList(store, { table, key: 'conditional_no', at: 'accepted_at', conditions }, part)
  return { rows: rows.map(toRow), total }
}
