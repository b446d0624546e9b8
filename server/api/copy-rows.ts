// Response rows of traders, followings and copies, in exact decimal text.

import * as v from 'valibot'
import { type CopySums, slippageOf } from '#domain/copy/statistics'
import { hundredthsText, weekStartAt } from '#domain/copy/terms'
import type { Language } from '#domain/language'
import { amount, decodeAmount, formatUnits } from '#domain/money/amount'
import { formatPercentTrimmed, rate } from '#domain/money/rate'
import { formatSteps } from '#domain/quotes/steps'
import { DAY_MS } from '#domain/time'
import type { CloseRow, CopyHistoryRow, FollowingRow, TradeRow } from '#party/protocol/copy'
import type { TraderRow } from '#services/copy/applications'
import type { ShownTraderRow, TraderProfile } from '#services/copy/traders'
import { refusalText } from '#services/words'
import { wireDecimal, wireId } from './fields'

const USDT_SCALE = 6

export const usdt = (text: string | bigint): string =>
  formatUnits(typeof text === 'bigint' ? text : decodeAmount(text), USDT_SCALE)
/** Ratio in units of 1e-8 as percent, with at most two decimals, rounded to nearest. */
export const percent = (units: bigint): string => {
  const hundredths = (units < 0n ? units - 5_000n : units + 5_000n) / 10_000n
  return formatUnits(hundredths, 2)
}

const figures = {
  total_profit: wireDecimal,
  return_percent: wireDecimal,
  accuracy_percent: wireDecimal,
  drawdown: v.pipe(wireDecimal, v.description('largest fall of the total profit from a height')),
  followers: v.number(),
  closed_count: v.number(),
  copies_count: v.pipe(v.number(), v.description('ended copies of all followers')),
  copies_won_count: v.number(),
  followers_profit: v.pipe(wireDecimal, v.description('of ended copies, costs taken off, before the profit share')),
}

const copiesOf = ({ copies, copiesWon, copiesNet }: CopySums) => ({
  copies_count: copies,
  copies_won_count: copiesWon,
  followers_profit: usdt(copiesNet),
})

export const traderRow = v.object({
  trader_id: wireId,
  nickname: v.string(),
  words: v.string(),
  head_portrait: v.string(),
  state: v.picklist(['active', 'closed']),
  share_percent: wireDecimal,
  ...figures,
})

export const toTraderRow = (row: ShownTraderRow): v.InferOutput<typeof traderRow> => ({
  trader_id: row.userId,
  nickname: row.nickname,
  words: row.words,
  head_portrait: row.headPortrait ?? '',
  state: row.state === 'closed' ? 'closed' : 'active',
  share_percent: formatPercentTrimmed(row.share),
  total_profit: usdt(row.profit),
  return_percent: percent(BigInt(row.returnRate)),
  accuracy_percent: percent(BigInt(row.accuracy)),
  drawdown: usdt(row.drawdown),
  followers: row.followers,
  closed_count: row.ended,
  ...copiesOf(row),
})

export const statisticsRow = v.object({
  ...figures,
  open_count: v.number(),
  won_count: v.number(),
  long_count: v.number(),
  short_count: v.number(),
  yesterday_profit: wireDecimal,
  holding_seconds: v.pipe(v.number(), v.description('mean over the closed trades')),
  weeks: v.array(v.object({ from: v.number(), profit: wireDecimal, total: wireDecimal })),
  days: v.array(v.object({ from: v.number(), total: wireDecimal })),
})

export const toStatisticsRow = ({
  statistics,
  curve,
  copies,
  followers,
  open,
}: TraderProfile): v.InferOutput<typeof statisticsRow> => ({
  total_profit: usdt(statistics.profit),
  return_percent: percent(statistics.returnRate),
  accuracy_percent: percent(statistics.accuracy),
  drawdown: usdt(statistics.drawdown),
  followers,
  closed_count: statistics.ended,
  ...copiesOf(copies),
  open_count: open,
  won_count: statistics.won,
  long_count: statistics.long,
  short_count: statistics.short,
  yesterday_profit: usdt(statistics.yesterday),
  holding_seconds: Math.round(statistics.heldMsMean / 1000),
  weeks: statistics.weeks.map(({ week, net, total }) => ({
    from: weekStartAt(week),
    profit: usdt(net),
    total: usdt(total),
  })),
  days: curve.map(({ day, total }) => ({ from: day * DAY_MS, total: usdt(total) })),
})

/** Partial close of a trade or copy. */
const closeRow = v.object({
  lots: wireDecimal,
  price: wireDecimal,
  cause: v.string(),
  result: wireDecimal,
  receipt_id: v.string(),
  at: v.number(),
})

const toCloseRow = (close: CloseRow, priceDecimals: number): v.InferOutput<typeof closeRow> => ({
  lots: hundredthsText(close.lots),
  price: formatSteps(close.steps, priceDecimals),
  cause: close.cause,
  result: usdt(close.result),
  receipt_id: close.receiptId,
  at: close.at,
})

export const tradeRow = v.object({
  trade_id: wireId,
  symbol: v.string(),
  direction: v.picklist(['long', 'short']),
  leverage: v.number(),
  lots: wireDecimal,
  open_price: wireDecimal,
  margin: wireDecimal,
  profit: v.pipe(wireDecimal, v.description('fees and overnight charges taken off')),
  opened_at: v.number(),
  closed_at: v.number(),
  closes: v.array(closeRow),
})

