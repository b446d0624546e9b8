// Ends of a payment: the Account posts it once, then the directory follows. Every step may be repeated after a crash.

import {
  type PayoutSendRow,
  type Watched,
  closePaid,
  closeUnpaid,
  findSend,
  markSent,
  sharersOf,
} from '#db/platform/payout'
import { findSimulatedTransfer, insertSimulatedTransfer } from '#db/platform/chain'
import { type WithdrawalRow, findWithdrawal } from '#db/platform/withdrawal'
import type { Catalogue } from '#domain/catalogue'
import type { PayoutProblem } from '#domain/funds/payout'
import { isAddressKind } from '#domain/funds/withdrawal'
import { type Amount, ZERO, amount, encodeAmount } from '#domain/money/amount'
import { sha256 } from '#lib/digest'
import { callAccountAsSystem } from '../account-room'
import { loadCatalogue } from '../catalogue'
import { toScale } from '../chains/deposit-checks'
import { isChainSimulated } from '../chains/networks'
import { simulatedHeight } from '../chains/simulated'
import { notifyOfWithdrawal } from '../funds/notice'
import { notify } from '../messages'
import { assetOf, coinOf, confirmationsOf, dueOf, newSend } from './payments'

export interface Arrived {
  readonly paid: Amount
  readonly confirmations: number
  /** Of the whole transaction, in 10^-decimals of the network's coin. */
  readonly networkFee: { readonly units: bigint; readonly decimals: number } | null
}

/** Posts the transaction as the payment of its withdrawal; where that is paid already, as money lost, and tells the desk. */
export async function settlePaid(env: Env, watched: Watched, arrived: Arrived, now: number): Promise<void> {
  await undoPosted(env, watched)
  const networkFee = await shareOfFee(env, watched.send, arrived)
  await finishPaid(env, watched, { ...arrived, networkFee }, now)
}

/** Settles a payment, given the withdrawal's share of the network fee. */
export async function finishPaid(
  env: Env,
  watched: Watched,
  arrived: Omit<Arrived, 'networkFee'> & { readonly networkFee: Amount },
  now: number,
): Promise<void> {
  const { send, row } = watched
  const { networkFee } = arrived
  const { isPaid, state } = await post(env, watched, { ...arrived, isPayment: true })
  const end = { paid: arrived.paid, networkFee, lookedAt: now }
  if (!isPaid) {
    await closeUnpaid(env.DB, watched, {
      ...end,
      state: 'stray',
      problem: 'paid_twice',
      at: now,
      isRefunded: isRefund(state),
    })
    return
  }
  // First: nothing asks for the message once the row says paid.
  await notifyOfWithdrawal(env, row, 'passed', now, notify)
  await closePaid(env.DB, send, { ...end, state: 'paid', confirmations: arrived.confirmations, at: now })
}

const isRefund = (state: string | null): boolean => state === 'released' || state === 'cancelled'

/** The transaction did not pay; two people are asked. A wrong amount is posted when they have decided. */
export async function settleProblem(
  env: Env,
  watched: Watched,
  { problem, ...arrived }: Arrived & { readonly problem: Exclude<PayoutProblem, 'paid_twice'> },
  now: number,
): Promise<void> {
  await undoPosted(env, watched)
  const networkFee = await shareOfFee(env, watched.send, arrived)
  const end = { paid: arrived.paid, networkFee, lookedAt: now, at: now, problem }
  const isOfItsWithdrawal = watched.row.txId === watched.send.txId && watched.row.state === 'sent'
  if (problem === 'wrong_amount') {
    if (isOfItsWithdrawal) return closeUnpaid(env.DB, watched, { ...end, state: 'sent' })
    // Another transaction paid the withdrawal, so this money is lost.
    await post(env, watched, { ...end, isPayment: false })
    return closeUnpaid(env.DB, watched, { ...end, state: 'stray', problem: 'paid_twice' })
  }
  if (problem === 'failed' || problem === 'wrong_target') await post(env, watched, { ...end, isPayment: false })
  return closeUnpaid(env.DB, watched, {
    ...end,
    state: problem === 'failed' || problem === 'wrong_target' ? 'failed' : 'gone',
  })
}

/** A transaction that was posted, and that the chain shows otherwise now: its figures stand in its row until it ends again. */
async function undoPosted(env: Env, { send, row }: Watched): Promise<void> {
  if (send.paid === 0n && send.networkFee === 0n) return
  await callAccountAsSystem(env, row.userId, {
    type: 'undo_payout',
    withdrawalId: row.id,
    txId: send.txId,
    networkFee: await coinAmount(env, send, send.networkFee),
  })
}

/** A network's fee in its coin, as the Account takes it. */
async function coinAmount(env: Env, { network }: PayoutSendRow, fee: Amount) {
  const coin = coinOf(await loadCatalogue(env), network)
  return coin && fee > 0n ? { assetId: coin.id, amount: encodeAmount(fee) } : null
}

export async function post(
  env: Env,
  { send, row }: Watched,
  { paid, networkFee, isPayment }: { readonly paid: Amount; readonly networkFee: Amount; readonly isPayment: boolean },
) {
  return callAccountAsSystem(env, row.userId, {
    type: 'post_payout',
    withdrawalId: row.id,
    txId: send.txId,
    paid: encodeAmount(paid),
    networkFee: await coinAmount(env, send, networkFee),
    isPayment,
  })
}

/** The fee is divided by the withdrawals of the transaction; the first bears the rest. Rounded up, so that no unit is missing. */
async function shareOfFee(env: Env, send: PayoutSendRow, { networkFee }: Pick<Arrived, 'networkFee'>): Promise<Amount> {
  const coin = coinOf(await loadCatalogue(env), send.network)
  if (!coin || !networkFee) return ZERO
  const { total, first } = await sharersOf(env.DB, send.txId)
  const whole = toScale(coin, networkFee)
  const share = whole / BigInt(total)
  return amount(send.withdrawalId === first ? whole - share * BigInt(total - 1) : share)
}

/**
 * On the simulated chain a transaction is made at once, and is final: play money needs no keys. Bank transfers get a reference. Does
 * nothing elsewhere.
 */
export async function paySimulated(env: Env, row: WithdrawalRow, now: number): Promise<void> {
  if (!isChainSimulated(env)) return
  const catalogue = await loadCatalogue(env)
  const txId = sha256(`payout:${row.id}`)
  await markSent(env.DB, newSend(row, txId, now), confirmationsOf(catalogue, row))
  if (isAddressKind(row.kind) && !(await findSimulatedTransfer(env.DB, txId)))
    await insertSimulatedTransfer(env.DB, {
      ...simulatedOf(catalogue, row),
      txId,
      height: simulatedHeight(now),
      createdAt: now,
    })
  await settleTold(env, row.id, txId, now)
}

const simulatedOf = (catalogue: Catalogue, row: WithdrawalRow) => ({
  network: row.network,
  assetCode: assetOf(catalogue, row).code,
  amount: dueOf(row),
  address: row.target,
  memo: row.memo,
})

/** A payment that no node can show: the simulated chain or two people vouch for the full amount. */
export async function settleTold(env: Env, withdrawalId: number, txId: string, now: number): Promise<void> {
  const [send, row] = await Promise.all([findSend(env.DB, withdrawalId, txId), findWithdrawal(env.DB, withdrawalId)])
  if (!send || !row) throw new Error(`withdrawal ${withdrawalId}: its transaction is not stored`)
  const arrived = { paid: dueOf(row), confirmations: row.confirmationsMin, networkFee: null }
  await settlePaid(env, { send, row }, arrived, now)
}
