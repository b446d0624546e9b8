// /api/v1 conditional orders: stops, take-profits, trailing stops, OCO, and the exit attached to an entry. Extends the
// old contract.

import * as v from 'valibot'
import type { Pair } from '#domain/catalogue'
import { CONDITIONAL_KINDS, CONDITIONAL_STATES, trailTrigger } from '#domain/conditional/triggers'
import { trailOf } from '#domain/conditional/receipt'
import { decodeAmount, formatAmount } from '#domain/money/amount'
import { formatLots, formatTicks, lots, ticks } from '#domain/money/price'
import { formatRatePercent, rate } from '#domain/money/rate'
import { type Outcome, done, refuse } from '#domain/outcome'
import { formatSteps } from '#domain/quotes/steps'
import type { ConditionalRow } from '#party/protocol/conditional'
import { loadCatalogue } from '#services/catalogue'
import {
  type PlacedConditional,
  cancelConditional,
  cancelConditionals,
  findConditional,
  listEndedConditionals,
  listLiveConditionals,
  placeConditional,
  placeEntry,
} from '#services/conditional'
import { decimal, direction, id, symbol } from '#services/input'
import { endOf, listFields, listOf, partOf } from './cursor'
import { wireDecimal, wireId } from './fields'
import { privateRoute } from './route'
import { newOrder, readForm } from './spot'
import { order, orderRow, showRows } from './spot-rows'

const price = v.nullable(wireDecimal)
const conditionalOrder = v.object({
  conditional_id: wireId,
  symbol: v.string(),
  side: v.picklist(['buy', 'sell']),
  kind: v.picklist(CONDITIONAL_KINDS),
  stop_price: price,
  take_profit_price: price,
  trail_amount: price,
  trail_percent: price,
  best_price: v.pipe(price, v.description('best price since a trailing stop was accepted')),
  trigger_price: v.pipe(price, v.description('where a trailing stop triggers now')),
  limit_price: v.pipe(price, v.description('of the order that is sent; null: a market order')),
  quantity: wireDecimal,
  quote_amount: v.nullable(wireDecimal),
  held: v.pipe(wireDecimal, v.description('beside what the linked order holds')),
  held_currency: v.string(),
  linked_order_id: v.pipe(v.nullable(wireId), v.description('the limit of an OCO, or the entry')),
  linked_price: price,
  state: v.picklist(CONDITIONAL_STATES),
  ended_by: v.nullable(v.picklist(['user', 'leg_filled', 'leg_cancelled', 'entry_ended'])),
  cause: v.nullable(v.picklist(['stop', 'take_profit', 'trailing'])),
  triggered_price: price,
  triggered_at: v.nullable(v.number()),
  receipt_id: v.nullable(v.string()),
  order_id: v.pipe(v.nullable(wireId), v.description('the order that was sent')),
  refusal: v.nullable(v.string()),
  accepted_at: v.number(),
  ended_at: v.nullable(v.number()),
})
const placed = v.object({ conditional: conditionalOrder, order: v.nullable(order) })

function conditionalRow(pair: Pair, row: ConditionalRow): v.InferOutput<typeof conditionalOrder> {
  const formatPrice = (value: number | null) => (value === null ? null : formatSteps(value, row.priceDecimals))
  const inTicks = (value: number | null) => (value === null ? null : formatTicks(pair, ticks(value)))
  const trailRate = row.trailRate === null ? null : BigInt(row.trailRate)
  const asset = row.assetId === pair.base.id ? pair.base : pair.quote
  return {
    conditional_id: row.conditionalNo,
    symbol: pair.symbol,
    side: row.side,
    kind: row.kind,
    stop_price: formatPrice(row.stopSteps),
    take_profit_price: formatPrice(row.profitSteps),
    trail_amount: formatPrice(row.trailSteps),
    trail_percent: trailRate === null ? null : formatRatePercent(rate(trailRate)),
    best_price: formatPrice(row.bestSteps),
    trigger_price: formatPrice(trailTrigger({ ...row, trail: trailOf({ ...row, trailRate }) })),
    limit_price: inTicks(row.limitTicks),
    quantity: formatLots(pair, lots(row.lots)),
    quote_amount: row.budget === null ? null : formatAmount(pair.quote, decodeAmount(row.budget)),
    held: formatAmount(asset, decodeAmount(row.held)),
    held_currency: asset.code,
    linked_order_id: row.linkedNo,
    linked_price: inTicks(row.legTicks),
    state: row.state,
    ended_by: row.end,
    cause: row.cause,
    triggered_price: formatPrice(row.firedSteps),
    triggered_at: row.firedAt,
    receipt_id: row.receiptId,
    order_id: row.orderNo,
    refusal: row.refusal,
    accepted_at: row.acceptedAt,
    ended_at: row.endedAt,
  }
}

async function show(env: Env, outcome: Outcome<ConditionalRow>): Promise<Outcome<ReturnType<typeof conditionalRow>>> {
  if (!outcome.ok) return outcome
  const [shown] = showRows(await loadCatalogue(env), [outcome.value], conditionalRow)
  return shown ? done(shown) : refuse('pair_not_found')
}

