// What becomes of investments: bought when the directory has granted the shares, and paid by the fixing of their maturity. Each step
// refuses first and writes after.

import { type Asset, findAsset, findKnownAsset } from '#domain/catalogue'
import { INVEST_SOURCE, INVEST_WALLET } from '#domain/invest/series'
import { investPayout, sideOf } from '#domain/invest/settlement'
import { type Amount, ZERO, amount as toAmount, formatTrimmed, readPositive } from '#domain/money/amount'
import { checkAvailable } from '#domain/money/available'
import { rate } from '#domain/money/rate'
import { type Outcome, done, refuse } from '#domain/outcome'
import { type SymbolFixing, INVEST_LIVE_MAX, type InvestRow } from '#party/protocol/invest'
import type { ClaimAnswer } from '../remote-calls'
import { type BuySeries, HOUSE, type Invest } from './state'
import { receiptOf } from './receipt'
import { toRow } from './rows'
import { type InvestOrder, investRef } from './store'

/** Wait state of a purchase: its order number. */
export interface PendingPurchase {
  readonly orderNo: number
}

type BuyRefused =
  | 'invest_days_changed'
  | 'trading_frozen'
  | 'asset_not_found'
  | 'amount_not_positive'
  | 'insufficient_available'
  | 'invest_orders_above_max'

/** Checks a purchase; a quote and a purchase are refused alike. */
export function checkBuying(
  { account, orders }: Invest,
  input: BuySeries,
): Outcome<{ readonly asset: Asset; readonly value: Amount }, BuyRefused> {
  const admitted = account.capabilities.permissions.checkTrading()
  const asset = findAsset(account.catalogue, input.assetId)
  const value = readPositive(input.amount)
  if (!admitted.ok) return admitted
  if (!asset) return refuse('asset_not_found')
  if (value === null) return refuse('amount_not_positive')
  if (orders.live().length >= INVEST_LIVE_MAX)
    return refuse('invest_orders_above_max', { bound: String(INVEST_LIVE_MAX) })
  if (input.daysSeen !== undefined && input.daysSeen !== input.series.days)
    return refuse('invest_days_changed', { days: String(input.series.days) })
  const covered = checkAvailable(asset, { available: account.ledger.available(INVEST_SOURCE, asset.id), needed: value })
  return covered.ok ? done({ asset, value }) : covered
}

export function buySeries(invest: Invest, input: BuySeries, now: number): Outcome<PendingPurchase, BuyRefused> {
  const { account, orders } = invest
  const checked = checkBuying(invest, input)
  if (!checked.ok) return checked
  const { asset, value } = checked.value
  const orderNo = orders.nextNumber()
  const held = { ref: investRef(orderNo), wallet: INVEST_SOURCE, assetId: asset.id, amount: value } as const
  account.ledger.hold(held, 'invest_hold', now)
  orders.touch({
    orderNo,
    seriesId: input.seriesId,
    series: input.series,
    shares: input.shares,
    assetId: asset.id,
    amount: value,
    state: 'pending',
    cause: null,
    left: null,
    acceptedAt: now,
    maturesAt: input.series.maturesAt,
    fixingSteps: null,
    side: null,
    paidAssetId: null,
    paid: null,
    receiptId: null,
    endedAt: null,
  })
  invest.isDirty = true
  return done({ orderNo })
}

/** Applies the directory's answer to a claim: the amount moves into the investment wallet, or its hold is released. */
export function applyClaim(invest: Invest, order: InvestOrder, answer: ClaimAnswer, now: number): void {
  if (order.state !== 'pending') return
  const { orderNo, assetId, amount } = order
  const ref = investRef(orderNo)
  const { ledger } = invest.account
  if (answer.isGranted) {
    const lines = [{ account: `${INVEST_WALLET}:available`, assetId, amount }] as const
    ledger.capture({ ref, captured: amount, released: ZERO, reason: 'invest_buy', lines }, now)
    ledger.hold({ ref, wallet: INVEST_WALLET, assetId, amount }, 'invest_hold', now)
    Object.assign(order, { state: 'purchased' })
  } else {
    ledger.release(ref, amount, 'invest_release', now)
    Object.assign(order, { state: 'called_off', cause: answer.refusal, left: answer.left, endedAt: now })
  }
  invest.orders.touch(order)
  invest.isDirty = true
}

