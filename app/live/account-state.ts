// Client state of the visitor's account: balances, open orders, and recently ended or filled ones. Pure.

import { isLiveState } from '#domain/conditional/triggers'
import type { AccountSocketMessage, BalanceRow, SpotFillRow, SpotOrderRow } from '#party/protocol/account'
import type { FeeDiscounts } from '#party/protocol/account-promotion'
import type { FuturesCloseRow, FuturesRow } from '#party/protocol/futures'
import type { ConditionalRow } from '#party/protocol/conditional'
import type { OptionRow } from '#party/protocol/options'
import type { Received } from './market-state'

/** Spot orders and fills. */
interface SpotState {
  /** Newest first. */
  readonly openOrders: readonly SpotOrderRow[]
  /** Orders that ended lately or while we listened, newest first. */
  readonly endedOrders: readonly SpotOrderRow[]
  /** Fills since the channel opened, newest first; earlier ones are in the loader data. */
  readonly fills: readonly SpotFillRow[]
  /** Newest known fill; fills after it in a snapshot trigger notices. */
  readonly newestFill: string | null
}

/** Futures: live orders and positions, and those that ended or were partly closed since the channel opened, newest first. */
export interface FuturesState {
  readonly live: readonly FuturesRow[]
  readonly ended: readonly FuturesRow[]
  /** Oldest first. */
  readonly closes: readonly FuturesCloseRow[]
}

/** Options: running ones, and those that ended since the channel opened, newest first. */
interface OptionsState {
  readonly live: readonly OptionRow[]
  readonly ended: readonly OptionRow[]
}

/** Conditional orders: waiting ones, and those that ended since the channel opened, newest first. */
interface ConditionalState {
  readonly live: readonly ConditionalRow[]
  readonly ended: readonly ConditionalRow[]
}

/** State of each account feature, keyed as in channel messages. */
export interface LiveAccount {
  readonly seq: number
  readonly balances: readonly BalanceRow[]
  readonly spot: SpotState
  readonly futures: FuturesState
  readonly options: OptionsState
  readonly conditional: ConditionalState
  readonly messages: { readonly unread: number }
  /** Current fee terms. */
  readonly promotion: FeeDiscounts
}

const ENDED_KEPT = 50
const CLOSES_KEPT = 200
const FILLS_KEPT = 50

export const isOpen = (order: Pick<SpotOrderRow, 'state'>): boolean =>
  order.state === 'open' || order.state === 'pending'

export function receiveAccount(state: LiveAccount | null, message: AccountSocketMessage): Received<LiveAccount> {
  if (message.type === 'snapshot') {
    const { seq, balances, messages, promotion } = message
    return {
      kind: 'current',
      state: {
        seq,
        balances,
        messages,
        promotion,
        spot: startSpot(state?.spot, message.spot),
        futures: {
          live: newestPositions(message.futures.positions),
          ended: state?.futures.ended ?? [],
          closes: state?.futures.closes ?? [],
        },
        options: { live: newestOptions(message.options.orders), ended: state?.options.ended ?? [] },
        conditional: {
          live: newestConditionals(message.conditional.orders),
          ended: state?.conditional.ended ?? [],
        },
      },
    }
  }
  if (state === null) return { kind: 'gap' }
  if (message.seq <= state.seq) return { kind: 'current', state }
  if (message.seq !== state.seq + 1) return { kind: 'gap' }
  return {
    kind: 'current',
    state: {
      seq: message.seq,
      balances: mergeBalances(state.balances, message.balances),
      spot: message.spot ? changeSpot(state.spot, message.spot) : state.spot,
      futures: message.futures ? changeFutures(state.futures, message.futures) : state.futures,
      options: message.options ? changeOptions(state.options, message.options.orders) : state.options,
      conditional: message.conditional
        ? changeConditionals(state.conditional, message.conditional.orders)
        : state.conditional,
      messages: message.messages ?? state.messages,
      promotion: message.promotion ?? state.promotion,
    },
  }
}

type Snapshot = Extract<AccountSocketMessage, { readonly type: 'snapshot' }>
type Event = Extract<AccountSocketMessage, { readonly type: 'event' }>

