// Receipt of an ended order, built from its deciding numbers.

import { type Amount, encodeAmount } from '#domain/money/amount'
import { findAsset } from '#domain/catalogue'
import { OPTIONS_RULE, type OptionsReceipt } from '#domain/options/receipt'
import type { Tick } from '#domain/quotes/chain'
import type { Options } from './state'
import type { Option } from './store'

interface Ended {
  readonly outcome: OptionsReceipt['outcome']
  readonly at: number
  readonly exit: Tick | null
  readonly paid: Amount
}

export const receiptOf = ({ account }: Options, order: Option, { outcome, at, exit, paid }: Ended): OptionsReceipt => ({
  rule: OPTIONS_RULE,
  outcome,
  at,
  ticks: [order.entryTick, exit].filter((tick) => tick !== null),
  order: {
    no: order.orderNo,
    symbol: order.symbol,
    direction: order.direction,
    seconds: order.seconds,
    asset: findAsset(account.catalogue, order.assetId)?.code ?? '',
    stake: encodeAmount(order.stake),
    fee: encodeAmount(order.fee),
    ratio: order.terms.ratio,
    priceDecimals: order.terms.priceDecimals,
    acceptedAt: order.acceptedAt,
  },
  paid: encodeAmount(paid),
})
