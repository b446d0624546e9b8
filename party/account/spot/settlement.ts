// Settlement of a Market's messages: fills are paid from the order's hold, unneeded holds are released, orders change state. Messages apply
// in number order, each once; nothing here is refused, a violated assumption throws.

import { assert, assertNever } from '#domain/assert'
import { type Pair, findPair, tradingWallet } from '#domain/catalogue'
import { type Amount, add, decodeAmount, maximum, negate, subtract } from '#domain/money/amount'
import { type Lots, type Ticks, lots, lotsToBase, notional, notionalUp, ticks } from '#domain/money/price'
import { holdFor } from '#domain/spot'
import type { MarketMessage } from '#party/protocol/market'
import type { Line } from '../ledger'
import type { MarketReplies } from '../capabilities'
import type { Spot } from './state'
import { type SpotOrder, isOpen, orderRef } from './order-store'

export function applyMessage(spot: Spot, symbol: string, message: MarketMessage, replies: MarketReplies): void {
  const { account, orders } = spot
  const order = orders.find({ orderNo: message.orderNo })
  if (message.type === 'refused')
    replies.refused.set(message.commandSeq, { code: message.refusal, facts: message.facts })
  // A cancel that crossed with the last fill is refused: the order is closed here or unknown.
  if (message.type === 'refused' && !(order && isOpen(order))) return
  assert(
    order !== undefined && order.symbol === symbol && isOpen(order),
    `message ${message.seq} of ${symbol} is about an open order`,
  )
  const pair = findPair(account.catalogue, symbol)
  assert(pair !== undefined, `${symbol} is listed while it has open orders`)
  changeOrder({ account, orders, pair, order }, message, replies)
  orders.touch(order, message.at)
  account.capabilities.conditionals.orderChanged(order, message.at)
}

interface OrderOfMessage extends Spot {
  readonly pair: Pair
  readonly order: SpotOrder
}

function changeOrder(place: OrderOfMessage, message: MarketMessage, replies: MarketReplies): void {
  switch (message.type) {
    case 'accepted':
      place.order.state = 'open'
      return
    case 'filled':
      return settleFill(place, message)
    case 'closed':
      return closeOrder(place, message)
    case 'amended':
      return amendOrder(place, message, replies)
    case 'refused':
      return dropAmend(place, message)
    default:
      assertNever(message)
  }
}

function settleFill({ account, orders, pair, order }: OrderOfMessage, fill: MessageOf<'filled'>): void {
  const ref = orderRef(order.orderNo)
  const base = lotsToBase(pair, lots(fill.lots))
  const quote = notional(pair, ticks(fill.ticks), lots(fill.lots))
  const [paid, received, receivedAsset] = order.side === 'buy' ? [quote, base, pair.base] : [base, quote, pair.quote]
  const wallet = tradingWallet(pair, order.wallet)
  const full = decodeAmount(fill.fee)
  const { quotePrice, at } = fill
  const charged = account.capabilities.fees.take({ pair, wallet, receivedAsset, received, full, quote, quotePrice, at })

  order.lotsFilled = lots(order.lotsFilled + fill.lots)
  order.quoteFilled = add(order.quoteFilled, quote)
  order.fee = add(order.fee, charged.fee)
  order.state = 'open'
  // A buy filled below its limit needs a smaller hold: the difference is released at once.
  const left = subtract(account.ledger.holdLeft(ref), paid)
  const released = subtract(left, neededHold(pair, order, left))
  const market = `@market:${order.symbol}` as const
  const paidAsset = order.side === 'buy' ? pair.quote : pair.base
  const lines: Line[] = [
    { account: market, assetId: paidAsset.id, amount: paid },
    { account: market, assetId: receivedAsset.id, amount: negate(received) },
    { account: `${wallet}:available`, assetId: receivedAsset.id, amount: received },
    ...charged.lines,
  ]
  account.ledger.capture({ ref, captured: paid, released, reason: 'spot_fill', lines }, at)
  const { tradeNo, role } = fill
  const { orderNo, symbol, side } = order
  const { fee } = charged
  if (order.agent !== null) {
    const kept = subtract(received, fee)
    const [moved, by] = side === 'buy' ? [kept, negate(paid)] : [negate(paid), kept]
    account.capabilities.agentTrades.add({ keyId: order.agent, symbol, base: moved, quote: by }, at)
  }
  orders.addFill({
    tradeNo,
    orderNo,
    symbol,
    side,
    role,
    ticks: ticks(fill.ticks),
    lots: lots(fill.lots),
    fee,
    at,
    isOfHouse: fill.isOfHouse === true,
  })
}