function changeFutures({ live, ended, closes }: FuturesState, received: NonNullable<Event['futures']>): FuturesState {
  const isLive = ({ state }: FuturesRow) => state === 'pending' || state === 'open'
  const byNumber = new Map([...ended, ...live].map((row) => [row.positionNo, row]))
  for (const row of received.positions) byNumber.set(row.positionNo, row)
  const all = newestPositions([...byNumber.values()])
  return {
    live: all.filter(isLive),
    ended: all.filter((row) => !isLive(row)).slice(0, ENDED_KEPT),
    closes: [...closes, ...received.closes].slice(-CLOSES_KEPT),
  }
}

const newestPositions = (rows: readonly FuturesRow[]): readonly FuturesRow[] =>
  [...rows].sort((left, right) => right.positionNo - left.positionNo)

function changeOptions({ live, ended }: OptionsState, received: readonly OptionRow[]): OptionsState {
  const isLive = ({ state }: OptionRow) => state === 'pending' || state === 'open'
  const byNumber = new Map([...ended, ...live].map((row) => [row.orderNo, row]))
  for (const row of received) byNumber.set(row.orderNo, row)
  const all = newestOptions([...byNumber.values()])
  return { live: all.filter(isLive), ended: all.filter((row) => !isLive(row)).slice(0, ENDED_KEPT) }
}

const newestOptions = (rows: readonly OptionRow[]): readonly OptionRow[] =>
  [...rows].sort((left, right) => right.orderNo - left.orderNo)

function changeConditionals({ live, ended }: ConditionalState, received: readonly ConditionalRow[]): ConditionalState {
  const byNumber = new Map([...ended, ...live].map((row) => [row.conditionalNo, row]))
  for (const row of received) byNumber.set(row.conditionalNo, row)
  const all = newestConditionals([...byNumber.values()])
  return {
    live: all.filter(({ state }) => isLiveState(state)),
    ended: all.filter(({ state }) => !isLiveState(state)).slice(0, ENDED_KEPT),
  }
}

const newestConditionals = (rows: readonly ConditionalRow[]): readonly ConditionalRow[] =>
  [...rows].sort((left, right) => right.conditionalNo - left.conditionalNo)

/** A snapshot may close a gap: it contains orders and fills that ended in between. */
function startSpot(state: SpotState | undefined, received: Snapshot['spot']): SpotState {
  const missed = state === undefined ? [] : fillsSince(state.newestFill, received.fills)
  return {
    openOrders: newestFirst(received.openOrders),
    endedOrders: mergeOrders(state?.endedOrders ?? [], received.endedOrders).slice(0, ENDED_KEPT),
    fills: [...missed, ...(state?.fills ?? [])].slice(0, FILLS_KEPT),
    newestFill: newestName(received.fills) ?? state?.newestFill ?? null,
  }
}

function changeSpot(state: SpotState, received: NonNullable<Event['spot']>): SpotState {
  const fills = [...received.fills].reverse()
  const ended = received.orders.filter((order) => !isOpen(order))
  return {
    openOrders: mergeOrders(state.openOrders, received.orders).filter(isOpen),
    endedOrders: mergeOrders(state.endedOrders, ended).slice(0, ENDED_KEPT),
    fills: [...fills, ...state.fills].slice(0, FILLS_KEPT),
    newestFill: newestName(fills) ?? state.newestFill,
  }
}

/** Orders without duplicates, each in its latest version, newest first. */
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

/** Includes the order, because one account may own both orders of a trade. */
export const fillName = (fill: SpotFillRow): string => `${fill.symbol}:${fill.tradeNo}:${fill.orderNo}`

/**
 * Fills newer than `lastSeen`, newest first; all fills when `lastSeen` is null. Compares names rather than counts,
 * because a capped list has constant length.
 */
export function fillsSince(lastSeen: string | null, fills: readonly SpotFillRow[]): readonly SpotFillRow[] {
  const place = lastSeen === null ? -1 : fills.findIndex((fill) => fillName(fill) === lastSeen)
  return place === -1 ? fills : fills.slice(0, place)
}

export const newestName = (fills: readonly SpotFillRow[]): string | null => (fills[0] ? fillName(fills[0]) : null)
