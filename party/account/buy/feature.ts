// Fiat purchases in an account: a purchase that the desk confirmed as paid is credited once, however often the call is repeated. The credit
// follows its payment when the payment is reversed or repeated. Reversed coins that the user no longer holds become a debt: it is debited
// from any wallet that receives the asset, and withdrawals are blocked until it is paid.

import { assert } from '#domain/assert'
import { BUY_WALLET } from '#domain/buy/terms'
import { findKnownAsset } from '#domain/catalogue'
import { type Amount, ZERO, add, decodeAmount, encodeAmount, minimum, negate, subtract } from '#domain/money/amount'
import { buyCredit } from '#db/account/buy'
import { type RowOf, tableOf } from '#party/lib/table'
import type { AccountState } from '../state'
import { feature, system } from '../feature'
import { move } from '../ledger'
import { reverseCredit, takeable } from '../reverse-credit'

const CREDITS = tableOf(buyCredit)
const TAKE = 'buy_owed'

type Stored = RowOf<typeof buyCredit>

interface Purchases {
  readonly account: AccountState
  /** Purchases with a debt or an undecided reversed payment. */
  readonly owing: Map<number, Stored>
}

const isOwing = ({ owed, questionedAt }: Stored): boolean => owed > 0n || questionedAt !== null

interface Credit {
  readonly orderId: number
  readonly assetId: number
  readonly amount: string
  readonly fee: string
}

interface Adjustment {
  readonly orderId: number
  readonly assetId: number
  /** Target credit of the purchase, with its fee; 0 bars it from any credit. */
  readonly amount: string
  readonly fee: string
}

interface Adjusted {
  readonly before: string
  /** Amount that the user no longer held and now owes. */
  readonly missing: string
}

export interface CreditStatus {
  /** Credited amount; null when the purchase was never credited. */
  readonly amount: string | null
  readonly owed: string
  /** Debitable amount over all wallets. */
  readonly available: string
}

export const buy = feature({
  name: 'buy',
  open: (account: AccountState): Purchases => {
    const rows = CREDITS.rows(account.store, "WHERE owed <> '0' OR questioned_at IS NOT NULL")
    return { account, owing: new Map(rows.map((row) => [row.orderId, row])) }
  },
  provides: { purchases: ({ owing }: Purchases) => ({ isOwing: () => owing.size > 0 }) },
  system: {
    credit_buy: system({
      commit: 'tables',
      run: (
        { account }: Purchases,
        { orderId, assetId, amount, fee }: Credit,
        { now },
      ): { readonly state: 'credited' | 'barred' } => {
        const known = CREDITS.first(account.store, 'WHERE order_id = ?', orderId)
        // The desk decided on a payment that was reversed before its credit.
        if (known) return { state: known.amount === 0n ? 'barred' : 'credited' }
        const [received, kept] = [decodeAmount(amount), decodeAmount(fee)]
        // A delisted asset is still credited: its purchase was paid while it was listed.
        assert(
          findKnownAsset(account.catalogue, assetId) !== undefined && received > 0n,
          'an order brings something known',
        )
        const lines = [
          ...move(assetId, received, '@external', `${BUY_WALLET}:available`),
          ...(kept > 0n ? move(assetId, kept, '@external', '@fees') : []),
        ]
        account.ledger.post({ reason: 'buy', ref: `buy:${orderId}`, lines }, now)
        CREDITS.insert(account.store, { orderId, assetId, amount: received, fee: kept, at: now, ...UNTOUCHED })
        return { state: 'credited' }
      },
    }),
    adjust_buy: system({ commit: 'tables', run: adjust }),
    /** Opens or closes the review of a payment that its provider reports as reversed: withdrawals are blocked while the review is open. */
    question_buy: system({
      commit: 'tables',
      run: (
        purchases: Purchases,
        { orderId, isOpen }: { readonly orderId: number; readonly isOpen: boolean },
        { now },
      ) => {
        const credit = CREDITS.first(purchases.account.store, 'WHERE order_id = ?', orderId)
        if (credit) put(purchases, { ...credit, questionedAt: isOpen ? now : null })
        return null
      },
    }),
    /** Figures for the desk's decision. */
    inspect_buy: system({
      commit: 'read',
      run: ({ account }: Purchases, { orderId, assetId }: Pick<Adjustment, 'orderId' | 'assetId'>): CreditStatus => {
        const credit = CREDITS.first(account.store, 'WHERE order_id = ?', orderId)
        return {
          amount: credit ? encodeAmount(credit.amount) : null,
          owed: encodeAmount(credit?.owed ?? ZERO),
          available: encodeAmount(takeable(account, assetId)),
        }
      },
    }),
  },
  timers: {
    [TAKE]: {
      run: (purchases: Purchases, _due, { now }) => {
        for (const credit of purchases.owing.values())
          put(purchases, { ...credit, owed: collect(purchases, credit, now) })
      },
    },
  },
  /** Debits a debt from incoming amounts in the same asset. */
  ending: ({ account, owing }: Purchases, { now }) => {
    if (owing.size === 0) return
    const owed = new Set([...owing.values()].filter((credit) => credit.owed > 0n).map(({ assetId }) => assetId))
    if (account.ledger.changedBalances().some(({ assetId, available }) => owed.has(assetId) && available !== '0'))
      account.timers.ensure(TAKE, now)
  },
})

