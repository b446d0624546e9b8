// User messages: added by features, read, counted and deleted by the user, delivered by mail and SMS by preference.
// Stored in the user's Account.

import { logError } from '#lib/log-line'
import * as v from 'valibot'
import { type UserRow, findUserById } from '#db/platform/user'
import { DEFAULT_LANGUAGE, type Language, isLanguage } from '#domain/language'
import {
  type MessageGroup,
  type NoticeChannel,
  type NoticeFacts,
  type NoticeKind,
  isPushEndpoint,
  isSwitchable,
  kindsOf,
} from '#domain/message'
import { type Outcome, done, refuse } from '#domain/outcome'
import { type QuietHours, isZone, parseClock } from '#domain/quiet-hours'
import type { MessagePreference, MessageRow, PushSubscription } from '#party/protocol/message'
import type { Session } from '#session/session'
import { callAccount, callAccountAsSystem } from './account-room'
import { withPhrase } from './identity/message'
import { siteName } from './brand'
import { id } from './input'
import { type PushContent, sendPush, vapidKeys } from './messages/web-push'
import { wordMessage, wordNotice } from './messages/words'
import { operation } from './operation'
import { reportFailure, sendMessage } from './outbox'

export interface Notice<Kind extends NoticeKind> {
  readonly kind: Kind
  readonly facts: NoticeFacts<Kind>
  /** Unique message reference: "deposit:17:passed". A repeated reference is the same message. */
  readonly ref: string
}

/**
 * Adds an inbox message (once per reference) and delivers it by the user's chosen channels. Throws when the inbox is
 * unreachable, so that retried work also retries the message; failed mails are logged without retry.
 */
export async function notify<Kind extends NoticeKind>(
  env: Env,
  userId: number,
  { kind, facts, ref }: Notice<Kind>,
  now: number,
): Promise<void> {
  const brought = await callAccountAsSystem(env, userId, { type: 'add_message', message: { kind, facts, ref } })
  if (brought.isNew) await sendNotices(env, userId, [{ kind, facts, ...brought }], now)
}

/** Delivers a user's messages in order by their channels. Failures are logged without retry, since the inbox has the message. */
export async function sendNotices(env: Env, userId: number, notices: readonly Sent[], now: number): Promise<void> {
  const wanted = notices.filter(({ channels }) => channels.length > 0)
  if (wanted.length === 0) return
  try {
    const [user, site] = await Promise.all([findUserById(env.DB, userId), siteName(env)])
    if (user) for (const sent of wanted) await sendNotice(env, { user, site }, sent, now)
  } catch (failure) {
    logError(`user ${userId}: ${wanted.length} messages not sent`, failure)
  }
}

async function sendNotice(env: Env, reader: Reader, sent: Sent, now: number): Promise<void> {
  try {
    await sendByOtherChannels(env, reader, sent, now)
  } catch (failure) {
    logError(`message ${sent.messageId} of user ${reader.user.id}: not sent by ${sent.channels.join(' and ')}`, failure)
  }
}

/** Like `notify`, but never throws, for work that is already complete. */
export async function notifySoon<Kind extends NoticeKind>(
  env: Env,
  userId: number,
  notice: Notice<Kind>,
  now: number,
): Promise<void> {
  try {
    await notify(env, userId, notice, now)
  } catch (failure) {
    logError(`message ${notice.ref}: not stored`, failure)
  }
}

/** Message in display form. */
export interface ShownMessage {
  readonly id: number
  readonly at: number
  readonly kind: MessageRow['kind']
  readonly title: string
  readonly text: string
  readonly facts: MessageRow['facts']
  readonly isRead: boolean
}

export interface MessageRequest {
  /** Null: of every kind. */
  readonly group: MessageGroup | null
  /** True: unread ones only. */
  readonly isUnread?: boolean
  /** From 1. */
  readonly page: number
  readonly limit: number
  readonly language: Language
}

/** Newest first. */
export async function listMessages(
  env: Env,
  session: Session,
  { group, isUnread = false, page, limit, language }: MessageRequest,
): Promise<Outcome<{ readonly rows: ShownMessage[]; readonly total: number; readonly unread: number }>> {
  const kinds = group === null ? null : kindsOf(group)
  const answer = await callAccount(env, session, { type: 'messages', kinds, isUnread, page, limit })
  if (!answer.ok) return answer
  const { rows, total, unread } = answer.value
  return done({ rows: rows.map((row) => show(language, row)), total, unread })
}

export async function countUnread(env: Env, session: Session): Promise<Outcome<number>> {
  const answer = await callAccount(env, session, { type: 'message_count' })
  return answer.ok ? done(answer.value.unread) : answer
}

/** Message, marked as read. */
export async function readMessage(
  env: Env,
  session: Session,
  request: { readonly commandId: string; readonly messageId: number; readonly language: Language },
): Promise<Outcome<ShownMessage>> {
  const { commandId, messageId, language } = request
  const answer = await callAccount(env, session, { type: 'read_message', commandId, messageId })
  return answer.ok ? done(show(language, answer.value)) : answer
}

export const readAllMessages = operation({
  input: v.object({}),
  run: ({ env, session, commandId }): Promise<Outcome<{ readonly unread: number }>> =>
    callAccount(env, session, { type: 'read_all_messages', commandId }),
})

/** Deletes one message, or all read messages. */
export const deleteMessages = operation({
  input: v.object({ id: v.optional(id) }),
  run: ({ env, session, commandId }, { id: messageId }): Promise<Outcome<{ readonly unread: number }>> => {
    const messageIds = messageId === undefined ? null : [messageId]
    return callAccount(env, session, { type: 'delete_messages', commandId, messageIds })
  },
})

