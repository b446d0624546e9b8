// Orders with fiat as the account knows them: what the desk has seen paid is credited once for all time, however often it is said; what
// it brought follows its payment where that goes back or comes again, while the user has what is taken.

import { assert } from '#domain/assert'
import { BUY_WALLET } from '#domain/buy/terms'
import { findKnownAsset } from '#domain/catalogue'
import { type Amount, ZERO, decodeAmount, encodeAmount, negate, subtract } from '#domain/money/amount'
import { buyCredit } from '#db/account/buy'
import { tableOf } from '#party/lib/table'
import type { AccountBook } from '../book'
import { feature, system } from '../feature'
import { move } from '../ledger'

const CREDITS = tableOf(buyCredit)

interface Credit {
  readonly orderId: number
  readonly assetId: number
  readonly amount: string
  readonly fee: string
}

/** short: the user no longer has what would be taken, and nothing is. */
type Adjusted = { readonly state: 'adjusted'; readonly before: string } | { readonly state: 'short' }

interface Adjustment {
  readonly orderId: number
  readonly assetId: number
  /** What the order is to have brought, with its fee; 0: nothing, now and later. */
  readonly amount: string
  readonly fee: string
}

export interface CreditStanding {
  /** What the order has brought; null when it was never credited. */
  readonly amount: string | null
  readonly available: string
}

export const buy = feature({
  name: 'buy',
  open: (book: AccountBook) => book,
  system: {
    credit_buy: system({
      commit: 'tables',
      run: (
        book: AccountBook,
        { orderId, assetId, amount, fee }: Credit,
        { now },
      ): { readonly state: 'credited' | 'barred' } => {
        const known = CREDITS.first(book.store, 'WHERE order_id = ?', orderId)
        // Its payment was gone before it was credited, and people have decided that.
        if (known) return { state: known.amount === 0n ? 'barred' : 'credited' }
        const [received, kept] = [decodeAmount(amount), decodeAmount(fee)]
        // Listed or not: what was bought while it was listed is paid for.
        assert(
          findKnownAsset(book.catalogue, assetId) !== undefined && received > 0n,
          'an order brings something known',
        )
        const lines = [
          ...move(assetId, received, '@external', `${BUY_WALLET}:available`),
          ...(kept > 0n ? move(assetId, kept, '@external', '@fees') : []),
        ]
        book.ledger.post({ reason: 'buy', ref: `buy:${orderId}`, lines }, now)
        CREDITS.insert(book.store, { orderId, assetId, amount: received, fee: kept, at: now, reversedAt: null })
        return { state: 'credited' }
      },
    }),
    /** What an order brought follows what stands of its payment, up or down. The same again changes nothing. */
    adjust_buy: system({
      commit: 'tables',
      run: (book: AccountBook, { orderId, assetId, ...to }: Adjustment, { now }): Adjusted => {
        const credit = CREDITS.first(book.store, 'WHERE order_id = ?', orderId)
        const [was, wasFee] = [credit?.amount ?? ZERO, credit?.fee ?? ZERO]
        const [received, kept] = [decodeAmount(to.amount), decodeAmount(to.fee)]
        const [more, moreFee] = [subtract(received, was), subtract(kept, wasFee)]
        const wallet = `${BUY_WALLET}:available` as const
        if (more < 0n && book.ledger.available(BUY_WALLET, assetId) < -more) return { state: 'short' }
        const lines = [
          ...(more === 0n ? [] : between(assetId, more, wallet)),
          ...(moreFee === 0n ? [] : between(assetId, moreFee, '@fees')),
        ]
        const reason = more < 0n ? 'buy_reversed' : 'buy'
        if (lines.length > 0) book.ledger.post({ reason, ref: `buy:${orderId}:${to.amount}`, lines }, now)
        const changed = { amount: received, fee: kept, reversedAt: now }
        if (credit) CREDITS.update(book.store, { orderId }, changed)
        else CREDITS.insert(book.store, { orderId, assetId, at: now, ...changed })
        return { state: 'adjusted', before: encodeAmount(was) }
      },
    }),
    /** For the desk, before it decides. */
    inspect_buy: system({
      commit: 'read',
      run: (book: AccountBook, { orderId, assetId }: Pick<Adjustment, 'orderId' | 'assetId'>): CreditStanding => {
        const credit = CREDITS.first(book.store, 'WHERE order_id = ?', orderId)
        return {
          amount: credit ? encodeAmount(credit.amount) : null,
          available: encodeAmount(book.ledger.available(BUY_WALLET, assetId)),
        }
      },
    }),
  },
})

/** From outside to an account of the book; back where it is less than nothing. */
const between = (assetId: number, value: Amount, account: '@fees' | `${typeof BUY_WALLET}:available`) =>
  value > 0n ? move(assetId, value, '@external', account) : move(assetId, negate(value), account, '@external')
