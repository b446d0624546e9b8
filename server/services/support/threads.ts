// Support conversations for customers: start, write, read, rate. Every step is idempotent: threads and lines are
// identified by the client's own id.

import {
  type SupportOwner,
  type SupportThreadRow,
  addSupportThread,
  adoptThreads,
  countUnreadThreads,
  findOwnThread,
  listOwnThreads,
  loadSupportHours,
  noteThreadNumbers,
  noteWaiting,
  rateThread,
  readWaits,
} from '#db/platform/support'
import type { Language } from '#domain/language'
import { type Outcome, done, refuse } from '#domain/outcome'
import {
  COMMENT_LENGTH_MAX,
  OPEN_THREADS_MAX,
  STARS_MAX,
  SUPPORT_TOPICS,
  type LineRefusal,
  type SupportHours,
  estimateMinutes,
  isClientId,
  isDeskOpen,
  parseLine,
} from '#domain/support/thread'
import { DAY_MS } from '#domain/time'
import type { LineAnswer, ThreadLine } from '#party/protocol/thread'
import { readGuest } from '#session/guest-cookie'
import { readSession } from '#session/session'
import { installationDigest } from '#lib/digest'
import { countAttempt, supportThreadLimits } from '../identity/limit'
import { isSessionLive } from '../sessions'
import { ownsUpload } from '../uploads'
import { type CheckedFile, type FilePlace, type FileRefusal, type SentFile, checkFile, keepThreadFile } from './files'
import { addLine, markRead, readLines, sayTyping } from './room'

export type { SupportOwner, SupportThreadRow }

export type SendRefusal =
  | LineRefusal
  | Extract<LineAnswer, { isAccepted: false }>['code']
  | 'support_thread_not_found'
  | 'support_client_id'
  | 'support_picture_unknown'
  | FileRefusal
  | 'too_many_requests'
export type OpenRefusal = SendRefusal | 'support_topic_unknown' | 'support_threads_above_max'

const THREADS_SHOWN = 20
const PAGE_LINES = 50
const TRANSCRIPT_LINES = 200
const WAITS_FROM_MS = 14 * DAY_MS
const WAITS_READ = 21

/** Owner of the request: user with a live session, otherwise the browser's guest. Threads of a guest move to the user at login. */
export async function findSupportOwner(request: Request, env: Env): Promise<SupportOwner | null> {
  const [session, guestId] = [await readSession(request, env), readGuest(request, env)]
  if (session && (await isSessionLive(env, session))) {
    if (guestId !== null) await adoptThreads(env.DB, guestId, session.userId)
    return { userId: session.userId, guestId: null }
  }
  return guestId === null ? null : { userId: null, guestId }
}

export const ownThreads = (env: Pick<Env, 'DB'>, owner: SupportOwner | null): Promise<readonly SupportThreadRow[]> =>
  owner ? listOwnThreads(env.DB, owner, THREADS_SHOWN) : Promise.resolve([])

export const isUnread = ({ answeredNo, readNo }: SupportThreadRow): boolean => answeredNo > readNo

export const unreadThreads = (env: Pick<Env, 'DB'>, userId: number): Promise<number> =>
  countUnreadThreads(env.DB, userId)

export interface SupportDesk {
  readonly hours: readonly SupportHours[]
  readonly isOpen: boolean
  readonly waiting: number
  /** How long others waited lately, in minutes; null where too few have. */
  readonly estimate: number | null
}

export async function readSupportDesk(env: Pick<Env, 'DB'>, now: number): Promise<SupportDesk> {
  const [hours, { waits, waiting }] = await Promise.all([
    loadSupportHours(env.DB),
    readWaits(env.DB, now - WAITS_FROM_MS, WAITS_READ),
  ])
  return { hours, isOpen: isDeskOpen(hours, now), waiting, estimate: estimateMinutes(waits) }
}

export interface Written {
  readonly clientId: string
  readonly text: string
  /** Reference of an own private picture, or empty. */
  readonly picture: string
  /** Attached picture or voice message. */
  readonly file?: SentFile | null
  readonly clientIp: string
}

export interface Opening extends Written {
  readonly topic: string
  readonly language: Language
  readonly now: number
}

/** Opens a thread with its first message; the same client id returns the same thread. */
export async function openThread(
  env: Env,
  owner: SupportOwner,
  { topic: asked, language, now, ...written }: Opening,
): Promise<Outcome<{ readonly id: string; readonly no: number }, OpenRefusal>> {
  const topic = SUPPORT_TOPICS.find((each) => each === asked)
  if (!topic) return refuse('support_topic_unknown')
  const checked = await checkWritten(env, owner, written)
  if (!checked.ok) return checked
  const id = threadIdOf(env, owner, written.clientId)
  if (!(await findOwnThread(env.DB, owner, id))) {
    const open = (await listOwnThreads(env.DB, owner, THREADS_SHOWN)).filter(({ closedAt }) => closedAt === null)
    if (open.length >= OPEN_THREADS_MAX) return refuse('support_threads_above_max', { bound: String(OPEN_THREADS_MAX) })
    const counted = await countAttempt(env, supportThreadLimits(written.clientIp), now)
    if (!counted.ok) return counted
    await addSupportThread(env.DB, { ...owner, id, topic, language, at: now })
  }
  const sent = await addChecked(env, checked.value, { ...written, threadId: id, owner, now })
  return sent.ok ? done({ id, no: sent.value }) : sent
}

