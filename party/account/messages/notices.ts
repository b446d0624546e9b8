// Delivery of the account's own messages by mail and push. A turn that adds a message only sets a timer; the alarm reports to the
// directory, and the Worker's sweep fetches the messages.

import type { OwnKind } from '#domain/message'
import type { MessageRow, NewMessage, OwnNotice, PushSubscription } from '#party/protocol/message'
import type { PreparedCall, Timer, Turn } from '../feature'
import type { Messages } from './state'

/** Messages within this span are sent together; a failed report to the directory is retried after TRY_AGAIN_MS. */
const NOTICE_WITHIN_MS = 5_000
const TRY_AGAIN_MS = 60_000

/** Adds a message to the inbox and queues it for the user's chosen channels. */
export function bringOwn(messages: Messages, message: NewMessage & { readonly kind: OwnKind }, at: number): void {
  messages.inbox.bring(message, at)
  sendSoon(messages, message.kind, at)
}

/** Inbox message for an order that ended with at least one fill. */
export function bringOrder(messages: Messages, orderNo: number, at: number): void {
  messages.inbox.addOrder(orderNo, at)
  sendSoon(messages, 'order_filled', at)
}

/** A user whose only channel is push but who has no subscription needs no delivery. */
function sendSoon({ account, inbox, pushes }: Messages, kind: OwnKind, at: number): void {
  const hasWay = inbox.channelsOf(kind).some((channel) => channel !== 'push' || pushes.isAny)
  // The timer may wait for the end of quiet hours.
  if (hasWay) account.timers.advance('notice', at + NOTICE_WITHIN_MS)
}

/** Adds a message of the Worker, which sends it by the returned channels. */
export function addMessage(messages: Messages, { message }: { readonly message: NewMessage }, { now }: Turn) {
  const { inbox, pushes, quiet } = messages
  const brought = inbox.bring(message, now)
  const isHeld = brought.isNew && quiet.hold({ id: brought.messageId, kind: message.kind }, now)
  if (isHeld) sendHeld(messages, now)
  const channels = isHeld ? [] : brought.channels
  return { ...brought, channels, subscriptions: channels.includes('push') ? pushes.live(now) : [] }
}

/** Sets the timer that sends held messages: at the end of the quiet hours, or at once outside them. */
export function sendHeld({ account, quiet }: Messages, now: number): void {
  if (quiet.isHolding) account.timers.advance('notice', quiet.endsAt(now) ?? now)
}

/** Messages to send, oldest first; each is returned once, and those of quiet hours after their end. */
export function takeNotices(
  messages: Messages,
  _request: object,
  { now }: Turn,
): { readonly notices: readonly OwnNotice[]; readonly subscriptions: readonly PushSubscription[] } {
  const { account, inbox, pushes, quiet } = messages
  const facts = (ref: string) => account.capabilities.orders.facts(ref)
  const fresh = inbox.takeOwn(facts, now).filter((row) => !quiet.hold(row, now))
  sendHeld(messages, now)
  const held: MessageRow[] = inbox.unreadOf(facts, quiet.release(now))
  const notices = [...held, ...fresh]
    .map(({ id, kind, facts }) => ({ messageId: id, kind, facts, channels: inbox.channelsOf(kind) }))
    .filter(({ channels }) => channels.length > 0)
  return { notices, subscriptions: notices.length === 0 ? [] : pushes.live(now) }
}

/** Reports to the directory that messages wait for delivery; repeated until the report succeeds. */
export const noticeTimer: Timer<Messages> = {
  run: ({ account }, _due, { now }) => account.timers.set('notice', now + TRY_AGAIN_MS),
  errand: {
    prepare: ({ inbox: { idLast } }): PreparedCall<Messages> => ({
      call: (remotes) => remotes.oweNotices(remotes.account, remotes.now()),
      done: (messages, { now }) => {
        // A message added during the call may have missed this sweep, so the timer stays.
        if (messages.inbox.idLast !== idLast) return
        messages.account.timers.clear('notice')
        if (messages.quiet.endsAt(now) !== null) sendHeld(messages, now)
      },
    }),
  },
}
