// Channel of a support thread: carries the thread's progress only; messages load with the page.

import type { ThreadSocketMessage } from '#party/protocol/thread'
import { type ChannelKind, type Live, askSnapshot, useChannel } from './use-channel'

type ThreadState = Omit<ThreadSocketMessage, 'type'>

const THREAD: ChannelKind<ThreadState, ThreadSocketMessage> = {
  party: 'thread',
  // Each message is the full state: no gaps occur, and older messages are ignored.
  receive: (state, message) => ({ kind: 'current', state: state && state.seq > message.seq ? state : message }),
  resumeMessage: askSnapshot,
  // Silence is normal in a conversation.
  silenceMaxMs: null,
  isSliced: false,
}

export const useThread = (id: string | null): Live<ThreadState> => useChannel(THREAD, id)
