// /api/v1 lock mining: products, expected yield of a lock, deposits with their yields, and the exact redemption amount.

import * as v from 'valibot'
import { findKnownAsset } from '#domain/catalogue'
import { dayYield, maturesAt, nextMidnight, paysAt, termYield } from '#domain/mining/deposit'
import { decodeAmount, formatAmount, parseAmount, encodeAmount } from '#domain/money/amount'
import { formatRate } from '#domain/money/rate'
import { type Outcome, done, refuse } from '#domain/outcome'
import { DAY_MS, dayText } from '#domain/time'
import type { DepositRow } from '#party/protocol/mining'
import { loadCatalogue } from '#services/catalogue'
import {
  findDeposit,
  listDeposits,
  listYields,
  lockDeposit,
  quoteLock,
  redeemDeposit,
  setDepositRenewal,
} from '#services/mining'
import { listMiningOffers } from '#services/mining-terms'
import { decimal, flag, id } from '#services/input'
import { endOf, listFields, listOf, partOf } from './cursor'
import { placeOf } from '#session/place'
import { readSession } from '#session/session'
import { wireDecimal, wireId } from './fields'
import { depositRow, miningDeposit, redemptionNow, wireDay } from './mining-rows'
import { privateRoute, publicRoute, route } from './route'

async function assetOf(env: Env, assetId: number) {
  return findKnownAsset(await loadCatalogue(env), assetId) ?? { code: '', scale: 0 }
}

const deposit = {
  schema: miningDeposit,
  write: async (row: DepositRow, { env }: { readonly env: Env }) => depositRow(row, await assetOf(env, row.assetId)),
}

const show = async (env: Env, outcome: Outcome<DepositRow>) =>
  outcome.ok ? done(await deposit.write(outcome.value, { env })) : outcome

