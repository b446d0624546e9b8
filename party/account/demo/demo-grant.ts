// Play money of demo mode, posted once per reference. It comes from `@demo`, which separates it from real money.

import type { Wallet } from '#domain/catalogue'
import { decodeAmount, negate } from '#domain/money/amount'
import type { AccountState } from '../state'
import type { Line } from '../ledger'

interface GrantDemo {
  readonly ref: string
  readonly grants: readonly { readonly assetId: number; readonly amount: string; readonly wallet: Wallet }[]
}

export function grantDemo(
  account: AccountState,
  { ref, grants }: GrantDemo,
  { now }: { readonly now: number },
): { readonly isGranted: boolean } {
  const known = account.ledger.findEntry(account.store, 'demo_grant', ref)
  const lines = grants.flatMap(({ assetId, amount: text, wallet }): Line[] => {
    const value = decodeAmount(text)
    return [
      { account: '@demo', assetId, amount: negate(value) },
      { account: `${wallet}:available`, assetId, amount: value },
    ]
  })
  if (known !== null || lines.every((line) => line.amount === 0n)) return { isGranted: false }

  account.ledger.post({ reason: 'demo_grant', ref, lines }, now)
  return { isGranted: true }
}
