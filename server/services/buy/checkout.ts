// Checkout of a fiat order: opened once per order; unpaid orders can be cancelled.

import { logError } from '#lib/log-line'
import { type BuyOrderRow, cancelBuyOrder, findBuyOrder, noteCheckout } from '#db/platform/buy'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { Session } from '#session/session'
import { checkSession } from '../account-room'
import { closeCheckout, openCheckout } from './card'
import { cardProvider, rampProvider } from './providers'
import { rampAddress } from './ramp'

/** Payment page URL of an order; empty while none exists. */
export function payAddressOf(env: Env, order: BuyOrderRow): string {
  if (order.state !== 'to_pay') return ''
  if (order.kind === 'card') return order.checkoutUrl
  const provider = order.kind === 'ramp' ? rampProvider(env) : null
  return provider ? rampAddress(provider, order) : ''
}

export type CheckoutRefusal = 'buy_checkout_failed'

/** Opens the order's checkout unless it exists. Provider failures are logged. */
export async function prepareCheckout(
  env: Env,
  order: BuyOrderRow,
  now: number,
): Promise<Outcome<null, CheckoutRefusal>> {
  if (order.kind !== 'card' || order.state !== 'to_pay' || order.checkoutUrl !== '') return done(null)
  const provider = cardProvider(env)
  if (!provider) return refuse('buy_checkout_failed')
  try {
    await noteCheckout(env.DB, order.id, await openCheckout(env, provider, order, now))
    return done(null)
  } catch (error) {
    logError(`order with fiat ${order.id}: no checkout`, error)
    return refuse('buy_checkout_failed')
  }
}

/** Cancels an unpaid order; idempotent. A payment that still arrives is reviewed by staff. */
export async function cancelBuyCheckout(
  env: Env,
  session: Session,
  orderId: number,
  now: number,
): Promise<Outcome<BuyOrderRow>> {
  const [check, row] = await Promise.all([checkSession(env, session), findBuyOrder(env.DB, orderId)])
  if (!check.ok) return check
  if (row?.userId !== session.userId) return refuse('buy_order_not_found')
  const isTaken = await cancelBuyOrder(env.DB, orderId, now)
  const after = (await findBuyOrder(env.DB, orderId)) ?? row
  if (isTaken) await closeQuietly(env, after)
  return after.state === 'cancelled' ? done(after) : refuse('buy_order_not_open')
}

/** Best effort: a checkout that cannot be closed expires by itself. */
async function closeQuietly(env: Env, { id, kind, checkoutId }: BuyOrderRow): Promise<void> {
  const provider = kind === 'card' && checkoutId !== '' ? cardProvider(env) : null
  if (!provider) return
  try {
    await closeCheckout(env, provider, checkoutId)
  } catch (error) {
    logError(`order with fiat ${id}: its checkout stays open`, error)
  }
}
