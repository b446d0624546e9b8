// Chat rooms for readers and writers: sending, reporting, hiding. The writer's live session is checked here.

import { addReport, findMute, hideAuthor, listHidden, showAuthor } from '#db/platform/chat'
import { findUserById } from '#db/platform/user'
import { CHAT_SLOW_MS, type ChatTextRefusal, findChatRoom, parseChatText } from '#domain/chat/rules'
import { REVIEW_STATUS } from '#domain/verification'
import { DEMO_TRADERS } from '#domain/demo-traders'
import type { Language } from '#domain/language'
import { type Outcome, done, refuse } from '#domain/outcome'
import { isClientId } from '#domain/support/thread'
import { SECOND_MS } from '#domain/time'
import type { ChatLine, SayAnswer } from '#party/protocol/chat'
import type { Session } from '#session/session'
import { installationDigest } from '#lib/digest'
import { checkSession } from '../account-room'
import { chatReportLimits, countAttempt } from '../identity/limit'
import { readChat, sayLine, writerOf } from './room'

const PAGE_LINES = 50
const AUTHOR_LENGTH = 10

/** Author id of a user in the chat: stable, and unrelated to the account number. */
const authorOf = (env: Pick<Env, 'SESSION_SECRET'>, userId: number): string =>
  installationDigest(env, 'chat author', String(userId)).slice(0, AUTHOR_LENGTH)

/** Author ids of the demo's own accounts. */
export const demoAuthors = (env: Pick<Env, 'SESSION_SECRET' | 'DEMO_MODE'>): readonly string[] =>
  env.DEMO_MODE === 'on' ? DEMO_TRADERS.map(({ id }) => authorOf(env, id)) : []

export interface ChatPage {
  readonly room: Language
  readonly lines: readonly ChatLine[]
}

/** Page of messages: after a number, or the newest before one. */
export async function readChatPage(
  env: Env,
  input: { readonly room: string; readonly after?: number; readonly before?: number; readonly limit?: number },
): Promise<Outcome<ChatPage, 'chat_room_unknown'>> {
  const room = findChatRoom(input.room)
  if (!room.ok) return room
  const { room: _, limit = PAGE_LINES, ...range } = input
  return done({ room: room.value, lines: await readChat(env, room.value, { ...range, limit }) })
}

/** Reader state: own author id, muted authors, and own mute with its end (null: permanent). */
export interface ChatReader {
  readonly author: string
  readonly hidden: readonly { readonly author: string; readonly name: string }[]
  readonly mute: { readonly until: number | null; readonly reason: string } | null
}

export async function findChatReader(env: Env, userId: number, now: number): Promise<ChatReader> {
  const [hidden, mute] = await Promise.all([listHidden(env.DB, userId), findMute(env.DB, userId, now)])
  return { author: authorOf(env, userId), hidden, mute: mute && { until: mute.until, reason: mute.reason } }
}

export type SayRefusal =
  | ChatTextRefusal
  | Extract<SayAnswer, { isAccepted: false }>['code']
  | 'session_ended'
  | 'chat_room_unknown'
  | 'support_client_id'
  | 'chat_muted'
  | 'chat_banned'

export interface Saying {
  readonly room: string
  readonly clientId: string
  readonly text: string
  readonly now: number
}

/** Returns the number of the line. A repeated client id of the same writer returns the same number. */
export async function sayInChat(env: Env, session: Session, input: Saying): Promise<Outcome<number, SayRefusal>> {
  const room = findChatRoom(input.room)
  if (!room.ok) return room
  if (!isClientId(input.clientId)) return refuse('support_client_id')
  const live = await checkSession(env, session)
  if (!live.ok) return live
  const { userId } = session
  const [user, mute] = await Promise.all([findUserById(env.DB, userId), findMute(env.DB, userId, input.now)])
  if (!user) return refuse('session_ended')
  if (mute)
    return mute.until === null ? refuse('chat_banned') : refuse('chat_muted', { until: formatInstant(mute.until) })
  const text = parseChatText(input.text, user.reviewStatus === REVIEW_STATUS.passed ? 1 : 0)
  if (!text.ok) return text
  const line = {
    userId,
    author: authorOf(env, userId),
    name: user.nickname,
    clientId: input.clientId,
    text: text.value,
  }
  const said = await sayLine(env, room.value, line)
  if (said.isAccepted) return done(said.no)
  if (said.code === 'chat_too_fast') return refuse('chat_too_fast', { bound: String(CHAT_SLOW_MS / SECOND_MS) })
  return refuse(said.code)
}

export interface LineOf {
  readonly room: string
  readonly no: number
  readonly now: number
}

export type ReportRefusal =
  | 'session_ended'
  | 'chat_room_unknown'
  | 'chat_line_not_found'
  | 'chat_line_own'
  | 'too_many_requests'

/** Reports a message to moderators, with its current text; once per reporter. */
export async function reportLine(env: Env, session: Session, input: LineOf): Promise<Outcome<null, ReportRefusal>> {
  const found = await findOthersLine(env, session, input)
  if (!found.ok) return found
  const counted = await countAttempt(env, chatReportLimits(session.userId), input.now)
  if (!counted.ok) return counted
  const { room, userId: writerId, name, text } = found.value
  await addReport(env.DB, { room, lineNo: input.no, userId: session.userId, writerId, name, text, at: input.now })
  return done(null)
}

/** Mutes a message's author for this reader, in all rooms. */
export async function hideWriter(
  env: Env,
  session: Session,
  input: LineOf,
): Promise<Outcome<null, Exclude<ReportRefusal, 'too_many_requests'>>> {
  const found = await findOthersLine(env, session, input)
  if (!found.ok) return found
  const { author, name } = found.value
  await hideAuthor(env.DB, { userId: session.userId, author, name, at: input.now })
  return done(null)
}

export async function showWriter(env: Env, session: Session, author: string): Promise<Outcome<null, 'session_ended'>> {
  const live = await checkSession(env, session)
  if (!live.ok) return live
  await showAuthor(env.DB, session.userId, author)
  return done(null)
}

async function findOthersLine(env: Env, session: Session, { room: asked, no }: LineOf) {
  const room = findChatRoom(asked)
  if (!room.ok) return room
  const live = await checkSession(env, session)
  if (!live.ok) return live
  const writer = await writerOf(env, room.value, no)
  if (!writer) return refuse('chat_line_not_found')
  return writer.userId === session.userId ? refuse('chat_line_own') : done({ ...writer, room: room.value })
}

const formatInstant = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
