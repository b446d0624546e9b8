// /api/lever/*: contracts under the names of the wire contract.

import * as v from 'valibot'
import { riskPercent } from '#domain/futures/appraisal'
import { formatUnits } from '#domain/money/amount'
import { formatLots, formatTicks, lots, ticks } from '#domain/money/price'
import { done, refuse } from '#domain/outcome'
import { formatSteps } from '#domain/quotes/steps'
import type { FuturesRow } from '#party/protocol/futures'
import { cancelFutures, closeFutures, closeManyFutures, loadFutures, placeFutures } from '#services/futures'
import { setFuturesStops } from '#services/futures-stops'
import { orderBook } from '#services/market'
import { findFiatPrice } from '#services/wallet'
import { sentence } from '#services/words'
import { decimal, direction, id, idOrAll, limit, page, text } from '#services/input'
import { sentenceText, wireDecimal } from './fields'
import { paginated, wireDecimals } from './format'
import { leverPosition } from './futures-rows'
import { USDT_ID, findPlace, listRows, showRows, symbolOf } from './lever-rows'
import { callerOf, privateRoute } from './route'

const pairIds = { currency_id: id, legal_id: id }
const somePair = { currency_id: v.optional(idOrAll, '0'), legal_id: v.optional(idOrAll, '0') }
const wholeNumber = v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))

/** Spot order book levels per side, as shown by client forms. */
const BOOK_LEVELS = 10

const sums = {
  hazard_rate: v.pipe(v.string(), v.description('equity of the cross positions as percent of their margins')),
  profits_total: wireDecimal,
}

