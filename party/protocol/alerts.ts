// Words of an Account room about alerts. Prices are steps of the symbol, rates canonical integer text, instants milliseconds.

import type { AlertDirection, AlertKind, AlertState, SpanHours } from '#domain/alerts/alert'

export interface AlertRow {
  readonly alertNo: number
  readonly kind: AlertKind
  readonly symbol: string
  readonly priceDecimals: number
  readonly targetSteps: number | null
  readonly direction: AlertDirection | null
  readonly rate: string | null
  readonly hours: SpanHours | null
  /** First price of a move’s running span, and its time. */
  readonly startSteps: number | null
  readonly startAt: number | null
  readonly orderNo: number | null
  readonly positionNo: number | null
  readonly state: AlertState
  /** The price that reached it. */
  readonly toldSteps: number | null
  readonly setAt: number
  readonly endedAt: number | null
}

/** Most open alerts per account. */
export const ALERTS_OPEN_MAX = 50
/** Ended alerts that an account keeps, the newest. */
export const ALERTS_ENDED_KEPT = 200
