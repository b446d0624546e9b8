// /api/v1 orders of agents that wait for their owner. Extends the old contract.

import * as v from 'valibot'
import { REQUEST_STATES } from '#domain/agent'
import { type Catalogue, findPair } from '#domain/catalogue'
import { decodeAmount, formatAmount } from '#domain/money/amount'
import { done, refuse } from '#domain/outcome'
import type { AgentRequestRow } from '#party/protocol/api-key'
import { approveAgentOrder, findAgentRequest, listAgentRequests, refuseAgentOrder } from '#services/agents/requests'
import { loadCatalogue } from '#services/catalogue'
import { id } from '#services/input'
import { beforeOf, nextCursor, pageOf, walkFields, walkLimit } from './cursor'
import { wireDecimal, wireId } from './fields'
import { orderTerms } from './spot-rows'
import { type Written, privateRoute, route } from './route'

const request = v.object({
  request_id: wireId,
  agent: v.pipe(v.string(), v.description('as the agent calls itself')),
  state: v.pipe(v.picklist(REQUEST_STATES), v.description('ended: the permission was removed first')),
  symbol: v.string(),
  side: v.picklist(['buy', 'sell']),
  kind: v.picklist(['limit', 'market']),
  price: v.pipe(wireDecimal, v.description('limit, or the worst price a market order may trade at')),
  quantity: wireDecimal,
  quote_amount: v.nullable(wireDecimal),
  time_in_force: v.picklist(['gtc', 'ioc', 'fok']),
  post_only: v.boolean(),
  client_order_id: v.nullable(v.string()),
  value: v.pipe(wireDecimal, v.description('USDT, counts for the agent’s limits')),
  asked_at: v.number(),
  expires_at: v.number(),
  answered_at: v.nullable(v.number()),
  order_id: v.pipe(v.nullable(wireId), v.description('of an approved order')),
})

/** Undefined for an unknown symbol; delisted pairs stay in the directory. */
function agentRequestRow(catalogue: Catalogue, row: AgentRequestRow): v.InferInput<typeof request> | undefined {
  const { order } = row
  const pair = findPair(catalogue, order.symbol)
  return (
    pair && {
      request_id: row.id,
      agent: row.name,
      state: row.state,
      ...orderTerms(pair, order),
      value: formatAmount({ scale: 6 }, decodeAmount(row.value)),
      asked_at: row.at,
      expires_at: row.expiresAt,
      answered_at: row.endedAt,
      order_id: row.orderNo,
    }
  )
}

const answers: Written<AgentRequestRow, typeof request> = {
  schema: request,
  write: async (row, { env }) => {
    const shown = agentRequestRow(await loadCatalogue(env), row)
    if (!shown) throw new Error(`${row.order.symbol} is not in the directory`)
    return shown
  },
}
const declared = { tag: 'Agents', answers } as const

export const agentRoutes = [
  route(approveAgentOrder, {
    ...declared,
    at: 'POST /v1/agents/approve',
    summary: 'Place an order that an agent asks for',
  }),
  route(refuseAgentOrder, {
    ...declared,
    at: 'POST /v1/agents/refuse',
    summary: 'Refuse an order that an agent asks for',
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/agents/request',
    scope: 'read',
    summary: 'An order of an agent that its owner is asked about; an agent finds its own',
    tag: 'Agents',
    input: v.object({ request_id: id }),
    output: request,
    handler: async ({ env, session, input }) => {
      const found = await findAgentRequest(env, session, input.request_id)
      if (!found.ok) return found
      const shown = agentRequestRow(await loadCatalogue(env), found.value)
      return shown ? done(shown) : refuse('pair_not_found')
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/agents/requests',
    scope: 'read',
    summary: 'Orders of agents that their owner was asked about, newest first; an agent sees its own',
    tag: 'Agents',
    input: v.object({ ...walkFields, limit: walkLimit }),
    output: v.object({ list: v.array(request), next_cursor: nextCursor }),
    handler: async ({ env, session, input: { since: from, until, cursor, limit } }) => {
      const walk = { from, until, before: beforeOf(cursor), limit: limit + 1 }
      const [catalogue, rows] = await Promise.all([loadCatalogue(env), listAgentRequests(env, session, walk)])
      if (!rows.ok) return rows
      const { list, next_cursor } = pageOf(rows.value, { limit, numberOf: ({ id: number }) => number })
      const shown = list.flatMap((row) => agentRequestRow(catalogue, row) ?? [])
      return done({ list: shown, next_cursor })
    },
  }),
]
