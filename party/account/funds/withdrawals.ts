// Withdrawals in an account: the amount is held on request and stays held after the approval, until a transaction has paid it (payouts.ts);
// it is released on refusal or cancellation. The daily withdrawal limit (of the last 24 hours) is decided here, so concurrent requests can't
// exceed it.

import { findAsset } from '#domain/catalogue'
import { type Amount, ZERO, decodeAmount, formatTrimmed, readPositive, total } from '#domain/money/amount'
import { checkAvailable } from '#domain/money/available'
import { type Outcome, done, refuse } from '#domain/outcome'
import {
  type CapRefusal,
  type VerificationLevel,
  WITHDRAWAL_WINDOW_MS,
  checkDailyWithdrawalLimit,
} from '#domain/verification'
import type { WithdrawalStatus } from '#party/protocol/funds'
import { withdrawal } from '#db/account/funds'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import type { AccountState } from '../state'
import { gatherOwed, isOwing } from './recalls'

interface RequestWithdrawal {
  readonly withdrawalId: number
  readonly assetId: number
  readonly amount: string
  readonly terms: { readonly fee: string; readonly btcValue: string; readonly level: 0 | VerificationLevel }
}

type RequestRefusal =
  | 'withdrawals_frozen'
  | 'deposit_recalled'
  | 'purchase_reversed'
  | 'asset_not_found'
  | 'amount_not_positive'
  | 'withdrawal_not_open'
  | 'withdrawal_below_fee'
  | CapRefusal
  | 'insufficient_available'

interface At {
  readonly now: number
}

const WALLET = 'change'

export type Withdrawal = RowOf<typeof withdrawal>

const WITHDRAWALS = tableOf(withdrawal)
const BTC_VALUES = WITHDRAWALS.pick('btcValue')

export function requestWithdrawal(
  account: AccountState,
  { withdrawalId, assetId, amount: text, terms }: RequestWithdrawal,
  { now }: At,
): Outcome<{ readonly withdrawalId: number }, RequestRefusal> {
  const asset = findAsset(account.catalogue, assetId)
  const value = readPositive(text)

  const permitted = account.capabilities.permissions.checkWithdrawals()
  if (!permitted.ok) return permitted
  const reason = owingFor(account)
  if (reason) return refuse(reason)
  if (!asset) return refuse('asset_not_found')
  if (value === null) return refuse('amount_not_positive')
  if (findWithdrawal(account.store, withdrawalId)) return refuse('withdrawal_not_open')
  const [fee, btcValue] = [decodeAmount(terms.fee), decodeAmount(terms.btcValue)]
  if (value <= fee) return refuse('withdrawal_below_fee', { asset: asset.code, fee: formatTrimmed(asset, fee) })
  const covered = checkAvailable(asset, { available: account.ledger.available(WALLET, assetId), needed: value })
  if (!covered.ok) return covered
  const usedBtc = btcUsedSince(account.store, now - WITHDRAWAL_WINDOW_MS)
  const fits = checkDailyWithdrawalLimit(terms.level, { usedBtc, askedBtc: btcValue })
  if (!fits.ok) return fits

  account.ledger.hold({ ref: refOf(withdrawalId), wallet: WALLET, assetId, amount: value }, 'withdrawal_hold', now)
  const row = { id: withdrawalId, assetId, amount: value, fee, btcValue, state: 'held', at: now } as const
  WITHDRAWALS.insert(account.store, row)
  return done({ withdrawalId })
}

/** The user cancels a withdrawal before its approval. */
export function cancelWithdrawal(
  account: AccountState,
  { withdrawalId }: { readonly withdrawalId: number },
  { now }: At,
): Outcome<{ readonly withdrawalId: number }, 'withdrawal_not_found' | 'withdrawal_not_open'> {
  const asked = findWithdrawal(account.store, withdrawalId)
  if (!asked || asked.state === 'void') return refuse('withdrawal_not_found')
  if (asked.state !== 'held') return refuse('withdrawal_not_open')
  giveBack(account, asked, 'cancelled', now)
  return done({ withdrawalId })
}

/** Reason to block withdrawals: an open debt or review of a recalled deposit or reversed purchase. */
function owingFor({ store, capabilities }: AccountState): 'deposit_recalled' | 'purchase_reversed' | null {
  if (isOwing(store)) return 'deposit_recalled'
  return capabilities.purchases.isOwing() ? 'purchase_reversed' : null
}

