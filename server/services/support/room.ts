// Calls to the rooms of threads, typed.

import { tracedRoom } from '#lib/room-call'
import type { ThreadSide } from '#domain/support/thread'
import type { LineAnswer, LineRange, NewLine, ThreadLine, ThreadRpc, ThreadStatus } from '#party/protocol/thread'

type ThreadEnv = Pick<Env, 'Thread'>

const roomOf = (env: ThreadEnv, id: string): ThreadRpc =>
  tracedRoom(env.Thread.get(env.Thread.idFromName(id)), 'thread')

// RPC answers are JSON text; the protocol defines their types.
export const addLine = async (env: ThreadEnv, id: string, line: NewLine): Promise<LineAnswer> =>
  JSON.parse(await roomOf(env, id).add(JSON.stringify(line))) as LineAnswer

export const readLines = async (env: ThreadEnv, id: string, range: LineRange): Promise<readonly ThreadLine[]> =>
  JSON.parse(await roomOf(env, id).lines(JSON.stringify(range))) as ThreadLine[]

export const markRead = async (env: ThreadEnv, id: string, side: ThreadSide, upTo: number): Promise<ThreadStatus> =>
  JSON.parse(await roomOf(env, id).read(side, upTo)) as ThreadStatus

export const readThreadStatus = async (env: ThreadEnv, id: string): Promise<ThreadStatus> =>
  JSON.parse(await roomOf(env, id).status()) as ThreadStatus

export const sayTyping = (env: ThreadEnv, id: string, side: ThreadSide): Promise<void> => roomOf(env, id).typing(side)
