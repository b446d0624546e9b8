// /api/v1 dual investments: series, payouts of a purchase in both outcomes, orders with receipts, and fixings.

import * as v from 'valibot'
import { investedAsset } from '#domain/invest/series'
import { breakEven, investPayout } from '#domain/invest/settlement'
import { formatAmount } from '#domain/money/amount'
import { type Outcome, done } from '#domain/outcome'
import { formatSteps } from '#domain/quotes/steps'
import type { InvestRow } from '#party/protocol/invest'
import { buySeries, findInvest, listInvest, quoteSeries } from '#services/invest'
import { listSeries, recentFixings } from '#services/invest-series'
import { placeOf } from '#session/place'
import { readSession } from '#session/session'
import { codesOf } from './dual'
import { id } from '#services/input'
import { endOf, listFields, listOf, partOf } from './cursor'
import { wireDecimal } from './fields'
import { investOrder, investRow, investSeries, seriesRow } from './invest-rows'
import { privateRoute, publicRoute } from './route'

const kind = v.picklist(['call', 'put'])
const shares = v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/))

const show = async (env: Env, outcome: Outcome<InvestRow>) =>
  outcome.ok ? done(investRow(outcome.value, await codesOf(env, outcome.value), Date.now())) : outcome

export const investRoutes = [
  publicRoute({
    method: 'GET',
    path: '/v1/invest/series',
    summary: 'Series that can be bought, the next maturity first',
    tag: 'Invest',
    input: v.object({ kind: v.optional(kind) }),
    output: v.array(investSeries),
    handler: async ({ env, input }) => {
      const offers = await listSeries(env, Date.now())
      return done(offers.filter(({ series }) => !input.kind || series.kind === input.kind).map(seriesRow))
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/invest/quote',
    summary:
      'What so many shares cost now, and both outcomes in money; refused where buying is, for a guest without the checks of an account',
    tag: 'Invest',
    input: v.object({ series_id: id, shares }),
    output: v.object({
      amount: wireDecimal,
      asset: v.string(),
      days: v.number(),
      below: v.pipe(wireDecimal, v.description('paid in the coin when the fixing is below the strike price')),
      otherwise: v.pipe(wireDecimal, v.description('paid in dollars')),
      break_even: wireDecimal,
    }),
    handler: async ({ env, request, input }) => {
      const form = { seriesId: input.series_id, shares: input.shares, days: '' }
      const session = await readSession(request, env)
      const read = await quoteSeries(env, session, { form, country: placeOf(request).country, now: Date.now() })
      if (!read.ok) return read
      const { series, amount, days } = read.value
      const { base, quote } = series
      const numbers = { ...series, amount, days, baseScale: base.scale, quoteScale: quote.scale }
      return done({
        amount: formatAmount(investedAsset(series), amount),
        asset: investedAsset(series).code,
        days,
        below: formatAmount(base, investPayout(numbers, 'coin')),
        otherwise: formatAmount(quote, investPayout(numbers, 'quote')),
        break_even: formatSteps(breakEven(numbers), series.priceDecimals),
      })
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/v1/invest/buy',
    summary: 'Buy whole shares; answers once they are granted',
    tag: 'Invest',
    input: v.object({
      series_id: id,
      shares,
      days: v.optional(
        v.pipe(v.string(), v.regex(/^[1-9]\d{0,4}$/), v.description('as you saw them: changed ones are refused')),
      ),
    }),
    output: investOrder,
    handler: async ({ env, request, session, commandId, input }) => {
      const form = { seriesId: input.series_id, shares: input.shares, days: input.days ?? '' }
      const { country } = placeOf(request)
      return show(env, await buySeries(env, session, { commandId, form, country, now: Date.now() }))
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/invest/orders',
    scope: 'read',
    summary: 'Own dual investments, newest first',
    tag: 'Invest',
    input: v.object({ stage: v.optional(v.picklist(['live', 'ended', 'all']), 'all'), ...listFields }),
    output: listOf(investOrder),
    handler: async ({ env, session, input }) => {
      const now = Date.now()
      const found = await listInvest(env, session, {
        stage: input.stage,
        baseId: null,
        kind: null,
        now,
        ...partOf(input),
      })
      if (!found.ok) return found
      const { rows, end } = endOf(found.value, input, ({ orderNo }) => orderNo)
      const list = await Promise.all(rows.map(async (row) => investRow(row, await codesOf(env, row), now)))
      return done({ list, ...end })
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/invest/order',
    scope: 'read',
    summary: 'One own dual investment',
    tag: 'Invest',
    input: v.object({ order_id: id }),
    output: investOrder,
    handler: async ({ env, session, input }) => show(env, await findInvest(env, session, input.order_id)),
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/invest/fixings',
    summary: 'The newest fixings, each with its receipt',
    tag: 'Invest',
    input: v.object({}),
    output: v.array(
      v.object({
        symbol: v.string(),
        at: v.number(),
        price: v.pipe(v.nullable(wireDecimal), v.description('null: there was no tick, and everything was returned')),
        receipt_id: v.nullable(v.string()),
      }),
    ),
    handler: async ({ env }) => {
      const fixings = await recentFixings(env)
      return done(
        fixings.map(({ symbol, at, steps, priceDecimals, receiptId }) => ({
          symbol,
          at,
          price: steps === null ? null : formatSteps(steps, priceDecimals),
          receipt_id: receiptId,
        })),
      )
    },
  }),
]
