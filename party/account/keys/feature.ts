// API keys of the user: listed, made and removed by the Worker after a proof of the owner. No command: a key's secret is never remembered.

import { done } from '#domain/outcome'
import type { NewKey } from '#party/protocol/api-key'
import { listActs } from '../agents'
import type { ApiKeys, Renewal } from '../api-keys'
import type { AccountState } from '../state'
import { feature, query, system } from '../feature'
import { nothing } from '../fields'

export const keys = feature({
  name: 'keys',
  open: (account: AccountState) => account.apiKeys,
  queries: {
    api_keys: query({ input: nothing, run: (own: ApiKeys) => done(own.rows()) }),
    agent_acts: query({ input: nothing, run: (_own: ApiKeys, _input, { account }) => done(listActs(account.store)) }),
  },
  system: {
    add_api_key: system({
      commit: 'tables',
      /** `sessionId`: of the owner, if it must live: it may have ended since the proof. */
      run: (
        own: ApiKeys,
        { key, sessionId }: { readonly key: NewKey; readonly sessionId?: string },
        { account, now },
      ) => ({
        isAdded:
          account.sessions.closedAt === null &&
          (sessionId === undefined || account.sessions.findLive(sessionId, now) !== undefined) &&
          own.add({
            ...key,
            createdAt: now,
            lastUsedAt: null,
            lastAddress: '',
            generation: 0,
            limits: key.limits ?? null,
            spent: null,
          }),
      }),
    }),
    /** Next generation of an agent's tokens. Reuse of an earlier token means that it was copied, and removes the key. */
    renew_agent_key: system({
      commit: 'tables',
      run: (own: ApiKeys, asked: Renewal, { account, now }) => {
        const renewed = own.renew(asked, now)
        if (renewed === 'reused') account.afterwards(({ closeSockets }) => closeSockets(asked.keyId))
        return renewed
      },
    }),
    remove_api_key: system({
      commit: 'tables',
      run: (own: ApiKeys, { keyId }: { readonly keyId: string }, { account }) => {
        account.afterwards(({ closeSockets }) => closeSockets(keyId))
        return { isRemoved: own.remove(keyId) }
      },
    }),
  },
})
