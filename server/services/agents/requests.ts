// Orders of agents that wait for their owner: read by both, answered by the owner alone.

import * as v from 'valibot'
import { findPair } from '#domain/catalogue'
import { type Outcome, done } from '#domain/outcome'
import type { AgentRequestRow } from '#party/protocol/api-key'
import type { Session } from '#session/session'
import { callAccount } from '../account-room'
import { loadCatalogue } from '../catalogue'
import { id } from '../input'
import { accountCommand, operation } from '../operation'
import { indexMarks } from '../quotes'
import { admitOrder } from '../stocks'

const named = v.object({ request_id: id })

export const findAgentRequest = (env: Env, session: Session, requestId: number): Promise<Outcome<AgentRequestRow>> =>
  callAccount(env, session, { type: 'agent_request', requestId })

/** Newest first. */
export const listAgentRequests = (
  env: Env,
  session: Session,
  walk: {
    readonly from?: number | undefined
    readonly until?: number | undefined
    readonly before: number | null
    readonly limit: number
  },
): Promise<Outcome<readonly AgentRequestRow[]>> => callAccount(env, session, { type: 'agent_requests', ...walk })

/** Places the order, under the rules for the owner's own orders and the agent's limits. */
export const approveAgentOrder = accountCommand('approve_agent_order', {
  input: named,
  prepare: async ({ env, session, country }, { request_id: requestId }) => {
    const [catalogue, found] = await Promise.all([loadCatalogue(env), findAgentRequest(env, session, requestId)])
    if (!found.ok) return found
    const { symbol, side } = found.value.order
    const admitted = await admitOrder(env, { pair: findPair(catalogue, symbol), side, country })
    return admitted.ok ? done({ requestId, marks: await indexMarks(env) }) : admitted
  },
})

export const refuseAgentOrder = operation({
  input: named,
  run: ({ env, session, commandId }, { request_id: requestId }): Promise<Outcome<AgentRequestRow>> =>
    callAccount(env, session, { type: 'refuse_agent_order', commandId, requestId }),
})