/** Returns the number of the message. A repeated client id returns the same number. */
export async function writeToThread(
  env: Env,
  owner: SupportOwner,
  { id, now, ...written }: Written & { readonly id: string; readonly now: number },
): Promise<Outcome<number, SendRefusal>> {
  if (!(await findOwnThread(env.DB, owner, id))) return refuse('support_thread_not_found')
  const checked = await checkWritten(env, owner, written)
  if (!checked.ok) return checked
  // Mark as waiting before sending: a stored but unmarked message would never be answered.
  await noteWaiting(env.DB, id, now)
  return addChecked(env, checked.value, { ...written, threadId: id, owner, now })
}

interface Checked {
  readonly text: string
  readonly file: CheckedFile | null
}

async function checkWritten(
  env: Env,
  { userId }: SupportOwner,
  { clientId, text, picture, file }: Written,
): Promise<Outcome<Checked, SendRefusal>> {
  if (!isClientId(clientId)) return refuse('support_client_id')
  const checked = file ? checkFile(file) : done(null)
  if (!checked.ok) return checked
  const line = parseLine(text, picture !== '' || checked.value !== null)
  if (!line.ok) return line
  const isOwn = picture === '' || (userId !== null && (await ownsUpload(env, userId, picture)))
  return isOwn ? done({ text: line.value, file: checked.value }) : refuse('support_picture_unknown')
}

async function addChecked(
  env: Env,
  { text, file }: Checked,
  { picture: named, ...place }: FilePlace & Pick<Written, 'picture'>,
): Promise<Outcome<number, SendRefusal>> {
  const kept = file ? await keepThreadFile(env, file, place) : done('')
  if (!kept.ok) return kept
  const picture = file?.kind === 'picture' ? kept.value : named
  const voice = file?.kind === 'voice' ? kept.value : ''
  const { threadId, clientId } = place
  const answer = await addLine(env, threadId, {
    ...({ side: 'customer', kind: 'message', name: '' } as const),
    ...{ clientId, text, picture, voice },
  })
  return answer.isAccepted ? done(answer.no) : refuse(answer.code)
}

/** Sends a typing indicator to the desk; nothing is stored. */
export async function noteTyping(
  env: Env,
  owner: SupportOwner,
  id: string,
): Promise<Outcome<null, 'support_thread_not_found'>> {
  const thread = await findOwnThread(env.DB, owner, id)
  if (thread?.closedAt !== null) return refuse('support_thread_not_found')
  await sayTyping(env, id, 'customer')
  return done(null)
}

export interface ReadThread {
  readonly thread: SupportThreadRow
  readonly lines: readonly ThreadLine[]
  /** How far the desk has read. */
  readonly readByStaff: number
  readonly isStaffTyping: boolean
}

/** Messages after a number, or the newest before one; returned messages are marked as read. */
export async function readThread(
  env: Env,
  owner: SupportOwner,
  { id, limit = PAGE_LINES, ...range }: { readonly id: string; after?: number; before?: number; limit?: number },
): Promise<Outcome<ReadThread, 'support_thread_not_found'>> {
  const thread = await findOwnThread(env.DB, owner, id)
  if (!thread) return refuse('support_thread_not_found')
  const lines = await readLines(env, id, { ...range, limit })
  const status = await markRead(env, id, 'customer', lines.at(-1)?.no ?? 0)
  const { answered, readByCustomer: read } = status
  // Sync read numbers to the directory only when changed; most reads change nothing.
  if (answered > thread.answeredNo || read > thread.readNo) await noteThreadNumbers(env.DB, id, { answered, read })
  return done({
    thread,
    lines,
    readByStaff: status.readByStaff,
    isStaffTyping: status.typing.includes('staff'),
  })
}

/** All messages, for a transcript. */
export async function readWholeThread(env: Pick<Env, 'Thread'>, id: string): Promise<readonly ThreadLine[]> {
  const all: ThreadLine[] = []
  for (;;) {
    const lines = await readLines(env, id, { after: all.at(-1)?.no ?? 0, limit: TRANSCRIPT_LINES })
    if (lines.length === 0) return all
    all.push(...lines)
  }
}

export const ownsThread = async (env: Pick<Env, 'DB'>, owner: SupportOwner | null, id: string): Promise<boolean> =>
  owner !== null && (await findOwnThread(env.DB, owner, id)) !== null

export type RateRefusal = LineRefusal | 'support_thread_not_found' | 'support_stars' | 'support_not_ratable'

/** Rates a closed conversation, once. */
export async function rateSupport(
  env: Pick<Env, 'DB'>,
  owner: SupportOwner,
  { id, stars, comment }: { readonly id: string; readonly stars: number; readonly comment: string },
): Promise<Outcome<null, RateRefusal>> {
  if (!(await findOwnThread(env.DB, owner, id))) return refuse('support_thread_not_found')
  if (!Number.isInteger(stars) || stars < 1 || stars > STARS_MAX)
    return refuse('support_stars', { bound: String(STARS_MAX) })
  if ([...comment].length > COMMENT_LENGTH_MAX)
    return refuse('support_line_too_long', { bound: String(COMMENT_LENGTH_MAX) })
  const text = comment.trim() === '' ? done('') : parseLine(comment, false)
  if (!text.ok) return text
  return (await rateThread(env.DB, id, { stars, comment: text.value })) ? done(null) : refuse('support_not_ratable')
}

/** Unguessable thread id, deterministic per owner and client id. */
function threadIdOf(env: Pick<Env, 'SESSION_SECRET'>, { userId, guestId }: SupportOwner, clientId: string): string {
  const owner = userId === null ? `guest ${guestId}` : `user ${userId}`
  return installationDigest(env, 'thread', `${owner}\n${clientId}`).slice(0, THREAD_ID_LENGTH)
}

const THREAD_ID_LENGTH = 22
