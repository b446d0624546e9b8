// What a Market's messages do to this account: fills are paid out of the order's hold, what is no longer needed is released,
// orders change state. Messages are applied in number order, each once; nothing here can be refused, only be a broken assumption.

import { assert, assertNever } from '#domain/assert'
import { type Pair, findPair } from '#domain/catalogue'
import { type Amount, add, decodeAmount, maximum, negate, subtract } from '#domain/money/amount'
import { type Lots, type Ticks, lots, lotsToBase, notional, ticks } from '#domain/money/price'
import type { Refusal } from '#domain/outcome'
import { holdFor } from '#domain/spot'
import type { MarketAnswer, MarketMessage } from '#party/protocol/market'
import type { AccountBook } from '../book'
import { takeFee } from '../promotion/fees'
import type { Line } from '../ledger'
import { bringOrder } from '../messages/notices'
import { type SpotOrder, isOpen, orderRef } from './order-shelf'

/** What a Market said about cancels and amends, by the number of the command. */
export interface MarketReplies {
  readonly symbol: string
  readonly refused: Map<number, Refusal>
  readonly amended: Set<number>
}

/** More messages are never saved with one turn: its row of the log must stay far below the two megabytes that a text may have. */
export const MESSAGES_PER_TURN_MAX = 500

/** An answer as parts to save one by one. A crash in between is healed by the Market, which repeats what is not saved. */
export function partsOf(answer: MarketAnswer): MarketAnswer[] {
  const count = Math.max(1, Math.ceil(answer.messages.length / MESSAGES_PER_TURN_MAX))
  return Array.from({ length: count }, (_, index) => {
    const from = index * MESSAGES_PER_TURN_MAX
    return { ...answer, messages: answer.messages.slice(from, from + MESSAGES_PER_TURN_MAX) }
  })
}

/**
 * An answer as the turns of the Market that it tells of, whose messages have one time each. What a command comes to is looked at after
 * each of them, so that it comes to the same however many of them arrive together, and an answer can be given again.
 */
export function marketTurnsOf(answer: MarketAnswer): MarketAnswer[] {
  const turns: MarketMessage[][] = [[]]
  let last: MarketMessage | undefined
  for (const message of answer.messages) {
    if (last && message.at !== last.at) turns.push([])
    turns.at(-1)?.push(message)
    last = message
  }
  return turns.map((messages) => ({ ...answer, messages }))
}

/**
 * Applies what is new in an answer, up to the first gap; the Market repeats what is not acknowledged. `isGap` is for the operator's
 * eyes: every request carries all commands above the last one stored, so the next one closes the gap anyway.
 */
export function applyMarketAnswer(book: AccountBook, symbol: string, answer: MarketAnswer): MarketReplies {
  const replies: MarketReplies = { symbol, refused: new Map(), amended: new Set() }
  for (const message of answer.messages) {
    const place = book.streams.accept(symbol, message)
    if (place === 'next') applyMessage(book, symbol, message, replies)
    if (place === 'gap') break
  }
  book.streams.markStored(symbol, answer.commandSeq)
  return replies
}

function applyMessage(book: AccountBook, symbol: string, message: MarketMessage, replies: MarketReplies): void {
  const order = book.orders.find({ orderNo: message.orderNo })
  if (message.type === 'refused')
    replies.refused.set(message.commandSeq, { code: message.refusal, facts: message.facts })
  // A cancel that crossed with the last fill is refused for an order that is closed here, or names none at all.
  if (message.type === 'refused' && !(order && isOpen(order))) return
  assert(
    order !== undefined && order.symbol === symbol && isOpen(order),
    `message ${message.seq} of ${symbol} is about an open order`,
  )
  const pair = findPair(book.catalogue, symbol)
  assert(pair !== undefined, `${symbol} is listed while it has open orders`)
  changeOrder({ book, pair, order }, message, replies)
  book.orders.touch(order, message.at)
}

interface Place {
  readonly book: AccountBook
  readonly pair: Pair
  readonly order: SpotOrder
}

