// Reversal of money credited to a user: it is taken from any wallet, because moving between wallets is free.

import { WALLETS, type Wallet } from '#domain/catalogue'
import type { BillReason } from '#domain/bill-reason'
import { type Amount, ZERO, add, minimum, subtract } from '#domain/money/amount'
import type { AccountState } from './state'
import { move } from './ledger'

/** Deposits credit the `change` wallet, so it is debited first. */
export const ASKED: readonly Wallet[] = ['change', ...WALLETS.filter((wallet) => wallet !== 'change')]

export interface CreditReversal {
  readonly assetId: number
  readonly amount: Amount
  readonly reason: BillReason
  readonly ref: string
}

/** Debits the amount as far as the wallets cover it, by one entry; returns the debited amount. */
export function reverseCredit(
  account: AccountState,
  { assetId, amount, reason, ref }: CreditReversal,
  now: number,
): Amount {
  let missing = amount
  const parts = ASKED.flatMap((wallet) => {
    const taken = minimum(missing, account.ledger.available(wallet, assetId))
    missing = subtract(missing, taken)
    return taken > 0n ? [{ wallet, taken }] : []
  })
  if (parts.length === 0) return ZERO
  const lines = parts.flatMap(({ wallet, taken }) => move(assetId, taken, `${wallet}:available`, '@external'))
  account.ledger.post({ reason, ref, lines }, now)
  return subtract(amount, missing)
}

/** Amount that can be debited now. */
export const takeable = (account: AccountState, assetId: number): Amount =>
  ASKED.reduce<Amount>((sum, wallet) => add(sum, account.ledger.available(wallet, assetId)), ZERO)
