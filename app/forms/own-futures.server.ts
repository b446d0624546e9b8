// Forms of own futures positions and orders, shared by the trade page and the order list.

import { cancelFutures, closeFutures, closeManyFutures } from '#services/futures'
import { changeFuturesMargin } from '#services/futures-margin'
import { reverseFutures } from '#services/futures-reversal'
import { setFuturesStops } from '#services/futures-stops'
import { form, type forms } from '../site/page.server'

export const ownFutures = {
  close: form(closeFutures, { isOrder: true }),
  close_many: form(closeManyFutures, { isOrder: true }),
  reverse: form(reverseFutures, { isOrder: true }),
  cancel: form(cancelFutures),
  // An emptied field takes a stop away.
  stops: form(setFuturesStops, { emptied: { take_profit: '0', stop_loss: '0' } }),
  margin: form(changeFuturesMargin),
}
export type OwnFuturesAnswer = Awaited<ReturnType<ReturnType<typeof forms<typeof ownFutures>>>>
