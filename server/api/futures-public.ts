// /api/v1 public futures data: terms, insurance fund, receipts.

import * as v from 'valibot'
import { LOT_DECIMALS } from '#domain/futures/terms'
import { TRADE_RECEIPT_NAME } from '#domain/house/receipt'
import { formatUnits } from '#domain/money/amount'
import { formatRate } from '#domain/money/rate'
import { done, refuse } from '#domain/outcome'
import { sha256 } from '#lib/digest'
import { listTerms, readReceipt } from '#services/futures-terms'
import { houseRisk, insuranceEntries } from '#services/house-risk'
import { endOf, listFields, listOf, partOf } from './cursor'
import { wireDecimal } from './fields'
import { publicRoute } from './route'

const receiptName = v.pipe(v.string(), v.regex(new RegExp(`^[0-9a-f]{64}$|${TRADE_RECEIPT_NAME.source}`)))

export const futuresPublicRoutes = [
  publicRoute({
    method: 'GET',
    path: '/v1/futures/terms',
    summary: 'Terms of contracts: lots, leverages, spread, fees, tiers of maintenance',
    tag: 'Futures',
    input: v.object({}),
    output: v.array(
      v.object({
        symbol: v.string(),
        lot_size: v.pipe(wireDecimal, v.description('of the base')),
        lots_min: v.number(),
        lots_max: v.number(),
        leverages: v.array(v.number()),
        spread: v.pipe(wireDecimal, v.description('fraction of the price, half of it on each side')),
        fee: v.pipe(wireDecimal, v.description('fraction of the worth at opening')),
        overnight: v.pipe(wireDecimal, v.description('fraction of the worth at each midnight of UTC')),
        liquidation_fee: wireDecimal,
        tiers: v.array(v.object({ up_to: wireDecimal, maintenance: wireDecimal, leverage_max: v.number() })),
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
          leverages: [...terms.leverages],
          spread: formatRate(terms.spread),
          fee: formatRate(terms.fee),
          overnight: formatRate(terms.overnight),
          liquidation_fee: formatRate(terms.liquidationFee),
          tiers: terms.tiers.map(({ upTo, maintenance, leverageMax }) => ({
            up_to: formatUnits(upTo, terms.quote.scale),
            maintenance: formatRate(maintenance),
            leverage_max: leverageMax,
          })),
          is_open: terms.isOpen,
          version: terms.version,
        })),
      ),
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/futures/insurance',
    summary:
      'What contracts brought the insurance fund and what the house stands for, by symbol; of loans /v1/loan/insurance tells',
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
    handler: async ({ env }) =>
      done(
        (await houseRisk(env))
          .filter(({ product }) => product === 'futures')
          .map(({ symbol, quote, insurance, long, short, house, closedSides }) => {
            const money = (text: string) => formatUnits(BigInt(text), quote.scale)
            return {
              symbol,
              insurance: money(insurance),
              long: money(long),
              short: money(short),
              house: money(house),
              closed_sides: [...closedSides],
            }
          }),
      ),
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/futures/insurance-entries',
    summary: 'What the insurance fund took and paid for contracts alone, newest first, each entry with its receipt',
    tag: 'Futures',
    input: v.object(listFields),
    output: listOf(
      v.object({
        receipt_id: v.string(),
        symbol: v.string(),
        cause: v.string(),
        change: v.pipe(wireDecimal, v.description('taken, or paid when negative; in USDT')),
        at: v.number(),
      }),
    ),
    handler: async ({ env, input }) => {
      const entries = await insuranceEntries(env, { ...partOf(input), product: 'futures' })
      const { rows, end } = endOf(entries, input, ({ no }) => no)
      const list = rows.map(({ receiptId, symbol, cause, asset, change, at }) => ({
        receipt_id: receiptId,
        symbol,
        cause,
        change: formatUnits(BigInt(change), asset.scale),
        at,
      }))
      return done({ list, ...end })
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/receipt',
    summary: 'A receipt by the SHA-256 of its text, which is answered as it was hashed; or by a trade with the house',
    tag: 'Futures',
    input: v.object({ receipt_id: receiptName }),
    output: v.object({ receipt_id: v.string(), body: v.string() }),
    handler: async ({ env, input }) => {
      const body = await readReceipt(env, input.receipt_id)
      return body === null ? refuse('receipt_not_found') : done({ receipt_id: sha256(body), body })
    },
  }),
]
