// The channel of a sale: its bids as they come, and when it ends.

import type { LotSocketMessage } from '#party/protocol/lot'
import { type ChannelKind, type Live, askSnapshot, useChannel } from './use-channel'

const LOT: ChannelKind<LotSocketMessage, LotSocketMessage> = {
  party: 'lot',
  // Each message is the whole state: there are no gaps, and an older one changes nothing.
  hear: (state, message) => ({ kind: 'current', state: state && state.seq > message.seq ? state : message }),
  askAgain: askSnapshot,
  // Nobody may be bidding.
  silenceMaxMs: null,
  isSliced: false,
}

/** Null: nothing is on sale. */
export const useLot = (lotId: number | null): Live<LotSocketMessage> =>
  useChannel(LOT, lotId === null ? null : String(lotId))
