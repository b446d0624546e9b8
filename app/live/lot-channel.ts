// Channel of an NFT sale: bids and the end of the sale.

import type { SaleSocketMessage } from '#party/protocol/lot'
import { type ChannelKind, type Live, askSnapshot, useChannel } from './use-channel'

const LOT: ChannelKind<SaleSocketMessage, SaleSocketMessage> = {
  party: 'lot',
  // Each message is the full state: no gaps occur, and older messages are ignored.
  receive: (state, message) => ({ kind: 'current', state: state && state.seq > message.seq ? state : message }),
  resumeMessage: askSnapshot,
  // Silence is normal without bids.
  silenceMaxMs: null,
  isSliced: false,
}

/** Null without a sale. */
export const useSale = (lotId: number | null): Live<SaleSocketMessage> =>
  useChannel(LOT, lotId === null ? null : String(lotId))
