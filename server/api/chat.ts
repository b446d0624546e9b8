// /api/v1 chat rooms, one per language: public to read, users may write. Extends the old contract.

import * as v from 'valibot'
import { LANGUAGES } from '#domain/language'
import { type Outcome, done } from '#domain/outcome'
import { hideWriter, readChatPage, reportLine, sayInChat, showWriter } from '#services/chat/chat'
import { id, limit, text } from '#services/input'
import { privateRoute, publicRoute } from './route'

/** Syntax check only; length and allowed characters are checked by the domain rules, which name the violation. */
const said = v.pipe(
  v.string(),
  v.maxLength(4_000),
  v.regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/),
  v.description('at most 300 characters'),
)
const room = v.pipe(text(20), v.description(`a language: ${LANGUAGES.join(', ')}`))
const number = v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number)))

export const chatRoutes = [
  publicRoute({
    method: 'GET',
    path: '/v1/chat/messages',
    summary: 'The messages of a room after a number, ascending, or the last ones (before a number)',
    tag: 'Chat',
    input: v.object({ room, after: number, before: number, limit: limit(50) }),
    output: v.object({
      list: v.array(
        v.object({
          number: v.number(),
          kind: v.pipe(v.picklist(['message', 'removed']), v.description('removed: takes away what another said')),
          author: v.pipe(v.string(), v.description('the same for the same writer; empty for a removal')),
          name: v.string(),
          text: v.string(),
          removes: v.pipe(v.number(), v.description('the number that a removal takes away, or 0')),
          at: v.number(),
        }),
      ),
    }),
    handler: async ({ env, input }) => {
      const { room: name, after, before, limit: most } = input
      const range = { ...(after !== undefined && { after }), ...(before !== undefined && { before }) }
      const page = await readChatPage(env, { room: name, ...range, limit: most })
      return page.ok ? done({ list: page.value.lines.map(({ no, ...line }) => ({ number: no, ...line })) }) : page
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/v1/chat/message',
    summary: 'Write in a room; the same client id again gets the same number and is kept once',
    tag: 'Chat',
    input: v.object({ room, client_id: text(100), text: said }),
    output: v.object({ number: v.number() }),
    handler: async ({ env, session, input }): Promise<Outcome<{ number: number }>> => {
      const { room: name, client_id: clientId, text: typed } = input
      const outcome = await sayInChat(env, session, { room: name, clientId, text: typed, now: Date.now() })
      return outcome.ok ? done({ number: outcome.value }) : outcome
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/v1/chat/report',
    summary: 'Report a message to the moderators',
    tag: 'Chat',
    input: v.object({ room, message_no: id }),
    output: v.null(),
    handler: ({ env, session, input }) =>
      reportLine(env, session, { room: input.room, no: input.message_no, now: Date.now() }),
  }),
  privateRoute({
    method: 'POST',
    path: '/v1/chat/hide',
    summary: 'Read no more of whoever wrote a message',
    tag: 'Chat',
    input: v.object({ room, message_no: id }),
    output: v.null(),
    handler: ({ env, session, input }) =>
      hideWriter(env, session, { room: input.room, no: input.message_no, now: Date.now() }),
  }),
  privateRoute({
    method: 'POST',
    path: '/v1/chat/show',
    summary: 'Read them again',
    tag: 'Chat',
    input: v.object({ author: text(20) }),
    output: v.null(),
    handler: ({ env, session, input }) => showWriter(env, session, input.author),
  }),
]
