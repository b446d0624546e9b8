// Setting and removing alerts.

import { type SpanHours, checkAlertRate, directionTo } from '#domain/alerts/alert'
import { findPair } from '#domain/catalogue'
import { rate } from '#domain/money/rate'
import { type Outcome, done, refuse } from '#domain/outcome'
import { ALERTS_OPEN_MAX, type AlertRow } from '#party/protocol/alerts'
import { type Alerts, FEATURE_NAME } from './state'
import { type Alert, toRow } from './store'

type SetRefusal =
  | 'alerts_above_max'
  | 'alert_rate_out_of_bounds'
  | 'alert_order_ended'
  | 'alert_position_ended'
  | 'pair_not_found'
  | 'no_reference_price'

/** An alert as the Worker sends it; `reference` is the index price that it read. */
export type NewAlert =
  | { readonly kind: 'price'; readonly symbol: string; readonly targetSteps: number; readonly reference: number }
  | { readonly kind: 'move'; readonly symbol: string; readonly rate: string; readonly hours: SpanHours }
  | { readonly kind: 'fill'; readonly orderNo: number }
  | { readonly kind: 'liquidation'; readonly positionNo: number; readonly rate: string }

type Terms = Pick<Alert, 'kind' | 'symbol'> &
  Partial<Pick<Alert, 'targetSteps' | 'direction' | 'rate' | 'hours' | 'orderNo' | 'lotsThen' | 'positionNo'>>

export function setAlert(alerts: Alerts, input: NewAlert, now: number): Outcome<AlertRow, SetRefusal> {
  if (alerts.store.liveCount >= ALERTS_OPEN_MAX) return refuse('alerts_above_max', { bound: String(ALERTS_OPEN_MAX) })
  const terms = termsOf(alerts, input)
  if (!terms.ok) return terms
  const { symbol } = terms.value
  const pair = findPair(alerts.account.catalogue, symbol)
  if (!pair) return refuse('pair_not_found')
  const alert: Alert = {
    ...EMPTY,
    ...terms.value,
    alertNo: alerts.store.nextNumber(),
    priceDecimals: pair.priceDecimals,
    since: alerts.account.watches.requestedAt(FEATURE_NAME, symbol, now),
    setAt: now,
  }
  alerts.store.touch(alert)
  alerts.dirtySymbols.add(symbol)
  return done(toRow(alert))
}

const EMPTY = {
  targetSteps: null,
  direction: null,
  rate: null,
  hours: null,
  startSteps: null,
  startAt: null,
  orderNo: null,
  lotsThen: null,
  positionNo: null,
  state: 'open',
  isSeen: false,
  toldSteps: null,
  endedAt: null,
} as const

function termsOf(alerts: Alerts, input: NewAlert): Outcome<Terms, SetRefusal> {
  switch (input.kind) {
    case 'price': {
      const { kind, symbol, targetSteps, reference } = input
      if (reference === 0) return refuse('no_reference_price')
      return done({ kind, symbol, targetSteps, direction: directionTo(targetSteps, reference) })
    }
    case 'move': {
      const { kind, symbol, hours } = input
      const by = checkAlertRate(rate(BigInt(input.rate)))
      return by.ok ? done({ kind, symbol, rate: by.value, hours }) : by
    }
    case 'fill':
      return fillTerms(alerts, input.orderNo)
    default:
      return liquidationTerms(alerts, input)
  }
}

function fillTerms({ account }: Alerts, orderNo: number): Outcome<Terms, SetRefusal> {
  const order = account.capabilities.orders.find(orderNo)
  if (order?.state !== 'open' && order?.state !== 'pending') return refuse('alert_order_ended')
  return done({ kind: 'fill', symbol: order.symbol, orderNo, lotsThen: order.lotsFilled })
}

function liquidationTerms(
  { account }: Alerts,
  { positionNo, rate: input }: Extract<NewAlert, { kind: 'liquidation' }>,
): Outcome<Terms, SetRefusal> {
  const by = checkAlertRate(rate(BigInt(input)))
  if (!by.ok) return by
  const position = account.capabilities.futures.find(positionNo)
  if (position?.state !== 'open') return refuse('alert_position_ended')
  return done({ kind: 'liquidation', symbol: position.symbol, positionNo, rate: by.value })
}

export function removeAlert(
  alerts: Alerts,
  alertNo: number,
  now: number,
): Outcome<AlertRow, 'alert_not_found' | 'alert_not_open'> {
  const alert = alerts.store.find(alertNo)
  if (!alert) return refuse('alert_not_found')
  if (alert.state !== 'open') return refuse('alert_not_open')
  end(alerts, alert, 'removed', now)
  return done(toRow(alert))
}

export function end(alerts: Alerts, alert: Alert, state: 'told' | 'removed' | 'void', at: number): void {
  Object.assign(alert, { state, endedAt: at })
  alerts.store.touch(alert)
  alerts.dirtySymbols.add(alert.symbol)
}
