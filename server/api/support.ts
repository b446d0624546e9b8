// /api/v1 support: conversations of users, and of guests by the token returned on opening one. Extends the old
// contract.

import * as v from 'valibot'
import { type Outcome, done, refuse } from '#domain/outcome'
import { SUPPORT_TOPICS } from '#domain/support/thread'
import type { ThreadLine } from '#party/protocol/thread'
import {
  type SupportOwner,
  type SupportThreadRow,
  findSupportOwner,
  isUnread,
  noteTyping,
  openThread,
  ownThreads,
  rateSupport,
  readSupportDesk,
  readThread,
  writeToThread,
} from '#services/support/threads'
import { signPicture } from '#services/signed-picture'
import { sentence } from '#services/words'
import { clientIp } from '#session/client-ip'
import { makeGuest, verifyGuest } from '#session/guest-cookie'
import { hasSameOrigin, isCookieSession } from '#session/session'
import { file, id, limit, reference, text } from '#services/input'
import { publicRoute } from './route'

/** Multi-line text; the service checks its length under a named refusal. */
const lines = v.pipe(v.string(), v.maxLength(4_000), v.regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/))
const threadId = v.pipe(v.string(), v.regex(/^[\w-]{22}$/))
const guestToken = v.optional(v.pipe(text(100), v.description('of a guest, as opening a thread answered it')))
const number = v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number)))

const thread = v.object({
  thread_id: v.string(),
  topic: v.picklist(SUPPORT_TOPICS),
  opened_at: v.number(),
  closed_at: v.nullable(v.number()),
  is_waiting: v.boolean(),
  is_unread: v.boolean(),
  stars: v.nullable(v.number()),
})
const threadRow = (row: SupportThreadRow): v.InferInput<typeof thread> => ({
  thread_id: row.id,
  topic: row.topic,
  opened_at: row.openedAt,
  closed_at: row.closedAt,
  is_waiting: row.waitingSince !== null,
  is_unread: isUnread(row),
  stars: row.stars,
})

const line = v.object({
  number: v.number(),
  from: v.picklist(['customer', 'staff']),
  kind: v.picklist(['message', 'taken', 'handed_over', 'closed']),
  client_id: v.pipe(v.string(), v.description('of own messages')),
  name: v.pipe(v.string(), v.description('of whom at the desk')),
  text: v.string(),
  picture: v.pipe(v.string(), v.description('an address that shows it for an hour, or empty')),
  voice: v.pipe(v.string(), v.description('the same of a voice message')),
  at: v.number(),
})

function lineRow(env: Env, { no, side, clientId, ...row }: ThreadLine, now: number): v.InferInput<typeof line> {
  const { kind, name, at } = row
  const picture = signPicture(env, row.picture, now)
  return {
    number: no,
    from: side,
    kind,
    client_id: side === 'customer' ? clientId : '',
    name,
    text: row.text,
    picture,
    voice: signPicture(env, row.voice, now),
    at,
  }
}

interface Asked {
  readonly env: Env
  readonly request: Request
}

/** Requester: session or guest cookie, otherwise the guest proven by the token. */
async function ownerOf({ env, request }: Asked, token: string | undefined): Promise<SupportOwner | null> {
  const owner = await findSupportOwner(request, env)
  if (owner || token === undefined) return owner
  const guestId = verifyGuest(env, token)
  return guestId === null ? null : { userId: null, guestId }
}

/** Browsers send cookies from any site; only a token proves that the caller intended the request. */
const isForeign = (request: Request): boolean =>
  (isCookieSession(request) || request.headers.has('Cookie')) && !hasSameOrigin(request)

