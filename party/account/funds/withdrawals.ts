// Withdrawals in an account: the amount is held on request, paid out on approval, released on refusal or cancellation. The daily withdrawal
// limit (of the last 24 hours) is decided here, so concurrent requests can't exceed it.

import { findAsset } from '#domain/catalogue'
import { type Amount, ZERO, decodeAmount, formatTrimmed, readPositive, subtract, total } from '#domain/money/amount'
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

const ENDINGS = { capture: 'captured', release: 'released', cancel: 'cancelled' } as const

type Withdrawal = RowOf<typeof withdrawal>

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

/** The user cancels a withdrawal that is not paid out yet. */
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

/** State after settling. A captured withdrawal stays "held" while a debt is open or withdrawals are frozen; `heldFor` gives the reason. */
interface Settled {
  readonly state: WithdrawalStatus | null
  readonly heldFor?: 'deposit_recalled' | 'purchase_reversed' | 'withdrawals_frozen'
}

/**
 * Settles a held withdrawal: "capture" pays it out, "release" follows the desk's refusal, "cancel" the user's wish. A settled withdrawal
 * keeps its state, which is returned. A capture during an open debt or a withdrawal freeze stays held.
 */
export function settleWithdrawal(
  account: AccountState,
  { withdrawalId, verdict }: { readonly withdrawalId: number; readonly verdict: 'capture' | 'release' | 'cancel' },
  { now }: At,
): Settled {
  const asked = findWithdrawal(account.store, withdrawalId)
  if (!asked) return { state: null }
  if (asked.state !== 'held') return { state: asked.state }
  if (verdict === 'capture' && !account.capabilities.permissions.checkWithdrawals().ok)
    return { state: 'held', heldFor: 'withdrawals_frozen' }
  const reason = owingFor(account)
  if (verdict === 'capture' && reason) return { state: 'held', heldFor: reason }
  const state = ENDINGS[verdict]
  if (state === 'captured') capture(account, asked, now)
  else giveBack(account, asked, state, now)
  return { state }
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

/** Withdrawn value since an instant, in satoshi: held and paid out. Released withdrawals don't count. */
export function btcUsedSince(store: Store, since: number): Amount {
  const counted = BTC_VALUES.rows(store, "WHERE at > ? AND state IN ('held', 'captured')", since)
  return total(counted.map(({ btcValue }) => btcValue))
}

function capture(account: AccountState, { id, assetId, amount, fee }: Withdrawal, now: number): void {
  const ref = refOf(id)
  const arrival = subtract(amount, fee)
  const out = { account: '@external', assetId, amount: arrival } as const
  account.ledger.capture({ ref, captured: arrival, released: ZERO, reason: 'withdrawal', lines: [out] }, now)
  if (fee > 0n) {
    const earned = { account: '@fees', assetId, amount: fee } as const
    account.ledger.capture({ ref, captured: fee, released: ZERO, reason: 'withdrawal_fee', lines: [earned] }, now)
  }
  setState(account.store, { id, state: 'captured' }, now)
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

const refOf = (withdrawalId: number): string => `withdrawal:${withdrawalId}`

const setState = (store: Store, { id, state }: Pick<Withdrawal, 'id' | 'state'>, now: number): void =>
  WITHDRAWALS.update(store, { id }, { state, settledAt: now })

const findWithdrawal = (store: Store, id: number): Withdrawal | undefined =>
  WITHDRAWALS.first(store, 'WHERE id = ?', id)