function closeOrder({ account, order }: OrderOfMessage, closed: MessageOf<'closed'>): void {
  const ref = orderRef(order.orderNo)
  order.state = closed.refusal !== null ? 'rejected' : closed.reason === 'filled' ? 'filled' : 'cancelled'
  order.closeReason = closed.reason
  order.refusal = closed.refusal
  order.refusalFacts = closed.refusal === null ? null : closed.facts
  order.amend = null
  account.ledger.release(ref, account.ledger.holdLeft(ref), 'spot_release', closed.at)
  if (order.lotsFilled > 0) account.capabilities.notices.addOrder(order.orderNo, closed.at)
}

function amendOrder(place: OrderOfMessage, amended: MessageOf<'amended'>, replies: MarketReplies): void {
  const { order } = place
  if (order.amend) replies.amended.add(order.amend.seq)
  order.ticks = ticks(amended.ticks)
  order.lots = lots(amended.lots)
  order.amend = null
  order.state = 'open'
  releaseSurplus(place, amended.at)
}

/** The Market refused the amendment: the order stays unchanged, and the additional hold is released. */
function dropAmend(place: OrderOfMessage, refused: MessageOf<'refused'>): void {
  if (place.order.amend?.seq !== refused.commandSeq) return
  place.order.amend = null
  releaseSurplus(place, refused.at)
}

function releaseSurplus({ account, pair, order }: OrderOfMessage, at: number): void {
  const ref = orderRef(order.orderNo)
  const left = account.ledger.holdLeft(ref)
  account.ledger.release(ref, subtract(left, neededHold(pair, order, left)), 'spot_release', at)
}

/** Hold that an open order still needs; during an amendment, enough for old and new terms. A budget is held to the order's end. */
function neededHold(pair: Pair, order: SpotOrder, left: Amount): Amount {
  if (order.budget !== null) return left
  return order.amend ? amendHold(pair, order, order.amend).amount : restHold(pair, order, order).amount
}

interface Terms {
  readonly ticks: Ticks
  readonly lots: Lots
}

/**
 * What covers an order and its amend, whichever fills come first. The dearer of the two is not enough for a bid made cheaper and
 * larger: what fills at the old price before the Market agrees takes more out of the hold than the new terms need less.
 */
export function amendHold(pair: Pair, order: SpotOrder, target: Terms): { assetId: number; amount: Amount } {
  const { assetId, amount: own } = restHold(pair, order, order)
  const isCheaperAndLarger = order.side === 'buy' && target.ticks < order.ticks && target.lots > order.lots
  if (!isCheaperAndLarger) return { assetId, amount: maximum(own, restHold(pair, order, target).amount) }
  return { assetId, amount: add(own, notionalUp(pair, target.ticks, lots(target.lots - order.lots))) }
}

/** Hold of an order's unfilled part at given terms. */
function restHold(pair: Pair, order: SpotOrder, at: Terms): { assetId: number; amount: Amount } {
  const rest = lots(Math.max(0, at.lots - order.lotsFilled))
  return holdFor(pair, { ...order, ticks: at.ticks, lots: rest })
}

type MessageOf<Type extends MarketMessage['type']> = Extract<MarketMessage, { readonly type: Type }>
