// Follower's side: each event of a trader's room becomes a copy, or a row with the reason for a missed copy. A copy is a futures position
// held by this feature: it opens at the next tick, risks only its own margin, and closes when the trader's position closes.

import { leftOfCopy } from '#domain/copy/terms'
import { type CopyMarket, type OpenedTrade, type TradeStops, planCopy } from '#domain/copy/plan'
import { findAsset } from '#domain/catalogue'
import { ZERO, add, decodeAmount, encodeAmount, subtract, total } from '#domain/money/amount'
import { type Outcome, refuse } from '#domain/outcome'
import type { CopyEvent } from '#party/protocol/copy'
import type { FuturesRow } from '#party/protocol/futures'
import { type Copying, sendToRoom } from './state'
import { closeTo, endFollowing, miss } from './ending'
import { type Copy, type Following, type PlacedCopy, isBound, isCounting } from './store'
import { settleIfOver } from './share'

export function takeEvent(copying: Copying, traderId: number, event: CopyEvent, now: number): void {
  const following = copying.store.following(traderId)
  switch (event.kind) {
    case 'opened':
      if (following?.state === 'active') copyTrade(copying, following, event, now)
      break
    case 'stops':
      copyStops(copying, findBound(copying, traderId, event.positionNo), { left: event.lots, stops: event.stops }, now)
      break
    case 'closed':
      closeCopy(copying, findBound(copying, traderId, event.positionNo), event, now)
      break
    case 'ended':
      if (following?.state === 'active') endFollowing(copying, following, { end: 'trader_closed', keep: true, now })
      break
  }
}

interface ReportedTrade {
  readonly trade: OpenedTrade
  readonly stops: TradeStops
  readonly market: CopyMarket
}

function copyTrade(copying: Copying, following: Following, reported: ReportedTrade, now: number): void {
  const { store } = copying
  const { trade } = reported
  // A trade gets one copy, however often its event is delivered.
  if (store.ofTrade(following.traderId, trade.positionNo)) return
  const { symbol, assetId, direction, leverage, priceDecimals } = trade
  const copy: Copy = {
    copyNo: store.nextNumber(),
    traderId: following.traderId,
    traderPositionNo: trade.positionNo,
    ...{ symbol, assetId, direction, leverage, priceDecimals },
    traderLots: trade.lots,
    traderSteps: trade.steps,
    traderAt: trade.openedAt,
    toldAt: now,
    positionNo: null,
    state: 'live',
    selfHeldAt: null,
    markedAt: null,
    reason: null,
    facts: null,
    costs: ZERO,
    net: ZERO,
    endedAt: null,
  }
  const placed = placeCopy(copying, following, reported, now)
  if (placed.ok) store.touch({ ...copy, positionNo: placed.value })
  else miss(copying, copy, placed.refusal, now)
}

function placeCopy(
  copying: Copying,
  following: Following,
  { trade, stops, market }: ReportedTrade,
  now: number,
): Outcome<number, string> {
  const { account } = copying
  const { futures } = account.capabilities
  const asset = findAsset(account.catalogue, trade.assetId)
  if (!asset) return refuse('asset_not_found')
  const running = marginOf(copying, following.traderId)
  const { country, isVerified } = following
  const plan = planCopy({ settings: following, country, isVerified, running, asset }, trade, market)
  if (!plan.ok) return plan
  const { lots, terms, maintenanceRate, worstSteps } = plan.value
  const { symbol, direction, leverage, assetId, steps: reference } = trade
  const order = {
    ...{ symbol, direction, leverage, lots, worstSteps, assetId, maintenanceRate, reference, terms },
    kind: 'market',
    mode: 'isolated',
    entrySteps: null,
    takeProfit: null,
    stopLoss: null,
    holder: 'copy',
  } as const
  const placed = futures.place(order, now)
  if (placed.ok) futures.setStops(placed.value, stopsOfCopy(stops, lots, { lots: trade.lots, left: trade.lots }), now)
  return placed
}

/** Margin of this trader's copies: held already, whether they have opened or not. */
export const marginOf = (copying: Copying, traderId: number) =>
  total(
    copying.store
      .live(traderId)
      .filter(isBound)
      .map(({ positionNo }) => copying.account.capabilities.futures.held(positionNo)),
  )

/** Scales a trader's stop to the copy, so that the same share stays open. A stop whose share comes to nothing is left out. */
function stopsOfCopy(
  { takeProfit, stopLoss, takeProfitLots, stopLossLots }: TradeStops,
  copied: number,
  { lots, left }: { readonly lots: number; readonly left: number },
): TradeStops {
  const here = leftOfCopy(copied, { lots, left })
  const scale = (priceSteps: number | null, closes: number | null) => {
    if (priceSteps === null || closes === null) return [priceSteps, null] as const
    const part = here - leftOfCopy(copied, { lots, left: Math.max(0, left - closes) })
    return part > 0 ? ([priceSteps, part] as const) : ([null, null] as const)
  }
  const [gain, gainLots] = scale(takeProfit, takeProfitLots)
  const [loss, lossLots] = scale(stopLoss, stopLossLots)
  return { takeProfit: gain, stopLoss: loss, takeProfitLots: gainLots, stopLossLots: lossLots }
}