export const leverRoutes = [
  privateRoute({
    method: 'POST',
    path: '/lever/deal',
    summary: 'What an order form of one contract needs, and the newest open positions',
    tag: 'Futures',
    input: v.object(pairIds),
    output: v.object({
      user_lever: wireDecimal,
      all_levers: wireDecimal,
      multiple: v.object({
        muit: v.array(v.object({ value: v.string() })),
        share: v.array(v.object({ value: v.string() })),
      }),
      lever_share_limit: v.object({ min: v.number(), max: v.number() }),
      last_price: wireDecimal,
      ustd_price: wireDecimal,
      ExRAte: wireDecimal,
      my_transaction: v.array(leverPosition),
      lever_transaction: v.object({
        in: v.array(v.object({ price: wireDecimal, number: wireDecimal })),
        out: v.array(v.object({ price: wireDecimal, number: wireDecimal })),
      }),
    }),
    handler: async ({ env, session, input, language }) => {
      const place = await findPlace(env, input.currency_id, input.legal_id)
      if (!place.ok) return place
      const { pair, terms } = place.value
      const [live, fiat, book] = await Promise.all([
        loadFutures(env, session),
        findFiatPrice(env, USDT_ID, 'CNY'),
        orderBook(env, terms.symbol, BOOK_LEVELS),
      ])
      if (!live.ok) return live
      const level = ([price, quantity]: readonly [number, number]) => ({
        price: wireDecimals(formatTicks(pair, ticks(price))),
        number: wireDecimals(formatLots(pair, lots(quantity))),
      })
      const own = live.value.rows.filter(({ symbol, state }) => symbol === terms.symbol && state === 'open')
      const money = (value: bigint) => wireDecimals(formatUnits(value, terms.quote.scale))
      const now = live.value.prices.get(terms.symbol)
      const shown = await showRows(env, session, { rows: own.slice(-10).reverse(), overview: live.value, language })
      return done({
        user_lever: money(live.value.available),
        all_levers: money(live.value.appraisal.equity),
        multiple: {
          muit: terms.leverages.map((value) => ({ value: String(value) })),
          share: [terms.lotsMin, 5, 10, 50, 100]
            .filter((value, index, all) => value >= terms.lotsMin && all.indexOf(value) === index)
            .map((value) => ({ value: String(value) })),
        },
        lever_share_limit: { min: terms.lotsMin, max: terms.lotsMax },
        last_price: wireDecimals(now === undefined ? '0' : formatSteps(now, terms.priceDecimals)),
        ustd_price: wireDecimals('1'),
        ExRAte: wireDecimals(fiat ?? '0'),
        my_transaction: shown,
        lever_transaction: { in: book.bids.map(level), out: book.asks.map(level) },
      })
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/lever/submit',
    summary: 'Open a position at the next tick (status 1), or leave a limit order (status 0)',
    tag: 'Futures',
    input: v.object({
      ...pairIds,
      type: direction,
      share: wholeNumber,
      multiple: wholeNumber,
      status: v.optional(v.picklist(['0', '1']), '1'),
      target_price: v.optional(decimal),
      password: v.optional(v.pipe(v.string(), v.maxLength(256))),
    }),
    output: sentenceText,
    handler: async (call) => {
      const { env, input, language } = call
      const place = await findPlace(env, input.currency_id, input.legal_id)
      if (!place.ok) return place
      const isMarket = input.status === '1'
      if (!isMarket && input.target_price === undefined) return refuse('field_missing', { field: 'target_price' })
      const placed = await placeFutures.run(callerOf(call), {
        symbol: place.value.terms.symbol,
        direction: input.type === 'buy' ? 'long' : 'short',
        kind: isMarket ? 'market' : 'limit',
        mode: 'cross',
        leverage: input.multiple,
        lots: input.share,
        // Clients send "999" with a market order.
        price: isMarket ? undefined : input.target_price,
      })
      if (!placed.ok) return placed
      return done(sentence(language, placed.value.state === 'open' ? 'done_futures_opened' : 'done_futures_ordered'))
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/lever/dealall',
    summary: 'Own positions of one contract, with what they stand for',
    tag: 'Futures',
    input: v.object({
      ...somePair,
      status: v.optional(v.picklist(['-1', '0', '1', '2', '3', '4']), '1'),
      page,
      limit: limit(10),
    }),
    output: v.object({
      order: paginated(leverPosition),
      balance: wireDecimal,
      ...sums,
      caution_money_total: wireDecimal,
      origin_caution_money_total: wireDecimal,
      caution_money: wireDecimal,
      origin_caution_money: wireDecimal,
      profits: wireDecimal,
    }),
    handler: async ({ env, session, input, language }) => {
      const listed = await listRows(env, session, { ...input, language, path: '/lever/dealall' })
      if (!listed.ok) return listed
      const { order, overview, scale, own } = listed.value
      const { appraisal, available } = overview
      const money = (value: bigint) => wireDecimals(formatUnits(value, scale))
      const of = own.flatMap(({ positionNo }) => appraisal.positions.get(positionNo)?.result ?? [])
      const margins = (rows: readonly FuturesRow[], part: 'margin' | 'marginAtOpen') =>
        money(rows.filter(({ state }) => state === 'open').reduce((sum, row) => sum + BigInt(row[part]), 0n))
      return done({
        order,
        balance: money(available),
        hazard_rate: riskPercent(appraisal.risk),
        profits_total: money(appraisal.results),
        caution_money_total: money(appraisal.margins),
        origin_caution_money_total: margins(overview.rows, 'marginAtOpen'),
        caution_money: margins(own, 'margin'),
        origin_caution_money: margins(own, 'marginAtOpen'),
        profits: money(of.reduce<bigint>((sum, result) => sum + result, 0n)),
      })
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/lever/my_trade',
    summary: 'Own positions by status, -1 for all; zero ids for all contracts',
    tag: 'Futures',
    input: v.object({
      ...somePair,
      status: v.optional(v.picklist(['-1', '0', '1', '2', '3', '4']), '-1'),
      page,
      limit: limit(10),
    }),
    output: v.object({ message: paginated(leverPosition), rate_profits_total: v.object(sums) }),
    handler: async ({ env, session, input, language }) => {
      const listed = await listRows(env, session, { ...input, language, path: '/lever/my_trade' })
      if (!listed.ok) return listed
      const { order, overview, scale } = listed.value
      const { risk, results } = overview.appraisal
      return done({
        message: order,
        rate_profits_total: {
          hazard_rate: riskPercent(risk),
          profits_total: wireDecimals(formatUnits(results, scale)),
        },
      })
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/lever/close',
    summary: 'Close a position at the next tick',
    tag: 'Futures',
    input: v.object({ id }),
    output: sentenceText,
    handler: async (call) => {
      const { input, language } = call
      const closed = await closeFutures.run(callerOf(call), { position_id: input.id })
      return closed.ok ? done(sentence(language, 'done_futures_closed')) : closed
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/lever/batch_close',
    summary: 'Close every position: type 0 all, 1 long, 2 short; of one contract where its ids are given',
    tag: 'Futures',
    input: v.object({ type: v.optional(v.picklist(['0', '1', '2']), '0'), ...somePair }),
    output: sentenceText,
    handler: async (call) => {
      const { env, input, language } = call
      const symbol = await symbolOf(env, input.currency_id, input.legal_id)
      if (!symbol.ok) return symbol
      const direction = ({ '0': undefined, '1': 'long', '2': 'short' } as const)[input.type]
      const closed = await closeManyFutures.run(callerOf(call), { symbol: symbol.value ?? undefined, direction })
      return closed.ok ? done(sentence(language, 'done_futures_closed')) : closed
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/lever/setstop',
    summary: 'Set take-profit and stop-loss of a position; zero takes one away, an absent one stays',
    tag: 'Futures',
    input: v.object({ id, target_profit_price: v.optional(decimal), stop_loss_price: v.optional(decimal) }),
    output: sentenceText,
    handler: async (call) => {
      const { input, language } = call
      const { id: position_id, target_profit_price: take_profit, stop_loss_price: stop_loss } = input
      const set = await setFuturesStops.run(callerOf(call), { position_id, take_profit, stop_loss })
      return set.ok ? done(sentence(language, 'done_futures_stops_set')) : set
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/lever/cancel',
    summary: 'Cancel an order that waits for its price; margin and fee are free again',
    tag: 'Futures',
    input: v.object({ id, reason: v.optional(text(100)) }),
    output: sentenceText,
    handler: async (call) => {
      const { input, language } = call
      const cancelled = await cancelFutures.run(callerOf(call), { position_id: input.id })
      return cancelled.ok ? done(sentence(language, 'done_futures_cancelled')) : cancelled
    },
  }),
]
