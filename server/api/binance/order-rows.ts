// Orders and fills as the Binance Spot dialect shows them.

import type { Pair } from '#domain/catalogue'
import { decodeAmount, formatAmount } from '#domain/money/amount'
import { formatLots, formatTicks, lots, notional, ticks } from '#domain/money/price'
import type { SpotFillRow, SpotOrderRow } from '#party/protocol/account'
import { nameOf } from './endpoint'

function statusOf({ state, lotsFilled, closeReason }: SpotOrderRow): string {
  if (state === 'filled') return 'FILLED'
  if (state === 'rejected') return closeReason === 'not_filled' ? 'EXPIRED' : 'REJECTED'
  if (state === 'cancelled') {
    if (closeReason === 'self_trade') return 'EXPIRED_IN_MATCH'
    return closeReason === 'cancelled' ? 'CANCELED' : 'EXPIRED'
  }
  return lotsFilled > 0 ? 'PARTIALLY_FILLED' : 'NEW'
}

function typeOf({ kind, isPostOnly }: SpotOrderRow): string {
  if (kind === 'market') return 'MARKET'
  return isPostOnly ? 'LIMIT_MAKER' : 'LIMIT'
}

export function showOrder(pair: Pair, row: SpotOrderRow) {
  const status = row.refusal === 'fill_or_kill_unfilled' ? 'EXPIRED' : statusOf(row)
  // Orders sized in quote have no base quantity; the dialect shows the filled one.
  const quantity = row.budget === null ? row.lots : row.lotsFilled
  return {
    symbol: nameOf(pair),
    orderId: row.orderNo,
    orderListId: -1,
    clientOrderId: row.clientOrderId ?? String(row.orderNo),
    price: formatTicks(pair, ticks(row.kind === 'market' ? 0 : row.ticks)),
    origQty: formatLots(pair, lots(quantity)),
    executedQty: formatLots(pair, lots(row.lotsFilled)),
    cummulativeQuoteQty: formatAmount(pair.quote, decodeAmount(row.quoteFilled)),
    status,
    timeInForce: row.timeInForce.toUpperCase(),
    type: typeOf(row),
    side: row.side.toUpperCase(),
    time: row.openedAt,
    updateTime: row.updatedAt,
    isWorking: status === 'NEW' || status === 'PARTIALLY_FILLED',
    workingTime: row.openedAt,
    origQuoteOrderQty: formatAmount(pair.quote, decodeAmount(row.budget ?? '0')),
  }
}

export function showCancelled(pair: Pair, row: SpotOrderRow, newClientOrderId?: string) {
  const { time: _time, updateTime, isWorking: _isWorking, clientOrderId, ...shown } = showOrder(pair, row)
  return {
    ...shown,
    origClientOrderId: clientOrderId,
    clientOrderId: newClientOrderId ?? clientOrderId,
    transactTime: updateTime,
  }
}

export function showFill(pair: Pair, row: SpotFillRow & { readonly id: number }) {
  const received = row.side === 'buy' ? pair.base : pair.quote
  return {
    symbol: nameOf(pair),
    id: row.id,
    orderId: row.orderNo,
    orderListId: -1,
    price: formatTicks(pair, ticks(row.ticks)),
    qty: formatLots(pair, lots(row.lots)),
    quoteQty: formatAmount(pair.quote, notional(pair, ticks(row.ticks), lots(row.lots))),
    commission: formatAmount(received, decodeAmount(row.fee)),
    commissionAsset: received.code,
    time: row.at,
    isBuyer: row.side === 'buy',
    isMaker: row.role === 'maker',
    isBestMatch: true,
  }
}
