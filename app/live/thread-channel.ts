// The channel of a thread of support: it says how far the conversation has come. What was said is read with the page.

import type { ThreadSocketMessage } from '#party/protocol/thread'
import { type ChannelKind, type Live, askSnapshot, useChannel } from './use-channel'

type ThreadState = Omit<ThreadSocketMessage, 'type'>

const THREAD: ChannelKind<ThreadState, ThreadSocketMessage> = {
  party: 'thread',
  // Each message is the whole state: there are no gaps, and an older one changes nothing.
  hear: (state, message) => ({ kind: 'current', state: state && state.seq > message.seq ? state : message }),
  askAgain: askSnapshot,
  // Nobody may be writing.
  silenceMaxMs: null,
  isSliced: false,
}

export const useThread = (id: string | null): Live<ThreadState> => useChannel(THREAD, id)
