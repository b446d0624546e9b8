// Response rows of options in exact decimal text: the old contract's row, and the fuller one of /v1.

import * as v from 'valibot'
import { decodeAmount, formatUnits, subtract, add, ZERO, type Amount } from '#domain/money/amount'
import { formatRate, formatRatePercent, rate } from '#domain/money/rate'
import { profitOf } from '#domain/options/settlement'
import { formatSteps } from '#domain/quotes/steps'
import type { OptionRow } from '#party/protocol/options'
import { wireDate, wireDecimal, wireId } from './fields'
import { formatDate, wireDecimals } from './format'

/** Options are staked in USDT. */
const SCALE = 6

export const microOrder = v.object({
  id: wireId,
  user_id: wireId,
  match_id: wireId,
  currency_id: wireId,
  type: v.pipe(v.picklist([1, 2]), v.description('1 rise, 2 fall')),
  symbol_name: v.string(),
  currency_name: v.string(),
  seconds: v.number(),
  number: v.pipe(wireDecimal, v.description('stake')),
  fee: wireDecimal,
  profit_ratio: v.pipe(wireDecimal, v.description('percent')),
  open_price: wireDecimal,
  end_price: wireDecimal,
  fact_profits: v.pipe(wireDecimal, v.description('won, or lost when negative')),
  status: v.pipe(v.picklist([1, 2, 3]), v.description('1 runs, 3 is over')),
  profit_result: v.pipe(v.picklist([-1, 0, 1]), v.description('-1 lost, 0 even, 1 won')),
  remain_milli_seconds: v.number(),
  created_at: wireDate,
  handled_at: v.pipe(wireDate, v.description('when it is due, or was settled')),
  type_name: v.string(),
  status_name: v.string(),
})

export interface MicroFacts {
  readonly userId: number
  readonly pairId: number
  readonly asset: { readonly code: string }
  readonly now: number
  readonly words: { readonly type: string; readonly status: string }
}

/** Result of settlement without fees (negative for a loss), as calculated by clients of the old contract. */
const factProfits = ({ stake, fee, paid, outcome, state }: OptionRow): Amount => {
  if (paid === null || state === 'void' || outcome === 'even') return ZERO
  return outcome === 'lost'
    ? subtract(ZERO, decodeAmount(stake))
    : subtract(
        decodeAmount(paid),
        outcome === 'won' ? decodeAmount(stake) : add(decodeAmount(stake), decodeAmount(fee)),
      )
}

export function microRow(
  row: OptionRow,
  { userId, pairId, asset, now, words }: MicroFacts,
): v.InferOutput<typeof microOrder> {
  const price = (priceSteps: number | null) =>
    wireDecimals(priceSteps === null ? '0' : formatSteps(priceSteps, row.terms.priceDecimals))
  const money = (value: Amount) => wireDecimals(formatUnits(value, SCALE))
  const isOver = row.state !== 'pending' && row.state !== 'open'
  return {
    id: row.orderNo,
    user_id: userId,
    match_id: pairId,
    currency_id: row.assetId,
    type: row.direction === 'rise' ? 1 : 2,
    symbol_name: row.symbol.replace('-', '/'),
    currency_name: asset.code,
    seconds: row.seconds,
    number: money(decodeAmount(row.stake)),
    fee: money(decodeAmount(row.fee)),
    profit_ratio: wireDecimals(formatRatePercent(rate(BigInt(row.terms.ratio)))),
    open_price: price(row.entrySteps),
    end_price: price(row.exitSteps),
    fact_profits: money(factProfits(row)),
    status: isOver ? 3 : 1,
    profit_result: row.outcome === 'won' ? 1 : row.outcome === 'lost' ? -1 : 0,
    remain_milli_seconds: isOver || row.dueAt === null ? 0 : Math.max(0, row.dueAt - now),
    created_at: formatDate(row.entryAt ?? row.acceptedAt),
    handled_at: formatDate(row.endedAt ?? row.dueAt ?? row.acceptedAt),
    type_name: words.type,
    status_name: words.status,
  }
}

export const optionOrder = v.object({
  order_id: wireId,
  symbol: v.string(),
  direction: v.picklist(['rise', 'fall']),
  seconds: v.number(),
  stake: wireDecimal,
  fee: wireDecimal,
  ratio: v.pipe(wireDecimal, v.description('won on top of the stake, as a fraction of it')),
  payout: v.pipe(wireDecimal, v.description('what a win pays, the stake included')),
  state: v.picklist(['pending', 'open', 'settled', 'void', 'called_off']),
  outcome: v.nullable(v.picklist(['won', 'lost', 'even'])),
  paid: v.nullable(v.pipe(wireDecimal, v.description('what came back'))),
  entry_price: v.nullable(wireDecimal),
  exit_price: v.nullable(wireDecimal),
  accepted_at: v.number(),
  entry_at: v.nullable(v.number()),
  due_at: v.nullable(v.number()),
  exit_at: v.nullable(v.number()),
  receipt_id: v.nullable(v.string()),
})

export function optionRow(row: OptionRow): v.InferOutput<typeof optionOrder> {
  const price = (priceSteps: number | null) =>
    priceSteps === null ? null : formatSteps(priceSteps, row.terms.priceDecimals)
  const money = (text: string) => formatUnits(decodeAmount(text), SCALE)
  const ratio = rate(BigInt(row.terms.ratio))
  const stake = decodeAmount(row.stake)
  return {
    order_id: row.orderNo,
    symbol: row.symbol,
    direction: row.direction,
    seconds: row.seconds,
    stake: money(row.stake),
    fee: money(row.fee),
    ratio: formatRate(ratio),
    payout: formatUnits(add(stake, profitOf({ stake, ratio })), SCALE),
    state: row.state,
    outcome: row.outcome,
    paid: row.paid === null ? null : money(row.paid),
    entry_price: price(row.entrySteps),
    exit_price: price(row.exitSteps),
    accepted_at: row.acceptedAt,
    entry_at: row.entryAt,
    due_at: row.dueAt,
    exit_at: row.exitAt,
    receipt_id: row.receiptId,
  }
}
