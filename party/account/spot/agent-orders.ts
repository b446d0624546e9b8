// Orders of agents: what they count for the agent's limits, and the request that one of them leaves for its owner.

import { agentValue } from '#domain/agent'
import { findPair } from '#domain/catalogue'
import type { Amount } from '#domain/money/amount'
import { type Refused, refuse } from '#domain/outcome'
import type { NewOrder } from '#party/protocol/spot'
import { addRequest } from '../agent-requests'
import type { AskingAgent, Turn } from '../feature'
import { checkOrder, readTerms } from './orders'
import type { Spot } from './state'

/** Null when one of them is not of the spot wallet and a pair with USDT, or would be taken without an index price. */
export function valuesForAgent(
  { account }: Spot,
  { orders }: { readonly orders: readonly NewOrder[] },
): readonly Amount[] | null {
  const values = orders.map((order) => {
    const pair = findPair(account.catalogue, order.symbol)
    const read = readTerms(order)
    return pair && read.ok && order.wallet === undefined && order.needsIndex ? agentValue(pair, read.value) : null
  })
  return values.every((value) => value !== null) ? values : null
}

/** Leaves an agent's order as a request for its owner, if it could be placed now. */
export function askForOrder(
  spot: Spot,
  { orders: [order, ...others] }: { readonly orders: readonly NewOrder[] },
  { key, value, now }: Turn & AskingAgent,
): Refused {
  if (!order || others.length > 0) return refuse('key_not_taken')
  const admitted = spot.account.capabilities.permissions.checkTrading()
  if (!admitted.ok) return admitted
  const checked = checkOrder(spot, order, { now })
  if (!checked.ok) return checked
  return addRequest(spot.account, { key, value, order }, now)
}
