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

export function onTick(alerts: Alerts, { symbol, round }: WakeMessage, { now }: Turn): void {
  alerts.dirtySymbols.add(symbol)
  const tick = round.ticks.find((each) => each.symbol === symbol)
  // Alerts of a symbol are decided only by a tick of that symbol in this round.
  if (!tick || tick.at !== round.at) return
  for (const alert of openOf(alerts, symbol)) {
    const priceSteps = parseSteps(tick.price, alert.priceDecimals)
    if (tick.at > alert.since && priceSteps !== null) checkAlert(alerts, alert, { at: tick.at, priceSteps, now })
  }
}

interface Seen {
  readonly at: number
  readonly priceSteps: number
  readonly now: number
}

function checkAlert(alerts: Alerts, alert: Alert, { at, priceSteps, now }: Seen): void {
  if (isReached(edgesOf(alert, liquidationOf(alerts, alert)), priceSteps))
    return notify(alerts, alert, { priceSteps, now })
  const ends = spanEnd(alert)
  const begins = alert.kind === 'move' && (ends === null || at >= ends)
  if (!begins && alert.isSeen) return
  Object.assign(alert, { isSeen: true }, begins && { startSteps: priceSteps, startAt: at })
  alerts.store.touch(alert)
}

/** Alerts that another feature's change reaches or ends. */
export function checkLinkedAlerts(alerts: Alerts, now: number): void {
  for (const alert of alerts.store.live()) {
    if (alert.orderNo !== null) checkOrderAlert(alerts, alert, { orderNo: alert.orderNo, now })
    else if (alert.positionNo !== null) checkPositionAlert(alerts, alert, { positionNo: alert.positionNo, now })
  }
}

function checkOrderAlert(alerts: Alerts, alert: Alert, { orderNo, now }: { orderNo: number; now: number }): void {
  const order = alerts.account.capabilities.orders.find(orderNo)
  if (order && order.lotsFilled > (alert.lotsThen ?? 0)) notifyFill(alerts, alert, { order, now })
  else if (order?.state !== 'open' && order?.state !== 'pending') end(alerts, alert, 'void', now)
}

/** A liquidation reaches its alert although the account acted on the price before the alert did. */
function checkPositionAlert(
  alerts: Alerts,
  alert: Alert,
  { positionNo, now }: { positionNo: number; now: number },
): void {
  const { futures } = alerts.account.capabilities
  const position = futures.find(positionNo)
  if (position?.state === 'open') return
  const close = position?.cause === 'liquidation' ? lastClose(alerts, positionNo) : undefined
  if (close === undefined) end(alerts, alert, 'void', now)
  else notify(alerts, alert, { priceSteps: close, now })
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

function notify(alerts: Alerts, alert: Alert, { priceSteps, now }: Omit<Seen, 'at'>): void {
  const text = (value: number) => formatSteps(value, alert.priceDecimals)
  alert.toldSteps = priceSteps
  addMessage(alerts, alert, {
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

function notifyFill(alerts: Alerts, alert: Alert, { order, now }: { order: OrderStatus; now: number }): void {
  const pair = findPair(alerts.account.catalogue, alert.symbol)
  const amount = pair ? formatTrimmed(pair.base, lotsToBase(pair, order.lotsFilled)) : ''
  const asset = pair?.base.code ?? ''
  addMessage(alerts, alert, { now, facts: { pair: pairText(alert), order: String(order.orderNo), amount, asset } })
}

function addMessage(alerts: Alerts, alert: Alert, { facts, now }: { facts: MessageFacts; now: number }): void {
  end(alerts, alert, 'told', now)
  alerts.account.capabilities.notices.add({ kind: KINDS[alert.kind], facts, ref: `alert:${alert.alertNo}` }, now)
}
