// Liabilities in counted books: assets and debts of each account, and the public funds.

import type { BookSums, CountedBooks } from '../desk/books'
import { type Amount, ZERO, add, amount, decodeAmount, negate } from '../money/amount'
import { type PublicHolder, type Sums, addSums, NOTHING } from './tree'

/** Amounts of one account by asset. A count from which something negative follows is corrupt, and throws. */
export function holdingsOf(userId: number, { sums }: Pick<CountedBooks, 'sums'>): ReadonlyMap<number, Sums> {
  const holdings = new Map<number, Sums>()
  for (const [part, assetId, text] of sums) {
    const value = decodeAmount(text)
    const more = sumsOf(part, value)
    if (more) holdings.set(assetId, addSums(holdings.get(assetId) ?? NOTHING, more))
  }
  for (const [assetId, { equity, debt }] of holdings) {
    if (equity < 0n || debt < 0n) throw new NegativeBalance(userId, assetId)
    if (equity === 0n && debt === 0n) holdings.delete(assetId)
  }
  return holdings
}

/** A negative balance must not lower the liabilities to others. */
export class NegativeBalance extends Error {
  constructor(userId: number, assetId: number) {
    super(`the count of account ${userId} has a negative balance of asset ${assetId}`)
  }
}

function sumsOf(part: string, value: Amount): Sums | null {
  if (part === 'users' || part === 'auctions') return { equity: value, debt: ZERO }
  // The house's accounts of loans are the debt's counter entries.
  if (part === 'lent' || part === 'interest_due') return { equity: ZERO, debt: negate(value) }
  return null
}

/** What the conservation report says of all accounts in one asset. */
export const reportedSums = (books: BookSums, assetId: number): Sums => ({
  equity: add(books.get('users', assetId), books.get('auctions', assetId)),
  debt: negate(add(books.get('lent', assetId), books.get('interest_due', assetId))),
})

/** A fund below zero is a debt: no leaf is negative. */
export function publicSums(books: BookSums, holder: PublicHolder, assetId: number): Sums {
  const value = books.get(holder === 'insurance' ? 'insurance' : 'rebates', assetId)
  return value < 0n ? { equity: ZERO, debt: negate(value) } : { equity: value, debt: amount(0n) }
}
