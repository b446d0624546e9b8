// How much of an order was done, of how much that was asked for, as the desk's lists say it. Pure.

import type { Pair } from '#domain/catalogue'
import type { SpotOrderRow } from '#party/protocol/account'
import type { Numbers } from '../text/numbers'

type Filled = Pick<SpotOrderRow, 'lots' | 'lotsFilled' | 'budget' | 'quoteFilled'>

/** "0.5 / 2 BTC", or "60 / 100 USDT" where quote was to be spent; of a pair that is gone for good the lots. */
export function filledText(numbers: Numbers, pair: Pair | undefined, order: Filled): string {
  const { lots, lotsFilled, budget, quoteFilled } = order
  if (!pair) return `${lotsFilled} / ${lots}`
  const { base, quote } = pair
  if (budget === null) return `${numbers.quantity(pair, lotsFilled)} / ${numbers.quantity(pair, lots)} ${base.code}`
  return `${numbers.storedAmount(quote, quoteFilled)} / ${numbers.storedAmount(quote, budget)} ${quote.code}`
}
