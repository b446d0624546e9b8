// Response rows of loans.

import * as v from 'valibot'
import { type Catalogue, findKnownAsset } from '#domain/catalogue'
import {
  TARGET_RATE,
  LIQUIDATION_RATE,
  ORDER_FLOOR_RATE,
  MARGIN_CALL_RATES,
  WITHDRAWAL_FLOOR_RATE,
  OPENING_RATE,
  riskRate,
  spareOf,
  unitWorth,
  worthAt,
} from '#domain/loan/risk'
import { LOAN_STATES } from '#domain/loan/terms'
import { ZERO, decodeAmount, formatAmount, formatUnits } from '#domain/money/amount'
import { formatRate } from '#domain/money/rate'
import type { Margin } from '#services/loan/margin'
import { type OwnLoan, owedOn } from '#services/loan/requests'
import { wireDecimal, wireId } from './fields'

const EIGHT = 8

export const loanFields = {
  loan_id: wireId,
  state: v.picklist(LOAN_STATES),
  currency: v.string(),
  amount: wireDecimal,
  margin_currency: v.string(),
  days: v.number(),
  daily_rate: v.pipe(wireDecimal, v.description('part of what is borrowed, a day')),
  late_rate: v.pipe(wireDecimal, v.description('instead of it once past due, of what is owed')),
  owed: wireDecimal,
  principal: wireDecimal,
  interest: v.pipe(wireDecimal, v.description('charged and not repaid, by the hour')),
  late_interest: wireDecimal,
  repaid: wireDecimal,
  reason: v.string(),
  created_at: v.number(),
  opened_at: v.nullable(v.number()),
  due_at: v.nullable(v.number()),
  ended_at: v.nullable(v.number()),
}
export const wireLoan = v.object(loanFields)

export function loanRow(catalogue: Catalogue, own: Pick<OwnLoan, 'request' | 'loan'>): v.InferOutput<typeof wireLoan> {
  const { request, loan } = own
  const asset = findKnownAsset(catalogue, request.assetId) ?? { code: '', scale: 0 }
  const write = (value: typeof ZERO) => formatAmount(asset, value)
  return {
    loan_id: request.id,
    state: loan?.state ?? request.state,
    currency: asset.code,
    amount: write(request.amount),
    margin_currency: findKnownAsset(catalogue, request.marginAssetId)?.code ?? '',
    days: request.days,
    daily_rate: formatRate(request.dailyRate),
    late_rate: formatRate(request.lateRate),
    owed: write(owedOn(own)),
    principal: write(loan ? decodeAmount(loan.principal) : ZERO),
    interest: write(loan ? decodeAmount(loan.interest) : ZERO),
    late_interest: write(loan ? decodeAmount(loan.late) : ZERO),
    repaid: write(loan ? decodeAmount(loan.repaid) : ZERO),
    reason: request.reason,
    created_at: request.createdAt,
    opened_at: loan?.openedAt ?? request.openedAt,
    due_at: loan?.dueAt ?? request.dueAt,
    ended_at: loan?.endedAt ?? request.endedAt,
  }
}

export const wireMargin = v.object({
  risk_rate: v.pipe(
    v.nullable(wireDecimal),
    v.description('percent; null while nothing is owed or a price is missing'),
  ),
  value: v.pipe(v.nullable(wireDecimal), v.description('in USDT at index prices')),
  owed: v.nullable(wireDecimal),
  called_at: v.pipe(v.nullable(wireDecimal), v.description('the bound of the last call, percent')),
  is_selling: v.boolean(),
  opening_rate: wireDecimal,
  kept_rate: wireDecimal,
  call_rates: v.array(wireDecimal),
  trading_rate: v.pipe(wireDecimal, v.description('below it the wallet takes no orders, only conversions')),
  liquidation_rate: wireDecimal,
  target_rate: wireDecimal,
  assets: v.array(
    v.object({
      currency: v.string(),
      total: wireDecimal,
      available: wireDecimal,
      spare: v.pipe(wireDecimal, v.description('what may be moved out')),
      owed: wireDecimal,
      price: v.pipe(wireDecimal, v.description('in USDT')),
      value: wireDecimal,
    }),
  ),
})

const percent = (rate: bigint): string => formatUnits(rate, 2)

export function marginRow({ status, lines, risk }: Margin): v.InferOutput<typeof wireMargin> {
  const rate = risk && riskRate(risk)
  const usdt = (worth: bigint) => formatUnits(worthAt(worth, EIGHT), EIGHT)
  return {
    risk_rate: rate === null ? null : percent(rate),
    value: risk && usdt(risk.worth),
    owed: risk && usdt(risk.debt),
    called_at: status.called === 0 ? null : percent(BigInt(status.called)),
    is_selling: status.sellingSince !== null,
    opening_rate: percent(OPENING_RATE),
    kept_rate: percent(WITHDRAWAL_FLOOR_RATE),
    call_rates: MARGIN_CALL_RATES.map(percent),
    trading_rate: percent(ORDER_FLOOR_RATE),
    liquidation_rate: percent(LIQUIDATION_RATE),
    target_rate: percent(TARGET_RATE),
    assets: (lines ?? []).map((line) => ({
      currency: line.code,
      total: formatAmount(line, line.has),
      available: formatAmount(line, line.free),
      spare: formatAmount(line, spareOf(lines ?? [], line.assetId)),
      owed: formatAmount(line, line.owes),
      price: formatUnits(BigInt(line.priceSteps), line.priceDecimals),
      value: usdt(line.has * unitWorth(line)),
    })),
  }
}
