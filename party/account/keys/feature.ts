// API keys of the user: listed, made and removed by the Worker after a proof of the owner. No command: a key's secret is never remembered.

import type { KeyKind, KeyScope } from '#domain/api-key'
import { done } from '#domain/outcome'
import type { ApiKeys } from '../api-keys'
import type { AccountState } from '../state'
import { feature, query, system } from '../feature'
import { nothing } from '../fields'

interface NewKey {
  readonly id: string
  readonly name: string
  readonly kind: KeyKind
  readonly publicKey: string
  readonly scopes: readonly KeyScope[]
  readonly addresses: readonly string[]
  readonly expiresAt: number
}

export const keys = feature({
  name: 'keys',
  open: (account: AccountState) => account.apiKeys,
  queries: {
    api_keys: query({ input: nothing, run: (own: ApiKeys) => done(own.rows()) }),
  },
  system: {
    add_api_key: system({
      commit: 'tables',
      run: (own: ApiKeys, { key }: { readonly key: NewKey }, { account, now }) => ({
        isAdded:
          account.sessions.closedAt === null && own.add({ ...key, createdAt: now, lastUsedAt: null, lastAddress: '' }),
      }),
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