export const listPreferences = (env: Env, session: Session): Promise<Outcome<readonly MessagePreference[]>> =>
  callAccount(env, session, { type: 'message_preferences' })

export const setPreferences = (
  env: Env,
  session: Session,
  command: { readonly commandId: string; readonly preferences: readonly MessagePreference[] },
): Promise<Outcome<readonly MessagePreference[]>> =>
  callAccount(env, session, { type: 'set_message_preferences', ...command })

/** Null: none are set. */
export const readQuietHours = (env: Env, session: Session): Promise<Outcome<QuietHours | null>> =>
  callAccount(env, session, { type: 'quiet_hours' })

const clock = v.pipe(v.string(), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/), v.description('24-hour clock: 22:30'))

/** `quiet` 0 switches quiet hours off; 1 needs the other three fields. */
export const setQuietHours = operation({
  input: v.object({
    quiet: v.picklist(['0', '1']),
    quiet_from: v.optional(clock),
    quiet_until: v.optional(clock),
    time_zone: v.optional(v.pipe(v.string(), v.maxLength(64), v.check(isZone), v.description('Asia/Tokyo, +09:00'))),
  }),
  refusedAt: { quiet_hours_empty: 'quiet_until' },
  run: async ({ env, session, commandId }, { quiet, quiet_from, quiet_until, time_zone: zone }) => {
    const command = { type: 'set_quiet_hours', commandId } as const
    if (quiet === '0') return callAccount(env, session, { ...command, hours: null })
    const [from, until] = [parseClock(quiet_from ?? ''), parseClock(quiet_until ?? '')]
    if (from === null) return refuse('field_missing', { field: 'quiet_from' })
    if (until === null) return refuse('field_missing', { field: 'quiet_until' })
    if (zone === undefined) return refuse('field_missing', { field: 'time_zone' })
    if (from === until) return refuse('quiet_hours_empty')
    return callAccount(env, session, { ...command, hours: { from, until, zone } })
  },
})

const show = (language: Language, { id, at, kind, facts, isRead }: MessageRow): ShownMessage => ({
  id,
  at,
  kind,
  facts,
  isRead,
  ...wordMessage(language, kind, facts),
})

/** Enables push for a browser of this session. */
export async function subscribeToPush(
  env: Env,
  session: Session,
  command: { readonly commandId: string; readonly subscription: PushSubscription },
): Promise<Outcome<{ readonly subscriptions: number }>> {
  if (!vapidKeys(env) || !isSubscription(command.subscription)) return refuse('push_subscription_malformed')
  const { sessionId } = session
  return callAccount(env, session, { type: 'add_push_subscription', sessionId, ...command })
}

/** Checks key lengths and that the endpoint belongs to a known push service. */
const isSubscription = ({ endpoint, p256dh, auth }: PushSubscription): boolean =>
  isPushEndpoint(endpoint) && /^B[\w-]{86}=?$/.test(p256dh) && /^[\w-]{22}(?:==)?$/.test(auth)

export const unsubscribeFromPush = (
  env: Env,
  session: Session,
  command: { readonly commandId: string; readonly endpoint: string },
): Promise<Outcome<{ readonly subscriptions: number }>> =>
  callAccount(env, session, { type: 'remove_push_subscription', ...command })

export interface Sent {
  readonly kind: MessageRow['kind']
  readonly facts: MessageRow['facts']
  readonly messageId: number
  readonly channels: readonly NoticeChannel[]
  readonly subscriptions: readonly PushSubscription[]
}

interface Reader {
  readonly user: UserRow
  /** The site's name. */
  readonly site: string
}

/** Delivers by the other channels; a channel without the user's address is skipped. */
async function sendByOtherChannels(env: Env, { user, site }: Reader, sent: Sent, now: number): Promise<void> {
  const { kind, facts, messageId, channels, subscriptions } = sent
  const language = isLanguage(user.language) ? user.language : DEFAULT_LANGUAGE
  const words = wordMessage(language, kind, facts)
  const { subject, mail, sms } = wordNotice(language, site, words)
  const { email, mobile, phrase } = user
  const isWanted = (channel: NoticeChannel) => channels.includes(channel)
  // Mandatory notices of users without mailbox are sent by SMS.
  const isSmsOnly = email === null && !isSwitchable(kind, 'mail')
  const content = { title: words.title, body: words.text, tag: `message-${messageId}`, url: `/messages/${messageId}` }
  await Promise.all([
    email !== null &&
      isWanted('mail') &&
      sendMessage(env, { channel: 'mail', target: email, subject, body: withPhrase(language, phrase, mail) }, now),
    mobile !== null &&
      (isWanted('sms') || isSmsOnly) &&
      sendMessage(env, { channel: 'sms', target: mobile, subject: '', body: sms }, now),
    ...subscriptions.map((subscription) => push(env, user.id, { subscription, content, now })),
  ])
}

interface Push {
  readonly subscription: PushSubscription
  readonly content: PushContent
  readonly now: number
}

/** Sends a push; an expired subscription is removed. */
async function push(env: Env, userId: number, { subscription, content, now }: Push): Promise<void> {
  const keys = vapidKeys(env)
  if (!keys) return
  const result = await sendPush(keys, subscription, content)
  if (result.kind === 'failed') await reportFailure(env, 'push', result.why, now)
  if (result.kind !== 'gone') return
  await callAccountAsSystem(env, userId, { type: 'drop_push_subscription', endpoint: subscription.endpoint })
}
