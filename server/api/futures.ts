// /api/v1 futures and receipts: full order options, and positions with live appraisal. Extends the wire contract.

import * as v from 'valibot'
import { riskPercent } from '#domain/futures/appraisal'
import { stopWarning } from '#domain/futures/order'
import type { Language } from '#domain/language'
import { formatUnits } from '#domain/money/amount'
import { done } from '#domain/outcome'
import { formatSteps } from '#domain/quotes/steps'
import type { FuturesRow } from '#party/protocol/futures'
import {
  cancelFutures,
  closeFutures,
  closeManyFutures,
  findFutures,
  listEndedFutures,
  loadFutures,
  newContract,
  placeFutures,
  previewFutures,
  type FuturesPreview,
} from '#services/futures'
import { changeFuturesMargin } from '#services/futures-margin'
import { reverseFutures } from '#services/futures-reversal'
import { setFuturesStops } from '#services/futures-stops'
import { listTerms } from '#services/futures-terms'
import { placeOf } from '#session/place'
import { readSession } from '#session/session'
import { flag, id, symbol } from '#services/input'
import { endOf, listFields, listOf, partOf } from './cursor'
import { wireDecimal, wireId } from './fields'
import { futuresPosition, futuresRow, futuresWarnings, wireWarnings } from './futures-rows'
import { type PrivateCall, privateRoute, publicRoute, route } from './route'

/** Position with its pair's terms; open positions add figures at current prices. */
const positionAnswer = {
  schema: futuresPosition,
  write: async (
    row: FuturesRow,
    { env, session, language }: Pick<PrivateCall<unknown>, 'env' | 'session' | 'language'>,
  ) => {
    const [terms, live] = await Promise.all([listTerms(env), row.state === 'open' ? loadFutures(env, session) : null])
    const of = terms.find(({ symbol }) => symbol === row.symbol)
    return futuresRow(row, { terms: of, live: live?.ok ? live.value : null, language })
  },
}

function previewRow(preview: FuturesPreview, language: Language) {
  const { quote, priceDecimals, liquidation, atTakeProfit, atStopLoss } = preview
  const money = (value: bigint) => formatUnits(value, quote.scale)
  const price = (priceSteps: number) => formatSteps(priceSteps, priceDecimals)
  return {
    open_price: price(preview.openSteps),
    worth: money(preview.worth),
    margin: money(preview.margin),
    fee: money(preview.fee),
    liquidation_price: liquidation === null ? null : price(liquidation),
    overnight: money(preview.overnight),
    result_at_take_profit: atTakeProfit === null ? null : money(atTakeProfit),
    result_at_stop_loss: atStopLoss === null ? null : money(atStopLoss),
    warnings: wireWarnings(stopWarning(preview, priceDecimals), language),
  }
}

