// The owner's answer to an agent's order: approved, it is placed as it was asked for, under the limits and rules of that moment.

import { assert } from '#domain/assert'
import { requestStateAt } from '#domain/agent'
import { ZERO } from '#domain/money/amount'
import { isUndecided } from '#domain/order'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { MarketRefusal } from '#domain/spot'
import type { AgentRequestRow } from '#party/protocol/api-key'
import { answerRequest, findRequest, toRequestRow } from '../agent-requests'
import { addAct, beginAct, endAct } from '../agents'
import type { Marks } from '../capabilities'
import type { AccountState } from '../state'

interface Asked {
  readonly requestId: number
}
interface Approving extends Asked {
  readonly marks?: Marks
}
/** An approved order that its Market has yet to decide. */
interface Approved extends Asked {
  readonly orderNo: number
  readonly symbol: string
  readonly at: number
}
type ApprovedOutcome = Outcome<AgentRequestRow, MarketRefusal>

/** A refused order leaves the request waiting: its owner may mend the cause and approve it again. */
export function approveOrder(
  account: AccountState,
  { requestId, marks }: Approving,
  { now }: { readonly now: number },
) {
  const { store, apiKeys } = account
  const found = findWaiting(account, requestId, now)
  if (!found.ok) return found
  const { request, key } = found.value
  const lost = account.capabilities.agentTrades.check({ keyId: key.id, order: request.order, marks }, now)
  if (!lost.ok) return lost
  const counted = { key: apiKeys.find(key.id) ?? key, command: 'approve_agent_order', values: [request.value] }
  const begun = beginAct(store, apiKeys, counted, now)
  if (!begun.ok) return begun
  const admitted = account.capabilities.permissions.checkTrading()
  const placed = admitted.ok ? account.capabilities.orders.place(request.order, now) : admitted
  endAct(store, apiKeys, begun.value, placed)
  if (!placed.ok) return placed
  const orderNo = placed.value
  answerRequest(store, request, { state: 'approved', endedAt: now, orderNo })
  return done({ requestId, orderNo, symbol: request.order.symbol, at: now })
}

export function refuseOrder(account: AccountState, { requestId }: Asked, { now }: { readonly now: number }) {
  const { store } = account
  const found = findWaiting(account, requestId, now)
  if (!found.ok) return found
  const { request } = found.value
  answerRequest(store, request, { state: 'refused', endedAt: now, orderNo: null })
  addAct(store, { at: now, name: request.name, command: 'refuse_agent_order', value: ZERO, outcome: 'ok' })
  return done(rowOf(account, requestId, now))
}

/** The Market may still refuse the order. */
export function approvedOutcome(account: AccountState, approved: Approved): ApprovedOutcome | undefined {
  const order = account.capabilities.orders.row(approved.orderNo)
  assert(order !== undefined, 'the order of an approved request is stored')
  if (isUndecided(order)) return undefined
  return order.refusal === null ? approvedSoFar(account, approved) : refuse(order.refusal, order.refusalFacts)
}

export const approvedSoFar = (account: AccountState, { requestId, at }: Approved): ApprovedOutcome =>
  done(rowOf(account, requestId, at))

function findWaiting(account: AccountState, requestId: number, now: number) {
  const request = findRequest(account.store, requestId)
  if (!request) return refuse('agent_request_not_found')
  const key = account.apiKeys.find(request.keyId)
  if (!key || requestStateAt(request, now) !== 'waiting') return refuse('agent_request_ended')
  return done({ request, key })
}

function rowOf({ store }: AccountState, requestId: number, now: number): AgentRequestRow {
  const request = findRequest(store, requestId)
  assert(request !== undefined, 'an answered request is stored')
  return toRequestRow(request, now)
}
