// Orders with fiat as the account knows them: what the desk has seen paid is credited once for all time, however often it is said, and taken
// back once where its payment was and the user still has it.

import { assert } from '#domain/assert'
import { BUY_WALLET } from '#domain/buy/terms'
import { findKnownAsset } from '#domain/catalogue'
import { decodeAmount } from '#domain/money/amount'
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

/** short: the user has no longer what it brought, and nothing is taken. none: it was never credited. */
type Reversal = 'reversed' | 'short' | 'none'

export const buy = feature({
  name: 'buy',
  open: (book: AccountBook) => book,
  system: {
    credit_buy: system({
      commit: 'tables',
      run: (book: AccountBook, { orderId, assetId, amount, fee }: Credit, { now }): { readonly isNew: boolean } => {
        if (CREDITS.first(book.store, 'WHERE order_id = ?', orderId)) return { isNew: false }
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
        return { isNew: true }
      },
    }),
    reverse_buy: system({
      commit: 'tables',
      run: (book: AccountBook, { orderId }: { readonly orderId: number }, { now }): { readonly state: Reversal } => {
        const credit = CREDITS.first(book.store, 'WHERE order_id = ?', orderId)
        if (!credit || credit.reversedAt !== null) return { state: credit ? 'reversed' : 'none' }
        const { assetId, amount, fee } = credit
        if (book.ledger.available(BUY_WALLET, assetId) < amount) return { state: 'short' }
        const lines = [
          ...move(assetId, amount, `${BUY_WALLET}:available`, '@external'),
          ...(fee > 0n ? move(assetId, fee, '@fees', '@external') : []),
        ]
        book.ledger.post({ reason: 'buy_reversed', ref: `buy:${orderId}:reversed`, lines }, now)
        CREDITS.update(book.store, { orderId }, { reversedAt: now })
        return { state: 'reversed' }
      },
    }),
  },
})
