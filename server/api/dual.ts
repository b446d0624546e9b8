// /api/dual/*: dual investments under the names of the wire contract.

import * as v from 'valibot'
import { findKnownAsset } from '#domain/catalogue'
import { done, refuse } from '#domain/outcome'
import type { InvestRow } from '#party/protocol/invest'
import { loadCatalogue } from '#services/catalogue'
import { buySeries, listInvest } from '#services/invest'
import { findSeries, listRunningSeries, listSeries } from '#services/invest-series'
import { sentence } from '#services/words'
import { placeOf } from '#session/place'
import { id, idOrAll, page } from '#services/input'
import { sentenceText } from './fields'
import { dualOrder, dualOrderRow, dualRow, dualSeries } from './invest-rows'
import { privateRoute, publicRoute } from './route'

const kind = v.picklist(['call', 'put'])
const LIST_LIMIT = 20
const STAGES = { 0: 'fail', 1: 'purchased', 2: 'settling', 3: 'success' } as const

/** Asset codes of an order, including unlisted assets. */
export async function codesOf(env: Env, { series }: Pick<InvestRow, 'series'>) {
  const catalogue = await loadCatalogue(env)
  const code = (assetId: number) => findKnownAsset(catalogue, assetId)?.code ?? ''
  return { base: code(series.baseId), quote: code(series.quoteId) }
}

export const dualRoutes = [
  publicRoute({
    method: 'GET',
    path: '/dual/index',
    summary: 'Series of dual investments of a coin, by kind',
    tag: 'Invest',
    input: v.object({ currency_id: v.optional(idOrAll, '0'), type: v.optional(kind, 'call') }),
    output: v.object({ dual_currencys: v.array(dualRow) }),
    handler: async ({ env, input }) => {
      const now = Date.now()
      const offers = await listSeries(env, now)
      const wanted = offers.filter(
        ({ series }) => series.kind === input.type && (input.currency_id === 0 || series.base.id === input.currency_id),
      )
      return done({ dual_currencys: wanted.map((offer) => dualSeries(offer, now)) })
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/dual/detail',
    summary: 'One series',
    tag: 'Invest',
    input: v.object({ id }),
    output: dualRow,
    handler: async ({ env, input }) => {
      const offer = await findSeries(env, input.id)
      return offer ? done(dualSeries(offer, Date.now())) : refuse('invest_not_offered')
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/dual/buyDual',
    summary: 'Buy whole shares of a series',
    tag: 'Invest',
    input: v.object({ id, num: v.pipe(v.string(), v.maxLength(20), v.regex(/^\d+(?:\.\d+)?$/)) }),
    output: sentenceText,
    handler: async ({ env, request, session, commandId, input, language }) => {
      const form = { seriesId: input.id, shares: input.num, days: '' }
      const { country } = placeOf(request)
      const bought = await buySeries(env, session, { commandId, form, country, now: Date.now() })
      return bought.ok ? done(sentence(language, 'done_invest_bought')) : bought
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/dual/dual_list',
    summary: 'Own dual investments, newest first',
    tag: 'Invest',
    input: v.object({
      currency: v.optional(idOrAll, '0'),
      type: v.optional(kind),
      status: v.optional(v.picklist(['0', '1', '2', '3'])),
      page,
    }),
    output: v.object({ list: v.array(dualOrder), limit: v.number() }),
    handler: async ({ env, session, input }) => {
      const now = Date.now()
      const listed = await listInvest(env, session, {
        stage: input.status === undefined ? 'all' : STAGES[input.status],
        baseId: input.currency === 0 ? null : input.currency,
        kind: input.type ?? null,
        page: input.page,
        limit: LIST_LIMIT,
        now,
      })
      if (!listed.ok) return listed
      const running = await listRunningSeries(env, now)
      // A matured series has nothing left.
      const leftOf = (seriesId: number) => running.find(({ series }) => series.id === seriesId)?.left ?? 0
      const list = await Promise.all(
        listed.value.rows.map(async (row) =>
          dualOrderRow(row, { ...(await codesOf(env, row)), left: leftOf(row.seriesId) }, now),
        ),
      )
      return done({ list, limit: LIST_LIMIT })
    },
  }),
]
