// The channel of a chat room.

import type { ChatSocketMessage } from '#party/protocol/chat'
import { type ChatState, receiveChat } from './chat-state'
import { type ChannelKind, type Live, askSnapshot, useChannel } from './use-channel'

const CHAT: ChannelKind<ChatState, ChatSocketMessage> = {
  party: 'chat',
  receive: receiveChat,
  resumeMessage: askSnapshot,
  // Silence is normal in a chat.
  silenceMaxMs: null,
  isSliced: false,
}

export const useChat = (room: string | null): Live<ChatState> => useChannel(CHAT, room)
