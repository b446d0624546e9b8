// Events of one account in the Binance Spot dialect, from the messages that its socket sends.

import type { Catalogue, Pair } from '#domain/catalogue'
import { decodeAmount, formatAmount, formatUnits } from '#domain/money/amount'
import { formatLots, formatTicks, lots, notional, ticks } from '#domain/money/price'
import type { AccountSocketMessage, SpotFillRow, SpotOrderRow } from '#party/protocol/account'
import { pairsOf } from '../../api/binance/endpoint'
import { showFill, showOrder } from '../../api/binance/order-rows'

type AccountEvent = Extract<AccountSocketMessage, { type: 'event' }>
export type NumberedFill = SpotFillRow & { readonly id: number }

/** Which orders a program was told of. */
export class UserEvents {
  readonly #open = new Set<number>()

  /** Takes the open orders of a snapshot, which are no events. */
  begin({ spot }: Extract<AccountSocketMessage, { type: 'snapshot' }>): void {
    this.#open.clear()
    for (const { orderNo, state } of spot.openOrders) if (state !== 'pending') this.#open.add(orderNo)
  }

  /** `fills`: those of the message, with their numbers. */
  read(catalogue: Catalogue, message: AccountEvent, fills: readonly NumberedFill[]): readonly object[] {
    const pairs = pairsOf(catalogue)
    const reports = (message.spot?.orders ?? []).flatMap((order) => {
      const pair = pairs.find(({ symbol }) => symbol === order.symbol)
      const own = fills.filter(({ orderNo }) => orderNo === order.orderNo).sort((one, other) => one.id - other.id)
      return pair ? this.#reportsOf(pair, order, own).map((report) => ({ ...report, E: message.at })) : []
    })
    const B = message.balances.flatMap(({ wallet, assetId, available, held }) => {
      const asset = catalogue.assets.find(({ id }) => id === assetId)
      if (wallet !== 'change' || !asset) return []
      const [f, l] = [available, held].map((text) => formatAmount(asset, decodeAmount(text)))
      return [{ a: asset.code, f, l }]
    })
    const position = { e: 'outboundAccountPosition', E: message.at, u: message.at, B }
    return B.length > 0 ? [...reports, position] : reports
  }

  #reportsOf(pair: Pair, order: SpotOrderRow, fills: readonly NumberedFill[]): readonly object[] {
    if (order.state === 'pending') return []
    const isNew = !this.#open.has(order.orderNo)
    const isOpen = order.state === 'open'
    if (isOpen) this.#open.add(order.orderNo)
    else this.#open.delete(order.orderNo)
    const { status } = showOrder(pair, order)
    const none = { lots: 0, quote: 0n }
    const before = fills.reduce(
      (sum, fill) => ({ lots: sum.lots - fill.lots, quote: sum.quote - worthOf(pair, fill) }),
      { lots: order.lotsFilled, quote: BigInt(decodeAmount(order.quoteFilled)) },
    )
    const report = (x: string, X: string, sum: Filled, fill?: NumberedFill) =>
      reportOf(pair, order, { x, X, sum, fill })
    if (status === 'REJECTED') return [report('REJECTED', status, none)]
    const reports = isNew ? [report('NEW', 'NEW', none)] : []
    const sum = { ...before }
    for (const [index, fill] of fills.entries()) {
      sum.lots += fill.lots
      sum.quote += worthOf(pair, fill)
      const isLast = index === fills.length - 1 && order.state === 'filled'
      reports.push(report('TRADE', isLast ? 'FILLED' : 'PARTIALLY_FILLED', { ...sum }, fill))
    }
    if (isOpen && reports.length === 0) return [report('REPLACED', status, sum)]
    const end = { CANCELED: 'CANCELED', EXPIRED: 'EXPIRED', EXPIRED_IN_MATCH: 'TRADE_PREVENTION' }[status]
    return end === undefined ? reports : [...reports, report(end, status, sum)]
  }
}

interface Filled {
  readonly lots: number
  readonly quote: bigint
}

const worthOf = (pair: Pair, fill: SpotFillRow): bigint => notional(pair, ticks(fill.ticks), lots(fill.lots))

interface Reported {
  readonly x: string
  readonly X: string
  /** Filled so far. */
  readonly sum: Filled
  readonly fill: NumberedFill | undefined
}

function reportOf(pair: Pair, order: SpotOrderRow, { x, X, sum, fill }: Reported) {
  const { symbol, clientOrderId, side, type, timeInForce, origQty, price, origQuoteOrderQty } = showOrder(pair, order)
  const traded = fill && showFill(pair, fill)
  const zero = formatLots(pair, lots(0))
  const quote = (units: bigint) => formatUnits(units, pair.quote.scale)
  return {
    ...{ e: 'executionReport', s: symbol, c: clientOrderId, S: side, o: type, f: timeInForce, q: origQty, p: price },
    ...{ P: formatTicks(pair, ticks(0)), F: zero, g: -1, C: x === 'CANCELED' ? clientOrderId : '', x, X, r: 'NONE' },
    ...{ i: order.orderNo, l: traded?.qty ?? zero, z: formatLots(pair, lots(sum.lots)) },
    ...{ L: traded?.price ?? formatTicks(pair, ticks(0)), n: traded?.commission ?? '0' },
    ...{ N: traded?.commissionAsset ?? null, T: fill?.at ?? order.updatedAt, t: fill?.id ?? -1, I: order.orderNo },
    ...{ w: X === 'NEW' || X === 'PARTIALLY_FILLED', m: traded?.isMaker ?? false, M: false, O: order.openedAt },
    ...{ Z: quote(sum.quote), Y: traded?.quoteQty ?? quote(0n), Q: origQuoteOrderQty, W: order.openedAt, V: 'NONE' },
  }
}
