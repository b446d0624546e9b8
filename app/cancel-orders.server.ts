// Cancelling one order or all, for the actions of the pages that list orders.

import type { Outcome } from '#domain/outcome'
import { done } from '#domain/outcome'
import type { OrderRow } from '#party/protocol/account'
import { cancelAll, cancelOrder } from '#services/spot'
import type { Session } from '#session/session'
import { fieldOf } from './visitor.server'

export interface Cancelled {
  readonly order: OrderRow | null
  /** Orders asked to go, for "cancel all". */
  readonly cancelled: number
}

/**
 * `symbol` narrows "cancel all" to one pair. One page is drawn with one command id for all its buttons, so the order's
 * number is part of each command's own id.
 */
export async function runCancel(
  env: Env,
  session: Session,
  { form, symbol }: { form: FormData; symbol: string | null },
): Promise<Outcome<Cancelled>> {
  const commandId = fieldOf(form, 'commandId') || crypto.randomUUID()
  if (fieldOf(form, 'intent') === 'cancel_all') {
    const outcome = await cancelAll(env, session, { commandId: `${commandId}.all`, symbol })
    return outcome.ok ? done({ order: null, cancelled: outcome.value.orderNos.length }) : outcome
  }
  const orderNo = Number(fieldOf(form, 'orderNo'))
  const outcome = await cancelOrder(env, session, { commandId: `${commandId}.${orderNo}`, order: { orderNo } })
  return outcome.ok ? done({ order: outcome.value, cancelled: 0 }) : outcome
}
