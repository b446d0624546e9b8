// Orders of agents that wait until their owner approves or refuses them.

import { agentRequest } from '#db/account/room'
import { assert } from '#domain/assert'
import { APPROVALS_WAITING_MAX, APPROVAL_LIFE_MS, requestStateAt } from '#domain/agent'
import { findPair } from '#domain/catalogue'
import { type Amount, decodeAmount, encodeAmount, formatTrimmed } from '#domain/money/amount'
import { lots, notionalUp, ticks } from '#domain/money/price'
import type { NewOrder } from '#domain/new-order'
import { type Refused, refuse } from '#domain/outcome'
import { MINUTE_MS } from '#domain/time'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import type { AgentRequestRow } from '#party/protocol/api-key'
import type { StoredKey } from './api-keys'
import { type Narrowing, type Slice, narrowed, readBefore } from './listing'
import type { AccountState } from './state'

const REQUESTS = tableOf(agentRequest)
const REQUESTS_KEPT = 300

type AgentRequest = RowOf<typeof agentRequest>

/** Stores a request and sends its owner a message. The agent's refusal has the request's number. */
export function addRequest(
  account: AccountState,
  { key, order, value }: { readonly key: StoredKey; readonly order: NewOrder; readonly value: Amount },
  now: number,
): Refused<'agent_must_wait' | 'agent_requests_above_max'> {
  const { store, catalogue } = account
  if (REQUESTS.count(store, "WHERE state = 'waiting' AND expires_at > ?", now) >= APPROVALS_WAITING_MAX)
    return refuse('agent_requests_above_max', { bound: String(APPROVALS_WAITING_MAX) })
  const id = REQUESTS.last(store, 'id') + 1
  const expiresAt = Math.min(now + APPROVAL_LIFE_MS, key.expiresAt)
  const asked = { id, keyId: key.id, name: key.name, at: now, expiresAt, order, value }
  REQUESTS.put(store, { ...asked, state: 'waiting', endedAt: null, orderNo: null })
  REQUESTS.removeAll(store, 'WHERE id <= ? AND expires_at <= ?', id - REQUESTS_KEPT, now)
  const pair = findPair(catalogue, order.symbol)
  assert(pair !== undefined, 'a checked order has a pair')
  const total =
    order.budget === null ? notionalUp(pair, ticks(order.ticks), lots(order.lots)) : decodeAmount(order.budget)
  const facts = {
    ...{ agent: key.name, side: order.side, pair: `${pair.base.code}/${pair.quote.code}` },
    ...{ total: formatTrimmed(pair.quote, total), quote: pair.quote.code },
    minutes: String(APPROVAL_LIFE_MS / MINUTE_MS),
  }
  account.capabilities.notices.add({ kind: 'agent_asks', facts, ref: `agent-request:${id}` }, now)
  return refuse('agent_must_wait', { request: String(id) })
}

export const findRequest = (store: Store, id: number): AgentRequest | undefined =>
  REQUESTS.first(store, 'WHERE id = ?', id)

/** Newest first; of one agent, or of all. */
export function listRequests(
  store: Store,
  { keyId, from, until, ...slice }: Slice & Narrowing & { readonly keyId: string | null },
): AgentRequest[] {
  const own = keyId === null ? [] : [{ text: 'key_id = ?', value: keyId }]
  return readBefore(
    store,
    { table: REQUESTS, key: 'id', conditions: [...own, ...narrowed('at', { from, until })] },
    slice,
  )
}

/** The owner's answer. */
export const answerRequest = (
  store: Store,
  { id }: AgentRequest,
  answered: Pick<AgentRequest, 'orderNo' | 'endedAt'> & { readonly state: 'approved' | 'refused' },
): void => REQUESTS.update(store, { id }, answered)

export const toRequestRow = ({ keyId: _keyId, value, ...request }: AgentRequest, now: number): AgentRequestRow => ({
  ...request,
  value: encodeAmount(value),
  state: requestStateAt(request, now),
})
