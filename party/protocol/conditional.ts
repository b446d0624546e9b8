// Words of an Account room about conditional orders. Trigger prices are steps of the symbol, prices of orders ticks of the pair, quantities
// lots, instants milliseconds, amounts and rates canonical integer text.

import type { ConditionalEnd, ConditionalKind, ConditionalState, TriggerCause } from '#domain/conditional/triggers'
import type { Side } from '#domain/order'
import type { RefusalFacts } from '#domain/outcome'

/** A conditional order, from acceptance until it has sent an order or ended. */
export interface ConditionalRow {
  readonly conditionalNo: number
  readonly symbol: string
  readonly side: Side
  readonly kind: ConditionalKind
  readonly stopSteps: number | null
  readonly profitSteps: number | null
  readonly trailSteps: number | null
  readonly trailRate: string | null
  readonly bestSteps: number | null
  readonly limitTicks: number | null
  readonly worstTicks: number | null
  readonly lots: number
  readonly budget: string | null
  readonly assetId: number
  readonly held: string
  /** The OCO's limit order, or the entry of an attached order. */
  readonly linkedNo: number | null
  readonly legTicks: number | null
  readonly priceDecimals: number
  readonly state: ConditionalState
  readonly end: ConditionalEnd | null
  readonly cause: TriggerCause | null
  readonly firedSteps: number | null
  readonly firedAt: number | null
  readonly receiptId: string | null
  readonly orderNo: number | null
  readonly refusal: string | null
  readonly refusalFacts: RefusalFacts
  readonly acceptedAt: number
  readonly endedAt: number | null
}

/** How far orders have come, as the desk asks for them: those refused after their trigger are triggered ones. */
export const CONDITIONAL_STAGES = ['waiting', 'triggered', 'cancelled'] as const
export type ConditionalStage = (typeof CONDITIONAL_STAGES)[number]

/** Filters of the desk's list; null filters nothing. */
export interface DeskConditionals {
  readonly stage: ConditionalStage | null
  readonly symbol: string | null
}

/** Most live conditional orders per account. */
export const CONDITIONALS_LIVE_MAX = 50