export const futuresRoutes = [
  route(placeFutures, {
    at: 'POST /v1/futures/order',
    scope: 'trade',
    summary: 'Place an order; a market order answers once the first tick has opened it',
    tag: 'Futures',
    answers: positionAnswer,
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/futures/preview',
    summary: 'What an order would come to at the price of now, or at its own; refused where placing it is',
    tag: 'Futures',
    input: newContract,
    output: v.object({
      open_price: wireDecimal,
      worth: wireDecimal,
      margin: wireDecimal,
      fee: wireDecimal,
      liquidation_price: v.pipe(v.nullable(wireDecimal), v.description('null where no price liquidates it')),
      overnight: v.pipe(wireDecimal, v.description('what a midnight would cost at that price')),
      result_at_take_profit: v.pipe(
        v.nullable(wireDecimal),
        v.description('by prices alone: less `fee` it is the net result'),
      ),
      result_at_stop_loss: v.nullable(wireDecimal),
      warnings: futuresWarnings,
    }),
    handler: async ({ env, request, language, input }) => {
      const session = await readSession(request, env)
      const { country } = placeOf(request)
      const preview = await previewFutures(env, session, { form: input, country })
      return preview.ok ? done(previewRow(preview.value, language)) : preview
    },
  }),
  route(cancelFutures, {
    at: 'DELETE /v1/futures/order',
    scope: 'trade',
    summary: 'Cancel an order that waits for its price',
    tag: 'Futures',
    answers: positionAnswer,
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/futures/positions',
    scope: 'read',
    summary:
      'Orders that wait and open positions, with results, liquidation prices and the risk rate at the prices of now',
    tag: 'Futures',
    input: v.object({}),
    output: v.object({
      list: v.array(futuresPosition),
      available: wireDecimal,
      equity: v.pipe(wireDecimal, v.description('available + margins + held_by_orders + unrealised')),
      margins: wireDecimal,
      held_by_orders: v.pipe(wireDecimal, v.description('margin and fee that orders set aside while they wait')),
      unrealised: wireDecimal,
      risk_percent: v.nullable(v.string()),
    }),
    handler: async ({ env, session, language }) => {
      const [terms, live] = await Promise.all([listTerms(env), loadFutures(env, session)])
      if (!live.ok) return live
      const { rows, available, appraisal } = live.value
      const scale = terms[0]?.quote.scale ?? 6
      return done({
        list: rows.map((row) =>
          futuresRow(row, { terms: terms.find(({ symbol: of }) => of === row.symbol), live: live.value, language }),
        ),
        available: formatUnits(available, scale),
        equity: formatUnits(appraisal.equity, scale),
        margins: formatUnits(appraisal.margins, scale),
        held_by_orders: formatUnits(appraisal.ordered, scale),
        unrealised: formatUnits(appraisal.results, scale),
        risk_percent: appraisal.risk === null ? null : riskPercent(appraisal.risk),
      })
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/futures/history',
    scope: 'read',
    summary: 'Positions and orders that ended, newest first, each with its closes and their receipts',
    tag: 'Futures',
    input: v.object({ symbol: v.optional(symbol), closed_only: v.optional(flag), ...listFields }),
    output: listOf(futuresPosition),
    handler: async ({ env, session, language, input }) => {
      const filter = {
        symbol: input.symbol ?? null,
        only: input.closed_only ? ('closed' as const) : null,
        ...partOf(input),
      }
      const [terms, ended] = await Promise.all([listTerms(env), listEndedFutures(env, session, filter)])
      if (!ended.ok) return ended
      const { rows, end } = endOf(ended.value, input, ({ positionNo }) => positionNo)
      const list = rows.map((row) =>
        futuresRow(row, { terms: terms.find(({ symbol: of }) => of === row.symbol), live: null, language }),
      )
      return done({ list, ...end })
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/futures/position',
    scope: 'read',
    summary: 'One order or position, with its closes and their receipts',
    tag: 'Futures',
    input: v.object({ position_id: id }),
    output: futuresPosition,
    handler: async (call) => {
      const found = await findFutures(call.env, call.session, call.input.position_id)
      return found.ok ? done(await positionAnswer.write(found.value, call)) : found
    },
  }),
  route(closeFutures, {
    at: 'POST /v1/futures/close',
    scope: 'trade',
    summary: 'Close a position at the first tick from now on, whole or by lots',
    tag: 'Futures',
    answers: positionAnswer,
  }),
  route(closeManyFutures, {
    at: 'POST /v1/futures/close-many',
    scope: 'trade',
    summary: 'Close every position at the first tick from now on, or those of a symbol or a direction',
    tag: 'Futures',
    answers: {
      schema: v.object({
        closed: v.pipe(v.array(futuresPosition), v.description('each as it is now: closed, or with is_closing')),
        refused: v.array(v.object({ position_id: wireId, code: v.string() })),
      }),
      write: async ({ closed, refused }, caller) => ({
        closed: await Promise.all(closed.map((row) => positionAnswer.write(row, caller))),
        refused: refused.map(({ row, code }) => ({ position_id: row.positionNo, code })),
      }),
    },
  }),
  route(reverseFutures, {
    at: 'POST /v1/futures/reverse',
    scope: 'trade',
    summary:
      'Close a position and open the same lots in the other direction, both at the first tick from now on; `opened` is cancelled, with its cause, when it could not be paid',
    tag: 'Futures',
    answers: {
      schema: v.object({ closed: futuresPosition, opened: futuresPosition }),
      write: async ({ closed, opened }, caller) => ({
        closed: await positionAnswer.write(closed, caller),
        opened: await positionAnswer.write(opened, caller),
      }),
    },
  }),
  route(setFuturesStops, {
    at: 'POST /v1/futures/stops',
    scope: 'trade',
    summary:
      'Set take-profit and stop-loss, for all of a position (lots 0) or for some lots; what is absent stays, a price of 0 takes one away',
    tag: 'Futures',
    answers: positionAnswer,
  }),
  route(changeFuturesMargin, {
    at: 'POST /v1/futures/margin',
    scope: 'trade',
    summary: 'Add to the margin of an isolated position, or take from it what its leverage does not need',
    tag: 'Futures',
    answers: positionAnswer,
  }),
]
