// What a withdrawal of a currency costs at most and the least that may be taken out, under the names of the wire: every list of
// currencies says the same.

import type { Asset } from '#domain/catalogue'
import { withdrawalTerms } from '#domain/funds/withdrawal'
import { formatAmount } from '#domain/money/amount'
import { padDecimals } from './format'

export function withdrawalCost(asset: Asset): { readonly rate: string; readonly min_number: string } {
  const { fee, min } = withdrawalTerms(asset, null)
  return { rate: padDecimals(formatAmount(asset, fee)), min_number: padDecimals(formatAmount(asset, min)) }
}
