// Play money of demo mode, posted once per reference. It comes from `@demo`, so that it can always be told from real money.

import { decodeAmount, negate } from '#domain/money/amount'
import type { SystemRequest } from '#party/protocol/account'
import type { AccountBook } from '../book'
import type { Line } from '../ledger'

export type GrantDemo = Extract<SystemRequest, { readonly type: 'grant_demo' }>

export function grantDemo(book: AccountBook, { ref, grants }: GrantDemo, now: number): { readonly isGranted: boolean } {
  const known = book.ledger.findEntry(book.store, 'demo_grant', ref)
  const lines = grants.flatMap(({ assetId, amount: text, wallet }): Line[] => {
    const value = decodeAmount(text)
    return [
      { account: '@demo', assetId, amount: negate(value) },
      { account: `${wallet}:available`, assetId, amount: value },
    ]
  })
  if (known !== null || lines.every((line) => line.amount === 0n)) return { isGranted: false }

  book.ledger.post({ reason: 'demo_grant', ref, lines }, now)
  return { isGranted: true }
}
