// Values of one user's futures positions, pushed to existing clients repeatedly while positions are open: computed from the Account's
// channel and the gateway's prices.

import type { Pair } from '#domain/catalogue'
import { heldOf, riskPercent, shownMoney } from '#domain/futures/appraisal'
import { crossRisk, resultAt, riskRate } from '#domain/futures/position'
import { FUTURES_WALLET, LOT_DECIMALS, wholeLots } from '#domain/futures/terms'
import { type Amount, ZERO, decodeAmount, formatUnits, total } from '#domain/money/amount'
import { formatRatePercent, rate } from '#domain/money/rate'
import { formatSteps } from '#domain/quotes/steps'
import { SECOND_MS } from '#domain/time'
import type { FuturesRow } from '#party/protocol/futures'
import type { AccountSocketMessage } from '../protocol/account'
import type { RepeatedView, Surroundings } from './repeated-event'

/** Rows sent per second; longer lists are sent less often. */
const ROWS_PER_SECOND = 20
/** Contracts are margined in USDT. */
const [MARGIN_ASSET, SCALE] = [3, 6]

export class PositionsView implements RepeatedView {
  readonly #live = new Map<number, FuturesRow>()
  #available: Amount = ZERO
  #hasChanged = false
  #sent = ''
  #sentAt = -Infinity

  receive(message: AccountSocketMessage): void {
    if (message.type === 'snapshot') {
      this.#live.clear()
      this.#available = ZERO
    }
    for (const { wallet, assetId, available } of message.balances)
      if (wallet === FUTURES_WALLET && assetId === MARGIN_ASSET) this.#available = decodeAmount(available)
    const rows = message.futures?.positions ?? []
    for (const row of rows) {
      if (row.state === 'pending' || row.state === 'open') this.#live.set(row.positionNo, row)
      else this.#live.delete(row.positionNo)
    }
    if (rows.length > 0) this.#hasChanged = true
  }

  /** Immediate after a position event, then every second in which values changed. */
  payload(now: number, around: Surroundings): object | null {
    if (this.#live.size === 0 && !this.#hasChanged) return null
    const pause = Math.ceil(this.#live.size / ROWS_PER_SECOND) * SECOND_MS
    if (!this.#hasChanged && now - this.#sentAt < pause) return null
    const payload = this.#describe(around)
    const text = JSON.stringify(payload)
    if (!this.#hasChanged && text === this.#sent) return null
    this.#hasChanged = false
    this.#sent = text
    this.#sentAt = now
    return payload
  }

  #describe(around: Surroundings): object {
    const rows = [...this.#live.values()].reverse()
    const held = rows.flatMap((row) => heldOf(row) ?? [])
    const index = (symbol: string) =>
      around.priceOf(symbol) ?? held.find((position) => position.symbol === symbol)?.openSteps ?? 1
    const results = new Map(held.map((each) => [each.positionNo, resultAt(each, index(each.symbol))]))
    const open = rows.filter(({ state }) => state === 'open')
    const waiting = rows.filter(({ state }) => state === 'pending')
    const sums = {
      margin: money(total(held.map(({ margin }) => margin))),
      origin: money(total(open.map(({ marginAtOpen }) => decodeAmount(marginAtOpen)))),
      profits: money(total([...results.values()])),
    }
    const list = (of: readonly FuturesRow[]) =>
      JSON.stringify(of.flatMap((row) => positionOf(row, { around, result: results.get(row.positionNo) ?? ZERO })))
    return {
      hazard_rate: riskPercent(riskRate(crossRisk(this.#available, held, index))),
      profits_all: sums.profits,
      profits: sums.profits,
      caution_money_all: sums.margin,
      caution_money: sums.margin,
      origin_caution_money_all: sums.origin,
      origin_caution_money: sums.origin,
      trades_all: list(rows),
      trades_entrust: list(waiting),
      trades_cur: list(open),
    }
  }
}

const money = (value: Amount): string => padded(formatUnits(value, SCALE))

/** Existing clients show text as it comes: eight decimals, as in every list. */
function padded(text: string): string {
  const [whole = '0', decimals = ''] = text.split('.')
  return `${whole}.${decimals.padEnd(8, '0')}`
}

/** Row of the pushed lists; none for a delisted pair. */
function positionOf(
  row: FuturesRow,
  { around, result }: { readonly around: Surroundings; readonly result: Amount },
): object[] {
  const pair = around.pairOf(row.symbol)
  if (!pair) return []
  const price = (priceSteps: number | null) =>
    padded(priceSteps === null ? '0' : formatSteps(priceSteps, row.terms.priceDecimals))
  const { margin, marginAtOpen, fee } = shownMoney(row)
  const at = (instant: number | null) =>
    new Date(instant ?? row.acceptedAt).toISOString().slice(0, 19).replace('T', ' ')
  return [
    {
      id: row.positionNo,
      type: row.direction === 'long' ? 1 : 2,
      currency: pair.base.id,
      legal: pair.quote.id,
      symbol: row.symbol.replace('-', '/'),
      origin_price: price(row.openIndexSteps ?? row.entrySteps),
      price: price(row.openSteps ?? row.entrySteps),
      update_price: price(around.priceOf(row.symbol) ?? row.openSteps),
      share: wholeLots(row.lots, row.terms),
      number: padded(quantityOf(row, pair)),
      multiple: row.leverage,
      origin_caution_money: money(marginAtOpen),
      caution_money: money(margin),
      trade_fee: money(fee),
      overnight: padded(formatRatePercent(rate(BigInt(row.terms.overnight)))),
      overnight_money: money(decodeAmount(row.overnightPaid)),
      target_profit_price: price(row.takeProfit),
      stop_loss_price: price(row.stopLoss),
      profits: money(result),
      fact_profits: money(decodeAmount(row.realised)),
      status: row.state === 'pending' ? 0 : row.closeAskedLots === null ? 1 : 2,
      order_type: row.holder === null ? 1 : 2,
      time: at(row.acceptedAt),
      transaction_time: at(row.openedAt),
      handle_time: at(row.endedAt),
      complete_time: at(row.endedAt),
    },
  ]
}

/** Base quantity of a position's lots, derived from the value of one price tick per lot. */
function quantityOf({ lots, terms }: FuturesRow, { quote }: Pick<Pair, 'quote'>): string {
  const lotSize =
    (BigInt(terms.stepValue) * 10n ** BigInt(terms.priceDecimals + LOT_DECIMALS)) / 10n ** BigInt(quote.scale)
  return formatUnits(lotSize * BigInt(lots), LOT_DECIMALS)
}
