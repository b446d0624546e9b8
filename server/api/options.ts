// /api/v1 options: terms, quoted prices, orders with receipts, and the statistics of the fairness page. Extends the old
// contract.

import * as v from 'valibot'
import { add, decodeAmount, formatUnits } from '#domain/money/amount'
import { formatRate, rate } from '#domain/money/rate'
import { optionFee, profitOf } from '#domain/options/settlement'
import { done } from '#domain/outcome'
import {
  findOption,
  listEndedOptions,
  listLiveOptions,
  placeOption,
  proposeOption,
  takeOptionProposal,
} from '#services/options'
import { listOptionTerms, optionDays, optionReceipts } from '#services/options-terms'
import type { ValueOf } from '#services/operation'
import { id, idOrAll, limit, symbol } from '#services/input'
import { endOf, listFields, listOf, partOf } from './cursor'
import { wireDecimal } from './fields'
import { optionOrder, optionRow } from './options-rows'
import { privateRoute, publicRoute, route } from './route'

const optionAnswer = { schema: optionOrder, write: optionRow }
const money = (value: bigint) => formatUnits(value, 6)

const proposal = {
  schema: v.object({
    proposal_id: v.string(),
    ends_at: v.number(),
    stake: wireDecimal,
    fee: wireDecimal,
    ratio: wireDecimal,
    payout: v.pipe(wireDecimal, v.description('what a win pays, the stake included')),
    limits: v.pipe(
      v.object({ min: wireDecimal, max: wireDecimal, user_max: wireDecimal }),
      v.description('of one stake, and of all that one user has running on the direction'),
    ),
  }),
  write: ({ proposalId, endsAt, asked, bounds }: ValueOf<typeof proposeOption>) => {
    const [stake, ratio] = [decodeAmount(asked.stake), rate(BigInt(asked.terms.ratio))]
    return {
      proposal_id: proposalId,
      ends_at: endsAt,
      stake: money(stake),
      fee: money(optionFee(stake, rate(BigInt(asked.terms.fee)))),
      ratio: formatRate(ratio),
      payout: money(add(stake, profitOf({ stake, ratio }))),
      limits: { min: money(bounds.min), max: money(bounds.max), user_max: money(decodeAmount(asked.userMax)) },
    }
  },
}

export const optionRoutes = [
  publicRoute({
    method: 'GET',
    path: '/v1/options/terms',
    summary: 'Terms of options: durations, what a win pays, bounds of stakes',
    tag: 'Options',
    input: v.object({}),
    output: v.array(
      v.object({
        symbol: v.string(),
        asset: v.string(),
        fee: v.pipe(wireDecimal, v.description('fraction of the stake, on top of it')),
        user_max: v.pipe(wireDecimal, v.description('stakes of one user running on one direction')),
        is_open: v.boolean(),
        version: v.string(),
        durations: v.array(v.object({ seconds: v.number(), ratio: wireDecimal, min: wireDecimal, max: wireDecimal })),
      }),
    ),
    handler: async ({ env }) =>
      done(
        (await listOptionTerms(env)).map((terms) => ({
          symbol: terms.symbol,
          asset: terms.stake.code,
          fee: formatRate(terms.fee),
          user_max: formatUnits(terms.userMax, terms.stake.scale),
          is_open: terms.isOpen,
          version: terms.version,
          durations: terms.durations.map((each) => ({
            seconds: each.seconds,
            ratio: formatRate(each.ratio),
            min: formatUnits(each.min, terms.stake.scale),
            max: formatUnits(each.max, terms.stake.scale),
          })),
        })),
      ),
  }),
  route(proposeOption, {
    at: 'POST /v1/options/proposals',
    scope: 'trade',
    summary: 'Promise the terms of an order for five seconds',
    tag: 'Options',
    answers: proposal,
  }),
  route(placeOption, {
    at: 'POST /v1/options/order',
    scope: 'trade',
    summary: 'Place an order; answers once the first tick after it has begun it',
    tag: 'Options',
    answers: optionAnswer,
  }),
  route(takeOptionProposal, {
    at: 'POST /v1/options/proposal-order',
    scope: 'trade',
    summary: 'Place an order by promised terms, once',
    tag: 'Options',
    answers: optionAnswer,
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/options/orders',
    scope: 'read',
    summary: 'Own orders that run',
    tag: 'Options',
    input: v.object({}),
    output: v.object({ list: v.array(optionOrder) }),
    handler: async ({ env, session }) => {
      const live = await listLiveOptions(env, session)
      return live.ok ? done({ list: live.value.map(optionRow) }) : live
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/options/history',
    scope: 'read',
    summary: 'Own orders that ended, newest first',
    tag: 'Options',
    input: v.object({ symbol: v.optional(symbol), ...listFields }),
    output: listOf(optionOrder),
    handler: async ({ env, session, input }) => {
      const filter = { symbol: input.symbol ?? null, isSettledOnly: false, ...partOf(input) }
      const ended = await listEndedOptions(env, session, filter)
      if (!ended.ok) return ended
      const { rows, end } = endOf(ended.value, input, ({ orderNo }) => orderNo)
      return done({ list: rows.map(optionRow), ...end })
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/options/order',
    scope: 'read',
    summary: 'One own order',
    tag: 'Options',
    input: v.object({ order_id: id }),
    output: optionOrder,
    handler: async ({ env, session, input }) => {
      const found = await findOption(env, session, input.order_id)
      return found.ok ? done(optionRow(found.value)) : found
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/options/fairness',
    summary: 'What came of options by day, symbol and duration, for 30 days; added up from the receipts',
    tag: 'Options',
    input: v.object({}),
    output: v.array(
      v.object({
        day: v.string(),
        symbol: v.string(),
        seconds: v.number(),
        decided: v.number(),
        staked: wireDecimal,
        paid: wireDecimal,
        evens: v.number(),
        voids: v.number(),
        on_time: v.pipe(v.number(), v.description('ended by a price that came within a second of when it was due')),
      }),
    ),
    handler: async ({ env }) =>
      done(
        (await optionDays(env, Date.now())).map(({ staked, paid, onTime, ...day }) => ({
          ...day,
          on_time: onTime,
          staked: formatUnits(staked, 6),
          paid: formatUnits(paid, 6),
        })),
      ),
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/options/receipts',
    summary: 'Receipts of options in the order in which they came, each as it was hashed',
    tag: 'Options',
    input: v.object({ after: v.optional(idOrAll, '0'), limit: limit(50) }),
    output: v.array(v.object({ no: v.number(), receipt_id: v.string(), body: v.string() })),
    handler: async ({ env, input }) =>
      done((await optionReceipts(env, input)).map(({ no, id: receipt_id, body }) => ({ no, receipt_id, body }))),
  }),
]
