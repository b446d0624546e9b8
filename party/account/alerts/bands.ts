// Wake-up bands of alerts: one price band per symbol, inside which no alert of the account is reached.

import { edgesOf, spanEnd } from '#domain/alerts/alert'
import { ZERO } from '#domain/money/amount'
import { type Alerts, FEATURE_NAME, liquidationOf, openOf } from './state'
import type { Alert } from './store'

/** Sets the bands of symbols changed in this turn. */
export function settleBands(alerts: Alerts): void {
  const { riskChanges } = alerts.account.capabilities.futures
  if (riskChanges !== alerts.riskChangesThen)
    for (const { kind, symbol } of alerts.store.live()) if (kind === 'liquidation') alerts.dirtySymbols.add(symbol)
  alerts.riskChangesThen = riskChanges
  for (const symbol of alerts.dirtySymbols) setBand(alerts, symbol)
  alerts.dirtySymbols.clear()
}

/** The first tick wakes a new alert at any price; afterwards its price edges and the end of its span are enough. */
function setBand(alerts: Alerts, symbol: string): void {
  const watched = openOf(alerts, symbol).filter(({ kind }) => kind !== 'fill')
  const edges = watched.map((alert) => edgesOf(alert, liquidationOf(alerts, alert)))
  const low = highest(edges.flatMap((edge) => edge.low ?? []))
  const high = lowest(edges.flatMap((edge) => edge.high ?? []))
  const instants = watched.flatMap((alert) => nextOf(alert) ?? [])
  const { watches } = alerts.account
  const first = lowest(instants)
  const next = first === null ? null : Math.max(first, watches.actedAt(FEATURE_NAME, symbol) + 1)
  watches.set(FEATURE_NAME, symbol, { low, high, next }, { long: ZERO, short: ZERO })
}

const nextOf = (alert: Alert): number | null => (alert.isSeen ? spanEnd(alert) : alert.since + 1)

const highest = (values: readonly number[]): number | null => (values.length === 0 ? null : Math.max(...values))
const lowest = (values: readonly number[]): number | null => (values.length === 0 ? null : Math.min(...values))
