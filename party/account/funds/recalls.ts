// Recalled deposits: credited deposits whose block was removed from the chain. The available part is held from every wallet until the desk
// decides; the rest is a debt. While a recall or debt is open, withdrawals are blocked, and incoming deposits and released withdrawals pay
// it first. Amounts from trading are collected when the watcher repeats the recall.

import { assert } from '#domain/assert'
import type { Wallet } from '#domain/catalogue'
import { type Amount, ZERO, add, encodeAmount, minimum, subtract } from '#domain/money/amount'
import type { DepositStatus } from '#party/protocol/funds'
import { depositCredit } from '#db/account/funds'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import type { AccountState } from '../state'
import { move } from '../ledger'
import { ASKED } from '../reverse-credit'

type Verdict = 'keep' | 'return'

/** A credited deposit. */
export type Credit = RowOf<typeof depositCredit>

const CREDITS = tableOf(depositCredit)

interface At {
  readonly now: number
}

/** State null: the deposit was never credited. `missing` is the amount that its owner had spent already and still owes. */
interface Recalled {
  readonly state: DepositStatus | null
  readonly recalled: string
  readonly missing: string
}

/** Holds the available part of a deposit. A repeated call also holds amounts received since. */
export function recallDeposit(
  account: AccountState,
  { depositId }: { readonly depositId: number },
  { now }: At,
): Recalled {
  const credit = findCredit(account.store, depositId)
  if (!credit) return { state: null, recalled: '0', missing: '0' }
  if (credit.state === 'credited') setState(account.store, { ...credit, state: 'recalled' })
  const left = gather(account, getCredit(account.store, depositId), now)
  return { state: left.state, recalled: encodeAmount(left.recalled), missing: encodeAmount(missingOf(left)) }
}

/**
 * Ends a recall: the user keeps the deposit, or its available part is returned and the rest becomes a debt. A returned deposit that was
 * never credited gets a row of state "returned", which refuses a later credit.
 */
export function settleRecall(
  account: AccountState,
  { depositId, verdict }: { readonly depositId: number; readonly verdict: Verdict },
  { now }: At,
): Pick<Recalled, 'state' | 'missing'> {
  if (verdict === 'return' && !findCredit(account.store, depositId)) {
    insertCredit(account.store, { id: depositId, assetId: 0, amount: ZERO, state: 'returned' }, now)
    return { state: 'returned', missing: '0' }
  }
  if (verdict === 'return') recallDeposit(account, { depositId }, { now })
  const credit = findCredit(account.store, depositId)
  if (!credit) return { state: null, missing: '0' }
  if (credit.state === 'recalled') end(account, credit, verdict, now)
  const ended = getCredit(account.store, depositId)
  return { state: ended.state, missing: encodeAmount(missingOf(ended)) }
}

/** True while a recalled deposit is under review or has a debt: withdrawals are blocked then. */
export const isOwing = (store: Store): boolean => CREDITS.first(store, `WHERE ${IS_OWING} LIMIT 1`) !== undefined

const IS_OWING = "state = 'recalled' OR (state = 'returned' AND recalled <> amount)"

/** Collects debts in an asset, oldest first, from an amount that a wallet has just received. */
export function gatherOwed(account: AccountState, assetId: number, now: number): void {
  const owing = CREDITS.rows(account.store, `WHERE asset_id = ? AND (${IS_OWING}) ORDER BY id`, assetId)
  for (const credit of owing) gather(account, credit, now)
}

/** Uncollected amount of a recalled or returned deposit; zero in every other state. */
const missingOf = ({ state, amount, recalled }: Credit): Amount =>
  state === 'recalled' || state === 'returned' ? subtract(amount, recalled) : ZERO

/** While the recall is under review the amount is held; after a return it is debited like the rest. */
function gather(account: AccountState, credit: Credit, now: number): Credit {
  const { id, assetId, state } = credit
  let missing = missingOf(credit)
  for (const wallet of ASKED) {
    const taken = minimum(missing, account.ledger.available(wallet, assetId))
    if (taken <= 0n) continue
    if (state === 'recalled')
      account.ledger.hold({ ref: holdOf(id, wallet), wallet, assetId, amount: taken }, 'deposit_recall', now)
    else {
      const lines = move(assetId, taken, `${wallet}:available`, '@external')
      account.ledger.post({ reason: 'deposit_returned', ref: refOf(id), lines }, now)
    }
    missing = subtract(missing, taken)
  }
  if (missing === missingOf(credit)) return credit
  const gathered = { ...credit, recalled: subtract(credit.amount, missing) }
  setState(account.store, gathered)
  return gathered
}

function end(account: AccountState, credit: Credit, verdict: Verdict, now: number): void {
  const { id, assetId } = credit
  let ended = ZERO
  for (const wallet of ASKED) {
    const ref = holdOf(id, wallet)
    const held = account.ledger.holdLeft(ref)
    if (held === 0n) continue
    if (verdict === 'keep') account.ledger.release(ref, held, 'deposit_recall', now)
    else {
      const lines = [{ account: '@external', assetId, amount: held }] as const
      account.ledger.capture({ ref, captured: held, released: ZERO, reason: 'deposit_returned', lines }, now)
    }
    ended = add(ended, held)
  }
  assert(ended === credit.recalled, 'what was set aside is there')
  setState(account.store, { ...credit, state: verdict === 'keep' ? 'kept' : 'returned' })
}

export const refOf = (depositId: number): string => `deposit:${depositId}`
/** One reference holds of one wallet. */
const holdOf = (depositId: number, wallet: Wallet): string =>
  wallet === 'change' ? refOf(depositId) : `${refOf(depositId)}:${wallet}`

export const insertCredit = (store: Store, credit: Omit<Credit, 'recalled' | 'at'>, now: number): void =>
  CREDITS.insert(store, { ...credit, recalled: ZERO, at: now })

const setState = (store: Store, { id, state, recalled }: Credit): void =>
  CREDITS.update(store, { id }, { state, recalled })

function getCredit(store: Store, id: number): Credit {
  const credit = findCredit(store, id)
  assert(credit !== undefined, 'a credit is kept')
  return credit
}

export const findCredit = (store: Store, id: number): Credit | undefined => CREDITS.first(store, 'WHERE id = ?', id)
