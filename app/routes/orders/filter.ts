// What a list of orders is narrowed by, as the address says it. Pure: server and page read the same.

import type { SpotOrderRow } from '#party/protocol/account'

export const LISTS = ['open_orders', 'order_history', 'fills'] as const
export type ListName = (typeof LISTS)[number]
export const ENDED_STATES = ['filled', 'cancelled'] as const

export interface OrderFilter {
  readonly list: ListName
  readonly symbol: string | null
  readonly side: 'buy' | 'sell' | null
  /** Of past orders only. */
  readonly state: (typeof ENDED_STATES)[number] | null
}

/** What the address does not say, or says in words that nobody knows, narrows nothing. */
export function readFilter(search: URLSearchParams): OrderFilter {
  const among = <Name extends string>(names: readonly Name[], text: string | null): Name | null =>
    names.find((name) => name === text) ?? null
  const symbol = search.get('pair') ?? ''
  return {
    list: among(LISTS, search.get('list')) ?? 'open_orders',
    symbol: /^[A-Z0-9]{1,12}-[A-Z0-9]{1,12}$/.test(symbol) ? symbol : null,
    side: among(['buy', 'sell'], search.get('side')),
    state: among(ENDED_STATES, search.get('state')),
  }
}

/** The address of the same list, narrowed otherwise; a page number never survives that. */
export function filterPath({ list, symbol, side, state }: OrderFilter): string {
  const search = new URLSearchParams({ list })
  if (symbol !== null) search.set('pair', symbol)
  if (side !== null) search.set('side', side)
  if (state !== null && list === 'order_history') search.set('state', state)
  return `?${search.toString()}`
}

/** Open orders are all here: narrowing them needs no server. */
export const matchesFilter = (
  { symbol, side }: Pick<OrderFilter, 'symbol' | 'side'>,
  order: Pick<SpotOrderRow, 'symbol' | 'side'>,
): boolean => (symbol === null || order.symbol === symbol) && (side === null || order.side === side)
