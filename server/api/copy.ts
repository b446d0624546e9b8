// /api/v1/copy: traders with their full logs, followings with their limits, every copy with the copied trade, and
// applications. Extends the old contract.

import * as v from 'valibot'
import { hundredthsText } from '#domain/copy/terms'
import { formatPercentTrimmed } from '#domain/money/rate'
import { done } from '#domain/outcome'
import { applyAsTrader, readApplication, stopTrading } from '#services/copy/applications'
import { cancelFollowing, followTrader, holdCopy, listCopies, listFollowings } from '#services/copy/following'
import { TRADER_ORDERS, listShownTraders, listTrades, readCopyTerms, readTrader } from '#services/copy/traders'
import {
  applicationRow,
  copyRow,
  followingRow,
  statisticsRow,
  toApplicationRow,
  toCopyRow,
  toFollowingRow,
  toStatisticsRow,
  toTradeRow,
  toTraderRow,
  tradeRow,
  traderRow,
  usdt,
} from './copy-rows'
import { id, limit, page, text } from '#services/input'
import { endOf, listFields, listOf, partOf } from './cursor'
import { wireDecimal } from './fields'
import { callerOf, privateRoute, publicRoute, route } from './route'

const paging = { page, limit: limit(20) }
const tag = 'Copy trading'

export const copyRoutes = [
  publicRoute({
    method: 'GET',
    path: '/v1/copy/terms',
    summary: 'What following may be',
    tag,
    input: v.object({}),
    output: v.object({
      multiple_max: wireDecimal,
      lots_max: wireDecimal,
      traders_max: v.number(),
      share_max_percent: wireDecimal,
      slippage_max_percent: wireDecimal,
      is_open: v.boolean(),
    }),
    handler: async ({ env }) => {
      const terms = await readCopyTerms(env)
      return done({
        multiple_max: hundredthsText(terms.multipleMax),
        lots_max: hundredthsText(terms.lotsMax),
        traders_max: terms.tradersMax,
        share_max_percent: formatPercentTrimmed(terms.shareMax),
        slippage_max_percent: formatPercentTrimmed(terms.slippageMax),
        is_open: terms.isOpen,
      })
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/copy/traders',
    summary: 'Traders who may be followed, then those who were traders once',
    tag,
    input: v.object({
      order: v.optional(v.picklist(TRADER_ORDERS), 'profit'),
      keyword: v.optional(text(60)),
      ...paging,
    }),
    output: v.object({ list: v.array(traderRow), count: v.number(), page: v.number(), limit: v.number() }),
    handler: async ({ env, input }) => {
      const { keyword = '', ...asked } = input
      const { rows, total } = await listShownTraders(env, { ...asked, keyword })
      return done({ list: rows.map(toTraderRow), count: total, page: input.page, limit: input.limit })
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/copy/trader',
    summary: 'One trader, with figures of this moment',
    tag,
    input: v.object({ trader_id: id }),
    output: v.object({ trader: traderRow, statistics: statisticsRow }),
    handler: async ({ env, input }) => {
      const profile = await readTrader(env, input.trader_id)
      if (!profile.ok) return profile
      return done({ trader: toTraderRow(profile.value.trader), statistics: toStatisticsRow(profile.value) })
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/copy/trades',
    summary: 'The log of a trader: every ended trade, the newest first. The figures are recomputed from it',
    tag,
    input: v.object({ trader_id: id, ...listFields }),
    output: listOf(tradeRow),
    handler: async ({ env, input }) => {
      const log = await listTrades(env, { traderId: input.trader_id, ...partOf(input) })
      if (!log.ok) return log
      const { rows, end } = endOf(log.value, input, ({ endNo }) => endNo)
      return done({ list: rows.map(toTradeRow), ...end })
    },
  }),
  route(followTrader, {
    at: 'POST /v1/copy/follow',
    summary: 'Follow a trader, or change how',
    tag,
    answers: { schema: followingRow, write: toFollowingRow },
  }),
  route(cancelFollowing, {
    at: 'POST /v1/copy/cancel',
    summary: 'Follow a trader no more: open copies are closed, or kept as your own',
    tag,
    answers: { schema: followingRow, write: toFollowingRow },
  }),
  route(holdCopy, {
    at: 'POST /v1/copy/self-hold',
    summary: 'Take a copied position over: from now on you alone close it',
    tag,
    answers: { schema: v.object({ position_id: v.number() }), write: (positionNo) => ({ position_id: positionNo }) },
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/copy/followings',
    scope: 'read',
    summary: 'Whom you follow or followed, and what you earned as a trader',
    tag,
    input: v.object({}),
    output: v.object({ list: v.array(followingRow), earned: v.nullable(wireDecimal) }),
    handler: async ({ env, session }) => {
      const own = await listFollowings(env, session)
      if (!own.ok) return own
      const { rows, earned } = own.value
      return done({ list: rows.map(toFollowingRow), earned: earned && usdt(earned) })
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/copy/copies',
    scope: 'read',
    summary: 'Every copy beside the trade that it copies, and every one that was not made with its reason',
    tag,
    input: v.object({
      trader_id: v.optional(id),
      state: v.optional(v.picklist(['live', 'closed', 'missed'])),
      ...listFields,
    }),
    output: listOf(copyRow),
    handler: async ({ env, session, input, language }) => {
      const { trader_id: traderId = null, state = null } = input
      const listed = await listCopies(env, session, { traderId, state, ...partOf(input) })
      if (!listed.ok) return listed
      const { rows, end } = endOf(listed.value, input, ({ copyNo }) => copyNo)
      return done({ list: rows.map((row) => toCopyRow(row, language)), ...end })
    },
  }),
  route(applyAsTrader, {
    at: 'POST /v1/copy/apply',
    summary: 'Apply to be a trader; the desk reviews it',
    tag,
    answers: { schema: applicationRow, write: toApplicationRow },
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/copy/application',
    scope: 'read',
    summary: 'How your application stands',
    tag,
    input: v.object({}),
    output: applicationRow,
    handler: async ({ env, session }) => {
      const found = await readApplication(env, session)
      return found.ok ? done(toApplicationRow(found.value)) : found
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/v1/copy/stop-trading',
    summary: 'Be a trader no more: your followers’ copies become their own, your log stays',
    tag,
    input: v.object({}),
    output: applicationRow,
    handler: async (call) => {
      const { env, session } = call
      const stopped = await stopTrading.run(callerOf(call), {})
      if (!stopped.ok) return stopped
      const found = await readApplication(env, session)
      return found.ok ? done(toApplicationRow(found.value)) : found
    },
  }),
]
