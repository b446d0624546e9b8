// The rooms of a site, found by the directory, as backup and restore address them.

import { listRoomNames } from '#db/platform/backup'
import { forgetForeignRoom, listForeignRooms, noteRestoredRooms } from '#db/platform/restore-run'
import type { CopyCursor, CopyPart } from '#domain/copy-part'
import { LANGUAGES } from '#domain/language'
import type { BackupRpc, RoomKind, RoomName } from '#party/protocol/backup'

const NAMES_PER_BATCH = 1_000
/** Largest answer of one call, in characters; further calls read the rest. */
const ANSWER_LENGTH = 4_000_000

const DIRECTORY_LISTS = {
  Account: 'users',
  Market: 'pairs',
  Watch: 'pairs',
  Leader: 'traders',
  Event: 'events',
  Lot: 'lots',
  Thread: 'threads',
} as const satisfies Partial<Record<RoomKind, string>>

export interface RoomsPage {
  readonly names: readonly string[]
  /** Null at the end. */
  readonly next: string | null
}

export async function listRooms(env: Pick<Env, 'DB'>, kind: RoomKind, after: string): Promise<RoomsPage> {
  if (kind === 'Chat') return { names: LANGUAGES, next: null }
  if (kind === 'Quotes' || kind === 'Log') return { names: ['main'], next: null }
  const names = await listRoomNames(env.DB, { query: DIRECTORY_LISTS[kind], after, limit: NAMES_PER_BATCH })
  return { names, next: names.length === NAMES_PER_BATCH ? (names.at(-1) ?? null) : null }
}

export interface RoomAsked extends RoomName {
  readonly cursor: CopyCursor | null
}

export type RoomPart = RoomName & CopyPart

/** The first or next part of each room, as many as fit into one answer, in order. */
export async function copyRoomsOut(env: Env, rooms: readonly RoomAsked[], until: number): Promise<RoomPart[]> {
  const parts: RoomPart[] = []
  let length = 0
  for (let from = 0; from < rooms.length && length < ANSWER_LENGTH; from += CONCURRENCY) {
    const copied = await Promise.all(
      rooms.slice(from, from + CONCURRENCY).map(async ({ kind, name, cursor }) => {
        const { text, next } = await roomOf(env, { kind, name }).copyOut(until, cursor)
        return { kind, name, text, next }
      }),
    )
    parts.push(...copied)
    length += copied.reduce((sum, { text }) => sum + text.length, 0)
  }
  return parts
}

const CONCURRENCY = 5

/** Names of those whose pause had ended before. */
export async function resumeRooms(env: Env, rooms: readonly RoomName[], until: number): Promise<RoomName[]> {
  const answers = await Promise.all(
    rooms.map(async (room) => ({ room, isWhole: await roomOf(env, room).resume(until) })),
  )
  return answers.filter(({ isWhole }) => !isWhole).map(({ room }) => room)
}

export interface RoomText extends RoomName {
  readonly text: string
  /** Position in the room's copy, from 0. */
  readonly no: number
}

/** Parts of one room build on each other; rooms wait for the disk together. */
export async function copyRoomsIn(env: Env, restore: number, parts: readonly RoomText[]): Promise<void> {
  const begun = parts.filter(({ no }) => no === 0).map(({ kind, name }) => ({ kind, name }))
  await noteRestoredRooms(env.DB, restore, begun)
  const rooms = Map.groupBy(parts, ({ kind, name }) => `${kind}/${name}`)
  const fill = async (own: readonly RoomText[]) => {
    for (const { text, no, ...room } of own) await roomOf(env, room).copyIn({ restore, text, no })
  }
  await Promise.all([...rooms.values()].map(fill))
}

/** Empties rooms that only an earlier restore filled, some at once. False while there are more. */
export async function leaveForeignRooms(env: Env, restore: number): Promise<boolean> {
  const rooms = await listForeignRooms(env.DB, restore, LEFT_AT_ONCE)
  await Promise.all(
    rooms.map(async ({ kind, name }) => {
      await roomOf(env, { kind: kind as RoomKind, name }).leaveRestore()
      await forgetForeignRoom(env.DB, { kind, name })
    }),
  )
  return rooms.length < LEFT_AT_ONCE
}

const LEFT_AT_ONCE = 100

export async function wakeRooms(env: Env, restore: number, rooms: readonly RoomName[]): Promise<void> {
  await Promise.all(rooms.map((room) => roomOf(env, room).endRestore(restore)))
}

/** All rooms speak it; a kind's own stub says more. */
function roomOf(env: Env, { kind, name }: RoomName): BackupRpc {
  const rooms = env[kind] as unknown as DurableObjectNamespace
  return rooms.get(rooms.idFromName(name)) as unknown as BackupRpc
}
