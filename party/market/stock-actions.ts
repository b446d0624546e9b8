// A corporate action on a share's book and on the house's holding: applied once, in one commit, however often it is requested. Trading
// pauses meanwhile, and accounts get no message: each one computes the same change on its own orders.

import { assert } from '#domain/assert'
import type { Pair } from '#domain/catalogue'
import { lots, ticks } from '#domain/money/price'
import { type StockAction, splitOrder } from '#domain/stocks/actions'
import { isActionDue } from '#domain/stocks/session'
import { stockActionTaken } from '#db/market/stocks'
import { tableOf } from '../lib/table'
import type { DepthFeed } from './depth-feed'
import type { MarketInputs } from './inputs'
import { countPending } from './report'
import { HOUSE, type MarketOrder, type MarketState } from './state'
import { type CommandContext, close } from './trading'
import type { MarketParts } from './turn'

const TAKEN = tableOf(stockActionTaken)

/** Parts of the room that an action uses. */
interface Inside extends MarketParts {
  readonly inputs: MarketInputs
  readonly feed: DepthFeed
  readonly now: number
}

/**
 * False while accounts have unstored messages, or the directory reports no due action. If the write fails, memory is ahead of the journal,
 * as after a failed turn: `giveUp` aborts the room.
 */
export function carryOutAction(text: string, inside: Inside, giveUp: (problem: unknown) => void): boolean {
  const { inputs, feed, state, now } = inside
  // Only the sweep calls this, with the directory's action.
  const action = JSON.parse(text) as StockAction
  const pair = inputs.pairNow()
  if (!pair?.stock || !isActionDue(pair.stock, now)) return false
  if (TAKEN.first(inside.store, 'WHERE id = ?', action.id)) return true
  if (countPending(state) + state.waiting.count > 0) return false
  try {
    takeStockAction(inside, { pair, band: null, roundAt: null, pausedUntil: null, now }, action)
  } catch (problem) {
    giveUp(problem)
    throw problem
  }
  inputs.forgetIndex()
  feed.begin(now, state.tape)
  return true
}

/** Streams in memory are newer than those on disk. */
export function tradersAbove({ state, journal }: MarketParts, above: number, limit: number): number[] {
  const awake = Array.from(state.streams.all(), ({ account }) => account).filter((account) => account > above)
  const all = new Set([...journal.readTraders(above, limit), ...awake])
  return [...all].sort((left, right) => left - right).slice(0, limit)
}

function takeStockAction(
  parts: MarketParts,
  context: CommandContext & { readonly pair: Pair },
  action: StockAction,
): void {
  const { store, state, journal, ledger } = parts
  for (const order of state.ordersOf(HOUSE)) close(state, context, order, 'cancelled')
  if (action.kind === 'split') splitBook(state, action)
  if (action.kind === 'delisting') for (const order of restingOrders(state)) close(state, context, order, 'cancelled')
  const facts = state.takeFacts()
  state.forwarded.takeFresh()
  assert(state.houseFills.take() === null, 'nothing trades while an action is carried out')
  store.runInTransaction(() => {
    if (action.kind === 'split') ledger.split(context.pair, action, context.now)
    // The whole state, for a tape is no fact.
    if (facts || action.kind === 'split') journal.writeSnapshot(state)
    TAKEN.insert(store, { id: action.id, at: context.now })
  })
}

/** In order of arrival. */
const restingOrders = (state: MarketState): MarketOrder[] =>
  Array.from(state.book.orders(), ({ id }) => state.order(id)).sort((left, right) => left.id - right.id)

/** Every order leaves the book and re-enters in order of arrival, so each keeps its priority. */
function splitBook(state: MarketState, action: StockAction): void {
  const before = restingOrders(state).map((order) => ({ ...order }))
  for (const { id } of before) {
    state.book.cancel(id)
    state.setLotsLeft(state.order(id), 0)
  }
  for (const order of before) {
    const filled = lots(order.lots - order.lotsLeft)
    const after = splitOrder(
      { ...order, ticks: ticks(order.ticks), lots: lots(order.lots), lotsFilled: filled },
      action,
    )
    const lotsLeft = after.lots - after.lotsFilled
    if (lotsLeft === 0) continue
    const again = { ...order, id: state.nextOrderId(), ticks: after.ticks, lots: after.lots, lotsLeft }
    state.book.restore({ ...again, owner: again.account })
    state.rest(again)
  }
  state.tape = state.tape.map((trade) => {
    const { ticks: at, lots: count } = splitOrder(
      { side: trade.side, ticks: ticks(trade.ticks), lots: lots(trade.lots), lotsFilled: lots(0) },
      action,
    )
    return { ...trade, ticks: at, lots: count }
  })
}
