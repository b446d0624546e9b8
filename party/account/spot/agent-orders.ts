// Orders of agents: their values for the agent's limits, the limit of loss, and requests for the owner's approval.

import { agentValue } from '#domain/agent'
import { findPair } from '#domain/catalogue'
import type { Amount } from '#domain/money/amount'
import { type Refused, refuse } from '#domain/outcome'
import type { NewOrder } from '#party/protocol/spot'
import { addRequest } from '../agent-requests'
import type { AskingAgent, Turn } from '../feature'
import { checkOrder, placeOrders, readTerms } from './orders'
import type { Spot } from './state'

/** Null when one of them is not of the spot wallet and a pair with USDT, or would be taken without an index price. */
export function valuesForAgent(
  { account }: Spot,
  { orders }: { readonly orders: readonly NewOrder[] },
  agent: string,
): readonly Amount[] | null {
  const values = orders.map((order) => {
    const pair = findPair(account.catalogue, order.symbol)
    const read = readTerms(order)
    return pair && read.ok && order.wallet === undefined && order.needsIndex && order.agent === agent
      ? agentValue(pair, read.value)
      : null
  })
  return values.every((value) => value !== null) ? values : null
}

interface AgentOrders {
  readonly orders: readonly NewOrder[]
  readonly marks?: Readonly<Record<string, number>> | undefined
}

/** Places an agent's order, unless its loss of the day forbids it or its owner approves it first. Takes no batch: each order is judged alone. */
export function placeForAgent(
  spot: Spot,
  { orders, marks }: AgentOrders,
  { key, value, mustAsk, now }: Turn & AskingAgent,
): ReturnType<typeof placeOrders> | Refused {
  const [order, ...others] = orders
  if (!order || others.length > 0) return refuse('key_not_taken')
  const checked = spot.account.capabilities.agentTrades.check({ keyId: key.id, order, marks }, now)
  if (!checked.ok) return checked
  return mustAsk ? askForOrder(spot, order, { key, value, now }) : placeOrders(spot, orders, now)
}

/** Leaves an order as a request for the owner, if it could be placed now. */
function askForOrder(
  spot: Spot,
  order: NewOrder,
  { now, ...agent }: Omit<AskingAgent, 'mustAsk'> & { readonly now: number },
): Refused {
  const admitted = spot.account.capabilities.permissions.checkTrading()
  if (!admitted.ok) return admitted
  const checked = checkOrder(spot, order, { now })
  if (!checked.ok) return checked
  return addRequest(spot.account, { ...agent, order }, now)
}
