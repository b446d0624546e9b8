// Puts play money back to the start grant, in one entry against `@demo`. Refused while anything still holds or moves the account's money.

import { type Wallet, WALLETS } from '#domain/catalogue'
import { LEFT_AT_RESET } from '#domain/leaving/demo-reset'
import { type Amount, ZERO, add, amount, decodeAmount, negate } from '#domain/money/amount'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { AccountState } from '../state'
import type { Line } from '../ledger'

export interface Grant {
  readonly assetId: number
  readonly amount: string
  readonly wallet: Wallet
}

export function resetDemo(
  account: AccountState,
  grants: readonly Grant[],
  { now, commandId }: { readonly now: number; readonly commandId: string },
): Outcome<{ readonly isChanged: boolean }, 'account_unfinished'> {
  const left = [...account.unfinished(now).keys()].filter((name) => !LEFT_AT_RESET.has(name))
  const balances = account.ledger.balances()
  // A hold without an open matter above also refuses the reset, which would take the held money.
  const held = balances.filter((row) => row.held !== '0').length
  if (left.length > 0 || held > 0) return refuse('account_unfinished', { count: String(left.length || held) })

  const wanted = new Map(grants.map((grant) => [`${grant.wallet} ${grant.assetId}`, decodeAmount(grant.amount)]))
  const assetIds = new Set([...balances, ...grants].map(({ assetId }) => assetId))
  const lines = [...assetIds].flatMap((assetId): Line[] => {
    const moves = WALLETS.flatMap((wallet): Line[] => {
      const own = balances.find((row) => row.wallet === wallet && row.assetId === assetId)
      const value = amount((wanted.get(`${wallet} ${assetId}`) ?? ZERO) - decodeAmount(own?.available ?? '0'))
      return value === 0n ? [] : [{ account: `${wallet}:available`, assetId, amount: value }]
    })
    const sum = moves.reduce<Amount>((total, line) => add(total, line.amount), ZERO)
    return [...moves, { account: '@demo', assetId, amount: negate(sum) }]
  })
  const isChanged = lines.some((line) => line.amount !== 0n)
  if (isChanged) account.ledger.post({ reason: 'demo_reset', ref: commandId, lines }, now)
  return done({ isChanged })
}
