// Conditional orders of spot: they wait for a price with their money held, and send an ordinary order at the first tick that reaches it. The
// Watch of their symbol wakes this account with the ticks.

import { tableOf } from '#party/lib/table'
import { conditionalOrder } from '#db/account/conditional'
import * as v from 'valibot'
import { CONDITIONAL_KINDS, edgesOf } from '#domain/conditional/triggers'
import { ZERO } from '#domain/money/amount'
import { isUndecided } from '#domain/order'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { MarketRefusal } from '#domain/spot'
import type { SpotOrderRow } from '#party/protocol/account-rows'
import type { ConditionalRow, DeskConditionals } from '#party/protocol/conditional'
import type { AccountState } from '../state'
import { command, feature, deferredCommand, query, system } from '../feature'
import { count, listPart, narrowing, newOrder, positive, positiveIntegerText } from '../fields'
import { onTick, orderChanged } from './trigger'
import { type PendingOrder, type Conditionals, FEATURE_NAME } from './state'
import { cancelConditional, cancelConditionals, checkAmend, placeConditional } from './orders'
import { listBefore, listEnded, listEvery, toRow } from './rows'
import { type Conditional, ConditionalStore, conditionalRef, triggersOf } from './store'

const price = v.nullable(positive)

export const conditional = feature({
  name: FEATURE_NAME,
  tables: ConditionalStore.tables,
  open: (account: AccountState): Conditionals => ({
    account,
    orders: new ConditionalStore(account.store),
    dirtySymbols: new Set(),
  }),
  provides: {
    conditionals: (conditionals: Conditionals) => ({
      orderChanged: (order, at) => orderChanged(conditionals, order, at),
      checkAmend: (orderNo, ticks) => checkAmend(conditionals, orderNo, ticks),
    }),
  },
  unfinished: ({ account }: Conditionals) => ({
    conditional_orders: tableOf(conditionalOrder).count(
      account.store,
      "WHERE state IN ('waiting', 'live', 'firing', 'sent')",
    ),
  }),
  commands: {
    place_conditional: deferredCommand({
      byKey: 'trade',
      input: v.strictObject({
        symbol: v.string(),
        side: v.picklist(['buy', 'sell']),
        kind: v.picklist(CONDITIONAL_KINDS),
        stopSteps: price,
        profitSteps: price,
        trailSteps: price,
        trailRate: v.nullable(v.pipe(v.string(), v.regex(/^[1-9]\d{0,9}$/))),
        limitTicks: price,
        legTicks: price,
        lots: count,
        budget: v.nullable(positiveIntegerText),
        entry: v.nullable(newOrder),
        /** Zero while no price exists. */
        reference: count,
      }),
      // A retry has the Worker's current readings, so only the user's own input is compared with the first command.
      content: ({ reference: _, entry, ...input }) => ({
        ...input,
        entry: entry?.kind === 'market' ? { ...entry, ticks: null } : entry,
      }),
      run: (conditionals: Conditionals, input, { now }) => placeConditional(conditionals, input, now),
      answer: placedOutcome,
      pendingAnswer: (conditionals, input) => done(placedOf(conditionals, input)),
      waitsForMarkets: marketsOf,
    }),
    cancel_conditional: deferredCommand({
      byKey: 'trade',
      input: v.strictObject({ conditionalNo: positive }),
      run: (conditionals: Conditionals, { conditionalNo }, { now }) =>
        cancelConditional(conditionals, conditionalNo, now),
      answer: cancelledOutcome,
      pendingAnswer: (conditionals, input) => done(placedOf(conditionals, input)),
      waitsForMarkets: marketsOf,
    }),
    cancel_conditionals: command({
      byKey: 'trade',
      /** Null: of every pair. */
      input: v.strictObject({ symbol: v.nullable(v.string()) }),
      commit: 'log',
      run: (conditionals: Conditionals, { symbol }, { now }) => cancelConditionals(conditionals, symbol, now),
    }),
  },
  queries: {
    /** In order of acceptance. */
    conditionals_live: query({
      input: v.strictObject({ symbol: v.nullable(v.string()) }),
      run: (conditionals: Conditionals, { symbol }) => done(conditionals.orders.live(symbol).map(toRow)),
    }),
    conditional_order: query({
      input: v.strictObject({ conditionalNo: positive }),
      run: (conditionals: Conditionals, { conditionalNo }) => {
        const found = conditionals.orders.find(conditionalNo)
        return found ? done(toRow(found)) : refuse('conditional_not_found')
      },
    }),
    conditionals_ended: query({
      input: v.strictObject({ symbol: v.nullable(v.string()), ...narrowing, ...listPart }),
      run: ({ account }: Conditionals, input) => done(listEnded(account.store, input)),
    }),
  },
  system: {
    /** One page for the desk. */
    inspect_conditionals: system({
      commit: 'read',
      run: (
        { account }: Conditionals,
        input: { readonly filter: DeskConditionals; readonly page: number; readonly limit: number },
      ) => listEvery(account.store, input),
    }),
    read_conditionals: system({
      commit: 'read',
      run: (
        { account }: Conditionals,
        input: { readonly filter: DeskConditionals; readonly before: number | null; readonly limit: number },
      ) => listBefore(account.store, input),
    }),
  },
  onWake: onTick,
  ending: (conditionals: Conditionals) => {
    for (const symbol of conditionals.dirtySymbols) setBand(conditionals, symbol)
    conditionals.dirtySymbols.clear()
  },
  changes: ({ orders }: Conditionals) => {
    const changed = orders.changed()
    return changed.length === 0 ? null : { orders: changed.map(toRow) }
  },
  snapshot: ({ orders }: Conditionals) => ({ orders: orders.live().map(toRow) }),
  save: ({ orders }: Conditionals, log) => orders.save(log),
  checkpointed: ({ orders }: Conditionals) => orders.checkpointed(),
  verify: ({ account, orders }: Conditionals) =>
    orders.live().flatMap(({ conditionalNo, held }) => {
      const left = account.ledger.holdLeft(conditionalRef(conditionalNo))
      return left === held ? [] : [`conditional order ${conditionalNo} says ${held} and holds ${left}`]
    }),
})

