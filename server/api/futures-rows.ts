// Response rows of futures in exact decimal text: the old contract's position row, and the fuller one of /v1.

import * as v from 'valibot'
import { type FuturesAppraisal, shownMoney } from '#domain/futures/appraisal'
import { isStopBeyond, stopWarning } from '#domain/futures/order'
import { LOT_DECIMALS, type FuturesTerms, wholeLots } from '#domain/futures/terms'
import type { Language } from '#domain/language'
import { type Amount, ZERO, amount, decodeAmount, formatUnits } from '#domain/money/amount'
import { formatRatePercent, rate } from '#domain/money/rate'
import type { Refusal } from '#domain/outcome'
import { formatSteps } from '#domain/quotes/steps'
import type { FuturesHistoryRow, FuturesRow } from '#party/protocol/futures'
import type { FuturesOverview } from '#services/futures'
import { refusalText } from '#services/words'
import { wireDate, wireDecimal, wireId } from './fields'
import { formatDate, wireDecimals } from './format'

/** A position of the contract's lever lists. */
export const leverPosition = v.object({
  id: wireId,
  type: v.pipe(v.picklist([1, 2]), v.description('1 buy (long), 2 sell (short)')),
  user_id: wireId,
  currency: wireId,
  legal: wireId,
  symbol: v.string(),
  origin_price: v.pipe(wireDecimal, v.description('opening price before the spread')),
  price: v.pipe(wireDecimal, v.description('opening price after the spread; the limit of an order that waits')),
  update_price: v.pipe(wireDecimal, v.description('index price now; of what is closed, what it closed at')),
  share: v.pipe(v.number(), v.description('lots')),
  number: v.pipe(wireDecimal, v.description('base quantity')),
  multiple: v.number(),
  origin_caution_money: wireDecimal,
  caution_money: v.pipe(wireDecimal, v.description('margin; of an order that waits, what it has set aside')),
  trade_fee: wireDecimal,
  overnight: v.pipe(wireDecimal, v.description('percent of the worth at each midnight of UTC')),
  overnight_money: wireDecimal,
  target_profit_price: wireDecimal,
  stop_loss_price: wireDecimal,
  profits: v.pipe(wireDecimal, v.description('what closing now would win')),
  fact_profits: wireDecimal,
  status: v.pipe(v.picklist([0, 1, 2, 3, 4]), v.description('0 waits, 1 open, 2 closing, 3 closed, 4 cancelled')),
  order_type: v.pipe(v.picklist([1, 2]), v.description('1 own, 2 a copy of a trader’s position')),
  time: wireDate,
  transaction_time: wireDate,
  handle_time: wireDate,
  complete_time: wireDate,
  status_name: v.string(),
  type_name: v.string(),
})

export interface LeverFacts {
  readonly userId: number
  readonly terms: FuturesTerms
  readonly baseId: number
  /** Index price now, in steps. */
  readonly now: number | undefined
  readonly appraisal: FuturesAppraisal | null
  readonly words: (row: FuturesRow) => { readonly status: string; readonly type: string }
}

const LEVER_STATUS = { pending: 0, open: 1, closed: 3, cancelled: 4 } as const

/** A closed position includes its closes. */
export type LeverSource = FuturesRow & Partial<Pick<FuturesHistoryRow, 'closes'>>

