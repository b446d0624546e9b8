// Inbox messages for automatic events of a position.

import type { CloseCause } from '#domain/futures/life'
import type { OwnKind } from '#domain/message'
import { netResult } from '#domain/futures/position'
import { formatTrimmed } from '#domain/money/amount'
import { findAsset } from '#domain/catalogue'
import { formatSteps } from '#domain/quotes/steps'
import type { Futures } from './state'
import { type Position, positionRef } from './store'

const KINDS: Partial<Record<CloseCause, OwnKind>> = {
  liquidation: 'futures_liquidated',
  take_profit: 'futures_take_profit',
  stop_loss: 'futures_stop_loss',
}

export function notifyClosed(futures: Futures, position: Position, cause: CloseCause, at: number): void {
  const kind = KINDS[cause]
  if (kind) notify(futures, position, kind, at)
}

/** Message for a pending order that has opened or was cancelled. A market order's answer already reports it. */
export function notifyOpened(futures: Futures, position: Position, at: number): void {
  if (position.kind === 'market') return
  notify(futures, position, position.state === 'open' ? 'futures_opened' : 'futures_called_off', at)
}

function notify({ account }: Futures, position: Position, kind: OwnKind, at: number): void {
  const { symbol, assetId, positionNo, terms, openSteps } = position
  const asset = findAsset(account.catalogue, assetId)
  const facts = {
    pair: symbol.replace('-', '/'),
    side: position.direction,
    order: String(positionNo),
    price: openSteps === null ? '' : formatSteps(openSteps, terms.priceDecimals),
    amount: asset ? formatTrimmed(asset, netResult(position)) : '',
    asset: asset?.code ?? '',
  }
  account.capabilities.notices.add({ kind, facts, ref: `${positionRef(positionNo)}:${kind}:${at}` }, at)
}
