// Filter of order lists from the URL. Pure; shared by server, page and export.

import type { SpotOrderRow } from '#party/protocol/account'
import { dayRange, readDay } from './bill-choice'
import type { Zone } from '../visitor/zone'

export const LISTS = ['open_orders', 'order_history', 'fills', 'conditionals'] as const
type ListName = (typeof LISTS)[number]
export const ENDED_STATES = ['filled', 'cancelled'] as const

export interface OrderFilter {
  readonly list: ListName
  readonly symbol: string | null
  readonly side: 'buy' | 'sell' | null
  /** Of past orders only. */
  readonly state: (typeof ENDED_STATES)[number] | null
  /** Dates, "2026-11-21", both inclusive; empty for all. Open orders are few and have no date filter. */
  readonly from: string
  readonly to: string
}

/** Filter from URL parameters; missing and unknown values are ignored. */
export function readFilter(search: URLSearchParams): OrderFilter {
  const among = <Name extends string>(names: readonly Name[], text: string | null): Name | null =>
    names.find((name) => name === text) ?? null
  const symbol = search.get('pair') ?? ''
  const list = among(LISTS, search.get('list')) ?? 'open_orders'
  const dayOf = (name: 'from' | 'to') => (list === 'open_orders' ? '' : readDay(search.get(name)))
  return {
    list,
    symbol: /^[A-Z0-9]{1,12}-[A-Z0-9]{1,12}$/.test(symbol) ? symbol : null,
    side: among(['buy', 'sell'], search.get('side')),
    state: list === 'order_history' ? among(ENDED_STATES, search.get('state')) : null,
    from: dayOf('from'),
    to: dayOf('to'),
  }
}

/** URL of the same list with another filter, without the page number. */
export function filterPath({ list, symbol, side, state, from, to }: OrderFilter): string {
  const search = new URLSearchParams({ list })
  if (symbol !== null) search.set('pair', symbol)
  if (side !== null) search.set('side', side)
  if (state !== null && list === 'order_history') search.set('state', state)
  if (from !== '' && list !== 'open_orders') search.set('from', from)
  if (to !== '' && list !== 'open_orders') search.set('to', to)
  return `?${search.toString()}`
}

export const isNarrowed = ({ list: _list, ...rest }: OrderFilter): boolean =>
  Object.values(rest).some((value) => value !== null && value !== '')

/** Filter as service input. */
export const narrowingOf = ({ symbol, side, from, to }: OrderFilter, offset: Zone) => ({
  symbol: symbol ?? undefined,
  side: side ?? undefined,
  ...dayRange({ from, to }, offset),
})

/** Open orders are all loaded: filtering them needs no server. */
export const matchesFilter = (
  { symbol, side }: Pick<OrderFilter, 'symbol' | 'side'>,
  order: Pick<SpotOrderRow, 'symbol' | 'side'>,
): boolean => (symbol === null || order.symbol === symbol) && (side === null || order.side === side)
