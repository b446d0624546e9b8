// /api/mailMessage/*: the user's system messages. `getList` is an object with `list`, `getCount` a bare number, `detail` marks as read.

import * as v from 'valibot'
import { ALL_KINDS, MESSAGE_GROUPS, NOTICE_CHANNELS } from '#domain/message'
import { done } from '#domain/outcome'
import { clockText } from '#domain/quiet-hours'
import {
  type ShownMessage,
  countUnread,
  deleteMessages,
  listMessages,
  listPreferences,
  readAllMessages,
  readMessage,
  readQuietHours,
  setPreferences,
  setQuietHours,
} from '#services/messages'
import { sentence } from '#services/words'
import { id, limit, page } from '#services/input'
import { sentenceText, wireDate, wireId } from './fields'
import { flagOf, formatDate } from './format'
import { privateRoute, route, answersSentence } from './route'

const row = {
  id: wireId,
  title: v.string(),
  abstract: v.string(),
  create_time: wireDate,
  kind: v.pipe(v.string(), v.description('what it tells of: deposit_passed, order_filled and the like')),
  is_read: v.picklist([0, 1]),
}
const rowOf = ({ id: messageId, title, text, at, kind, isRead }: ShownMessage) => ({
  id: messageId,
  title,
  abstract: text,
  create_time: formatDate(at),
  kind,
  is_read: flagOf(isRead),
})
const unreadCount = v.pipe(v.number(), v.integer(), v.description('how many messages are unread'))
const preference = v.object({ kind: v.picklist(ALL_KINDS), channels: v.array(v.picklist(NOTICE_CHANNELS)) })

export const messageRoutes = [
  privateRoute({
    method: 'GET',
    alsoBy: ['POST'],
    path: '/mailMessage/getList',
    summary: 'System messages, newest first',
    tag: 'Messages',
    input: v.object({
      group: v.optional(v.picklist(MESSAGE_GROUPS)),
      unread: v.optional(v.pipe(v.picklist(['0', '1']), v.description('1: unread ones only')), '0'),
      page,
      limit: limit(10),
    }),
    output: v.object({ list: v.array(v.object(row)), count: v.number(), page: v.number(), limit: v.number() }),
    handler: async ({ env, session, input, language }) => {
      const { group = null, unread, page: number, limit: size } = input
      const asked = { group, isUnread: unread === '1', page: number, limit: size, language }
      const outcome = await listMessages(env, session, asked)
      if (!outcome.ok) return outcome
      const { rows, total } = outcome.value
      return done({ list: rows.map(rowOf), count: total, page: number, limit: size })
    },
  }),
  privateRoute({
    method: 'GET',
    alsoBy: ['POST'],
    path: '/mailMessage/getCount',
    summary: 'How many messages are unread',
    tag: 'Messages',
    input: v.object({}),
    output: unreadCount,
    handler: ({ env, session }) => countUnread(env, session),
  }),
  privateRoute({
    method: 'GET',
    alsoBy: ['POST'],
    path: '/mailMessage/detail',
    summary: 'One message, which is read from now on',
    tag: 'Messages',
    input: v.object({ id }),
    output: v.object({ ...row, content: v.string() }),
    handler: async ({ env, session, commandId, input, language }) => {
      const outcome = await readMessage(env, session, { commandId, messageId: input.id, language })
      return outcome.ok ? done({ ...rowOf(outcome.value), content: outcome.value.text }) : outcome
    },
  }),
  route(readAllMessages, {
    at: 'POST /v1/messages/read-all',
    summary: 'Mark every message as read',
    tag: 'Messages',
    answers: answersSentence('done_messages_read'),
  }),
  route(deleteMessages, {
    at: 'DELETE /v1/messages',
    summary: 'Delete one message, or every one that is read',
    tag: 'Messages',
    answers: answersSentence('done_messages_deleted'),
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/messages/preferences',
    summary: 'By which ways each kind of message is sent besides',
    tag: 'Messages',
    input: v.object({}),
    output: v.array(preference),
    handler: async ({ env, session }) => {
      const outcome = await listPreferences(env, session)
      return outcome.ok ? done(outcome.value.map(({ kind, channels }) => ({ kind, channels: [...channels] }))) : outcome
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/messages/quiet-hours',
    summary: 'Hours in which mails, text messages and pushes wait; null: none are set',
    tag: 'Messages',
    input: v.object({}),
    output: v.nullable(v.object({ quiet_from: v.string(), quiet_until: v.string(), time_zone: v.string() })),
    handler: async ({ env, session }) => {
      const outcome = await readQuietHours(env, session)
      if (!outcome.ok || outcome.value === null) return outcome.ok ? done(null) : outcome
      const { from, until, zone } = outcome.value
      return done({ quiet_from: clockText(from), quiet_until: clockText(until), time_zone: zone })
    },
  }),
  route(setQuietHours, {
    at: 'PUT /v1/messages/quiet-hours',
    summary: 'Set or switch off the hours in which mails, text messages and pushes wait',
    tag: 'Messages',
    answers: answersSentence('done_preferences_saved'),
  }),
  privateRoute({
    method: 'PUT',
    path: '/v1/messages/preferences',
    summary: 'Choose the ways of one kind of message',
    tag: 'Messages',
    input: v.object({
      message_kind: v.picklist(ALL_KINDS),
      mail: v.picklist(['0', '1']),
      sms: v.picklist(['0', '1']),
      push: v.picklist(['0', '1']),
    }),
    output: sentenceText,
    handler: async ({ env, session, commandId, input, language }) => {
      const channels = NOTICE_CHANNELS.filter((channel) => input[channel] === '1')
      const preferences = [{ kind: input.message_kind, channels }]
      const outcome = await setPreferences(env, session, { commandId, preferences })
      return outcome.ok ? done(sentence(language, 'done_preferences_saved')) : outcome
    },
  }),
]
