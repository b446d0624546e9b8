// API keys of the user: listed, made and removed by the Worker after a proof of the owner. No command makes one: a key's secret is never
// remembered. Orders of agents that wait for their owner are answered here.

import * as v from 'valibot'
import { done, refuse } from '#domain/outcome'
import type { NewKey } from '#party/protocol/api-key'
import { findRequest, listRequests, toRequestRow } from '../agent-requests'
import { listActs } from '../agents'
import type { Renewal } from '../api-keys'
import type { AccountState } from '../state'
import { deferredCommand, command, feature, query, system } from '../feature'
import { marks, narrowing, nothing, paging, positive } from '../fields'
import { approveOrder, approvedOutcome, approvedSoFar, refuseOrder } from './approvals'

export const keys = feature({
  name: 'keys',
  open: (account: AccountState) => account,
  commands: {
    /** One turn writes the order and the end of its request, so that a killed room carries it out once. */
    approve_agent_order: {
      ...deferredCommand({
        input: v.strictObject({ requestId: positive, marks: v.optional(marks) }),
        run: approveOrder,
        answer: approvedOutcome,
        pendingAnswer: approvedSoFar,
        waitsForMarkets: (_account: AccountState, { symbol }) => new Set([symbol]),
      }),
      commit: 'tables' as const,
    },
    refuse_agent_order: command({
      input: v.strictObject({ requestId: positive }),
      commit: 'tables',
      run: refuseOrder,
    }),
  },
  queries: {
    api_keys: query({ input: nothing, run: ({ apiKeys }: AccountState) => done(apiKeys.rows()) }),
    /** The last thirty days by key, the newest first. A key sees its own. */
    key_days: query({
      input: nothing,
      run: ({ apiKeys }: AccountState, _input, { now, session: { sessionId } }) => {
        const isKey = apiKeys.find(sessionId) !== undefined
        return done(apiKeys.days.rows(now).filter(({ keyId }) => !isKey || keyId === sessionId))
      },
    }),
    agent_acts: query({ input: nothing, run: ({ store }: AccountState) => done(listActs(store)) }),
    /** An agent sees its own. */
    agent_request: query({
      input: v.strictObject({ requestId: positive }),
      run: (account: AccountState, { requestId }, { now, session }) => {
        const request = findRequest(account.store, requestId)
        const agent = agentOf(account, session.sessionId)
        if (!request || (agent !== null && request.keyId !== agent)) return refuse('agent_request_not_found')
        return done(toRequestRow(request, now))
      },
    }),
    /** Those with numbers below `before`, newest first; null for the newest. An agent sees its own. */
    agent_requests: query({
      input: v.strictObject({
        from: narrowing.from,
        until: narrowing.until,
        before: v.nullable(positive),
        limit: paging.limit,
      }),
      run: (account: AccountState, slice, { now, session }) => {
        const keyId = agentOf(account, session.sessionId)
        return done(listRequests(account.store, { ...slice, keyId }).map((request) => toRequestRow(request, now)))
      },
    }),
  },
  system: {
    add_api_key: system({
      commit: 'tables',
      /** `sessionId`: of the owner, if it must live: it may have ended since the proof. */
      run: (
        { apiKeys }: AccountState,
        { key, sessionId }: { readonly key: NewKey; readonly sessionId?: string },
        { account, now },
      ) => ({
        isAdded:
          account.sessions.closedAt === null &&
          (sessionId === undefined || account.sessions.findLive(sessionId, now) !== undefined) &&
          apiKeys.add({
            ...key,
            createdAt: now,
            lastUsedAt: null,
            lastAddress: '',
            ...{ generation: 0, previous: null, renewedAt: null },
            limits: key.limits ?? null,
            spent: null,
          }),
      }),
    }),
    /** Next generation of an agent's tokens. Reuse of an earlier token means that it was copied, and removes the key. */
    renew_agent_key: system({
      commit: 'tables',
      run: ({ apiKeys }: AccountState, asked: Renewal, { account, now }) => {
        const renewed = apiKeys.renew(asked, now)
        if (renewed === 'reused') account.afterwards(({ closeSockets }) => closeSockets(asked.keyId))
        return renewed
      },
    }),
    remove_api_key: system({
      commit: 'tables',
      run: ({ apiKeys }: AccountState, { keyId }: { readonly keyId: string }, { account, now }) => {
        account.afterwards(({ closeSockets }) => closeSockets(keyId))
        return { isRemoved: apiKeys.remove(keyId, now) }
      },
    }),
  },
})

/** The caller's key, if it is an agent's. */
const agentOf = ({ apiKeys }: AccountState, callerId: string): string | null =>
  apiKeys.find(callerId)?.kind === 'agent' ? callerId : null
