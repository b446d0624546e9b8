// State of alerts in an account, and the types that all their modules use.

import type { LiquidationAt } from '#domain/alerts/alert'
import type { AccountState } from '../state'
import type { Alert, AlertStore } from './store'

export const FEATURE_NAME = 'alerts'

export interface Alerts {
  readonly account: AccountState
  readonly store: AlertStore
  /** Symbols whose bands are recomputed at the end of the turn. */
  readonly dirtySymbols: Set<string>
  /** `riskChanges` of the futures when the bands were last computed; null before the first time. */
  riskChangesThen: number | null
}

export const openOf = ({ store }: Alerts, symbol: string): Alert[] =>
  store.live().filter((alert) => alert.symbol === symbol)

/** Current liquidation price of the alert’s position. */
export const liquidationOf = ({ account }: Alerts, { positionNo }: Alert): LiquidationAt | null =>
  positionNo === null ? null : account.capabilities.futures.liquidation(positionNo)
