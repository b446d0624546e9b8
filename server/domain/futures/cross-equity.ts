// Equity that stays with cross positions when money leaves them: by a transfer, or as the margin of an isolated position, which no longer
// pays their losses.

import type { Asset } from '../catalogue'
import { type Amount, ZERO, amount, formatTrimmed, maximum, minimum, subtract } from '../money/amount'
import { divideUp } from '../money/rounding'
import { type Outcome, done, refuse } from '../outcome'
import { type CrossRisk, type IndexPrices, type PositionNumbers, crossRisk } from './position'

/** Percent of their margins. */
const EQUITY_LEFT_PERCENT = 150n

/** Withdrawable equity; negative during a shortfall. */
export const spareEquity = ({ equity, margins }: Pick<CrossRisk, 'equity' | 'margins'>): Amount =>
  subtract(equity, amount(divideUp(margins * EQUITY_LEFT_PERCENT, 100n)))

type Held = PositionNumbers & { readonly symbol: string }

interface Backed {
  readonly available: Amount
  readonly positions: readonly Held[]
  /** Current index prices. Without the price of a cross position nothing leaves. */
  readonly prices: ReadonlyMap<string, number>
}

/** Amount of the balance that may leave. */
function mostToLeave({ available, positions, prices }: Backed): Amount {
  const cross = positions.filter(({ mode }) => mode === 'cross')
  if (!cross.every(({ symbol }) => prices.has(symbol))) return ZERO
  const index: IndexPrices = (symbol) => prices.get(symbol) ?? 1
  return maximum(ZERO, minimum(available, spareEquity(crossRisk(available, cross, index))))
}

export function checkLeaving(
  asset: Pick<Asset, 'code' | 'scale'>,
  leaving: Amount,
  backed: Backed,
): Outcome<null, 'futures_margin_needed'> {
  const most = mostToLeave(backed)
  return leaving <= most
    ? done(null)
    : refuse('futures_margin_needed', { available: formatTrimmed(asset, most), asset: asset.code })
}
