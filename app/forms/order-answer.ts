// Action data of order forms: placing, cancelling, amending. Order pages and the ticket share its type.

import type { SpotOrderRow } from '#party/protocol/account'
import type { ConditionalRow } from '#party/protocol/conditional'

export interface OrderAnswer {
  /** "place", "cancel", "cancel_conditional", "cancel_all" or "amend". */
  readonly intent: string
  /** Affected order. */
  readonly order: SpotOrderRow | null
  /** Conditional order, or the stop linked to the order. */
  readonly conditional?: ConditionalRow | null | undefined
  /** Orders asked to go, for "cancel_all". */
  readonly cancelled: number
  /** `isAboutPrice` puts the error beside the price field; otherwise it belongs to the quantity or the whole order. */
  readonly problem: { readonly code: string; readonly isAboutPrice: boolean; readonly text: string } | null
  /** Submitted fields, for rendering after a refusal without scripts. */
  readonly fields: Readonly<Record<string, string>>
  /** Text of the newest round of prices before an accepted order, as the log hashes it. */
  readonly round?: string | undefined
  /** True when no answer arrived and the result is unknown; set only in the browser. */
  readonly isUnanswered?: boolean | undefined
}

/** Placeholder answer after a lost connection. */
export const unanswered = (fields: Readonly<Record<string, string>>): OrderAnswer => ({
  intent: fields['intent'] ?? '',
  order: null,
  cancelled: 0,
  problem: null,
  fields,
  isUnanswered: true,
})