/** Outcome of a purchase once its claim is answered. */
export function boughtOutcome(
  invest: Invest,
  { orderNo }: PendingPurchase,
): Outcome<InvestRow, 'invest_sold_out' | 'invest_user_full' | 'invest_waiting'> | undefined {
  const order = invest.orders.find(orderNo)
  if (!order) throw new Error(`investment ${orderNo} is kept`)
  if (order.state === 'pending') return undefined
  if (order.state !== 'called_off') return done(toRow(order))
  const left = String(order.left ?? 0)
  return order.cause === 'sold_out' ? refuse('invest_sold_out', { left }) : refuse('invest_user_full', { left })
}

/** Pays by the fixing, once; entries are dated by its instant, however late it is known. */
export function settle(invest: Invest, order: InvestOrder, fixed: SymbolFixing, now: number): void {
  if (order.state !== 'purchased') return
  const at = order.maturesAt
  if (fixed.steps === null || fixed.receiptId === null) return makeVoid(invest, order, now)
  const { series, amount } = order
  const side = sideOf(series.strike, fixed.steps)
  const paid = investPayout({ ...series, amount, apr: rate(BigInt(series.apr)) }, side)
  const paidAssetId = side === 'coin' ? series.baseId : series.quoteId
  pay(invest, order, { paid, paidAssetId, at })
  const receiptId = invest.account.capabilities.receipts.issue(
    receiptOf(invest, order, { outcome: side, fixing: { steps: fixed.steps, receiptId: fixed.receiptId }, paid }),
    now,
  )
  Object.assign(order, {
    state: 'success',
    fixingSteps: fixed.steps,
    side,
    paidAssetId,
    paid: paid.toString(),
    receiptId,
    endedAt: at,
  })
  invest.orders.touch(order)
  notify(invest, order, 'invest_paid', now)
}

/** Pays the invested amount to the house and the decided payout to the user. */
function pay(
  { account }: Invest,
  { orderNo, assetId, amount }: InvestOrder,
  { paid, paidAssetId, at }: { readonly paid: Amount; readonly paidAssetId: number; readonly at: number },
): void {
  const ref = investRef(orderNo)
  const lines = [{ account: HOUSE, assetId, amount }] as const
  account.ledger.capture({ ref, captured: amount, released: ZERO, reason: 'invest_settled', lines }, at)
  if (paid === 0n) return
  const payout = [
    { account: HOUSE, assetId: paidAssetId, amount: toAmount(-paid) },
    { account: `${INVEST_SOURCE}:available`, assetId: paidAssetId, amount: paid },
  ] as const
  account.ledger.post({ reason: 'invest_payout', ref, lines: payout }, at)
}

/** Void order: no tick arrived in the fixing window, so the whole amount is refunded. */
function makeVoid(invest: Invest, order: InvestOrder, now: number): void {
  const { orderNo, assetId, amount, maturesAt: at } = order
  const lines = [{ account: `${INVEST_SOURCE}:available`, assetId, amount }] as const
  const ref = investRef(orderNo)
  invest.account.ledger.capture({ ref, captured: amount, released: ZERO, reason: 'invest_refund', lines }, at)
  const receiptId = invest.account.capabilities.receipts.issue(
    receiptOf(invest, order, { outcome: 'void', fixing: null, paid: amount }),
    now,
  )
  const refunded = { paidAssetId: assetId, paid: amount.toString(), receiptId, endedAt: at }
  Object.assign(order, { state: 'fail', ...refunded })
  invest.orders.touch(order)
  notify(invest, order, 'invest_void', now)
}

function notify({ account }: Invest, order: InvestOrder, kind: 'invest_paid' | 'invest_void', at: number): void {
  const asset = findKnownAsset(account.catalogue, order.paidAssetId ?? order.assetId)
  const facts = {
    series: order.series.name,
    amount: asset && order.paid !== null ? formatTrimmed(asset, toAmount(BigInt(order.paid))) : '',
    asset: asset?.code ?? '',
  }
  account.capabilities.notices.add({ kind, facts, ref: investRef(order.orderNo) }, at)
}
