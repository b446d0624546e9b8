// Calls to the chat rooms, typed.

import { tracedRoom } from '#lib/room-call'
import type { Language } from '#domain/language'
import type { ChatLine, ChatRpc, ChatWriter, NewChatLine, SayAnswer } from '#party/protocol/chat'
import type { LineRange } from '#party/protocol/thread'

type ChatEnv = Pick<Env, 'Chat'>

const roomOf = (env: ChatEnv, room: Language): ChatRpc => tracedRoom(env.Chat.get(env.Chat.idFromName(room)), 'chat')

// RPC answers are JSON text; the protocol defines their types.
export const sayLine = async (env: ChatEnv, room: Language, line: NewChatLine): Promise<SayAnswer> =>
  JSON.parse(await roomOf(env, room).say(JSON.stringify(line))) as SayAnswer

export const readChat = async (env: ChatEnv, room: Language, range: LineRange): Promise<readonly ChatLine[]> =>
  JSON.parse(await roomOf(env, room).lines(JSON.stringify(range))) as ChatLine[]

export const writerOf = async (env: ChatEnv, room: Language, no: number): Promise<ChatWriter | null> =>
  JSON.parse(await roomOf(env, room).writerOf(no)) as ChatWriter | null

export const removeLine = (env: ChatEnv, room: Language, no: number): Promise<void> => roomOf(env, room).remove(no)
