// What a browser knows of its own account: balances, open orders, and what ended or filled lately. Pure.

import type { AccountSocketMessage, BalanceRow, SpotFillRow, SpotOrderRow } from '#party/protocol/account'
import type { FeeStanding } from '#party/protocol/account-promotion'
import type { Heard } from './market-state'

export interface AccountState {
  readonly seq: number
  readonly balances: readonly BalanceRow[]
  /** Newest first. */
  readonly openOrders: readonly SpotOrderRow[]
  /** Orders that ended lately or while we listened, newest first. */
  readonly endedOrders: readonly SpotOrderRow[]
  /** Fills while we listened, newest first. Those before are on the page as drawn, and no news. */
  readonly fills: readonly SpotFillRow[]
  /** The newest fill that we know of, heard or from before: fills after it in a snapshot are news. */
  readonly newestFill: string | null
  readonly unreadMessages: number
  /** What fees are reckoned by now. */
  readonly fees: FeeStanding
}

const ENDED_KEPT = 50
const FILLS_KEPT = 50

export const isOpen = (order: Pick<SpotOrderRow, 'state'>): boolean =>
  order.state === 'open' || order.state === 'pending'

export function hearAccount(state: AccountState | null, message: AccountSocketMessage): Heard<AccountState> | null {
  if (message.type === 'answer') return null
  if (message.type === 'snapshot') {
    const { seq, balances, openOrders, unreadMessages, fees } = message
    // It may close a gap in what we heard: what ended or filled in between comes with it.
    const endedOrders = mergeOrders(state?.endedOrders ?? [], message.endedOrders).slice(0, ENDED_KEPT)
    const missed = state === null ? [] : fillsSince(state.newestFill, message.fills)
    const fills = [...missed, ...(state?.fills ?? [])].slice(0, FILLS_KEPT)
    const newestFill = newestName(message.fills) ?? state?.newestFill ?? null
    const openNow = newestFirst(openOrders)
    const heard = { seq, balances, openOrders: openNow, endedOrders, fills, newestFill, unreadMessages, fees }
    return { kind: 'current', state: heard }
  }
  if (state === null) return { kind: 'gap' }
  if (message.seq <= state.seq) return { kind: 'current', state }
  if (message.seq !== state.seq + 1) return { kind: 'gap' }
  const fills = [...message.fills].reverse()
  return {
    kind: 'current',
    state: {
      seq: message.seq,
      balances: mergeBalances(state.balances, message.balances),
      openOrders: mergeOrders(state.openOrders, message.orders).filter(isOpen),
      endedOrders: mergeOrders(
        state.endedOrders,
        message.orders.filter((order) => !isOpen(order)),
      ).slice(0, ENDED_KEPT),
      fills: [...fills, ...state.fills].slice(0, FILLS_KEPT),
      newestFill: newestName(fills) ?? state.newestFill,
      unreadMessages: message.unreadMessages,
      fees: message.fees ?? state.fees,
    },
  }
}

/** Each order once, as it was changed last, newest first. */
export function mergeOrders(known: readonly SpotOrderRow[], fresh: readonly SpotOrderRow[]): readonly SpotOrderRow[] {
  const byNumber = new Map(known.map((order) => [order.orderNo, order]))
  for (const order of fresh) {
    const before = byNumber.get(order.orderNo)
    if (!before || before.updatedAt <= order.updatedAt) byNumber.set(order.orderNo, order)
  }
  return newestFirst([...byNumber.values()])
}

function mergeBalances(known: readonly BalanceRow[], fresh: readonly BalanceRow[]): readonly BalanceRow[] {
  const keyOf = (row: BalanceRow) => `${row.wallet}:${row.assetId}`
  const byKey = new Map(known.map((row) => [keyOf(row), row]))
  for (const row of fresh) byKey.set(keyOf(row), row)
  return [...byKey.values()]
}

const newestFirst = (orders: readonly SpotOrderRow[]): readonly SpotOrderRow[] =>
  [...orders].sort((left, right) => right.orderNo - left.orderNo)

/** Both sides of a trade may be one account's, each with its own order. */
export const fillName = (fill: SpotFillRow): string => `${fill.symbol}:${fill.tradeNo}:${fill.orderNo}`

/**
 * Those of a list, newest first, above the one that was newest before. By name and not by count: a list that keeps only so many is
 * always as long as before. `lastSeen` is null when nothing was there.
 */
export function fillsSince(lastSeen: string | null, fills: readonly SpotFillRow[]): readonly SpotFillRow[] {
  const place = lastSeen === null ? -1 : fills.findIndex((fill) => fillName(fill) === lastSeen)
  return place === -1 ? fills : fills.slice(0, place)
}

export const newestName = (fills: readonly SpotFillRow[]): string | null => (fills[0] ? fillName(fills[0]) : null)
