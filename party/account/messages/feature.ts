// Messages: the user's inbox, which kinds go out besides and where, and which announcements were opened.

import * as v from 'valibot'
import { ALL_KINDS, NOTICE_CHANNELS } from '#domain/message'
import { done } from '#domain/outcome'
import { isZone } from '#domain/quiet-hours'
import { MESSAGES_DELETED_MAX } from '#party/protocol/message'
import type { AccountState } from '../state'
import { command, feature, query, system } from '../feature'
import { nothing, paging, positive } from '../fields'
import type { Messages } from './state'
import { Inbox } from './inbox'
import { addMessage, bringOrder, bringOwn, noticeTimer, sendHeld, takeNotices } from './notices'
import { OpenedNews } from './opened-news'
import { PushSubscriptions } from './push-subscriptions'
import { Quiet } from './quiet'

const kind = v.picklist(ALL_KINDS)
/** Of the local day. */
const minute = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1439))

export const messages = feature({
  name: 'messages',
  tables: Inbox.tables,
  open: (account: AccountState): Messages => ({
    account,
    inbox: new Inbox(account.store),
    openedNews: new OpenedNews(account.store),
    pushes: new PushSubscriptions(account.store),
    quiet: new Quiet(account.store),
  }),
  provides: {
    notices: (messages: Messages) => ({
      add: (message, at) => bringOwn(messages, message, at),
      addOrder: (orderNo, at) => bringOrder(messages, orderNo, at),
    }),
  },
  commands: {
    read_message: command({
      input: v.strictObject({ messageId: positive }),
      commit: 'tables',
      run: ({ account, inbox }: Messages, { messageId }) =>
        inbox.read((ref) => account.capabilities.orders.facts(ref), messageId),
    }),
    read_all_messages: command({ input: nothing, commit: 'tables', run: ({ inbox }: Messages) => inbox.readAll() }),
    delete_messages: command({
      /** Null: all read messages. */
      input: v.strictObject({
        messageIds: v.nullable(v.pipe(v.array(positive), v.minLength(1), v.maxLength(MESSAGES_DELETED_MAX))),
      }),
      commit: 'tables',
      run: ({ inbox }: Messages, { messageIds }) => (messageIds ? inbox.remove(messageIds) : inbox.removeRead()),
    }),
    /** Omitted kinds stay unchanged. */
    set_message_preferences: command({
      input: v.strictObject({
        preferences: v.pipe(
          v.array(v.strictObject({ kind, channels: v.array(v.picklist(NOTICE_CHANNELS)) })),
          v.maxLength(ALL_KINDS.length),
        ),
      }),
      commit: 'tables',
      run: ({ inbox }: Messages, { preferences }) => inbox.setPreferences(preferences),
    }),
    /** Null switches quiet hours off and sends the held messages. */
    set_quiet_hours: command({
      input: v.strictObject({
        hours: v.nullable(
          v.pipe(
            v.strictObject({ from: minute, until: minute, zone: v.pipe(v.string(), v.check(isZone)) }),
            v.check(({ from, until }) => from !== until),
          ),
        ),
      }),
      commit: 'tables',
      run: (messages: Messages, { hours }, { now }) => {
        messages.quiet.set(hours)
        sendHeld(messages, now)
        return done(messages.quiet.hours)
      },
    }),
    /** Marks an announcement of the platform as read. */
    open_news: command({
      input: v.strictObject({ newsId: positive }),
      commit: 'tables',
      run: ({ openedNews }: Messages, { newsId }) => openedNews.open(newsId),
    }),
    /** Valid for the lifetime of the session. The same browser replaces its own subscription. */
    add_push_subscription: command({
      input: v.strictObject({
        sessionId: v.string(),
        subscription: v.strictObject({ endpoint: v.string(), p256dh: v.string(), auth: v.string() }),
      }),
      commit: 'tables',
      run: ({ pushes }: Messages, input, { now }) => pushes.add(input, now),
    }),
    remove_push_subscription: command({
      input: v.strictObject({ endpoint: v.string() }),
      commit: 'tables',
      run: ({ pushes }: Messages, { endpoint }, { now }) => pushes.remove(endpoint, now),
    }),
  },
  queries: {
    messages: query({
      /** Null: every kind. Each kind appears once. */
      input: v.strictObject({
        kinds: v.nullable(v.pipe(v.array(kind), v.maxLength(ALL_KINDS.length))),
        isUnread: v.optional(v.boolean()),
        ...paging,
      }),
      run: ({ account, inbox }: Messages, input) =>
        done(inbox.page((ref) => account.capabilities.orders.facts(ref), input)),
    }),
    message_count: query({ input: nothing, run: ({ inbox }: Messages) => done({ unread: inbox.unread }) }),
    /** Ids of announcements, newest first. */
    opened_news: query({ input: nothing, run: ({ openedNews }: Messages) => done(openedNews.ids()) }),
    quiet_hours: query({ input: nothing, run: ({ quiet }: Messages) => done(quiet.hours) }),
    message_preferences: query({ input: nothing, run: ({ inbox }: Messages) => done(inbox.preferences()) }),
  },
  system: {
    /**
     * Adds a message to the inbox, once per ref, and returns the channels and push subscriptions to send it to now: none in quiet hours, whose
     * end sends it.
     */
    add_message: system({ commit: 'tables', run: addMessage }),
    /** The account's own messages to send by other channels, each returned once. */
    take_notices: system({ commit: 'tables', run: takeNotices }),
    /** The push service reports that the browser has unsubscribed. */
    drop_push_subscription: system({
      commit: 'tables',
      run: ({ pushes }: Messages, { endpoint }: { readonly endpoint: string }) => pushes.drop(endpoint),
    }),
  },
  timers: { notice: noticeTimer },
  changes: ({ inbox }: Messages) => (inbox.isChanged ? { unread: inbox.unread } : null),
  snapshot: ({ inbox }: Messages) => ({ unread: inbox.unread }),
  save: ({ inbox }: Messages, log) => inbox.save(log),
  checkpointed: ({ inbox }: Messages) => inbox.checkpointed(),
  prune: ({ inbox }: Messages, { now }) => inbox.prune(now),
})