async function showPlaced(
  env: Env,
  outcome: Outcome<PlacedConditional>,
): Promise<Outcome<v.InferOutput<typeof placed>>> {
  if (!outcome.ok) return outcome
  const shown = await show(env, done(outcome.value.conditional))
  if (!shown.ok) return shown
  const linked = outcome.value.order ? [outcome.value.order] : []
  return done({ conditional: shown.value, order: showRows(await loadCatalogue(env), linked, orderRow)[0] ?? null })
}

const named = v.object({ conditional_id: id })

export const conditionalRoutes = [
  privateRoute({
    method: 'POST',
    path: '/v1/conditional/order',
    scope: 'trade',
    summary:
      'Place a stop, a take-profit, a trailing stop or an OCO: held from now on, sent at the first price that reaches it',
    tag: 'Conditional',
    input: v.object({
      symbol,
      side: direction,
      kind: v.picklist(['stop', 'take_profit', 'trailing', 'oco']),
      quantity: v.optional(decimal),
      quote_amount: v.optional(v.pipe(decimal, v.description('quote to spend: buys that are sent at the market'))),
      trigger_price: v.optional(v.pipe(decimal, v.description('of a stop or a take-profit; the stop of an OCO'))),
      price: v.optional(
        v.pipe(
          decimal,
          v.description('limit of the order that is sent, absent for a market order; the limit of an OCO'),
        ),
      ),
      stop_limit_price: v.optional(v.pipe(decimal, v.description('limit of the order that the stop of an OCO sends'))),
      trail_amount: v.optional(v.pipe(decimal, v.description('trailing: distance from the best price, in quote'))),
      trail_percent: v.optional(v.pipe(decimal, v.description('trailing: the same in percent of the best price'))),
    }),
    output: placed,
    handler: async ({ env, session, commandId, input }) =>
      showPlaced(
        env,
        await placeConditional(env, session, {
          commandId,
          form: {
            symbol: input.symbol,
            side: input.side,
            kind: input.kind,
            quantity: input.quantity,
            quoteAmount: input.quote_amount,
            triggerPrice: input.trigger_price,
            price: input.price,
            stopLimitPrice: input.stop_limit_price,
            trailAmount: input.trail_amount,
            trailPercent: input.trail_percent,
          },
        }),
      ),
  }),
  privateRoute({
    method: 'POST',
    path: '/v1/conditional/entry',
    scope: 'trade',
    summary: 'Place an order with a take-profit, a stop-loss or both, live for what has been filled of it',
    tag: 'Conditional',
    // Attached exits are held in the pair's own wallet.
    input: v.object({
      ...v.omit(newOrder, ['wallet']).entries,
      take_profit: v.optional(decimal),
      stop_loss: v.optional(decimal),
    }),
    output: placed,
    handler: async ({ env, session, commandId, input }) => {
      const form = { entry: readForm(input), takeProfit: input.take_profit, stopLoss: input.stop_loss }
      return showPlaced(env, await placeEntry(env, session, { commandId, form }))
    },
  }),
  privateRoute({
    method: 'DELETE',
    path: '/v1/conditional/order',
    scope: 'trade',
    summary: 'Cancel an order that waits for its price; the limit of an OCO goes with it, an entry stays',
    tag: 'Conditional',
    input: named,
    output: placed,
    handler: async ({ env, session, commandId, input }) =>
      showPlaced(env, await cancelConditional(env, session, { commandId, conditionalNo: input.conditional_id })),
  }),
  privateRoute({
    method: 'DELETE',
    path: '/v1/conditional/orders',
    scope: 'trade',
    summary: 'Cancel every order that waits for its price, or those of one pair',
    tag: 'Conditional',
    input: v.object({ symbol: v.optional(symbol) }),
    output: v.object({ conditional_ids: v.array(wireId) }),
    handler: async ({ env, session, commandId, input }) => {
      const outcome = await cancelConditionals(env, session, { commandId, symbol: input.symbol ?? null })
      return outcome.ok ? done({ conditional_ids: [...outcome.value.conditionalNos] }) : outcome
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/conditional/order',
    scope: 'read',
    summary: 'One conditional order, with the receipt of its trigger and the order that it sent',
    tag: 'Conditional',
    input: named,
    output: conditionalOrder,
    handler: async ({ env, session, input }) => show(env, await findConditional(env, session, input.conditional_id)),
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/conditional/orders',
    scope: 'read',
    summary: 'Own conditional orders that wait, newest first',
    tag: 'Conditional',
    input: v.object({ symbol: v.optional(symbol) }),
    output: v.object({ list: v.array(conditionalOrder) }),
    handler: async ({ env, session, input }) => {
      const live = await listLiveConditionals(env, session, input.symbol ?? null)
      return live.ok ? done({ list: showRows(await loadCatalogue(env), live.value, conditionalRow) }) : live
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/conditional/history',
    scope: 'read',
    summary: 'Own conditional orders that were triggered, refused or cancelled, newest first',
    tag: 'Conditional',
    input: v.object({ symbol: v.optional(symbol), ...listFields }),
    output: listOf(conditionalOrder),
    handler: async ({ env, session, input }) => {
      const filter = { symbol: input.symbol ?? null, ...partOf(input) }
      const [catalogue, ended] = await Promise.all([loadCatalogue(env), listEndedConditionals(env, session, filter)])
      if (!ended.ok) return ended
      const { rows, end } = endOf(ended.value, input, ({ conditionalNo }) => conditionalNo)
      return done({ list: showRows(catalogue, rows, conditionalRow), ...end })
    },
  }),
]
