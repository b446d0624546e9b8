// Orders that agents ask for, as their owner reads them: exactly what approving places.

import type { RequestState } from '#domain/agent'
import { findPair } from '#domain/catalogue'
import { decodeAmount, formatTrimmed, trimZeros } from '#domain/money/amount'
import { formatLots, formatTicks, lots, notionalUp, ticks } from '#domain/money/price'
import type { OrderKind, Side, TimeInForce } from '#domain/order'
import type { AgentRequestRow } from '#party/protocol/api-key'
import { listAgentRequests } from '#services/agents/requests'
import { loadCatalogue } from '#services/catalogue'
import type { Session } from '#session/session'
import { numbersIn } from '../../text/numbers'
import { readLanguage, valueOf } from '../../visitor/visitor.server'

const REQUESTS_SHOWN = 20

interface ShownRequest {
  readonly id: number
  readonly name: string
  readonly at: number
  readonly expiresAt: number
  readonly state: RequestState
  readonly orderNo: number | null
  readonly side: Side
  readonly kind: OrderKind
  readonly timeInForce: TimeInForce
  readonly isPostOnly: boolean
  readonly pair: string
  readonly quote: string
  readonly price: string
  /** Empty when a budget rules, which is `total`. */
  readonly quantity: string
  /** Price times quantity, or the budget. */
  readonly total: string
  /** USDT, counts for the agent's limits. */
  readonly value: string
}

export async function loadRequests(request: Request, env: Env, session: Session): Promise<readonly ShownRequest[]> {
  const [catalogue, listed] = await Promise.all([
    loadCatalogue(env),
    listAgentRequests(env, session, { before: null, limit: REQUESTS_SHOWN }),
  ])
  const { decimal } = numbersIn(readLanguage(request))
  return valueOf(request, listed).flatMap((row) => show(catalogue, row, decimal) ?? [])
}

/** Null for a delisted pair. */
function show(
  catalogue: Awaited<ReturnType<typeof loadCatalogue>>,
  { order, value, ...row }: AgentRequestRow,
  write: (decimal: string) => string,
): ShownRequest | null {
  const pair = findPair(catalogue, order.symbol)
  if (!pair) return null
  const { side, kind, timeInForce, isPostOnly } = order
  const [price, quantity] = [ticks(order.ticks), lots(order.lots)]
  const total = order.budget === null ? notionalUp(pair, price, quantity) : decodeAmount(order.budget)
  return {
    ...{ id: row.id, name: row.name, at: row.at, expiresAt: row.expiresAt, state: row.state, orderNo: row.orderNo },
    ...{ side, kind, timeInForce, isPostOnly, quote: pair.quote.code, pair: `${pair.base.code}/${pair.quote.code}` },
    price: `${write(trimZeros(formatTicks(pair, price)))} ${pair.quote.code}`,
    quantity: order.budget === null ? `${write(trimZeros(formatLots(pair, quantity)))} ${pair.base.code}` : '',
    total: `${write(formatTrimmed(pair.quote, total))} ${pair.quote.code}`,
    value: `${write(formatTrimmed({ scale: 6 }, decodeAmount(value)))} USDT`,
  }
}