const findBound = ({ store }: Copying, traderId: number, positionNo: number): PlacedCopy | undefined =>
  store.live(traderId).find((copy) => copy.traderPositionNo === positionNo && isBound(copy))

interface Holding {
  /** The trader's remaining position, in hundredths of a lot. */
  readonly left: number
  readonly stops: TradeStops
}

function copyStops({ account }: Copying, copy: PlacedCopy | undefined, { left, stops }: Holding, now: number): void {
  const { futures } = account.capabilities
  const position = copy && futures.find(copy.positionNo)
  if (!position) return
  const scaled = stopsOfCopy(stops, position.lotsOrdered, { lots: copy.traderLots, left })
  const names = Object.keys(scaled) as (keyof TradeStops)[]
  if (names.some((name) => scaled[name] !== position[name])) futures.setStops(position.positionNo, scaled, now)
}

/**
 * Closes a copy down to the follower's share of the trader's remaining position. If a stop of the copy has closed that share already, this
 * event closes no more. Stops are updated too, so a stop that the trader's position has used up isn't used again.
 */
function closeCopy(copying: Copying, copy: PlacedCopy | undefined, holding: Holding, now: number): void {
  const position = copy && copying.account.capabilities.futures.find(copy.positionNo)
  if (!position) return
  copyStops(copying, copy, holding, now)
  closeTo(copying, copy, leftOfCopy(position.lotsOrdered, { lots: copy.traderLots, left: holding.left }), now)
}

/** Updates copies from the futures positions that this turn changed. */
export function followCopies(copying: Copying, now: number): void {
  const { store, account } = copying
  if (store.live().length === 0) return
  const closes = account.capabilities.futures.closes()
  for (const row of account.capabilities.futures.changed()) {
    const copy = store.liveOf(row.positionNo)
    if (!copy) continue
    if (row.state === 'cancelled') miss(copying, copy, { code: causeCode(row), facts: {} }, now)
    else {
      const results = closes.filter(({ positionNo }) => positionNo === row.positionNo)
      const won = total(
        results.map(({ result, insured, liquidationFee }) =>
          subtract(add(decodeAmount(result), decodeAmount(insured)), decodeAmount(liquidationFee)),
        ),
      )
      const isCounted = isCounting(copy)
      if (isCounted) count(copying, copy, row, won)
      if (row.state === 'closed') {
        store.touch(Object.assign(copy, { state: 'closed', endedAt: row.endedAt }))
        if (isCounted) sendResult(copying, copy, now)
      }
    }
  }
  for (const copy of store.live()) if (copy.selfHeldAt !== null && isCounting(copy)) markSelfHeld(copying, copy, now)
  for (const following of store.followings()) {
    stopAtLoss(copying, following, now)
    settleIfOver(copying, following, now)
  }
}

/** A copy taken over by its owner is valued once more, at the first tick afterwards, with its open lots. */
function markSelfHeld(copying: Copying, copy: PlacedCopy, now: number): void {
  const { futures } = copying.account.capabilities
  const row = futures.find(copy.positionNo)
  const worth = futures.worthSinceFreed(copy.positionNo)
  if (!row || worth === null) return
  count(copying, copy, row, worth)
  copying.store.touch(Object.assign(copy, { markedAt: now }))
  sendResult(copying, copy, now)
}

const sendResult = (copying: Copying, { traderId, net }: Copy, now: number): void =>
  sendToRoom(copying, traderId, { type: 'copy_result', parts: [], net: encodeAmount(net) }, now)

/** Adds a copy's profit and costs since its last count to its following. */
function count({ store }: Copying, copy: Copy, row: FuturesRow, won: typeof ZERO): void {
  const costs = add(decodeAmount(row.fee), decodeAmount(row.overnightPaid))
  const change = subtract(won, subtract(costs, copy.costs))
  if (change === 0n) return
  store.touch(Object.assign(copy, { costs, net: add(copy.net, change) }))
  const following = store.following(copy.traderId)
  if (following) store.touchFollowing(Object.assign(following, { net: add(following.net, change) }))
}

function stopAtLoss(copying: Copying, following: Following, now: number): void {
  const { state, lossMax, net, netAtStart } = following
  if (state !== 'active' || lossMax === null || subtract(netAtStart, net) < lossMax) return
  endFollowing(copying, following, { end: 'loss_reached', keep: false, now })
}

const causeCode = ({ cause }: FuturesRow): string =>
  cause === 'price_moved' || cause === 'margin_short' || cause === 'exposure_full'
    ? `futures_${cause}`
    : 'copy_called_off'
