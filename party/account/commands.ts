// One command, start to end: told apart by its id, carried out or refused, its outcome remembered. Pure and synchronous.

import { assert } from '#domain/assert'
import { type Outcome, type Refusal, done, refuse } from '#domain/outcome'
import type { AccountCommand } from '#party/protocol/account'
import type { AccountBook } from './book'
import { COMMAND_KEPT_MS, type RememberedCommand, type Waiting, contentOf } from './command-memory'
import { convert } from './funds/convert'
import { type SpotOrder, isOpen, toOrderRow } from './spot/order-shelf'
import { useCoupon } from './promotion/promotions'
import { amendOrder, cancelAll, cancelOrder, placeOrders } from './spot/orders'
import type { MarketReplies } from './spot/settlement'
import { transfer } from './wallet/transfer'
import { cancelWithdrawal, requestWithdrawal } from './funds/withdrawals'

/** How long a Market may keep silent before the room's alarm asks it again. */
export const ASK_AGAIN_MS = 5_000

/** An answer as text, or the command that still waits for a Market. */
export type Step =
  { readonly kind: 'answered'; readonly text: string } | { readonly kind: 'waiting'; readonly commandId: string }

const COMMAND_ID = /^[\w.:-]{1,80}$/

export const answer = (outcome: Outcome<unknown>): Step => ({ kind: 'answered', text: JSON.stringify(outcome) })

export function runCommand(book: AccountBook, command: AccountCommand, now: number): Step {
  const id = command.commandId
  if (!COMMAND_ID.test(id)) return answer(refuse('command_id_malformed'))
  const content = contentOf(command)
  const known = book.commands.find(id)
  if (known && (known.outcome === null || known.at > now - COMMAND_KEPT_MS)) {
    if (known.content !== content) return answer(refuse('command_id_reused'))
    return known.outcome === null ? { kind: 'waiting', commandId: id } : { kind: 'answered', text: known.outcome }
  }

  const { waiting, result } = carryOut(book, command, now)
  const outcome = waiting === null ? result : findOutcome(book, waiting, NO_REPLIES)
  const text = outcome ? JSON.stringify(outcome) : null
  book.commands.remember({ id, at: now, content, outcome: text, waiting })
  book.timers.ensure('prune', now + COMMAND_KEPT_MS)
  if (text !== null) return { kind: 'answered', text }
  book.timers.ensure('deliver', now + ASK_AGAIN_MS)
  return { kind: 'waiting', commandId: id }
}

/** A finished outcome, or what the outcome waits for. */
type Carried =
  { readonly waiting: null; readonly result: Outcome<unknown> } | { readonly waiting: Waiting; readonly result: null }

function carryOut(book: AccountBook, command: AccountCommand, now: number): Carried {
  switch (command.type) {
    case 'place_spot_orders':
      return waits(placeOrders(book, command, now))
    case 'cancel_spot_order':
      return waits(cancelOrder(book, command))
    case 'cancel_spot_orders':
      return waits(cancelAll(book, command))
    case 'amend_spot_order':
      return waits(amendOrder(book, command, now))
    case 'transfer':
      return { waiting: null, result: transfer(book, command, now) }
    case 'request_withdrawal':
      return { waiting: null, result: requestWithdrawal(book, command, now) }
    case 'cancel_withdrawal':
      return { waiting: null, result: cancelWithdrawal(book, command, now) }
    case 'convert':
      return { waiting: null, result: convert(book, command, now) }
    case 'watch':
      return { waiting: null, result: book.watchlist.watch(book.catalogue, command.assetId) }
    case 'unwatch':
      return { waiting: null, result: book.watchlist.unwatch(command.watchId) }
    case 'arrange_watches':
      return { waiting: null, result: book.watchlist.arrange(command.watchIds) }
    case 'read_message':
      return { waiting: null, result: book.inbox.read(book, command.messageId) }
    case 'read_all_messages':
      return { waiting: null, result: book.inbox.readAll() }
    case 'delete_messages':
      return {
        waiting: null,
        result: command.messageIds ? book.inbox.remove(command.messageIds) : book.inbox.removeRead(),
      }
    case 'open_news':
      return { waiting: null, result: book.openedNews.open(command.newsId) }
    case 'use_coupon':
      return { waiting: null, result: useCoupon(book, command, now) }
    case 'set_message_preferences':
      return { waiting: null, result: book.inbox.setPreferences(command.preferences) }
    case 'add_push_subscription':
      return { waiting: null, result: book.pushes.add(command, now) }
    case 'remove_push_subscription':
      return { waiting: null, result: book.pushes.remove(command.endpoint, now) }
  }
}

