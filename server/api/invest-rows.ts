// Response rows of dual investments in exact decimal text: the old contract's rows, and the fuller ones of /v1.

import * as v from 'valibot'
import { closesAt, investedAsset, shareSize } from '#domain/invest/series'
import { breakEven } from '#domain/invest/settlement'
import { decodeAmount, formatAmount, formatUnits } from '#domain/money/amount'
import { formatRate, formatPercentTrimmed, rate } from '#domain/money/rate'
import { formatSteps } from '#domain/quotes/steps'
import { dayText } from '#domain/time'
import type { InvestRow } from '#party/protocol/invest'
import type { SeriesOffer } from '#services/invest-series'
import { stageOf } from '#services/invest'
import { wireDate, wireDecimal, wireId } from './fields'
import { formatDate, wireDecimals } from './format'

const day = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/))
const kind = v.picklist(['call', 'put'])

export const dualRow = v.object({
  id: wireId,
  name: v.string(),
  type: kind,
  currency_id: wireId,
  currency_name: v.string(),
  rate: v.pipe(wireDecimal, v.description('percent a year')),
  exercise_price: v.pipe(wireDecimal, v.description('strike price')),
  start_time: day,
  end_time: day,
  total_number: v.number(),
  purchased_number: v.number(),
  remaining_number: v.number(),
  user_limit: v.number(),
  status: v.picklist([0, 1]),
})

export function dualSeries({ series, name, left }: SeriesOffer, now: number): v.InferOutput<typeof dualRow> {
  return {
    id: series.id,
    name,
    type: series.kind,
    currency_id: series.base.id,
    currency_name: series.base.code,
    rate: formatPercentTrimmed(series.apr),
    exercise_price: wireDecimals(formatSteps(series.strike, series.priceDecimals)),
    start_time: dayText(series.opensAt),
    end_time: dayText(series.maturesAt),
    total_number: series.shares,
    purchased_number: series.shares - left,
    remaining_number: left,
    user_limit: series.userMax,
    status: series.isOpen && left > 0 && now < closesAt(series) ? 1 : 0,
  }
}

export const dualOrder = v.object({
  id: wireId,
  name: v.string(),
  type: kind,
  currency_name: v.string(),
  exercise_price: wireDecimal,
  order_rate: v.pipe(wireDecimal, v.description('percent a year')),
  remaining_number: v.number(),
  number: v.pipe(v.number(), v.description('shares')),
  price: v.pipe(wireDecimal, v.description('of the coin at purchase; the strike where it was not known')),
  total: wireDecimal,
  day: v.number(),
  end_time: day,
  create: v.pipe(v.number(), v.description('unix seconds')),
  created: wireDate,
  status: v.pipe(v.picklist([0, 1, 2, 3]), v.description('0 void, 1 purchased, 2 settling, 3 paid')),
  success: v.pipe(wireDecimal, v.description('what was paid')),
  success_currency: v.string(),
})

const STATUS = { fail: 0, purchased: 1, settling: 2, success: 3, pending: 1, called_off: 0 } as const

interface Codes {
  readonly base: string
  readonly quote: string
}

/** `left` of its series. */
export function dualOrderRow(
  row: InvestRow,
  { base, quote, left }: Codes & { readonly left: number },
  now: number,
): v.InferOutput<typeof dualOrder> {
  const { series } = row
  const isCall = series.kind === 'call'
  const invested = isCall ? series.baseScale : series.quoteScale
  const total = decodeAmount(row.amount)
  const paidScale = row.paidAssetId === series.baseId ? series.baseScale : series.quoteScale
  return {
    id: row.orderNo,
    name: series.name,
    type: series.kind,
    currency_name: base,
    exercise_price: wireDecimals(formatSteps(series.strike, series.priceDecimals)),
    order_rate: formatPercentTrimmed(rate(BigInt(series.apr))),
    remaining_number: left,
    number: row.shares,
    price: wireDecimals(formatSteps(series.price ?? series.strike, series.priceDecimals)),
    total: wireDecimals(formatUnits(total, invested)),
    day: series.days,
    end_time: dayText(row.maturesAt),
    create: Math.floor(row.acceptedAt / 1_000),
    created: formatDate(row.acceptedAt),
    status: STATUS[stageOf(row, now)],
    success: wireDecimals(row.paid === null ? '0' : formatUnits(decodeAmount(row.paid), paidScale)),
    success_currency: row.paidAssetId === null ? '' : row.paidAssetId === series.baseId ? base : quote,
  }
}

