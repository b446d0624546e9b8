// Receipt of an ended order, built from its deciding numbers.

import { findKnownAsset } from '#domain/catalogue'
import { INVEST_RULE, type InvestReceipt } from '#domain/invest/receipt'
import { type Amount, encodeAmount } from '#domain/money/amount'
import type { Invest } from './state'
import type { InvestOrder } from './store'

interface Decided {
  readonly outcome: InvestReceipt['outcome']
  readonly fixing: InvestReceipt['fixing']
  readonly paid: Amount
}

export function receiptOf({ account }: Invest, order: InvestOrder, { outcome, fixing, paid }: Decided): InvestReceipt {
  const { orderNo, series, amount } = order
  const code = (id: number) => findKnownAsset(account.catalogue, id)?.code ?? ''
  return {
    rule: INVEST_RULE,
    outcome,
    at: order.maturesAt,
    ticks: [],
    order: {
      no: orderNo,
      series: series.name,
      symbol: series.symbol,
      kind: series.kind,
      base: code(series.baseId),
      quote: code(series.quoteId),
      amount: encodeAmount(amount),
      strike: series.strike,
      apr: series.apr,
      days: series.days,
      baseScale: series.baseScale,
      quoteScale: series.quoteScale,
      priceDecimals: series.priceDecimals,
    },
    fixing,
    paid: encodeAmount(paid),
  }
}
