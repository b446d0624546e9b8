// Refunds decided by staff: card refunds run at the provider after two approvals; others are sent manually and
// confirmed afterwards.

import type { BuyPaymentRow } from '#db/platform/buy-payment'
import { reopenReview } from '#db/platform/review-request'
import { goneOf } from '#domain/buy/payment'
import type { ReviewDecision } from '#domain/desk/review'
import { refundCard } from './card'
import { applyPayment } from './payments'
import { cardProvider } from './providers'

/** True when the provider can refund the payment after approval. */
export const isSentByProvider = (env: Env, payment: BuyPaymentRow): boolean =>
  payment.kind === 'card' &&
  payment.paidAt !== null &&
  payment.problem !== 'refund_failed' &&
  goneOf(payment) < payment.amount &&
  cardProvider(env) !== null

/** Refunds the remaining payment by its provider. Returns false on refusal, which reopens the review. Idempotent per decision. */
export async function sendBack(
  env: Env,
  payment: BuyPaymentRow,
  { reviewId, at }: Pick<ReviewDecision, 'reviewId' | 'at'>,
): Promise<boolean> {
  const provider = isSentByProvider(env, payment) ? cardProvider(env) : null
  if (!provider) return true
  const { providerId: paymentId, reference, currency, amount, refunded } = payment
  const left = amount - goneOf(payment)
  const asked = { paymentId, reference, amount: left, key: String(reviewId) }
  if (!(await refundCard(env, provider, asked))) {
    await reopenReview(env.DB, reviewId, at)
    return false
  }
  // Recorded at once; the provider's webhook later repeats it without effect.
  const event = {
    id: '',
    type: 'refunded',
    paymentId,
    reference,
    currency,
    amount,
    refunded: refunded + left,
    payer: '',
  } as const
  await applyPayment(env, 'card', event, at)
  return true
}