const waits = (outcome: Outcome<Waiting>): Carried =>
  outcome.ok ? { waiting: outcome.value, result: null } : { waiting: null, result: outcome }

/** Settles every waiting command that a Market's replies have decided. Answers those settled. */
export function settleWaiting(book: AccountBook, replies: MarketReplies): RememberedCommand[] {
  return book.commands.waiting().filter((command) => {
    assert(command.waiting !== null, 'a command without an outcome waits for something')
    const outcome = findOutcome(book, command.waiting, replies)
    if (outcome) book.commands.settle(command, outcome)
    return outcome !== undefined
  })
}

/** How a waiting command stands when its Market cannot be reached in time: orders as they are, pending ones among them. */
export function standingOutcome(book: AccountBook, waiting: Waiting): Outcome<unknown> {
  switch (waiting.type) {
    case 'place_spot_orders':
      return done(
        waiting.items.map((item) =>
          typeof item === 'number' ? placedOutcome(getOrder(book, item)) : { ok: false, refusal: item },
        ),
      )
    case 'cancel_spot_orders':
      return done({ orderNos: waiting.orderNos })
    case 'cancel_spot_order':
    case 'amend_spot_order':
      return done(toOrderRow(getOrder(book, waiting.orderNo)))
  }
}

/** The Markets that still have to decide something of it. */
export function marketsOf(book: AccountBook, waiting: Waiting): ReadonlySet<string> {
  if ('symbol' in waiting) return new Set([waiting.symbol])
  const orderNos =
    waiting.type === 'cancel_spot_orders' ? waiting.orderNos : waiting.items.filter((item) => typeof item === 'number')
  return new Set(
    orderNos
      .map((orderNo) => getOrder(book, orderNo))
      .filter(isOpen)
      .map((order) => order.symbol),
  )
}

const NO_REPLIES: MarketReplies = { symbol: '', refused: new Map(), amended: new Set() }

/** The outcome, or undefined while a Market has to decide it. */
function findOutcome(book: AccountBook, waiting: Waiting, replies: MarketReplies): Outcome<unknown> | undefined {
  switch (waiting.type) {
    case 'place_spot_orders': {
      const isPending = waiting.items.some(
        (item) => typeof item === 'number' && getOrder(book, item).state === 'pending',
      )
      return isPending ? undefined : standingOutcome(book, waiting)
    }
    case 'cancel_spot_orders': {
      const orders = waiting.orderNos.map((orderNo) => getOrder(book, orderNo))
      if (orders.some(isOpen)) return undefined
      return done({
        orderNos: orders.filter((order) => order.closeReason === 'cancelled').map((order) => order.orderNo),
      })
    }
    case 'cancel_spot_order':
      return cancelOutcome(getOrder(book, waiting.orderNo), refusalOf(waiting, replies))
    case 'amend_spot_order':
      return amendOutcome(getOrder(book, waiting.orderNo), waiting, replies)
  }
}

const placedOutcome = (order: SpotOrder): Outcome<unknown> =>
  order.refusal === null ? done(toOrderRow(order)) : refuse(order.refusal, order.refusalFacts ?? {})

type Numbered = Extract<Waiting, { readonly seq: number }>

const refusalOf = ({ symbol, seq }: Numbered, replies: MarketReplies): Refusal | undefined =>
  symbol === replies.symbol ? replies.refused.get(seq) : undefined

function cancelOutcome(order: SpotOrder, refusal: Refusal | undefined): Outcome<unknown> | undefined {
  if (order.closeReason === 'cancelled') return done(toOrderRow(order))
  if (refusal) return { ok: false, refusal }
  return isOpen(order) ? undefined : refuse('order_not_open')
}

function amendOutcome(order: SpotOrder, waiting: Numbered, replies: MarketReplies): Outcome<unknown> | undefined {
  const refusal = refusalOf(waiting, replies)
  if (refusal) return { ok: false, refusal }
  if (waiting.symbol === replies.symbol && replies.amended.has(waiting.seq)) return done(toOrderRow(order))
  return order.amend?.seq === waiting.seq ? undefined : refuse('order_not_open')
}

function getOrder(book: AccountBook, orderNo: number): SpotOrder {
  const order = book.orders.find({ orderNo })
  assert(order !== undefined, `order ${orderNo} is kept`)
  return order
}