function changeOrder(place: Place, message: MarketMessage, replies: MarketReplies): void {
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

function settleFill({ book, pair, order }: Place, fill: MessageOf<'filled'>): void {
  const ref = orderRef(order.orderNo)
  const base = lotsToBase(pair, lots(fill.lots))
  const quote = notional(pair, ticks(fill.ticks), lots(fill.lots))
  const [paid, received, receivedAsset] = order.side === 'buy' ? [quote, base, pair.base] : [base, quote, pair.quote]
  const full = decodeAmount(fill.fee)
  const { quotePrice, at } = fill
  const charged = takeFee(book, { pair, receivedAsset, received, full, quote, quotePrice, at })

  order.lotsFilled = lots(order.lotsFilled + fill.lots)
  order.quoteFilled = add(order.quoteFilled, quote)
  order.fee = add(order.fee, charged.fee)
  order.state = 'open'
  // A buy that filled below its limit needs less from here on: the difference is free at once.
  const left = subtract(book.ledger.holdLeft(ref), paid)
  const released = subtract(left, neededHold(pair, order, left))
  const market = `@market:${order.symbol}` as const
  const paidAsset = order.side === 'buy' ? pair.quote : pair.base
  const lines: Line[] = [
    { account: market, assetId: paidAsset.id, amount: paid },
    { account: market, assetId: receivedAsset.id, amount: negate(received) },
    { account: 'change:available', assetId: receivedAsset.id, amount: received },
    ...charged.lines,
  ]
  book.ledger.capture({ ref, captured: paid, released, reason: 'spot_fill', lines }, at)
  const { tradeNo, role } = fill
  const { orderNo, symbol, side } = order
  const { fee } = charged
  book.orders.addFill({
    tradeNo,
    orderNo,
    symbol,
    side,
    role,
    ticks: ticks(fill.ticks),
    lots: lots(fill.lots),
    fee,
    at,
  })
}

function closeOrder({ book, order }: Place, closed: MessageOf<'closed'>): void {
  const ref = orderRef(order.orderNo)
  order.state = closed.refusal !== null ? 'rejected' : closed.reason === 'filled' ? 'filled' : 'cancelled'
  order.closeReason = closed.reason
  order.refusal = closed.refusal
  order.refusalFacts = closed.refusal === null ? null : closed.facts
  order.amend = null
  book.ledger.release(ref, book.ledger.holdLeft(ref), 'spot_release', closed.at)
  if (order.lotsFilled > 0) bringOrder(book, order.orderNo, closed.at)
}

function amendOrder(place: Place, amended: MessageOf<'amended'>, replies: MarketReplies): void {
  const { order } = place
  if (order.amend) replies.amended.add(order.amend.seq)
  order.ticks = ticks(amended.ticks)
  order.lots = lots(amended.lots)
  order.amend = null
  order.state = 'open'
  releaseSurplus(place, amended.at)
}

/** The Market did not amend: the order stays as it was, and what was held for the change is free again. */
function dropAmend(place: Place, refused: MessageOf<'refused'>): void {
  if (place.order.amend?.seq !== refused.commandSeq) return
  place.order.amend = null
  releaseSurplus(place, refused.at)
}

function releaseSurplus({ book, pair, order }: Place, at: number): void {
  const ref = orderRef(order.orderNo)
  const left = book.ledger.holdLeft(ref)
  book.ledger.release(ref, subtract(left, neededHold(pair, order, left)), 'spot_release', at)
}

/** What an open order still has to hold; while an amend is in flight, enough for either terms. A budget is held to its end. */
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
  return { assetId, amount: add(own, notional(pair, target.ticks, lots(target.lots - order.lots))) }
}

/** What the unfilled part of an order holds at given terms. */
function restHold(pair: Pair, order: SpotOrder, at: Terms): { assetId: number; amount: Amount } {
  const rest = lots(Math.max(0, at.lots - order.lotsFilled))
  return holdFor(pair, { ...order, price: at.ticks, quantity: rest })
}

type MessageOf<Type extends MarketMessage['type']> = Extract<MarketMessage, { readonly type: Type }>
