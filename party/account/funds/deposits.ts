// Deposits in an account: each deposit is credited once, however often it is reported.

import { findKnownAsset } from '#domain/catalogue'
import { assert } from '#domain/assert'
import { decodeAmount } from '#domain/money/amount'
import type { DepositStatus } from '#party/protocol/funds'
import type { AccountState } from '../state'
import { move } from '../ledger'
import { findCredit, gatherOwed, insertCredit, refOf } from './recalls'

interface CreditDeposit {
  readonly depositId: number
  readonly assetId: number
  readonly amount: string
}

const WALLET = 'change'

export function creditDeposit(
  account: AccountState,
  { depositId, assetId, amount: text }: CreditDeposit,
  { now }: { readonly now: number },
): { readonly state: DepositStatus; readonly isNew: boolean } {
  const known = findCredit(account.store, depositId)
  if (known) return { state: known.state, isNew: false }
  const value = decodeAmount(text)
  // A delisted asset is still credited: its deposit was sent while it was listed.
  assert(findKnownAsset(account.catalogue, assetId) !== undefined && value > 0n, 'a deposit brings something known')

  const lines = move(assetId, value, '@external', `${WALLET}:available`)
  account.ledger.post({ reason: 'deposit', ref: refOf(depositId), lines }, now)
  insertCredit(account.store, { id: depositId, assetId, amount: value, state: 'credited' }, now)
  gatherOwed(account, assetId, now)
  return { state: 'credited', isNew: true }
}
