// Loan book for the desk: exposure by asset, and running loans. Read-only.

import { listLoanRequests, listRunningLoans } from '#db/platform/loan'
import { findKnownAsset } from '#domain/catalogue'
import { worthAt } from '#domain/loan/risk'
import { type Amount, ZERO, add } from '#domain/money/amount'
import { VALUE_SCALE } from '#domain/money/valuation'
import { loadCatalogue } from '../catalogue'
import { indexPrices } from '../quotes'
import { worthIn } from './margin'

type ShownAsset = { readonly code: string; readonly scale: number }

interface LentAsset {
  readonly asset: ShownAsset
  readonly loans: number
  readonly owed: Amount
  /** In USDT (VALUE_SCALE); null without a price. */
  readonly worth: Amount | null
}

interface LentLoan {
  readonly id: number
  readonly userId: number
  readonly asset: ShownAsset
  readonly amount: Amount
  readonly owed: Amount
  readonly dueAt: number | null
  readonly isLate: boolean
  /** Last margin call of its wallet, in hundredths of a percent; 0 for none. */
  readonly called: number
}

export interface LoanBook {
  readonly assets: readonly LentAsset[]
  readonly loans: readonly LentLoan[]
  readonly waiting: number
}

export async function loanBook(env: Pick<Env, 'DB' | 'Quotes'>, now = Date.now()): Promise<LoanBook> {
  const [catalogue, prices, rows, waiting] = await Promise.all([
    loadCatalogue(env),
    indexPrices(env),
    listRunningLoans(env.DB),
    listLoanRequests(env.DB, { userId: null, states: ['review'], page: 1, limit: 1 }),
  ])
  const assetOf = (id: number): ShownAsset => {
    const { code = '', scale = 0 } = findKnownAsset(catalogue, id) ?? {}
    return { code, scale }
  }
  const sums = new Map<number, { loans: number; owed: Amount }>()
  for (const { assetId, owed, amount } of rows) {
    const before = sums.get(assetId) ?? { loans: 0, owed: ZERO }
    sums.set(assetId, { loans: before.loans + 1, owed: add(before.owed, owed ?? amount) })
  }
  return {
    assets: [...sums].map(([assetId, { loans, owed }]) => {
      const worth = worthIn(catalogue, prices, { assetId, amount: owed })
      return { asset: assetOf(assetId), loans, owed, worth: worth === null ? null : worthAt(worth, VALUE_SCALE) }
    }),
    loans: rows.map(({ id, userId, assetId, amount, owed, dueAt, called }) => ({
      id,
      userId,
      asset: assetOf(assetId),
      amount,
      owed: owed ?? amount,
      dueAt,
      isLate: dueAt !== null && dueAt <= now,
      called,
    })),
    waiting: waiting.total,
  }
}
