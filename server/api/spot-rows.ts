// Response rows of spot orders, in exact decimal text from ticks and lots: the old contract's list and the fuller one
// of /v1.

import * as v from 'valibot'
import { type Catalogue, type Pair, findPair } from '#domain/catalogue'
import { tradeReceiptName } from '#domain/house/receipt'
import { type Amount, amount, decodeAmount, formatAmount, formatUnits } from '#domain/money/amount'
import { formatLots, formatTicks, lots, lotsToBase, ticks } from '#domain/money/price'
import { divideHalfEven } from '#domain/money/rounding'
import type { NewOrder } from '#domain/new-order'
import type { OrderState } from '#domain/order'
import type { SpotFillRow, SpotOrderRow } from '#party/protocol/account'
import { wireDate, wireDecimal, wireId } from './fields'
import { WIRE_SCALE, formatDate, wireDecimals } from './format'

/** A row of the contract's coin/list. */
export const coinOrder = v.object({
  id: wireId,
  type: v.pipe(v.picklist([1, 2]), v.description('1 buy, 2 sell')),
  symbol: v.string(),
  currency_id: wireId,
  legal_id: wireId,
  target_price: wireDecimal,
  trade_price: v.pipe(wireDecimal, v.description('average price so far; zero before the first fill')),
  trade_amount: v.pipe(wireDecimal, v.description('base quantity asked for')),
  filled_amount: wireDecimal,
  charge_fee: v.pipe(wireDecimal, v.description('in the currency received')),
  status: v.pipe(v.picklist([1, 2, 3]), v.description('1 open, 2 done, 3 cancelled')),
  created_at: wireDate,
})

export const order = v.object({
  order_id: wireId,
  client_order_id: v.nullable(v.string()),
  symbol: v.string(),
  side: v.picklist(['buy', 'sell']),
  kind: v.picklist(['limit', 'market']),
  price: v.pipe(wireDecimal, v.description('limit, or the worst price a market order may trade at')),
  quantity: wireDecimal,
  quote_amount: v.nullable(wireDecimal),
  time_in_force: v.picklist(['gtc', 'ioc', 'fok']),
  post_only: v.boolean(),
  state: v.picklist(['pending', 'open', 'filled', 'cancelled', 'rejected']),
  close_reason: v.nullable(v.string()),
  refusal: v.nullable(v.string()),
  filled_quantity: wireDecimal,
  filled_quote: wireDecimal,
  average_price: wireDecimal,
  fee: wireDecimal,
  fee_currency: v.string(),
  opened_at: v.number(),
  updated_at: v.number(),
})

export const fill = v.object({
  trade_no: wireId,
  order_id: wireId,
  symbol: v.string(),
  side: v.picklist(['buy', 'sell']),
  role: v.picklist(['maker', 'taker']),
  price: wireDecimal,
  quantity: wireDecimal,
  fee: wireDecimal,
  fee_currency: v.string(),
  at: v.number(),
  receipt_id: v.nullable(
    v.pipe(v.string(), v.description('of a trade with the house: /v1/receipt answers it a few seconds later')),
  ),
})

/** Rows with their pair; rows of unlisted pairs are omitted. */
export function showRows<Row extends { readonly symbol: string }, Shown>(
  catalogue: Catalogue,
  rows: readonly Row[],
  show: (pair: Pair, row: Row) => Shown,
): Shown[] {
  return rows.flatMap((row) => {
    const pair = findPair(catalogue, row.symbol)
    return pair ? [show(pair, row)] : []
  })
}

export function coinOrderRow(pair: Pair, row: SpotOrderRow) {
  const filled = formatLots(pair, lots(row.lotsFilled))
  return {
    id: row.orderNo,
    type: row.side === 'buy' ? (1 as const) : (2 as const),
    symbol: `${pair.base.code}/${pair.quote.code}`,
    currency_id: pair.base.id,
    legal_id: pair.quote.id,
    // A market order has no target price: its ticks are the worst accepted price.
    target_price: row.kind === 'market' ? averagePrice(pair, row) : wireDecimals(formatTicks(pair, ticks(row.ticks))),
    trade_price: averagePrice(pair, row),
    trade_amount: wireDecimals(row.budget === null ? formatLots(pair, lots(row.lots)) : filled),
    filled_amount: wireDecimals(filled),
    charge_fee: wireDecimals(formatAmount(receivedAsset(pair, row.side), decodeAmount(row.fee))),
    status: WIRE_STATUS[row.state],
    created_at: formatDate(row.openedAt),
  }
}

const WIRE_STATUS = { pending: 1, open: 1, filled: 2, cancelled: 3, rejected: 3 } as const satisfies Record<
  OrderState,
  1 | 2 | 3
>

type Terms = Pick<
  NewOrder,
  'clientOrderId' | 'side' | 'kind' | 'ticks' | 'lots' | 'budget' | 'timeInForce' | 'isPostOnly'
>

/** What was asked for: of an order, and of one that an agent's owner has yet to approve. */
export const orderTerms = (pair: Pair, row: Terms) => ({
  client_order_id: row.clientOrderId,
  symbol: pair.symbol,
  side: row.side,
  kind: row.kind,
  price: formatTicks(pair, ticks(row.ticks)),
  quantity: formatLots(pair, lots(row.lots)),
  quote_amount: row.budget === null ? null : formatAmount(pair.quote, decodeAmount(row.budget)),
  time_in_force: row.timeInForce,
  post_only: row.isPostOnly,
})

export function orderRow(pair: Pair, row: SpotOrderRow) {
  const received = receivedAsset(pair, row.side)
  return {
    order_id: row.orderNo,
    ...orderTerms(pair, row),
    state: row.state,
    close_reason: row.closeReason,
    refusal: row.refusal,
    filled_quantity: formatLots(pair, lots(row.lotsFilled)),
    filled_quote: formatAmount(pair.quote, decodeAmount(row.quoteFilled)),
    average_price: averagePrice(pair, row),
    fee: formatAmount(received, decodeAmount(row.fee)),
    fee_currency: received.code,
    opened_at: row.openedAt,
    updated_at: row.updatedAt,
  }
}

export function fillRow(pair: Pair, row: SpotFillRow) {
  const received = receivedAsset(pair, row.side)
  return {
    trade_no: row.tradeNo,
    order_id: row.orderNo,
    symbol: pair.symbol,
    side: row.side,
    role: row.role,
    price: formatTicks(pair, ticks(row.ticks)),
    quantity: formatLots(pair, lots(row.lots)),
    fee: formatAmount(received, decodeAmount(row.fee)),
    fee_currency: received.code,
    at: row.at,
    receipt_id: row.isOfHouse ? tradeReceiptName(row.symbol, row.tradeNo) : null,
  }
}

const receivedAsset = (pair: Pair, side: 'buy' | 'sell') => (side === 'buy' ? pair.base : pair.quote)

/** Quote over base at eight decimals, nearest, ties to even: it is shown and never settled on. */
function averagePrice(pair: Pair, row: SpotOrderRow): string {
  const base = lotsToBase(pair, lots(row.lotsFilled))
  if (base === 0n) return formatUnits(0n, WIRE_SCALE)
  return formatUnits(averageUnits(pair, { base, quote: decodeAmount(row.quoteFilled) }), WIRE_SCALE)
}

function averageUnits(pair: Pair, { base, quote }: { readonly base: Amount; readonly quote: Amount }): Amount {
  const dividend = quote * 10n ** BigInt(WIRE_SCALE + pair.base.scale)
  return amount(divideHalfEven(dividend, base * 10n ** BigInt(pair.quote.scale)))
}
