// Which alerts are reached (triggered). Two events can reach one: a tick of their symbol, and the end of a turn that filled an order or ended a position. A reached alert ends and
// adds its inbox message in the same turn, so a repeated tick finds it ended.

import { edgesOf, isReached, spanEnd } from '#domain/alerts/alert'
import { findPair } from '#domain/catalogue'
import { formatTrimmed } from '#domain/money/amount'
import { lotsToBase } from '#domain/money/price'
import { formatPercentTrimmed, rate } from '#domain/money/rate'
import { parseSteps, formatSteps } from '#domain/quotes/steps'
import type { MessageFacts } from '#party/protocol/message'
import type { WakeMessage } from '#party/protocol/watch'
import type { OrderStatus } from '../capabilities'
import type { Turn } from '../feature'
import { end } from './setting'
import { type Alerts, liquidationOf, openOf } from './state'
import type { Alert } from './store'

export function onTick(own: Alerts, { symbol, round }: WakeMessage, { now }: Turn): void {
  own.dirtySymbols.add(symbol)
  const tick = round.ticks.find((each) => each.symbol === symbol)
  // Alerts of a symbol are decided only by a tick of that symbol in this round.
  if (!tick || tick.at !== round.at) return
  for (const alert of openOf(own, symbol)) {
    const priceSteps = parseSteps(tick.price, alert.priceDecimals)
    if (tick.at > alert.since && priceSteps !== null) checkAlert(own, alert, { at: tick.at, priceSteps, now })
  }
}

interface Seen {
  readonly at: number
  readonly priceSteps: number
  readonly now: number
}

function checkAlert(own: Alerts, alert: Alert, { at, priceSteps, now }: Seen): void {
  if (isReached(edgesOf(alert, liquidationOf(own, alert)), priceSteps)) return notify(own, alert, { priceSteps, now })
  const ends = spanEnd(alert)
  const begins = alert.kind === 'move' && (ends === null || at >= ends)
  if (!begins && alert.isSeen) return
  Object.assign(alert, { isSeen: true }, begins && { startSteps: priceSteps, startAt: at })
  own.alerts.touch(alert)
}

/** Alerts that another feature's change reaches or ends. */
export function checkLinkedAlerts(own: Alerts, now: number): void {
  for (const alert of own.alerts.live()) {
    if (alert.orderNo !== null) checkOrderAlert(own, alert, { orderNo: alert.orderNo, now })
    else if (alert.positionNo !== null) checkPositionAlert(own, alert, { positionNo: alert.positionNo, now })
  }
}

function checkOrderAlert(own: Alerts, alert: Alert, { orderNo, now }: { orderNo: number; now: number }): void {
  const order = own.account.capabilities.orders.find(orderNo)
  if (order && order.lotsFilled > (alert.lotsThen ?? 0)) notifyFill(own, alert, { order, now })
  else if (order?.state !== 'open' && order?.state !== 'pending') end(own, alert, 'void', now)
}

/** A liquidation reaches its alert although the account acted on the price before the alert did. */
function checkPositionAlert(own: Alerts, alert: Alert, { positionNo, now }: { positionNo: number; now: number }): void {
  const { futures } = own.account.capabilities
  const position = futures.find(positionNo)
  if (position?.state === 'open') return
  const close = position?.cause === 'liquidation' ? lastClose(own, positionNo) : undefined
  if (close === undefined) end(own, alert, 'void', now)
  else notify(own, alert, { priceSteps: close, now })
}

function lastClose({ account }: Alerts, positionNo: number): number | undefined {
  const { futures } = account.capabilities
  const saved = futures.closesOf([positionNo])
  const closes = [...saved, ...futures.closes().filter((close) => close.positionNo === positionNo)]
  return closes.at(-1)?.indexSteps
}

const KINDS = {
  price: 'alert_price',
  move: 'alert_move',
  fill: 'alert_fill',
  liquidation: 'alert_liquidation',
} as const

const pairText = ({ symbol }: Alert): string => symbol.replace('-', '/')

function notify(own: Alerts, alert: Alert, { priceSteps, now }: Omit<Seen, 'at'>): void {
  const text = (value: number) => formatSteps(value, alert.priceDecimals)
  alert.toldSteps = priceSteps
  addMessage(own, alert, {
    now,
    facts: {
      pair: pairText(alert),
      price: text(priceSteps),
      ...(alert.targetSteps !== null && { threshold: text(alert.targetSteps) }),
      ...(alert.rate !== null && { percent: formatPercentTrimmed(rate(alert.rate)) }),
      ...(alert.hours !== null && { hours: String(alert.hours) }),
      ...(alert.startSteps !== null && { start: text(alert.startSteps) }),
      ...(alert.positionNo !== null && { order: String(alert.positionNo) }),
    },
  })
}

function notifyFill(own: Alerts, alert: Alert, { order, now }: { order: OrderStatus; now: number }): void {
  const pair = findPair(own.account.catalogue, alert.symbol)
  const amount = pair ? formatTrimmed(pair.base, lotsToBase(pair, order.lotsFilled)) : ''
  const asset = pair?.base.code ?? ''
  addMessage(own, alert, { now, facts: { pair: pairText(alert), order: String(order.orderNo), amount, asset } })
}

function addMessage(own: Alerts, alert: Alert, { facts, now }: { facts: MessageFacts; now: number }): void {
  end(own, alert, 'told', now)
  own.account.capabilities.notices.add({ kind: KINDS[alert.kind], facts, ref: `alert:${alert.alertNo}` }, now)
}