export function leverRow(row: LeverSource, facts: LeverFacts): v.InferOutput<typeof leverPosition> {
  const { terms, appraisal } = facts
  const price = (priceSteps: number | null) =>
    wireDecimals(priceSteps === null ? '0' : formatSteps(priceSteps, terms.priceDecimals))
  const units = (value: Amount) => wireDecimals(formatUnits(value, terms.quote.scale))
  const money = (text: string) => units(decodeAmount(text))
  const at = (instant: number | null) => formatDate(instant ?? row.acceptedAt)
  const words = facts.words(row)
  const { margin, marginAtOpen, fee } = shownMoney(row)
  const appraised = appraisal?.positions.get(row.positionNo)
  const lots = row.state === 'closed' || row.state === 'cancelled' ? row.lotsOrdered : row.lots
  return {
    id: row.positionNo,
    type: row.direction === 'long' ? 1 : 2,
    user_id: facts.userId,
    currency: facts.baseId,
    legal: terms.quote.id,
    symbol: row.symbol.replace('-', '/'),
    origin_price: price(row.openIndexSteps ?? row.entrySteps),
    price: price(row.openSteps ?? row.entrySteps),
    update_price: price((row.state === 'closed' ? row.closes?.at(-1)?.closeSteps : null) ?? facts.now ?? row.openSteps),
    share: wholeLots(lots, row.terms),
    number: wireDecimals(quantityOf(lots, terms.lotSize, row.terms)),
    multiple: row.leverage,
    origin_caution_money: units(marginAtOpen),
    caution_money: units(margin),
    trade_fee: units(fee),
    overnight: wireDecimals(formatRatePercent(rate(BigInt(row.terms.overnight)))),
    overnight_money: money(row.overnightPaid),
    target_profit_price: price(row.takeProfit),
    stop_loss_price: price(row.stopLoss),
    profits: units(appraised?.result ?? (row.state === 'closed' ? decodeAmount(row.realised) : ZERO)),
    fact_profits: money(row.realised),
    status: row.closeAskedLots !== null && row.state === 'open' ? 2 : LEVER_STATUS[row.state],
    order_type: row.holder === null ? 1 : 2,
    time: formatDate(row.acceptedAt),
    transaction_time: at(row.openedAt),
    handle_time: at(row.endedAt),
    complete_time: at(row.endedAt),
    status_name: words.status,
    type_name: words.type,
  }
}

/** Of the base. */
const quantityOf = (lots: number, lotSize: bigint, { lotParts = 1 }: FuturesRow['terms']): string =>
  formatUnits((BigInt(lots) * lotSize) / BigInt(lotParts), LOT_DECIMALS)

const close = v.object({
  lots: v.number(),
  cause: v.string(),
  index_price: wireDecimal,
  price: wireDecimal,
  result: wireDecimal,
  liquidation_fee: wireDecimal,
  insured: v.pipe(wireDecimal, v.description('what the insurance fund paid of the loss')),
  receipt_id: v.string(),
  at: v.number(),
})

export const futuresWarnings = v.pipe(
  v.array(v.object({ code: v.string(), message: v.string() })),
  v.description('what does not refuse it'),
)

export const futuresPosition = v.object({
  position_id: wireId,
  symbol: v.string(),
  direction: v.picklist(['long', 'short']),
  mode: v.picklist(['cross', 'isolated']),
  kind: v.picklist(['market', 'limit', 'stop']),
  leverage: v.number(),
  lots_ordered: v.pipe(v.number(), v.description('of a copy with two decimals at most')),
  lots: v.number(),
  quantity: wireDecimal,
  entry_price: v.nullable(wireDecimal),
  open_price: v.nullable(wireDecimal),
  margin: wireDecimal,
  fee: wireDecimal,
  overnight_paid: wireDecimal,
  realised: v.pipe(wireDecimal, v.description('by prices alone, of what is closed so far')),
  liquidation_fees: wireDecimal,
  net_result: v.pipe(
    wireDecimal,
    v.description('realised - fee - overnight_paid - liquidation_fees + what the insurance fund paid of a loss'),
  ),
  unrealised: v.nullable(wireDecimal),
  liquidation_price: v.nullable(wireDecimal),
  take_profit: v.nullable(wireDecimal),
  stop_loss: v.nullable(wireDecimal),
  take_profit_lots: v.nullable(v.number()),
  stop_loss_lots: v.nullable(v.number()),
  state: v.picklist(['pending', 'open', 'closed', 'cancelled']),
  cause: v.nullable(v.string()),
  is_closing: v.boolean(),
  is_copy: v.pipe(v.boolean(), v.description('a copy that its trader closes')),
  open_receipt_id: v.nullable(v.string()),
  closes: v.array(close),
  accepted_at: v.number(),
  opened_at: v.nullable(v.number()),
  ended_at: v.nullable(v.number()),
  warnings: futuresWarnings,
})