export function toTradeRow(row: TradeRow): v.InferOutput<typeof tradeRow> {
  const price = (priceSteps: number) => formatSteps(priceSteps, row.priceDecimals)
  return {
    trade_id: row.positionNo,
    symbol: row.symbol,
    direction: row.direction,
    leverage: row.leverage,
    lots: hundredthsText(row.lots),
    open_price: price(row.openSteps),
    margin: usdt(row.margin),
    profit: usdt(row.net),
    opened_at: row.openedAt,
    closed_at: row.endedAt,
    closes: row.closes.map((each) => toCloseRow(each, row.priceDecimals)),
  }
}

const limits = {
  margin_max: v.nullable(wireDecimal),
  order_max: v.nullable(wireDecimal),
  loss_max: v.nullable(wireDecimal),
}

export const followingRow = v.object({
  trader_id: wireId,
  nickname: v.string(),
  kind: v.picklist(['multiple', 'lots']),
  number: wireDecimal,
  ...limits,
  share_percent: wireDecimal,
  state: v.picklist(['active', 'ended']),
  end: v.nullable(v.picklist(['cancelled', 'loss_reached', 'trader_closed'])),
  profit: v.pipe(wireDecimal, v.description('of closed copies, costs taken off')),
  high_water: v.pipe(wireDecimal, v.description('profit up to here was shared')),
  share_paid: wireDecimal,
  share_owed: wireDecimal,
  open_count: v.number(),
  margin: wireDecimal,
  started_at: v.number(),
  ended_at: v.nullable(v.number()),
})

export const toFollowingRow = (row: FollowingRow): v.InferOutput<typeof followingRow> => ({
  trader_id: row.traderId,
  nickname: row.nickname,
  kind: row.kind,
  number: hundredthsText(row.number),
  margin_max: row.marginMax && usdt(row.marginMax),
  order_max: row.orderMax && usdt(row.orderMax),
  loss_max: row.lossMax && usdt(row.lossMax),
  share_percent: formatPercentTrimmed(rate(BigInt(row.share))),
  state: row.state,
  end: row.end,
  profit: usdt(row.net),
  high_water: usdt(row.highWater),
  share_paid: usdt(row.sharePaid),
  share_owed: usdt(row.shareOwed),
  open_count: row.open,
  margin: usdt(row.margin),
  started_at: row.startedAt,
  ended_at: row.endedAt,
})

export const copyRow = v.object({
  copy_id: wireId,
  trader_id: wireId,
  symbol: v.string(),
  direction: v.picklist(['long', 'short']),
  leverage: v.number(),
  state: v.picklist(['live', 'closed', 'missed']),
  self_held: v.boolean(),
  reason: v.nullable(v.pipe(v.string(), v.description('why it was not made'))),
  reason_text: v.nullable(v.string()),
  trader_lots: wireDecimal,
  trader_price: wireDecimal,
  trader_at: v.number(),
  position_id: v.nullable(wireId),
  lots: v.nullable(wireDecimal),
  open_lots: v.nullable(wireDecimal),
  price: v.nullable(wireDecimal),
  slippage_percent: v.nullable(v.pipe(wireDecimal, v.description('how much worse than the trader’s price'))),
  margin: v.nullable(wireDecimal),
  profit: wireDecimal,
  closes: v.array(closeRow),
  told_at: v.number(),
  opened_at: v.nullable(v.number()),
  ended_at: v.nullable(v.number()),
})

export function toCopyRow(row: CopyHistoryRow, language: Language): v.InferOutput<typeof copyRow> {
  const { reason, facts, direction, traderSteps, steps } = row
  const price = (of: number) => formatSteps(of, row.priceDecimals)
  return {
    copy_id: row.copyNo,
    trader_id: row.traderId,
    symbol: row.symbol,
    direction,
    leverage: row.leverage,
    state: row.state,
    self_held: row.isSelfHeld,
    reason,
    reason_text: reason === null ? null : refusalText(language, { code: reason, facts: facts ?? {} }),
    trader_lots: hundredthsText(row.traderLots),
    trader_price: price(traderSteps),
    trader_at: row.traderAt,
    position_id: row.positionNo,
    lots: row.lotsOpened === null ? null : hundredthsText(row.lotsOpened),
    open_lots: row.lots === null ? null : hundredthsText(row.lots),
    price: steps === null ? null : price(steps),
    slippage_percent: steps === null ? null : formatUnits(amount(slippageOf(direction, traderSteps, steps)), 6),
    margin: row.margin && usdt(row.margin),
    profit: usdt(row.net),
    closes: row.closes.map((each) => toCloseRow(each, row.priceDecimals)),
    told_at: row.toldAt,
    opened_at: row.openedAt,
    ended_at: row.endedAt,
  }
}

export const applicationRow = v.object({
  state: v.picklist(['none', 'review', 'rejected', 'active', 'closed']),
  nickname: v.string(),
  words: v.string(),
  share_percent: wireDecimal,
  reason: v.string(),
})

export const toApplicationRow = (row: TraderRow | null): v.InferOutput<typeof applicationRow> =>
  row
    ? {
        state: row.state,
        nickname: row.nickname,
        words: row.words,
        share_percent: formatPercentTrimmed(row.share),
        reason: row.reason,
      }
    : { state: 'none', nickname: '', words: '', share_percent: '0', reason: '' }
