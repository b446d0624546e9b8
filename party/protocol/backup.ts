// Words of backup and restore between the operators' service and every room.

import type { CopyCursor, CopyPart } from '#domain/copy-part'

/** Kinds of rooms with stored state; a Gateway, a ProgramSocket and a Relay store nothing that is missed. */
export const ROOM_KINDS = [
  'Account',
  'Market',
  'Watch',
  'Leader',
  'Event',
  'Lot',
  'Thread',
  'Chat',
  'Quotes',
  'Log',
] as const
export type RoomKind = (typeof ROOM_KINDS)[number]

export interface RoomName {
  readonly kind: RoomKind
  readonly name: string
}

/** A part of a room's copy, and the number of its restore. */
export interface RestoredPart {
  readonly restore: number
  readonly text: string
  /** Position in the room's copy, from 0. */
  readonly no: number
}

/** RPC of every room, called by the operators' service only. */
export interface BackupRpc {
  /** Stops all writes of the room until the instant, and answers the first or the next part of its tables. */
  copyOut(until: number, cursor: CopyCursor | null): Promise<CopyPart>
  /** Ends the pause until that instant. False when it had ended by itself or by another backup, so that the copy may be of two moments. */
  resume(until: number): Promise<boolean>
  /** Stops all writes until `endRestore`, and empties the room at the first part. Parts of an earlier restore are refused. */
  copyIn(part: RestoredPart): Promise<void>
  /** The room wakes anew from the restored tables. */
  endRestore(restore: number): Promise<void>
  /** Only an earlier restore filled this room: it forgets everything. */
  leaveRestore(): Promise<void>
}
