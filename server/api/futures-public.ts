// /api/v1 what anybody may read of contracts: their terms, the insurance fund, receipts.

import * as v from 'valibot'
import { LOT_DECIMALS } from '#domain/futures/terms'
import { formatUnits } from '#domain/money/amount'
import { formatRate } from '#domain/money/rate'
import { done, refuse } from '#domain/outcome'
import { futuresExposure, listTerms, readReceipt } from '#services/futures-terms'
import { wireDecimal } from './fields'
import { publicRoute } from './route'

export const futuresPublicRoutes = [
  publicRoute({
    method: 'GET',
    path: '/v1/futures/terms',
    summary: 'Terms of contracts: lots, multiples, spread, fees, tiers of maintenance',
    tag: 'Futures',
    input: v.object({}),
    output: v.array(
      v.object({
        symbol: v.string(),
        lot_size: v.pipe(wireDecimal, v.description('of the base')),
        lots_min: v.number(),
        lots_max: v.number(),
        multiples: v.array(v.number()),
        spread: v.pipe(wireDecimal, v.description('fraction of the price, half of it on each side')),
        fee: v.pipe(wireDecimal, v.description('fraction of the worth at opening')),
        overnight: v.pipe(wireDecimal, v.description('fraction of the worth at each midnight of UTC')),
        liquidation_fee: wireDecimal,
        tiers: v.array(v.object({ up_to: wireDecimal, maintenance: wireDecimal, multiple_max: v.number() })),
        is_open: v.boolean(),
        version: v.string(),
      }),
    ),
    handler: async ({ env }) =>
      done(
        (await listTerms(env)).map((terms) => ({
          symbol: terms.symbol,
          lot_size: formatUnits(terms.lotSize, LOT_DECIMALS),
          lots_min: terms.lotsMin,
          lots_max: terms.lotsMax,
          multiples: [...terms.multiples],
          spread: formatRate(terms.spread),
          fee: formatRate(terms.fee),
          overnight: formatRate(terms.overnight),
          liquidation_fee: formatRate(terms.liquidationFee),
          tiers: terms.tiers.map(({ upTo, maintenance, multipleMax }) => ({
            up_to: formatUnits(upTo, terms.quote.scale),
            maintenance: formatRate(maintenance),
            multiple_max: multipleMax,
          })),
          is_open: terms.isOpen,
          version: terms.version,
        })),
      ),
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/futures/insurance',
    summary: 'The insurance fund and what the house stands for, by symbol',
    tag: 'Futures',
    input: v.object({}),
    output: v.array(
      v.object({
        symbol: v.string(),
        insurance: v.pipe(wireDecimal, v.description('liquidation fees less losses beyond equity that it paid')),
        long: wireDecimal,
        short: wireDecimal,
        house: wireDecimal,
        closed_sides: v.array(v.picklist(['long', 'short'])),
      }),
    ),
    handler: async ({ env }) => {
      const [terms, reports] = await Promise.all([listTerms(env), futuresExposure(env)])
      return done(
        reports.flatMap((report) => {
          const of = terms.find((each) => each.symbol === report.symbol)
          const own = report.features.find(({ feature }) => feature === 'futures')
          const money = (text: string | undefined) => formatUnits(BigInt(text ?? '0'), of?.quote.scale ?? 6)
          return {
            symbol: report.symbol,
            insurance: money(own?.insurance),
            long: money(own?.long),
            short: money(own?.short),
            house: money(own?.house),
            closed_sides: [...(own?.closedSides ?? [])],
          }
        }),
      )
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/receipt',
    summary: 'A receipt by the SHA-256 of its text, which is answered as it was hashed',
    tag: 'Futures',
    input: v.object({ receipt_id: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) }),
    output: v.object({ receipt_id: v.string(), body: v.string() }),
    handler: async ({ env, input }) => {
      const body = await readReceipt(env, input.receipt_id)
      return body === null ? refuse('receipt_not_found') : done({ receipt_id: input.receipt_id, body })
    },
  }),
]
