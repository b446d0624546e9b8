// Deposits as the account knows them: each is credited once for all time, whoever says it and however often. One whose block is
// gone is recalled: what is still there is set aside until somebody has decided, and then kept or given back to where it came from.

import { findKnownAsset } from '#domain/catalogue'
import { assert } from '#domain/assert'
import { type Amount, ZERO, decodeAmount, encodeAmount, minimum, subtract } from '#domain/money/amount'
import type { DepositStanding, FundsSystemRequest, FundsSystemResults } from '#party/protocol/funds'
import type { Store } from '#party/lib/store'
import type { AccountBook } from './book'
import { move } from './ledger'

type Told<Type extends FundsSystemRequest['type']> = Extract<FundsSystemRequest, { readonly type: Type }>

const WALLET = 'change'

interface Credit {
  readonly id: number
  readonly assetId: number
  readonly amount: Amount
  readonly recalled: Amount
  readonly state: DepositStanding
}

export function creditDeposit(
  book: AccountBook,
  { depositId, assetId, amount: text }: Told<'credit_deposit'>,
  now: number,
): FundsSystemResults['credit_deposit'] {
  const known = findCredit(book.store, depositId)
  if (known) return { state: known.state, isNew: false }
  const value = decodeAmount(text)
  // Listed or not: what was sent while it was listed has come.
  assert(findKnownAsset(book.catalogue, assetId) !== undefined && value > 0n, 'a deposit brings something known')

  const lines = move(assetId, value, '@external', `${WALLET}:available`)
  book.ledger.post({ reason: 'deposit', ref: refOf(depositId), lines }, now)
  insertCredit(book.store, { id: depositId, assetId, amount: value, state: 'credited' }, now)
  return { state: 'credited', isNew: true }
}

/** Sets aside what is left of it; the same again changes nothing. */
export function recallDeposit(
  book: AccountBook,
  { depositId }: Told<'recall_deposit'>,
  now: number,
): FundsSystemResults['recall_deposit'] {
  const credit = findCredit(book.store, depositId)
  if (!credit) return { state: null, recalled: '0', missing: '0' }
  if (credit.state === 'credited') {
    const recalled = minimum(credit.amount, book.ledger.available(WALLET, credit.assetId))
    const hold = { ref: refOf(depositId), wallet: WALLET, assetId: credit.assetId, amount: recalled } as const
    if (recalled > 0n) book.ledger.hold(hold, 'deposit_recall', now)
    setState(book.store, { ...credit, state: 'recalled', recalled })
  }
  const left = getCredit(book.store, depositId)
  return {
    state: left.state,
    recalled: encodeAmount(left.recalled),
    missing: encodeAmount(subtract(left.amount, left.recalled)),
  }
}

/**
 * Ends a recall: the money stays with the user, or what is left of it goes back to where it came from. One that was never credited is
 * spoilt by a return: it cannot be credited behind the back of who refused it.
 */
export function settleRecall(
  book: AccountBook,
  { depositId, verdict }: Told<'settle_recall'>,
  now: number,
): FundsSystemResults['settle_recall'] {
  if (verdict === 'return' && !findCredit(book.store, depositId)) {
    insertCredit(book.store, { id: depositId, assetId: 0, amount: ZERO, state: 'returned' }, now)
    return { state: 'returned' }
  }
  if (verdict === 'return') recallDeposit(book, { type: 'recall_deposit', depositId }, now)
  const credit = findCredit(book.store, depositId)
  if (!credit) return { state: null }
  if (credit.state !== 'recalled') return { state: credit.state }
  const { assetId, recalled } = credit
  const ref = refOf(depositId)
  if (verdict === 'keep') book.ledger.release(ref, recalled, 'deposit_recall', now)
  else if (recalled > 0n) {
    const lines = [{ account: '@external', assetId, amount: recalled }] as const
    book.ledger.capture({ ref, captured: recalled, released: ZERO, reason: 'deposit_returned', lines }, now)
  }
  const state = verdict === 'keep' ? 'kept' : 'returned'
  setState(book.store, { ...credit, state })
  return { state }
}

const refOf = (depositId: number): string => `deposit:${depositId}`

const insertCredit = (store: Store, { id, assetId, amount, state }: Omit<Credit, 'recalled'>, now: number): void =>
  store.run(
    "INSERT INTO deposit_credit (id, asset_id, amount, state, recalled, at) VALUES (?, ?, ?, ?, '0', ?)",
    id,
    assetId,
    encodeAmount(amount),
    state,
    now,
  )

const setState = (store: Store, { id, state, recalled }: Credit): void =>
  store.run('UPDATE deposit_credit SET state = ?, recalled = ? WHERE id = ?', state, encodeAmount(recalled), id)

function getCredit(store: Store, id: number): Credit {
  const credit = findCredit(store, id)
  assert(credit !== undefined, 'a credit is kept')
  return credit
}

function findCredit(store: Store, id: number): Credit | undefined {
  const statement = 'SELECT id, asset_id AS assetId, amount, recalled, state FROM deposit_credit WHERE id = ?'
  const row = store.first<CreditStored>(statement, id)
  return row && { ...row, amount: decodeAmount(row.amount), recalled: decodeAmount(row.recalled) }
}

interface CreditStored {
  readonly id: number
  readonly assetId: number
  readonly amount: string
  readonly recalled: string
  readonly state: DepositStanding
}
