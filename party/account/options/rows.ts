// Rows of options for clients, and lists of them from saved state, newest first.

import type { ListPart } from '#domain/list-part'
import { ZERO, add, encodeAmount } from '#domain/money/amount'
import type { Page } from '#party/protocol/account-rows'
import type { OptionCount, OptionRow } from '#party/protocol/options'
import { optionOrder } from '#db/account/options'
import type { Store } from '#party/lib/store'
import { tableOf } from '#party/lib/table'
import type { RowHistory } from '#party/lib/slice'
import { type Condition, readList } from '../listing'
import { type Option, resultOf } from './store'

export const toRow = ({ entryTick, stake, fee, ...order }: Option): OptionRow => ({
  ...order,
  stake: encodeAmount(stake),
  fee: encodeAmount(fee),
  entryAt: entryTick?.at ?? null,
})

/** Those that ended: settled, void, or never begun. */
export function listEnded(
  store: Store,
  history: RowHistory,
  { symbol, isSettledOnly, ...part }: ListPart & { readonly symbol: string | null; readonly isSettledOnly: boolean },
): Page<OptionRow> {
  const conditions: Condition[] = [
    { text: isSettledOnly ? "state IN ('settled', 'void')" : "state IN ('settled', 'void', 'called_off')" },
  ]
  if (symbol !== null) conditions.push({ text: 'symbol = ?', value: symbol })
  const listing = { table: tableOf(optionOrder), key: 'order_no', at: 'accepted_at', conditions, history } as const
  const { rows, total } = readList(store, listing, part)
  return { rows: rows.map(toRow), total }
}

const RESULTS = tableOf(optionOrder).pick('outcome', 'stake', 'fee', 'paid')

/** Counts settled orders since `from` by outcome, with their total result. */
export function countSettled(store: Store, from: number): OptionCount {
  const rows = RESULTS.rows(store, "WHERE state = 'settled' AND ended_at >= ?", from)
  const having = (wanted: Option['outcome']) => rows.filter(({ outcome }) => outcome === wanted).length
  const result = rows.reduce((sum, row) => add(sum, resultOf(row)), ZERO)
  return { won: having('won'), lost: having('lost'), even: having('even'), result: encodeAmount(result) }
}