/** Open positions at current prices; null where the answer does not need them. */
export type LiveFutures = Pick<FuturesOverview, 'appraisal' | 'prices'>

/** Warning of a position whose stop-loss lies beyond its liquidation price. */
function warningsOf(
  { positionNo, symbol, direction, stopLoss, terms }: FuturesRow,
  { live, language }: { readonly live: LiveFutures | null; readonly language: Language },
): v.InferOutput<typeof futuresWarnings> {
  const liquidation = live?.appraisal.positions.get(positionNo)?.liquidation ?? null
  const index = live?.prices.get(symbol)
  if (index === undefined) return []
  const isStopBeyondLiquidation = isStopBeyond({ direction, stopLoss, liquidation, index })
  return wireWarnings(stopWarning({ liquidation, isStopBeyondLiquidation }, terms.priceDecimals), language)
}

export const wireWarnings = (warning: Refusal | null, language: Language): v.InferOutput<typeof futuresWarnings> =>
  warning ? [{ code: warning.code, message: refusalText(language, warning) }] : []

export function futuresRow(
  row: FuturesRow & Partial<Pick<FuturesHistoryRow, 'closes'>>,
  {
    terms,
    live,
    language,
  }: { readonly terms: FuturesTerms | undefined; readonly live: LiveFutures | null; readonly language: Language },
): v.InferOutput<typeof futuresPosition> {
  const scale = terms?.quote.scale ?? 6
  const price = (priceSteps: number | null) =>
    priceSteps === null ? null : formatSteps(priceSteps, row.terms.priceDecimals)
  const money = (text: string) => formatUnits(decodeAmount(text), scale)
  const lots = (of: number) => wholeLots(of, row.terms)
  const appraised = live?.appraisal.positions.get(row.positionNo)
  return {
    position_id: row.positionNo,
    symbol: row.symbol,
    direction: row.direction,
    mode: row.mode,
    kind: row.kind,
    leverage: row.leverage,
    lots_ordered: lots(row.lotsOrdered),
    lots: lots(row.lots),
    quantity: quantityOf(row.lots, terms?.lotSize ?? 0n, row.terms),
    entry_price: price(row.entrySteps),
    open_price: price(row.openSteps),
    margin: money(row.margin),
    fee: money(row.fee),
    overnight_paid: money(row.overnightPaid),
    realised: money(row.realised),
    liquidation_fees: money(row.liquidationFees),
    net_result: money(row.net),
    unrealised: appraised ? formatUnits(amount(appraised.result), scale) : null,
    liquidation_price: price(appraised?.liquidation ?? null),
    take_profit: price(row.takeProfit),
    stop_loss: price(row.stopLoss),
    take_profit_lots: row.takeProfitLots === null ? null : lots(row.takeProfitLots),
    stop_loss_lots: row.stopLossLots === null ? null : lots(row.stopLossLots),
    state: row.state,
    cause: row.cause,
    is_closing: row.closeAskedLots !== null,
    is_copy: row.holder !== null,
    open_receipt_id: row.openReceiptId,
    closes: (row.closes ?? []).map((each) => ({
      lots: lots(each.lots),
      cause: each.cause,
      index_price: formatSteps(each.indexSteps, row.terms.priceDecimals),
      price: formatSteps(each.closeSteps, row.terms.priceDecimals),
      result: money(each.result),
      liquidation_fee: money(each.liquidationFee),
      insured: money(each.insured),
      receipt_id: each.receiptId,
      at: each.at,
    })),
    accepted_at: row.acceptedAt,
    opened_at: row.openedAt,
    ended_at: row.endedAt,
    warnings: warningsOf(row, { live, language }),
  }
}