export const miningRoutes = [
  publicRoute({
    method: 'GET',
    path: '/v1/mining/products',
    summary: 'Products of lock mining, with what is left of each',
    tag: 'Lock mining',
    input: v.object({}),
    output: v.array(
      v.object({
        product_id: wireId,
        asset: v.string(),
        days: v.number(),
        min: wireDecimal,
        max: v.pipe(wireDecimal, v.description('of one user, together')),
        step: wireDecimal,
        left: v.pipe(wireDecimal, v.description('for everybody')),
        penalty_ratio: wireDecimal,
        pay_minute: v.pipe(v.number(), v.description('minute of the day (UTC) at which its yield is paid')),
        is_open: v.boolean(),
        version: v.string(),
        tiers: v.array(v.object({ from: wireDecimal, daily_rate: wireDecimal })),
      }),
    ),
    handler: async ({ env }) =>
      done(
        (await listMiningOffers(env)).map(({ terms, left }) => {
          const money = (value: bigint) => formatAmount(terms.asset, decodeAmount(value.toString()))
          return {
            product_id: terms.id,
            asset: terms.asset.code,
            days: terms.days,
            min: money(terms.min),
            max: money(terms.max),
            step: money(terms.step),
            left: money(terms.step * BigInt(left)),
            penalty_ratio: formatRate(terms.penaltyRatio),
            pay_minute: terms.payMinute,
            is_open: terms.status === 'open',
            version: terms.version,
            tiers: terms.tiers.map(({ from, dailyRate }) => ({ from: money(from), daily_rate: formatRate(dailyRate) })),
          }
        }),
      ),
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/mining/quote',
    summary: 'What a lock made now would earn; refused where locking is, for a guest without the checks of an account',
    tag: 'Lock mining',
    input: v.object({ product_id: id, amount: decimal }),
    output: v.object({
      daily_rate: wireDecimal,
      day_yield: wireDecimal,
      total_yield: wireDecimal,
      starts_at: v.number(),
      first_paid_at: v.number(),
      matures_at: v.number(),
    }),
    handler: async ({ env, request, input }) => {
      const session = await readSession(request, env)
      const read = await quoteLock(env, session, { input, country: placeOf(request).country })
      if (!read.ok) return read
      const { terms, amount, tier } = read.value
      const { dailyRate } = tier
      const startsAt = nextMidnight(Date.now())
      const lock = { amount, dailyRate, days: terms.days, boost: null }
      return done({
        daily_rate: formatRate(dailyRate),
        day_yield: formatAmount(terms.asset, dayYield(amount, dailyRate, null)),
        total_yield: formatAmount(terms.asset, termYield(lock)),
        starts_at: startsAt,
        first_paid_at: paysAt({ startsAt }, 0, terms.payMinute),
        matures_at: maturesAt({ startsAt, days: terms.days }),
      })
    },
  }),
  route(lockDeposit, {
    at: 'POST /v1/mining/lock',
    summary: 'Lock an amount; answers once so much of the product is granted',
    tag: 'Lock mining',
    answers: deposit,
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/mining/deposits',
    scope: 'read',
    summary: 'Own deposits, newest first',
    tag: 'Lock mining',
    input: v.object({ stage: v.optional(v.picklist(['live', 'ended', 'all']), 'all'), ...listFields }),
    output: listOf(miningDeposit),
    handler: async ({ env, session, input }) => {
      const found = await listDeposits(env, session, { stage: input.stage, ...partOf(input) })
      if (!found.ok) return found
      const { rows, end } = endOf(found.value, input, ({ orderNo }) => orderNo)
      const list = await Promise.all(rows.map(async (row) => depositRow(row, await assetOf(env, row.assetId))))
      return done({ list, ...end })
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/mining/deposit',
    scope: 'read',
    summary: 'One own deposit',
    tag: 'Lock mining',
    input: v.object({ deposit_id: id }),
    output: miningDeposit,
    handler: async ({ env, session, input }) => show(env, await findDeposit(env, session, input.deposit_id)),
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/mining/yields',
    scope: 'read',
    summary: 'Yields of a deposit by the day that they belong to, the newest first',
    tag: 'Lock mining',
    input: v.object({ deposit_id: id, ...listFields }),
    output: listOf(v.object({ day: wireDay, amount: wireDecimal, is_boosted: v.boolean() })),
    handler: async ({ env, session, input }) => {
      const deposit = await findDeposit(env, session, input.deposit_id)
      if (!deposit.ok) return deposit
      const [asset, found] = await Promise.all([
        assetOf(env, deposit.value.assetId),
        listYields(env, session, { orderNo: input.deposit_id, ...partOf(input) }),
      ])
      if (!found.ok) return found
      const { rows, end } = endOf(found.value, input, ({ day }) => day)
      const list = rows.map(({ day, amount, isBoosted }) => ({
        day: dayText(day * DAY_MS),
        amount: formatAmount(asset, decodeAmount(amount)),
        is_boosted: isBoosted,
      }))
      return done({ list, ...end })
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/mining/redemption',
    summary: 'What a redemption now would give back, to the unit',
    tag: 'Lock mining',
    input: v.object({ deposit_id: id }),
    output: v.object({ days_left: v.number(), penalty: wireDecimal, back: wireDecimal, yielded: wireDecimal }),
    handler: async ({ env, session, input }) => {
      const deposit = await findDeposit(env, session, input.deposit_id)
      if (!deposit.ok) return deposit
      if (deposit.value.state !== 'running') return refuse('mining_not_running')
      const asset = await assetOf(env, deposit.value.assetId)
      const { daysLeft, penalty, back } = redemptionNow(deposit.value, Date.now())
      return done({
        days_left: daysLeft,
        penalty: formatAmount(asset, penalty),
        back: formatAmount(asset, back),
        yielded: formatAmount(asset, decodeAmount(deposit.value.yielded)),
      })
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/v1/mining/redeem',
    summary: 'Redeem a deposit early; refused when the penalty is higher than penalty_max',
    tag: 'Lock mining',
    input: v.object({ deposit_id: id, penalty_max: v.optional(decimal) }),
    output: miningDeposit,
    handler: async ({ env, session, commandId, input }) => {
      const { deposit_id: orderNo, penalty_max: text } = input
      if (text === undefined)
        return show(env, await redeemDeposit(env, session, { commandId, orderNo, penaltyMax: null }))
      const deposit = await findDeposit(env, session, orderNo)
      if (!deposit.ok) return deposit
      const most = parseAmount(await assetOf(env, deposit.value.assetId), text)
      if (!most.ok) return most
      const penaltyMax = encodeAmount(most.value)
      return show(env, await redeemDeposit(env, session, { commandId, orderNo, penaltyMax }))
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/v1/mining/renewal',
    summary: 'Whether another term follows this one',
    tag: 'Lock mining',
    input: v.object({ deposit_id: id, auto_renew: flag }),
    output: miningDeposit,
    handler: async ({ env, session, commandId, input }) =>
      show(
        env,
        await setDepositRenewal(env, session, {
          commandId,
          orderNo: input.deposit_id,
          isRenewed: input.auto_renew,
        }),
      ),
  }),
]
