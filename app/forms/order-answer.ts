// What the forms about orders are answered: placing, cancelling, amending. Pages of orders and the ticket read the same answer.

import type { SpotOrderRow } from '#party/protocol/account'
import type { ConditionalRow } from '#party/protocol/conditional'

export interface OrderAnswer {
  /** "place", "cancel", "cancel_conditional", "cancel_all" or "amend". */
  readonly intent: string
  /** The one order that it was about. */
  readonly order: SpotOrderRow | null
  /** The one that waits for a price, or stands beside the order. */
  readonly conditional?: ConditionalRow | null | undefined
  /** Orders asked to go, for "cancel_all". */
  readonly cancelled: number
  /** One that is not about an amended order's price is about its quantity, or about the order. */
  readonly problem: { readonly code: string; readonly isAboutPrice: boolean; readonly text: string } | null
  /** The fields as they were sent: a page that was submitted without scripts shows them again after a refusal. */
  readonly fields: Readonly<Record<string, string>>
  /** No answer came: whether it was done is not known. Only the browser says so. */
  readonly isUnanswered?: boolean | undefined
}

/** What stands in for an answer that never came. */
export const unanswered = (fields: Readonly<Record<string, string>>): OrderAnswer => ({
  intent: fields['intent'] ?? '',
  order: null,
  cancelled: 0,
  problem: null,
  fields,
  isUnanswered: true,
})
