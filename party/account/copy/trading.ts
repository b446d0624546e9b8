// Trader's side: reports each opening, stop change and close of the user's own trades to the trader's room, in the turn that made it. The
// trade itself never waits for the report.

import { inHundredths } from '#domain/copy/terms'
import type { TradeStops } from '#domain/copy/plan'
import { ZERO } from '#domain/money/amount'
import type { CopyMessage } from '#party/protocol/copy'
import type { FuturesCloseRow, FuturesRow } from '#party/protocol/futures'
import { type Copying, sendToRoom } from './state'

/** Returns false while the user follows a trader: a trader can't follow. */
export function openTrader(copying: Copying, userId: number, now: number): boolean {
  const { store } = copying
  if (store.followings().some(({ state }) => state === 'active')) return false
  if (store.trader?.isOpen) return true
  store.setTrader({ userId, isOpen: true, openedAt: now, earned: store.trader?.earned ?? ZERO })
  send(copying, { type: 'copy_trader', parts: [], isOpen: true }, now)
  return true
}

export function closeTrader(copying: Copying, now: number): void {
  const { store } = copying
  if (!store.trader?.isOpen) return
  store.setTrader({ ...store.trader, isOpen: false })
  send(copying, { type: 'copy_trader', parts: [], isOpen: false }, now)
}

/** Reports this turn's changes to the user's trades. Trades already reported are followed to their end, even after the user stops as a trader. */
export function sendTrades(copying: Copying, now: number): void {
  const { store, account } = copying
  const { trader } = store
  if (!trader || (!trader.isOpen && store.sentCount === 0)) return
  const rows = account.capabilities.futures.changed()
  if (rows.length === 0) return
  const closes = account.capabilities.futures.closes()
  for (const row of rows) {
    const isNew = trader.isOpen && row.state === 'open' && row.holder === null && (row.openedAt ?? 0) >= trader.openedAt
    if (isNew && !store.sent(row.positionNo)) sendOpened(copying, row, now)
    if (!store.sent(row.positionNo)) continue
    for (const close of closes) if (close.positionNo === row.positionNo) sendClosed(copying, row, close, now)
    if (row.state === 'open') sendStops(copying, row, now)
    else store.dropSent(row.positionNo)
  }
}

function send(copying: Copying, message: CopyMessage, now: number): void {
  const { trader } = copying.store
  if (trader) sendToRoom(copying, trader.userId, message, now)
}

const stopsOf = ({ takeProfit, stopLoss, takeProfitLots, stopLossLots, terms }: FuturesRow): TradeStops => ({
  takeProfit,
  stopLoss,
  takeProfitLots: takeProfitLots === null ? null : inHundredths(takeProfitLots, terms),
  stopLossLots: stopLossLots === null ? null : inHundredths(stopLossLots, terms),
})

function sendOpened(copying: Copying, row: FuturesRow, now: number): void {
  const { positionNo, symbol, assetId, direction, leverage, margin, terms, openSteps, openedAt } = row
  const lots = inHundredths(row.lots, terms)
  const stops = stopsOf(row)
  const trade = {
    ...{ positionNo, symbol, assetId, direction, leverage, lots, margin },
    steps: openSteps ?? 0,
    priceDecimals: terms.priceDecimals,
    openedAt: openedAt ?? now,
  }
  copying.store.setSent({ positionNo, lots, ...stops })
  send(copying, { type: 'copy_opened', parts: [], trade, stops }, now)
}

function sendClosed(copying: Copying, row: FuturesRow, close: FuturesCloseRow, now: number): void {
  const sent = copying.store.sent(row.positionNo)
  if (!sent) return
  const lots = inHundredths(close.lots, row.terms)
  const left = sent.lots - lots
  const stops = stopsOf(row)
  copying.store.setSent({ ...sent, lots: left, ...stops })
  const { positionNo, cause, result, receiptId, at } = close
  const ended = left === 0 ? { net: row.net } : null
  // A cross liquidation's receipt shows the whole wallet and its other positions, so the public log must not link to it.
  const shown = row.mode === 'cross' && cause === 'liquidation' ? '' : receiptId
  const said = { positionNo, lots, left, steps: close.closeSteps, cause, result, receiptId: shown, at, ended }
  send(copying, { type: 'copy_closed', parts: [], close: said, stops }, now)
}

function sendStops(copying: Copying, row: FuturesRow, now: number): void {
  const sent = copying.store.sent(row.positionNo)
  const stops = stopsOf(row)
  const names = Object.keys(stops) as (keyof TradeStops)[]
  if (!sent || names.every((name) => sent[name] === stops[name])) return
  copying.store.setSent({ ...sent, ...stops })
  const { positionNo } = row
  send(copying, { type: 'copy_stops', parts: [], positionNo, lots: sent.lots, stops }, now)
}