export const supportRoutes = [
  publicRoute({
    method: 'GET',
    path: '/v1/support',
    summary: 'When somebody is at the desk, who waits and how long it takes',
    tag: 'Support',
    input: v.object({}),
    output: v.object({
      is_open: v.boolean(),
      waiting: v.number(),
      estimate_minutes: v.pipe(v.nullable(v.number()), v.description('null while too few were answered lately')),
      topics: v.array(v.picklist(SUPPORT_TOPICS)),
      hours: v.pipe(
        v.array(v.object({ weekday: v.number(), opens_at: v.number(), closes_at: v.number() })),
        v.description('1 is Monday; minutes of the day in UTC'),
      ),
    }),
    handler: async ({ env }) => {
      const desk = await readSupportDesk(env, Date.now())
      const hours = desk.hours.map(({ weekday, opensAt, closesAt }) => ({
        weekday,
        opens_at: opensAt,
        closes_at: closesAt,
      }))
      const { isOpen, waiting, estimate } = desk
      return done({ is_open: isOpen, waiting, estimate_minutes: estimate, topics: [...SUPPORT_TOPICS], hours })
    },
  }),
  publicRoute({
    method: 'POST',
    path: '/v1/support/thread',
    summary: 'Begin a conversation; a guest gets a token. The same client id again finds the same conversation',
    tag: 'Support',
    input: v.object({ topic: v.picklist(SUPPORT_TOPICS), text: lines, client_id: text(100), guest_token: guestToken }),
    output: v.object({ thread_id: v.string(), number: v.number(), guest_token: v.nullable(v.string()) }),
    handler: async ({ env, request, language, input }) => {
      if (isForeign(request)) return refuse('origin_refused')
      const known = await ownerOf({ env, request }, input.guest_token)
      const guest = known ? null : makeGuest(env)
      const owner: SupportOwner = known ?? { userId: null, guestId: guest?.guestId ?? '' }
      const written = { clientId: input.client_id, text: input.text, picture: '', clientIp: clientIp(request) }
      const facts = { topic: input.topic, language, now: Date.now() }
      const opened = await openThread(env, owner, { ...written, ...facts })
      if (!opened.ok) return opened
      const token = guest?.token ?? (owner.userId === null ? (input.guest_token ?? null) : null)
      return done({ thread_id: opened.value.id, number: opened.value.no, guest_token: token })
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/support/threads',
    summary: 'Own conversations, newest first',
    tag: 'Support',
    input: v.object({ guest_token: guestToken }),
    output: v.object({ list: v.array(thread) }),
    handler: async ({ env, request, input }) => {
      const owner = await ownerOf({ env, request }, input.guest_token)
      return done({ list: (await ownThreads(env, owner)).map(threadRow) })
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/support/messages',
    summary: 'The messages after a number, ascending, or the last ones; they count as read',
    tag: 'Support',
    input: v.object({ thread_id: threadId, after: number, before: number, limit: limit(50), guest_token: guestToken }),
    output: v.object({
      ...thread.entries,
      notice: v.string(),
      read_by_staff: v.number(),
      staff_is_typing: v.boolean(),
      list: v.array(line),
    }),
    handler: async ({ env, request, language, input }) => {
      const owner = await ownerOf({ env, request }, input.guest_token)
      if (!owner) return refuse('support_thread_not_found')
      const { after, before } = input
      const range = { ...(after !== undefined && { after }), ...(before !== undefined && { before }) }
      const read = await readThread(env, owner, { id: input.thread_id, ...range, limit: input.limit })
      if (!read.ok) return read
      const now = Date.now()
      const { thread: row, lines, readByStaff, isStaffTyping } = read.value
      return done({
        ...threadRow(row),
        notice: sentence(language, 'done_support_notice'),
        read_by_staff: readByStaff,
        staff_is_typing: isStaffTyping,
        list: lines.map((each) => lineRow(env, each, now)),
      })
    },
  }),
  publicRoute({
    method: 'POST',
    path: '/v1/support/message',
    summary:
      'Write, with a picture or a voice message if need be (multipart; guests show their token in the query); the same client id again gets the same number and is kept once',
    tag: 'Support',
    takesPicture: true,
    knows: (request, env) => verifyGuest(env, new URL(request.url).searchParams.get('guest_token') ?? '') !== null,
    input: v.object({
      thread_id: threadId,
      client_id: text(100),
      text: v.optional(lines, ''),
      picture: v.optional(reference),
      file: v.optional(file),
      file_kind: v.optional(v.picklist(['picture', 'voice']), 'picture'),
      guest_token: guestToken,
    }),
    output: v.object({ number: v.number() }),
    handler: async ({ env, request, input }): Promise<Outcome<{ number: number }>> => {
      if (isForeign(request)) return refuse('origin_refused')
      const owner = await ownerOf({ env, request }, input.guest_token)
      if (!owner) return refuse('support_thread_not_found')
      const {
        thread_id: thread,
        client_id: clientId,
        text: said,
        picture = '',
        file: sentFile,
        file_kind: kind,
      } = input
      const bytes = sentFile && new Uint8Array(await sentFile.arrayBuffer())
      const written = {
        clientId,
        text: said,
        picture,
        file: bytes ? { kind, bytes } : null,
        clientIp: clientIp(request),
      }
      const sent = await writeToThread(env, owner, { id: thread, ...written, now: Date.now() })
      return sent.ok ? done({ number: sent.value }) : sent
    },
  }),
  publicRoute({
    method: 'POST',
    path: '/v1/support/typing',
    summary: 'Say that one is writing, at most every few seconds',
    tag: 'Support',
    input: v.object({ thread_id: threadId, guest_token: guestToken }),
    output: v.null(),
    handler: async ({ env, request, input }): Promise<Outcome<null>> => {
      if (isForeign(request)) return refuse('origin_refused')
      const owner = await ownerOf({ env, request }, input.guest_token)
      return owner ? noteTyping(env, owner, input.thread_id) : refuse('support_thread_not_found')
    },
  }),
  publicRoute({
    method: 'POST',
    path: '/v1/support/rating',
    summary: 'Say how it was, once, when the conversation is over',
    tag: 'Support',
    input: v.object({ thread_id: threadId, stars: id, comment: v.optional(lines, ''), guest_token: guestToken }),
    output: v.null(),
    handler: async ({ env, request, input }): Promise<Outcome<null>> => {
      if (isForeign(request)) return refuse('origin_refused')
      const owner = await ownerOf({ env, request }, input.guest_token)
      if (!owner) return refuse('support_thread_not_found')
      return rateSupport(env, owner, { id: input.thread_id, stars: input.stars, comment: input.comment })
    },
  }),
]
