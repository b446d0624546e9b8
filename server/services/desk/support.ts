// Support administration: queue and thread actions. Actions are audited; messages with authors are stored in the
// thread's room.

import {
  type DeskThreadRow,
  type SupportThreadRow,
  assignStatement,
  closeThreadStatement,
  findSupportThread,
  isThreadFree,
  isThreadOf,
  listDeskThreads,
  listSupportNotes,
  listSupportReplies,
  noteAnswered,
  noteThreadNumbers,
  supportNoteStatement,
} from '#db/platform/support'
import { listSealed } from '#db/platform/sealed'
import { findStaffById, listStaff } from '#db/platform/staff'
import type { Statement } from '#db/platform/directory'
import type { AuditAction } from '#domain/desk/audit'
import { NO_USER } from '#domain/desk/review'
import { mayDo } from '#domain/desk/role'
import { type Outcome, done, refuse } from '#domain/outcome'
import { type LineKind, type LineRefusal, parseLine } from '#domain/support/thread'
import type { LineAnswer, ThreadLine } from '#party/protocol/thread'
import type { SQL } from 'drizzle-orm'
import { notifySoon } from '../messages'
import { addLine, markRead, readLines, readThreadStatus, sayTyping } from '../support/room'
import { type UploadContent, readUpload } from '../uploads'
import { type AuditRefusal, LOOK_RETRIES, writeAudited } from './audit'
import { checkNotOwn } from './own-account'
import { type StaffMember, checkPermission } from './session'

const LINES_SHOWN = 100
const TEXT_FACT_MAX = 80

export const deskThreads = (
  env: Pick<Env, 'DB'>,
  isClosed: boolean,
  slice: { readonly page: number; readonly limit: number },
): Promise<{ readonly rows: readonly DeskThreadRow[]; readonly total: number }> =>
  listDeskThreads(env.DB, isClosed, slice)

export interface DeskThread {
  readonly thread: SupportThreadRow
  readonly staffName: string | null
  readonly lines: readonly ThreadLine[]
  readonly notes: Awaited<ReturnType<typeof listSupportNotes>>
  readonly replies: Awaited<ReturnType<typeof listSupportReplies>>
  /** True while the customer is typing. */
  readonly isTyping: boolean
  /** Possible new owners of the thread. */
  readonly others: readonly { readonly id: number; readonly name: string }[]
}

/** Null also for a talk of a closed account that nobody has opened. */
async function findShown(env: Pick<Env, 'DB'>, id: string): Promise<SupportThreadRow | null> {
  const thread = await findSupportThread(env.DB, id)
  return thread?.userId == null || (await listSealed(env.DB, [thread.userId])).size === 0 ? thread : null
}

export async function openDeskThread(
  env: Env,
  by: StaffMember,
  id: string,
  before?: number,
): Promise<DeskThread | null> {
  const thread = await findShown(env, id)
  if (!thread) return null
  const range = before === undefined ? {} : { before }
  const [lines, notes, replies, people] = await Promise.all([
    readLines(env, id, { ...range, limit: LINES_SHOWN }),
    listSupportNotes(env.DB, id),
    listSupportReplies(env.DB, thread.language),
    listStaff(env.DB),
  ])
  // Only the assigned member marks messages as read.
  const status =
    thread.staffId === by.id ? await markRead(env, id, 'staff', lines.at(-1)?.no ?? 0) : await readThreadStatus(env, id)
  const others = people.filter(
    ({ id: other, role, state }) => other !== by.id && state === 'active' && mayDo(role, 'support:answer'),
  )
  return {
    thread,
    staffName: people.find(({ id: other }) => other === thread.staffId)?.name ?? null,
    lines,
    notes,
    replies,
    isTyping: status.typing.includes('customer'),
    others: others.map(({ id: other, name }) => ({ id: other, name })),
  }
}

type DeskSupportRefusal =
  | AuditRefusal
  | LineRefusal
  | Extract<LineAnswer, { isAccepted: false }>['code']
  | 'permission_missing'
  | 'own_account'
  | 'support_thread_not_found'
  | 'support_not_yours'
  | 'support_agent_unknown'

export interface ThreadCommand {
  readonly id: string
  readonly commandId: string
  readonly at: number
}

type ThreadOutcome = Outcome<null, DeskSupportRefusal>

/** Assigns a thread to the member who answers; a colleague's thread cannot be taken. */
export const takeThread = (env: Env, by: StaffMember, input: ThreadCommand): Promise<ThreadOutcome> =>
  changeThread(env, by, input, {
    action: 'support_taken',
    facts: {},
    precondition: isThreadFree(input.id, by.id),
    statements: [assignStatement(env.DB, input.id, by.id)],
    line: { kind: 'taken', text: '', name: by.name },
  })

export async function handOverThread(
  env: Env,
  by: StaffMember,
  input: ThreadCommand & { readonly to: number },
): Promise<ThreadOutcome> {
  const to = await findStaffById(env.DB, input.to)
  if (!to || to.state !== 'active' || !mayDo(to.role, 'support:answer')) return refuse('support_agent_unknown')
  return changeThread(env, by, input, {
    action: 'support_handed_over',
    facts: { to: to.name },
    precondition: isThreadOf(input.id, by.id),
    statements: [assignStatement(env.DB, input.id, to.id)],
    line: { kind: 'handed_over', text: '', name: to.name },
  })
}