/** A conditional order with its OCO limit order or its entry. */
interface Placed {
  readonly conditional: ConditionalRow
  readonly order: SpotOrderRow | null
}

const only = (conditionals: Conditionals, { conditionalNo }: PendingOrder): Conditional => {
  const found = conditionals.orders.find(conditionalNo)
  if (!found) throw new Error(`${conditionalRef(conditionalNo)} is kept`)
  return found
}

function placedOf(conditionals: Conditionals, input: PendingOrder): Placed {
  const order = only(conditionals, input)
  const linked = order.linkedNo === null ? undefined : conditionals.account.capabilities.orders.row(order.linkedNo)
  return { conditional: toRow(order), order: linked ?? null }
}

/** The answer waits for the Market's word on the order beside it. */
function placedOutcome(conditionals: Conditionals, input: PendingOrder): Outcome<Placed, MarketRefusal> | undefined {
  const placed = placedOf(conditionals, input)
  const { order } = placed
  if (order && isUndecided(order)) return undefined
  return order?.refusal ? refuse(order.refusal, order.refusalFacts) : done(placed)
}

/** The answer waits until the OCO's limit order has left the book. */
function cancelledOutcome(conditionals: Conditionals, input: PendingOrder): Outcome<Placed, never> | undefined {
  const placed = placedOf(conditionals, input)
  const { conditional: row, order } = placed
  const isTakenBack = row.kind !== 'oco' || (order?.state !== 'pending' && order?.state !== 'open')
  return isTakenBack ? done(placed) : undefined
}

function marketsOf(conditionals: Conditionals, input: PendingOrder): ReadonlySet<string> {
  const { symbol, linkedNo } = only(conditionals, input)
  return new Set(linkedNo === null ? [] : [symbol])
}

/** The first tick wakes a new order at any price; afterwards the price edges of its triggers are enough. */
function setBand(conditionals: Conditionals, symbol: string): void {
  const live = conditionals.orders.live(symbol).filter(({ state }) => state === 'live')
  const edges = live.map((order) => edgesOf(triggersOf(order)))
  const highest = (values: readonly number[]) => (values.length === 0 ? null : Math.max(...values))
  const lowest = (values: readonly number[]) => (values.length === 0 ? null : Math.min(...values))
  const low = highest(edges.flatMap((edge) => edge.low ?? []))
  const high = lowest(edges.flatMap((edge) => edge.high ?? []))
  const unseen = lowest(live.flatMap(({ isSeen, since }) => (isSeen ? [] : (since ?? []))))
  const { watches } = conditionals.account
  const next = unseen === null ? null : Math.max(unseen, watches.actedAt(FEATURE_NAME, symbol)) + 1
  watches.set(FEATURE_NAME, symbol, { low, high, next }, { long: ZERO, short: ZERO })
}