export const investSeries = v.object({
  series_id: wireId,
  name: v.string(),
  symbol: v.string(),
  kind,
  strike_price: wireDecimal,
  apr: v.pipe(wireDecimal, v.description('fraction a year')),
  invests: v.pipe(v.string(), v.description('what is invested')),
  share: v.pipe(wireDecimal, v.description('size of one share')),
  shares: v.number(),
  left: v.number(),
  user_max: v.number(),
  opens_at: v.number(),
  closes_at: v.number(),
  matures_at: v.number(),
  is_open: v.boolean(),
})

export function seriesRow({ series, name, left }: SeriesOffer): v.InferOutput<typeof investSeries> {
  const asset = investedAsset(series)
  return {
    series_id: series.id,
    name,
    symbol: series.symbol,
    kind: series.kind,
    strike_price: formatSteps(series.strike, series.priceDecimals),
    apr: formatRate(series.apr),
    invests: asset.code,
    share: formatAmount(asset, shareSize(series)),
    shares: series.shares,
    left,
    user_max: series.userMax,
    opens_at: series.opensAt,
    closes_at: closesAt(series),
    matures_at: series.maturesAt,
    is_open: series.isOpen,
  }
}

export const investOrder = v.object({
  order_id: wireId,
  series_id: wireId,
  name: v.string(),
  symbol: v.string(),
  kind,
  shares: v.number(),
  amount: wireDecimal,
  asset: v.string(),
  strike_price: wireDecimal,
  apr: wireDecimal,
  days: v.number(),
  break_even: v.pipe(
    wireDecimal,
    v.description('the fixing at which it is worth as much as keeping what was invested'),
  ),
  state: v.picklist(['pending', 'purchased', 'settling', 'success', 'fail', 'called_off']),
  accepted_at: v.number(),
  matures_at: v.number(),
  fixing: v.nullable(wireDecimal),
  paid: v.nullable(wireDecimal),
  paid_asset: v.nullable(v.string()),
  receipt_id: v.nullable(v.string()),
})

export function investRow(row: InvestRow, { base, quote }: Codes, now: number): v.InferOutput<typeof investOrder> {
  const { series } = row
  const price = (priceSteps: number) => formatSteps(priceSteps, series.priceDecimals)
  const codeOf = (assetId: number) => (assetId === series.baseId ? base : quote)
  const money = (assetId: number, text: string) =>
    formatUnits(decodeAmount(text), assetId === series.baseId ? series.baseScale : series.quoteScale)
  return {
    order_id: row.orderNo,
    series_id: row.seriesId,
    name: series.name,
    symbol: series.symbol,
    kind: series.kind,
    shares: row.shares,
    amount: money(row.assetId, row.amount),
    asset: codeOf(row.assetId),
    strike_price: price(series.strike),
    apr: formatRate(rate(BigInt(series.apr))),
    days: series.days,
    break_even: price(breakEven({ ...series, apr: rate(BigInt(series.apr)) })),
    state: stageOf(row, now),
    accepted_at: row.acceptedAt,
    matures_at: row.maturesAt,
    fixing: row.fixingSteps === null ? null : price(row.fixingSteps),
    paid: row.paid === null ? null : money(row.paidAssetId ?? row.assetId, row.paid),
    paid_asset: row.paidAssetId === null ? null : codeOf(row.paidAssetId),
    receipt_id: row.receiptId,
  }
}
