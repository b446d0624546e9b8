// What the Account's own messages are sent by besides the inbox. A turn that makes one sets a timer at most; the directory is told by the
// alarm, and the Worker's sweep takes what there is to send.

import type { OwnKind } from '#domain/message'
import type { SystemResults } from '#party/protocol/account'
import type { NewMessage } from '#party/protocol/message'
import type { AccountBook } from '../book'

/** What comes within so long is sent together. */
const NOTICE_WITHIN_MS = 5_000

/** Into the inbox, to be sent as its user wants it. */
export function bringOwn(book: AccountBook, message: NewMessage & { readonly kind: OwnKind }, now: number): void {
  book.inbox.bring(message, now)
  sendSoon(book, message.kind, now)
}

/** An order is over, and something of it was filled. */
export function bringOrder(book: AccountBook, orderNo: number, at: number): void {
  book.inbox.addOrder(orderNo, at)
  sendSoon(book, 'order_filled', at)
}

/** Whom a push cannot reach anywhere wakes nobody for one. */
function sendSoon(book: AccountBook, kind: OwnKind, at: number): void {
  const hasWay = book.inbox.channelsOf(kind).some((channel) => channel !== 'push' || book.pushes.isAny)
  if (hasWay) book.timers.ensure('notice', at + NOTICE_WITHIN_MS)
}

/** What is to be sent, oldest first; it is not said again. */
export function takeNotices(book: AccountBook, now: number): SystemResults['take_notices'] {
  const notices = book.inbox
    .takeOwn(book, now)
    .map(({ id, kind, facts }) => ({ messageId: id, kind, facts, channels: book.inbox.channelsOf(kind) }))
    .filter(({ channels }) => channels.length > 0)
  return { notices, subscriptions: notices.length === 0 ? [] : book.pushes.live(now) }
}
