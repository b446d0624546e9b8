// /api/follow/*: copy trading under the names of the wire contract.

import * as v from 'valibot'
import { formatUnits } from '#domain/money/amount'
import { done } from '#domain/outcome'
import { formatSteps } from '#domain/quotes/steps'
import { cancelFollowing, followTrader, holdCopy, listFollowings } from '#services/copy/following'
import { listShownTraders, listTrades, readTrader } from '#services/copy/traders'
import { sentence } from '#services/words'
import { readSession } from '#session/session'
import { percent, usdt } from './copy-rows'
import { decimal, id, limit, page } from '#services/input'
import { sentenceText, wireDate, wireDecimal, wireId } from './fields'
import { formatDate, wireDecimals, paginate, paginated } from './format'
import { callerOf, privateRoute, publicRoute } from './route'

const isFollowed = v.pipe(v.picklist([0, 1]), v.description('1: you follow this trader'))

/** Traders followed by the caller; empty without login. */
async function followedBy(env: Env, request: Request): Promise<ReadonlySet<number>> {
  const session = await readSession(request, env)
  const own = session && (await listFollowings(env, session))
  return new Set(own?.ok ? own.value.rows.flatMap(({ state, traderId }) => (state === 'active' ? traderId : [])) : [])
}

export const followRoutes = [
  publicRoute({
    method: 'GET',
    path: '/follow/index',
    summary: 'Traders who may be followed, and those who were, by their total profit',
    tag: 'Copy trading',
    input: v.object({ page, limit: limit(10) }),
    output: paginated(
      v.object({
        id: wireId,
        nickname: v.string(),
        head_portrait: v.string(),
        total_profits: wireDecimal,
        closed_count: v.number(),
        correct_rate: v.pipe(wireDecimal, v.description('percent')),
        follow_num: v.number(),
        is_followed: isFollowed,
        user: v.object({ signature: v.string() }),
      }),
    ),
    handler: async ({ env, request, input }) => {
      const [{ rows, total }, followed] = await Promise.all([
        listShownTraders(env, { order: 'profit', ...input }),
        followedBy(env, request),
      ])
      const shown = rows.map((row) => ({
        id: row.userId,
        nickname: row.nickname,
        head_portrait: row.headPortrait ?? '',
        total_profits: wireDecimals(usdt(row.profit)),
        closed_count: row.ended,
        correct_rate: percent(BigInt(row.accuracy)),
        follow_num: row.followers,
        is_followed: followed.has(row.userId) ? (1 as const) : (0 as const),
        user: { signature: row.signature ?? '' },
      }))
      return done(paginate(shown, { path: '/api/follow/index', ...input, total }))
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/follow/traderDetail',
    summary: 'One trader, with live figures',
    tag: 'Copy trading',
    input: v.object({ trader_user_id: id }),
    output: v.object({
      trader_info: v.object({
        id: wireId,
        is_trader: v.picklist([0, 1]),
        nickname: v.string(),
        head_portrait: v.string(),
        signature: v.string(),
      }),
      data: v.object({
        total_profits: wireDecimal,
        total_income_rate: v.pipe(wireDecimal, v.description('percent')),
        correct_rate: v.pipe(wireDecimal, v.description('percent')),
        follow_num: v.number(),
        profitCount: v.number(),
        fallCount: v.number(),
        riseCount: v.number(),
        yesterday_profits: wireDecimal,
        position_count: v.number(),
        total_count: v.number(),
      }),
      is_followed: isFollowed,
    }),
    handler: async ({ env, request, input }) => {
      const [profile, followed] = await Promise.all([readTrader(env, input.trader_user_id), followedBy(env, request)])
      if (!profile.ok) return profile
      const { trader, statistics, followers, open } = profile.value
      return done({
        trader_info: {
          id: trader.userId,
          is_trader: trader.state === 'active' ? (1 as const) : (0 as const),
          nickname: trader.nickname,
          head_portrait: trader.headPortrait ?? '',
          signature: trader.words,
        },
        data: {
          total_profits: wireDecimals(usdt(statistics.profit)),
          total_income_rate: percent(statistics.returnRate),
          correct_rate: percent(statistics.accuracy),
          follow_num: followers,
          profitCount: statistics.won,
          fallCount: statistics.short,
          riseCount: statistics.long,
          yesterday_profits: wireDecimals(usdt(statistics.yesterday)),
          position_count: open,
          total_count: statistics.ended + open,
        },
        is_followed: followed.has(trader.userId) ? (1 as const) : (0 as const),
      })
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/follow/historyTrade',
    summary: 'Closed trades of a trader, the newest first',
    tag: 'Copy trading',
    input: v.object({ trader_user_id: id, page, limit: limit(10) }),
    output: paginated(
      v.object({
        id: wireId,
        symbol: v.string(),
        type: v.pipe(v.picklist([1, 2]), v.description('1 buy (long), 2 sell (short)')),
        price: wireDecimal,
        share: v.number(),
        profits: wireDecimal,
        transaction_time: wireDate,
      }),
    ),
    handler: async ({ env, input }) => {
      const { trader_user_id: traderId, ...paging } = input
      const log = await listTrades(env, { traderId, ...paging })
      if (!log.ok) return log
      const shown = log.value.rows.map((row) => ({
        id: row.positionNo,
        symbol: row.symbol.replace('-', '/'),
        type: row.direction === 'long' ? (1 as const) : (2 as const),
        price: wireDecimals(formatSteps(row.openSteps, row.priceDecimals)),
        share: Number(formatUnits(BigInt(row.lots), 2)),
        profits: wireDecimals(usdt(row.net)),
        transaction_time: formatDate(row.openedAt),
      }))
      return done(paginate(shown, { path: '/api/follow/historyTrade', ...paging, total: log.value.total }))
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/follow/follow',
    summary: 'Follow a trader: type 1 by a multiple of the trader’s lots, 2 by fixed lots',
    tag: 'Copy trading',
    input: v.object({ trader_user_id: id, number: decimal, type: v.picklist(['1', '2']) }),
    output: sentenceText,
    handler: async (call) => {
      const { trader_user_id: trader_id, number, type } = call.input
      const kind = type === '1' ? ('multiple' as const) : ('lots' as const)
      // Clients of the contract know no limits: those that a follower has chosen elsewhere stay.
      const followed = await followTrader.run(callerOf(call), { trader_id, number, kind })
      return followed.ok ? done(sentence(call.language, 'done_copy_followed')) : followed
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/follow/cancel',
    summary: 'Follow a trader no more; copies 1 closes the open copies, 2 (or nothing) leaves them to you',
    tag: 'Copy trading',
    input: v.object({ follow_user_id: id, copies: v.optional(v.picklist(['1', '2']), '2') }),
    output: sentenceText,
    handler: async (call) => {
      const { input, language } = call
      const copies = input.copies === '1' ? 'close' : 'keep'
      const ended = await cancelFollowing.run(callerOf(call), { trader_id: input.follow_user_id, copies })
      return ended.ok ? done(sentence(language, 'done_copy_cancelled')) : ended
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/follow/selfHolding',
    summary: 'Take a copied position over: from now on you alone close it',
    tag: 'Copy trading',
    input: v.object({ transaction_id: id }),
    output: sentenceText,
    handler: async (call) => {
      const { input, language } = call
      const held = await holdCopy.run(callerOf(call), { position_id: input.transaction_id })
      return held.ok ? done(sentence(language, 'done_copy_self_held')) : held
    },
  }),
]
