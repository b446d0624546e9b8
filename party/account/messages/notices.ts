// What the Account's own messages are sent by besides the inbox. A turn that makes one sets a timer at most; the directory is told by the
// alarm, and the Worker's sweep takes what there is to send.

import type { OwnKind } from '#domain/message'
import type { NewMessage, OwnNotice, PushSubscription } from '#party/protocol/message'
import type { PreparedCall, Timer, Turn } from '../feature'
import type { Messages } from './book'

/** What comes within so long is sent together; what the directory could not be told is told again after so long. */
const NOTICE_WITHIN_MS = 5_000
const TRY_AGAIN_MS = 60_000

/** Into the inbox, to be sent as its user wants it. */
export function bringOwn(messages: Messages, message: NewMessage & { readonly kind: OwnKind }, at: number): void {
  messages.inbox.bring(message, at)
  sendSoon(messages, message.kind, at)
}

/** An order is over, and something of it was filled. */
export function bringOrder(messages: Messages, orderNo: number, at: number): void {
  messages.inbox.addOrder(orderNo, at)
  sendSoon(messages, 'order_filled', at)
}

/** Whom a push cannot reach anywhere wakes nobody for one. */
function sendSoon({ book, inbox, pushes }: Messages, kind: OwnKind, at: number): void {
  const hasWay = inbox.channelsOf(kind).some((channel) => channel !== 'push' || pushes.isAny)
  if (hasWay) book.timers.ensure('notice', at + NOTICE_WITHIN_MS)
}

/** What is to be sent, oldest first; it is not said again. */
export function takeNotices(
  { book, inbox, pushes }: Messages,
  _request: object,
  { now }: Turn,
): { readonly notices: readonly OwnNotice[]; readonly subscriptions: readonly PushSubscription[] } {
  const notices = inbox
    .takeOwn((ref) => book.capabilities.orders.facts(ref), now)
    .map(({ id, kind, facts }) => ({ messageId: id, kind, facts, channels: inbox.channelsOf(kind) }))
    .filter(({ channels }) => channels.length > 0)
  return { notices, subscriptions: notices.length === 0 ? [] : pushes.live(now) }
}

/** Leaves word that there are messages to send; again until it was heard. */
export const noticeTimer: Timer<Messages> = {
  run: ({ book }, _due, { now }) => book.timers.set('notice', now + TRY_AGAIN_MS),
  errand: {
    prepare: ({ inbox: { idLast } }): PreparedCall<Messages> => ({
      call: (outside) => outside.oweNotices(outside.account, outside.now()),
      done: ({ book, inbox }) => {
        // What came meanwhile may have come too late for whoever takes them.
        if (inbox.idLast === idLast) book.timers.clear('notice')
      },
    }),
  },
}
