// Payments of approved withdrawals, as their chain or bank shows them. Each transaction is posted once. The one that pays the withdrawal
// takes its hold; money that left by any other (paid twice, to a wrong address) is the house's loss, so that the ledger equals the chain. A
// transaction that the chain has dropped is undone.

import { findKnownAsset } from '#domain/catalogue'
import { assert } from '#domain/assert'
import { type Amount, ZERO, add, decodeAmount, minimum, subtract } from '#domain/money/amount'
import type { WithdrawalStatus } from '#party/protocol/funds'
import { payout } from '#db/account/funds'
import { tableOf } from '#party/lib/table'
import type { AccountState } from '../state'
import { type Line, move } from '../ledger'
import { gatherOwed } from './recalls'
import { type Withdrawal, findWithdrawal, holdAgain, refOf, setState } from './withdrawals'

const PAYOUTS = tableOf(payout)

interface Payout {
  readonly withdrawalId: number
  /** Transaction id, or the bank's reference. */
  readonly txId: string
  /** Fee that the network took, in the network's coin; the house pays it. */
  readonly networkFee: { readonly assetId: number; readonly amount: string } | null
}

interface PostPayout extends Payout {
  /** What left in the withdrawal's asset; zero for a transaction that failed. */
  readonly paid: string
  /** True for the transaction that pays the withdrawal. */
  readonly isPayment: boolean
}

/** `isPaid`: this transaction paid the withdrawal. */
interface Posted {
  /** Null for an unknown withdrawal, for which the Account posts nothing. */
  readonly state: WithdrawalStatus | null
  readonly isPaid: boolean
}

export function postPayout(
  account: AccountState,
  { withdrawalId, txId, paid: text, networkFee, isPayment }: PostPayout,
  { now }: { readonly now: number },
): Posted {
  const asked = findWithdrawal(account.store, withdrawalId)
  if (!asked || asked.state === 'void') return { state: asked?.state ?? null, isPaid: false }
  const known = PAYOUTS.first(account.store, 'WHERE withdrawal_id = ? AND tx_id = ?', withdrawalId, txId)
  if (known) return { state: asked.state, isPaid: known.isPayment }
  const paid = decodeAmount(text)
  const isPaid = isPayment && asked.state === 'approved' && paid > 0n
  if (isPaid) capture(account, asked, paid, now)
  else if (paid > 0n) lose(account, asked, paid, now)
  payNetwork(account, { withdrawalId, networkFee }, { isBack: false, now })
  PAYOUTS.insert(account.store, { withdrawalId, txId, paid, isPayment: isPaid, at: now })
  return { state: isPaid ? 'captured' : asked.state, isPaid }
}

/**
 * A posted transaction is not in the chain any more, or otherwise: what left by it is back, with the fee of the network. The withdrawal that it
 * paid is approved and held again. Does nothing for a transaction that is not posted.
 */
export function undoPayout(
  account: AccountState,
  { withdrawalId, txId, networkFee }: Payout,
  { now }: { readonly now: number },
): { readonly state: WithdrawalStatus | null } {
  const asked = findWithdrawal(account.store, withdrawalId)
  const known = PAYOUTS.first(account.store, 'WHERE withdrawal_id = ? AND tx_id = ?', withdrawalId, txId)
  if (!asked || !known) return { state: asked?.state ?? null }
  const { paid, isPayment } = known
  if (isPayment) restore(account, asked, paid, now)
  else if (paid > 0n) regain(account, asked, paid, now)
  payNetwork(account, { withdrawalId, networkFee }, { isBack: true, now })
  PAYOUTS.remove(account.store, { withdrawalId, txId })
  return { state: isPayment ? 'approved' : asked.state }
}

function payNetwork(
  account: AccountState,
  { withdrawalId, networkFee }: Pick<Payout, 'withdrawalId' | 'networkFee'>,
  { isBack, now }: { readonly isBack: boolean; readonly now: number },
): void {
  const fee = networkFee && decodeAmount(networkFee.amount)
  if (!networkFee || !fee) return
  const coin = findKnownAsset(account.catalogue, networkFee.assetId)
  assert(coin !== undefined && fee > 0n, 'a network takes its own coin')
  const network = `@network:${coin.code}` as const
  const lines = isBack ? move(coin.id, fee, network, '@house') : move(coin.id, fee, '@house', network)
  account.ledger.post({ reason: 'payout', ref: refOf(withdrawalId), lines }, now)
}

/** Less than its due arrived: the rest is the user's again. More: the house pays the difference. */
function capture(account: AccountState, asked: Withdrawal, paid: Amount, now: number): void {
  const { id, assetId, amount, fee } = asked
  const ref = refOf(id)
  const due = subtract(amount, fee)
  const arrived = minimum(paid, due)
  const out: Line = { account: '@external', assetId, amount: arrived }
  const released = subtract(due, arrived)
  account.ledger.capture({ ref, captured: arrived, released, reason: 'withdrawal', lines: [out] }, now)
  if (fee > 0n) {
    const earned: Line = { account: '@fees', assetId, amount: fee }
    account.ledger.capture({ ref, captured: fee, released: ZERO, reason: 'withdrawal_fee', lines: [earned] }, now)
  }
  setState(account.store, { id, state: 'captured' }, now)
  if (paid > due) lose(account, asked, subtract(paid, due), now)
  if (released > 0n) gatherOwed(account, assetId, now)
}

/** What `capture` took is held again: less than the amount, where less had arrived and the rest was released. */
function restore(account: AccountState, asked: Withdrawal, paid: Amount, now: number): void {
  const { id, assetId, amount, fee } = asked
  const [ref, due] = [refOf(id), subtract(amount, fee)]
  const back = minimum(paid, due)
  const lines = move(assetId, back, '@external', 'change:available')
  account.ledger.post({ reason: 'withdrawal', ref, lines }, now)
  if (fee > 0n) {
    const returned = move(assetId, fee, '@fees', 'change:available')
    account.ledger.post({ reason: 'withdrawal_fee', ref, lines: returned }, now)
  }
  holdAgain(account, { ...asked, amount: add(back, fee) }, now)
  if (paid > due) regain(account, asked, subtract(paid, due), now)
}

function regain(account: AccountState, { id, assetId }: Withdrawal, back: Amount, now: number): void {
  const lines = move(assetId, back, '@external', '@house')
  account.ledger.post({ reason: 'payout', ref: refOf(id), lines }, now)
}

function lose(account: AccountState, { id, assetId }: Withdrawal, lost: Amount, now: number): void {
  const lines = move(assetId, lost, '@house', '@external')
  account.ledger.post({ reason: 'payout', ref: refOf(id), lines }, now)
}
