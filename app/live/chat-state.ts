// Browser state of a chat room: messages since page load, ordered and unique. Pure.

import type { ChatLine, ChatSocketMessage } from '#party/protocol/chat'
import type { Received } from './market-state'

export interface ChatState {
  readonly seq: number
  readonly lines: readonly ChatLine[]
}

/** Older messages are loaded as history pages. */
const LINES_KEPT = 300

export function receiveChat(state: ChatState | null, message: ChatSocketMessage): Received<ChatState> {
  if (message.type === 'snapshot') return { kind: 'current', state: joined(state, message) }
  if (state === null) return { kind: 'gap' }
  if (message.seq <= state.seq) return { kind: 'current', state }
  if (message.seq !== state.seq + 1) return { kind: 'gap' }
  return { kind: 'current', state: { seq: message.seq, lines: [...state.lines, message.line].slice(-LINES_KEPT) } }
}

/** Merges an overlapping snapshot into the known lines; after a gap the snapshot replaces them. */
function joined(state: ChatState | null, { seq, lines }: { seq: number; lines: readonly ChatLine[] }): ChatState {
  const first = lines[0]?.no ?? 1
  if (!state || first > state.seq + 1) return { seq, lines }
  if (seq <= state.seq) return state
  return { seq, lines: [...state.lines, ...lines.filter(({ no }) => no > state.seq)].slice(-LINES_KEPT) }
}

/** Visible messages: loader and channel messages merged without duplicates, deleted messages and muted authors. */
export function shownLines(
  drawn: readonly ChatLine[],
  received: readonly ChatLine[],
  hidden: ReadonlySet<string>,
): readonly ChatLine[] {
  const last = drawn.at(-1)?.no ?? 0
  const isJoined = received.length === 0 || (received[0]?.no ?? 0) <= last + 1
  const all = isJoined ? [...drawn, ...received.filter(({ no }) => no > last)] : received
  const removed = new Set([...drawn, ...received].map(({ removes }) => removes))
  return all.filter(
    ({ no, kind, author, text }) => kind === 'message' && text !== '' && !removed.has(no) && !hidden.has(author),
  )
}