/** State after settling. An approved withdrawal stays "held" while a debt is open or withdrawals are frozen; `heldFor` gives the reason. */
interface Settled {
  readonly state: WithdrawalStatus | null
  readonly heldFor?: 'deposit_recalled' | 'purchase_reversed' | 'withdrawals_frozen'
}

/** `refund` ends an approved withdrawal whose payment came to nothing; the others decide a held one. */
export type WithdrawalVerdict = 'approve' | 'release' | 'cancel' | 'refund'

const ENDINGS = {
  approve: { from: 'held', to: 'approved' },
  release: { from: 'held', to: 'released' },
  cancel: { from: 'held', to: 'cancelled' },
  refund: { from: 'approved', to: 'released' },
} as const satisfies Readonly<Record<WithdrawalVerdict, { from: WithdrawalStatus; to: WithdrawalStatus }>>

/**
 * Settles a withdrawal: "approve" lets it be paid, "release" and "refund" follow the desk, "cancel" the user's wish. In another state than
 * the verdict's it keeps that state, which is returned. An approval during an open debt or a withdrawal freeze changes nothing.
 */
export function settleWithdrawal(
  account: AccountState,
  { withdrawalId, verdict }: { readonly withdrawalId: number; readonly verdict: WithdrawalVerdict },
  { now }: At,
): Settled {
  const asked = findWithdrawal(account.store, withdrawalId)
  if (!asked) return { state: null }
  const { from, to } = ENDINGS[verdict]
  if (asked.state !== from) return { state: asked.state }
  if (to === 'approved') {
    if (!account.capabilities.permissions.checkWithdrawals().ok) return { state: 'held', heldFor: 'withdrawals_frozen' }
    const reason = owingFor(account)
    if (reason) return { state: 'held', heldFor: reason }
    setState(account.store, { id: asked.id, state: to }, null)
  } else giveBack(account, asked, to, now)
  return { state: to }
}

/** State of a withdrawal request that may never have arrived. An unknown number is marked void, so a late request is refused. */
export function voidWithdrawal(
  account: AccountState,
  { withdrawalId }: { readonly withdrawalId: number },
  { now }: At,
): { readonly state: WithdrawalStatus } {
  const known = findWithdrawal(account.store, withdrawalId)
  if (known) return { state: known.state }
  const nothing = { assetId: 0, amount: ZERO, fee: ZERO, btcValue: ZERO }
  WITHDRAWALS.insert(account.store, { id: withdrawalId, ...nothing, state: 'void', at: now })
  return { state: 'void' }
}

/** Withdrawn value since an instant, in satoshi: held, approved and paid out. Released withdrawals don't count. */
export function btcUsedSince(store: Store, since: number): Amount {
  const counted = BTC_VALUES.rows(store, "WHERE at > ? AND state IN ('held', 'approved', 'captured')", since)
  return total(counted.map(({ btcValue }) => btcValue))
}

/** Releases the hold. The state says whether the desk refused (released) or the user cancelled: when both happen at once, the first counts. */
function giveBack(
  account: AccountState,
  { id, assetId, amount }: Withdrawal,
  state: 'released' | 'cancelled',
  now: number,
): void {
  account.ledger.release(refOf(id), amount, 'withdrawal_release', now)
  setState(account.store, { id, state }, now)
  gatherOwed(account, assetId, now)
}

/** Its payment was undone: it is approved, and the amount, which is available again, is held. */
export function holdAgain(account: AccountState, { id, assetId, amount }: Withdrawal, now: number): void {
  account.ledger.hold({ ref: refOf(id), wallet: WALLET, assetId, amount }, 'withdrawal_hold', now)
  WITHDRAWALS.update(account.store, { id }, { amount, state: 'approved', settledAt: null })
}

export const refOf = (withdrawalId: number): string => `withdrawal:${withdrawalId}`

export const setState = (
  store: Store,
  { id, state }: Pick<Withdrawal, 'id' | 'state'>,
  settledAt: number | null,
): void => WITHDRAWALS.update(store, { id }, { state, settledAt })

export const findWithdrawal = (store: Store, id: number): Withdrawal | undefined =>
  WITHDRAWALS.first(store, 'WHERE id = ?', id)
