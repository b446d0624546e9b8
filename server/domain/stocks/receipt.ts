// Receipt of a corporate action in one account: shares held, ratio or dividend, shares afterwards and cash.

import * as v from 'valibot'
import { type Amount, ZERO, amount, encodeAmount } from '../money/amount'
import type { PairGrid } from '../money/price'
import { count, name, receiptSalt, units } from '../published-forms'
import type { ReceiptKind } from '../receipt-kind'
import {
  ACTION_KINDS,
  type ActionKind,
  type StockAction,
  dividendOf,
  restInCash,
  sharesInCash,
  splitShares,
} from './actions'

export const STOCK_RULE = 'stock-action-1'

/** A new name of a share moves nothing. */
type PayingKind = Exclude<ActionKind, 'rename'>
const PAYING_KINDS = ACTION_KINDS.filter((kind): kind is PayingKind => kind !== 'rename')

const SHAPE = v.strictObject({
  rule: v.literal(STOCK_RULE),
  kind: v.picklist(PAYING_KINDS),
  ...{ at: count, action: count, symbol: name, held: units, shares: units, cash: units, salt: receiptSalt },
  terms: v.strictObject({ newShares: count, oldShares: count, paidPerShare: units, lastTicks: count }),
  grid: v.strictObject({
    ...{ priceDecimals: count, tickSteps: count, quantityDecimals: count, baseScale: count, quoteScale: count },
  }),
})
export type StockReceipt = v.InferOutput<typeof SHAPE>

export const STOCK: ReceiptKind<StockReceipt> = { shape: SHAPE, check: checkStock }

interface Applied {
  readonly action: StockAction & { readonly kind: PayingKind }
  readonly grid: PairGrid
  readonly held: Amount
  readonly shares: Amount
  readonly cash: Amount
}

export function stockReceipt({ action, grid, held, shares, cash }: Applied): StockReceipt {
  const { id, symbol, kind, at, newShares, oldShares, paidPerShare, lastTicks } = action
  const { priceDecimals, tickSteps, quantityDecimals, baseScale, quoteScale } = grid
  return {
    ...{ rule: STOCK_RULE, kind, at, action: id, symbol },
    ...{ held: encodeAmount(held), shares: encodeAmount(shares), cash: encodeAmount(cash) },
    terms: { newShares, oldShares, paidPerShare, lastTicks },
    grid: { priceDecimals, tickSteps, quantityDecimals, baseScale, quoteScale },
  }
}

const OUTCOMES: Readonly<Record<PayingKind, (receipt: StockReceipt, held: Amount) => [shares: Amount, cash: Amount]>> =
  {
    split: ({ grid, terms }, held) => {
      const { shares, rest } = splitShares(held, terms)
      return [shares, restInCash(grid, rest, terms)]
    },
    dividend: ({ grid, terms }, held) => [held, dividendOf(grid, held, amount(BigInt(terms.paidPerShare)))],
    delisting: ({ grid, terms }, held) => [ZERO, sharesInCash(grid, held, terms.lastTicks)],
  }

function checkStock(receipt: StockReceipt): string[] {
  const { kind, terms, grid, held, shares, cash } = receipt
  if (kind === 'split' && (terms.newShares === 0 || terms.oldShares === 0)) return ['a split has a ratio']
  if (grid.quantityDecimals > grid.baseScale) return ['a lot is whole units of the share']
  const [expected, paid] = OUTCOMES[kind](receipt, amount(BigInt(held)))
  const problems: string[] = []
  if (encodeAmount(expected) !== shares) problems.push(`there are ${shares} shares and should be ${expected}`)
  if (encodeAmount(paid) !== cash) problems.push(`the cash is ${cash} and should be ${paid}`)
  return problems
}