const UNTOUCHED = { reversedAt: null, owed: ZERO, questionedAt: null } as const

/** Moves a purchase's credit up or down to its payment's current amount. A repeated call debits amounts received since towards the debt. */
function adjust(
  purchases: Purchases,
  { orderId, assetId, ...to }: Adjustment,
  { now }: { readonly now: number },
): Adjusted {
  const { account } = purchases
  const known = CREDITS.first(account.store, 'WHERE order_id = ?', orderId)
  const credit = known ?? { orderId, assetId, amount: ZERO, fee: ZERO, at: now, ...UNTOUCHED }
  const [amount, fee] = [decodeAmount(to.amount), decodeAmount(to.fee)]
  const [more, moreFee] = [subtract(amount, credit.amount), subtract(fee, credit.fee)]
  // A repeated payment first pays the debt of its purchase.
  const forgiven = more > 0n ? minimum(more, credit.owed) : ZERO
  const brought = more > 0n ? subtract(more, forgiven) : ZERO
  const lines = [
    ...(brought > 0n ? move(assetId, brought, '@external', `${BUY_WALLET}:available`) : []),
    ...(moreFee > 0n ? move(assetId, moreFee, '@external', '@fees') : []),
    ...(moreFee < 0n ? move(assetId, negate(moreFee), '@fees', '@external') : []),
  ]
  const reason = more < 0n ? 'buy_reversed' : 'buy'
  if (lines.length > 0) account.ledger.post({ reason, ref: `buy:${orderId}:${to.amount}`, lines }, now)
  const owed = add(subtract(credit.owed, forgiven), more < 0n ? negate(more) : ZERO)
  const adjusted = { ...credit, amount, fee, owed, reversedAt: now, questionedAt: null }
  const missing = collect(purchases, adjusted, now)
  if (!known) CREDITS.insert(account.store, { ...adjusted, owed: missing })
  put(purchases, { ...adjusted, owed: missing })
  return { before: encodeAmount(credit.amount), missing: encodeAmount(missing) }
}

/** Debits the debt as far as balances cover it; returns the remaining debt. */
function collect({ account }: Purchases, { orderId, assetId, amount, owed }: Stored, now: number): Amount {
  if (owed === 0n) return ZERO
  const ref = `buy:${orderId}:${encodeAmount(amount)}`
  return subtract(owed, reverseCredit(account, { assetId, amount: owed, reason: 'buy_reversed', ref }, now))
}

function put({ account, owing }: Purchases, credit: Stored): void {
  const { orderId, ...values } = credit
  CREDITS.update(account.store, { orderId }, values)
  if (isOwing(credit)) owing.set(orderId, credit)
  else owing.delete(orderId)
}
