// Preview of a loan request at current prices, by the Account's decision functions. Submits nothing.

import { findAsset } from '#domain/catalogue'
import { interestOfTerm } from '#domain/loan/interest'
import { OPENING_RATE, isBelow, missingFor, riskOf, riskRate, withLoan, worthAt } from '#domain/loan/risk'
import { LOAN_WALLET, type LoanTerms, checkLoanSize, storeTerms } from '#domain/loan/terms'
import { type Amount, add, parseAmount } from '#domain/money/amount'
import { VALUE_SCALE } from '#domain/money/valuation'
import { type Outcome, done, refuse } from '#domain/outcome'
import { type Margin, type Prices, worthIn } from './margin'
import type { Catalogue } from '#domain/catalogue'

export interface LoanPreview {
  readonly terms: LoanTerms
  readonly amount: Amount
  /** In USDT (VALUE_SCALE). */
  readonly worth: Amount
  readonly interest: Amount
  readonly back: Amount
  /** Margin rate including the loan, in hundredths of a percent. */
  readonly rate: bigint | null
  /** Collateral still to be transferred, in the collateral asset; zero when sufficient. */
  readonly missing: Amount
  readonly marginAsset: { readonly id: number; readonly code: string; readonly scale: number }
}

export function previewLoan(
  { catalogue, prices, lines }: Pick<Margin, 'lines'> & { readonly catalogue: Catalogue; readonly prices: Prices },
  {
    terms,
    amount: text,
    marginAssetId,
  }: { readonly terms: LoanTerms; readonly amount: string; readonly marginAssetId: number },
): Outcome<LoanPreview> {
  const parsed = parseAmount(terms.asset, text)
  if (!parsed.ok) return parsed
  const marginAsset = findAsset(catalogue, marginAssetId)
  if (!marginAsset?.wallets.includes(LOAN_WALLET)) return refuse('asset_not_found')
  const amount = parsed.value
  const worth = worthIn(catalogue, prices, { assetId: terms.asset.id, amount })
  if (!lines || worth === null) return refuse('no_reference_price')
  const size = checkLoanSize(terms, {
    worth: worthAt(worth, VALUE_SCALE),
    owed: worthAt(riskOf(lines).debt, VALUE_SCALE),
  })
  if (!size.ok) return size
  const after = withLoan(lines, terms.asset.id, amount)
  const interest = interestOfTerm(amount, storeTerms(terms))
  return done({
    terms,
    amount,
    worth: worthAt(worth, VALUE_SCALE),
    interest,
    back: add(amount, interest),
    rate: riskRate(riskOf(after)),
    missing: isBelow(riskOf(after), OPENING_RATE) ? missingFor(after, marginAsset.id) : (0n as Amount),
    marginAsset: { id: marginAsset.id, code: marginAsset.code, scale: marginAsset.scale },
  })
}