export async function answerThread(
  env: Env,
  by: StaffMember,
  input: ThreadCommand & { readonly text: string },
): Promise<ThreadOutcome> {
  const text = parseLine(input.text, false)
  if (!text.ok) return text
  return changeThread(env, by, input, {
    action: 'support_answered',
    facts: { note: text.value.slice(0, TEXT_FACT_MAX) },
    precondition: isThreadOf(input.id, by.id),
    statements: [],
    line: { kind: 'message', text: text.value, name: by.name },
  })
}

/** Closes a thread for both sides; further messages need a new thread. */
export const closeThread = (env: Env, by: StaffMember, input: ThreadCommand): Promise<ThreadOutcome> =>
  changeThread(env, by, input, {
    action: 'support_closed',
    facts: {},
    precondition: isThreadOf(input.id, by.id),
    statements: [closeThreadStatement(env.DB, input.id, input.at)],
    line: { kind: 'closed', text: '', name: by.name },
  })

/** For colleagues alone. */
export async function noteThread(
  env: Env,
  by: StaffMember,
  input: ThreadCommand & { readonly text: string },
): Promise<ThreadOutcome> {
  const text = parseLine(input.text, false)
  if (!text.ok) return text
  return changeThread(env, by, input, {
    action: 'support_noted',
    facts: { note: text.value.slice(0, TEXT_FACT_MAX) },
    statements: [supportNoteStatement(env.DB, { threadId: input.id, staffId: by.id, text: text.value, at: input.at })],
    line: null,
  })
}

interface ThreadChange {
  readonly action: AuditAction
  readonly facts: Readonly<Record<string, string>>
  readonly precondition?: SQL
  readonly statements: readonly Statement[]
  /** Line shown to the customer. */
  readonly line: { readonly kind: LineKind; readonly text: string; readonly name: string } | null
}

/** Audit log first, then the thread: a retry delivers a missing line exactly once. */
async function changeThread(
  env: Env,
  by: StaffMember,
  { id, commandId, at }: ThreadCommand,
  { action, facts, precondition, statements, line }: ThreadChange,
): Promise<ThreadOutcome> {
  const admitted = checkPermission(by, 'support:answer')
  if (!admitted.ok) return admitted
  const thread = await findSupportThread(env.DB, id)
  if (!thread) return refuse('support_thread_not_found')
  const target = `support:${id}`
  const foreign = await checkNotOwn(env, by, { userId: thread.userId ?? NO_USER, target, commandId, at })
  if (!foreign.ok) return foreign
  const entry = { staffId: by.id, action, target, facts, commandId, at }
  const written = await writeAudited(env, entry, { ...(precondition && { precondition }), statements })
  if (!written.ok) return written.refusal.code === 'precondition_failed' ? refuse('support_not_yours') : written
  return line ? sendToThread(env, thread, { ...line, commandId, at }) : done(null)
}

type SentLine = NonNullable<ThreadChange['line']> & Omit<ThreadCommand, 'id'>

async function sendToThread(
  env: Env,
  { id, userId, readNo }: SupportThreadRow,
  { kind, text, name, commandId, at }: SentLine,
): Promise<ThreadOutcome> {
  const added = await addLine(env, id, { side: 'staff', kind, clientId: commandId, name, text, picture: '', voice: '' })
  if (!added.isAccepted) return refuse(added.code)
  await noteThreadNumbers(env.DB, id, { answered: added.no, read: 0 })
  if (kind !== 'message') return done(null)
  await noteAnswered(env.DB, id, at)
  // One notification for any number of lines, until the customer has read them.
  if (userId !== null && !added.isHeard)
    await notifySoon(
      env,
      userId,
      { kind: 'support_answered', facts: { agent: name }, ref: `support:${id}:${readNo}` },
      at,
    )
  return done(null)
}

/** Sends a typing indicator of the assigned member to the customer. */
export async function noteStaffTyping(env: Env, by: StaffMember, id: string): Promise<void> {
  const thread = await findSupportThread(env.DB, id)
  if (thread?.staffId === by.id && thread.closedAt === null) await sayTyping(env, id, 'staff')
}

/** Customer's picture or voice message, for support staff. Each view is logged. */
export async function readThreadPicture(
  env: Env,
  by: StaffMember,
  { id, no, at }: { readonly id: string; readonly no: number; readonly at: number },
): Promise<Outcome<UploadContent, AuditRefusal | 'permission_missing' | 'support_thread_not_found'>> {
  const admitted = checkPermission(by, 'support:answer')
  if (!admitted.ok) return admitted
  const thread = await findShown(env, id)
  const [line] = thread ? await readLines(env, id, { after: no - 1, limit: 1 }) : []
  const reference = line?.no === no ? line.picture || line.voice : ''
  if (reference === '') return refuse('support_thread_not_found')
  const entry = {
    staffId: by.id,
    action: 'picture_opened',
    target: `support:${id}`,
    facts: { picture: reference },
    commandId: `picture:${crypto.randomUUID()}`,
    at,
  } as const
  const logged = await writeAudited(env, entry, { statements: [], retries: LOOK_RETRIES })
  if (!logged.ok) return logged
  const picture = await readUpload(env, reference, { kind: 'staff' })
  return picture ? done(picture) : refuse('support_thread_not_found')
}
