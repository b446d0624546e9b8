// Chat moderation: reports, message removal, temporary mutes. Each action is logged before execution.

import {
  closeReportsStatement,
  isMuted,
  listMutes,
  listReported,
  muteStatement,
  unmuteStatement,
} from '#db/platform/chat'
import { MUTE_MINUTES, findChatRoom, muteEnd } from '#domain/chat/rules'
import { REASON_LENGTH_MAX } from '#domain/desk/review'
import type { Language } from '#domain/language'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { ChatLine, ChatWriter } from '#party/protocol/chat'
import { readChat, removeLine, writerOf } from '../chat/room'
import { type AuditRefusal, writeAudited } from './audit'
import { checkNotOwn } from './own-account'
import { type StaffMember, checkPermission } from './session'

const REPORTS_SHOWN = 50
const MUTES_SHOWN = 100
const LINES_SHOWN = 50

export interface DeskChat {
  readonly reports: Awaited<ReturnType<typeof listReported>>
  readonly mutes: Awaited<ReturnType<typeof listMutes>>
  readonly lines: readonly ChatLine[]
  /** Author of the selected message, while it exists. */
  readonly writer: ChatWriter | null
}

export async function openDeskChat(
  env: Env,
  { room, no, now }: { readonly room: Language; readonly no: number; readonly now: number },
): Promise<DeskChat> {
  const [reports, mutes, lines, writer] = await Promise.all([
    listReported(env.DB, REPORTS_SHOWN),
    listMutes(env.DB, now, MUTES_SHOWN),
    readChat(env, room, no > 0 ? { before: no + 6, limit: LINES_SHOWN } : { limit: LINES_SHOWN }),
    no > 0 ? writerOf(env, room, no) : null,
  ])
  return { reports, mutes, lines, writer }
}

export type DeskChatRefusal =
  | AuditRefusal
  | 'permission_missing'
  | 'own_account'
  | 'chat_room_unknown'
  | 'chat_line_not_found'
  | 'chat_mute_minutes'
  | 'reason_missing'
  | 'reason_too_long'
  | 'chat_not_muted'

export interface ChatCommand {
  readonly room: string
  readonly no: number
  readonly commandId: string
  readonly at: number
}

/** Mutes an author in all rooms until the given time. Earlier messages remain. */
export async function muteWriter(
  env: Env,
  by: StaffMember,
  input: ChatCommand & { readonly minutes: number; readonly reason: string },
): Promise<Outcome<null, DeskChatRefusal>> {
  const found = await findLine(env, by, input)
  if (!found.ok) return found
  if (!MUTE_MINUTES.some((minutes) => minutes === input.minutes)) return refuse('chat_mute_minutes')
  const reason = input.reason.trim()
  if (reason === '') return refuse('reason_missing')
  if (reason.length > REASON_LENGTH_MAX) return refuse('reason_too_long', { bound: String(REASON_LENGTH_MAX) })
  const { room, writer } = found.value
  const { no, commandId, at, minutes } = input
  const mute = { userId: writer.userId, until: muteEnd(minutes, at), reason, staffId: by.id, at }
  const entry = {
    staffId: by.id,
    action: 'chat_muted',
    target: `user:${writer.userId}`,
    facts: { subject: `${room} ${no}`, minutes: String(minutes), reason, text: writer.text },
    commandId,
    at,
  } as const
  const statements = [muteStatement(env.DB, mute), closeReportsStatement(env.DB, { room, no, at })]
  const written = await writeAudited(env, entry, { statements })
  return written.ok ? done(null) : written
}

export async function unmuteWriter(
  env: Env,
  by: StaffMember,
  { userId, commandId, at }: { readonly userId: number; readonly commandId: string; readonly at: number },
): Promise<Outcome<null, DeskChatRefusal>> {
  const admitted = checkPermission(by, 'support:answer')
  if (!admitted.ok) return admitted
  const target = `user:${userId}`
  const foreign = await checkNotOwn(env, by, { userId, target, commandId, at })
  if (!foreign.ok) return foreign
  const entry = { staffId: by.id, action: 'chat_unmuted', target, facts: {}, commandId, at } as const
  const statements = [unmuteStatement(env.DB, userId)]
  const written = await writeAudited(env, entry, { precondition: isMuted(userId, at), statements })
  if (written.ok) return done(null)
  return written.refusal.code === 'precondition_failed' ? refuse('chat_not_muted') : written
}

/** Hides a message; the audit log keeps its text. */
export async function removeChatLine(
  env: Env,
  by: StaffMember,
  input: ChatCommand,
): Promise<Outcome<null, DeskChatRefusal>> {
  const closed = await closeLine(env, by, input, 'chat_removed')
  if (closed.ok) await removeLine(env, closed.value, input.no)
  return closed.ok ? done(null) : closed
}

/** Dismisses reports of an acceptable message. */
export async function dismissReports(
  env: Env,
  by: StaffMember,
  input: ChatCommand,
): Promise<Outcome<null, DeskChatRefusal>> {
  const closed = await closeLine(env, by, input, 'chat_report_closed')
  return closed.ok ? done(null) : closed
}

async function closeLine(
  env: Env,
  by: StaffMember,
  input: ChatCommand,
  action: 'chat_removed' | 'chat_report_closed',
): Promise<Outcome<Language, DeskChatRefusal>> {
  const found = await findLine(env, by, input)
  if (!found.ok) return found
  const { room, writer } = found.value
  const { no, commandId, at } = input
  const facts = { user: String(writer.userId), text: writer.text }
  const entry = { staffId: by.id, action, target: `chat:${room} ${no}`, facts, commandId, at }
  const written = await writeAudited(env, entry, { statements: [closeReportsStatement(env.DB, { room, no, at })] })
  return written.ok ? done(room) : written
}

async function findLine(env: Env, by: StaffMember, { room: asked, no, commandId, at }: ChatCommand) {
  const admitted = checkPermission(by, 'support:answer')
  if (!admitted.ok) return admitted
  const room = findChatRoom(asked)
  if (!room.ok) return room
  const writer = await writerOf(env, room.value, no)
  if (!writer) return refuse('chat_line_not_found')
  const foreign = await checkNotOwn(env, by, { userId: writer.userId, target: `user:${writer.userId}`, commandId, at })
  return foreign.ok ? done({ room: room.value, writer }) : foreign
}
