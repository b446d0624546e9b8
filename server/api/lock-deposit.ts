// /api/lh/deposit/*: lock mining under the names of the wire contract.

import * as v from 'valibot'
import { findKnownAsset } from '#domain/catalogue'
import { formatTrimmed } from '#domain/money/amount'
import { formatPercentTrimmed, rate } from '#domain/money/rate'
import { done } from '#domain/outcome'
import { loadCatalogue } from '#services/catalogue'
import { listDeposits, lockDeposit, redeemDeposit } from '#services/mining'
import { listMiningOffers } from '#services/mining-terms'
import { sentence } from '#services/words'
import { decimal, flag, id, limit, page } from '#services/input'
import { sentenceText, wireDecimal, wireId } from './fields'
import { lockOrder, lockOrderRow, rateRange } from './mining-rows'
import { callerOf, privateRoute, publicRoute } from './route'

export const lockDepositRoutes = [
  publicRoute({
    method: 'GET',
    path: '/lh/deposit/config',
    summary: 'Products that can be locked',
    tag: 'Lock mining',
    input: v.object({ page }),
    output: v.array(
      v.object({
        id: wireId,
        currency_id: wireId,
        currency_name: v.string(),
        currency_logo: v.string(),
        day: v.number(),
        interest_rate: v.pipe(wireDecimal, v.description('percent a day, of the lowest tier')),
        save_min: wireDecimal,
        intro: v.pipe(v.string(), v.description('range of the daily rate')),
      }),
    ),
    handler: async ({ env, input }) => {
      // The list has one page; further pages are empty.
      const offers = input.page === 1 ? await listMiningOffers(env) : []
      return done(
        offers
          .filter(({ terms }) => terms.status === 'open')
          .map(({ terms }) => ({
            id: terms.id,
            currency_id: terms.asset.id,
            currency_name: terms.asset.code,
            currency_logo: terms.asset.logo,
            day: terms.days,
            interest_rate: formatPercentTrimmed(terms.tiers[0]?.dailyRate ?? rate(0n)),
            save_min: formatTrimmed(terms.asset, terms.min),
            intro: rateRange(terms),
          })),
      )
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/lh/deposit/order',
    summary: 'Own locked deposits, newest first',
    tag: 'Lock mining',
    input: v.object({
      page,
      limit: limit(10),
      status: v.optional(v.picklist(['0', '1', '2']), '0'),
      is_cancel: v.optional(v.picklist(['0', '1']), '0'),
    }),
    output: v.object({ order_list: v.array(lockOrder) }),
    handler: async ({ env, session, input }) => {
      const byStatus = ({ 0: 'all', 1: 'live', 2: 'ended' } as const)[input.status]
      const stage = input.is_cancel === '1' ? 'redeemed' : byStatus
      const [catalogue, listed] = await Promise.all([
        loadCatalogue(env),
        listDeposits(env, session, { stage, page: input.page, limit: input.limit }),
      ])
      if (!listed.ok) return listed
      const now = Date.now()
      const rows = listed.value.rows.map((row) => {
        const asset = findKnownAsset(catalogue, row.assetId) ?? { code: '', scale: 0 }
        return lockOrderRow(row, { asset, now })
      })
      return done({ order_list: rows })
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/lh/deposit',
    summary: 'Lock an amount of a product, from the next day on',
    tag: 'Lock mining',
    input: v.object({ config_id: id, amount: decimal, auto_renew: v.optional(flag, '0') }),
    output: sentenceText,
    handler: async (call) => {
      const { input, language } = call
      const { config_id: product_id, amount, auto_renew } = input
      const locked = await lockDeposit.run(callerOf(call), { product_id, amount, auto_renew })
      return locked.ok ? done(sentence(language, 'done_deposit_locked')) : locked
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/lh/deposit/order/cancel',
    summary: 'Redeem a deposit early; the penalty is that of cancel_fee at this moment',
    tag: 'Lock mining',
    input: v.object({ id }),
    output: sentenceText,
    handler: async ({ env, session, commandId, input, language }) => {
      const redeemed = await redeemDeposit(env, session, { commandId, orderNo: input.id, penaltyMax: null })
      return redeemed.ok ? done(sentence(language, 'done_deposit_redeemed')) : redeemed
    },
  }),
]
