// Terms for copying trades in tests.

import { type CopyMarket, storeMarket } from '#domain/copy/plan'
import type { FuturesTerms } from '#domain/futures/terms'
import { amount } from '#domain/money/amount'
import { rate } from '#domain/money/rate'

export const TERMS: FuturesTerms = {
  version: 'v1',
  symbol: 'BTC-USDT',
  priceDecimals: 1,
  stepValue: 100n,
  spread: rate(40_000n),
  fee: rate(50_000n),
  overnight: rate(20_000n),
  liquidationFee: rate(50_000n),
  lotSize: 100_000n,
  quote: { id: 3, code: 'USDT', scale: 6 },
  leverages: [1, 2, 5, 10, 20, 50, 100],
  lotsMin: 1,
  lotsMax: 50_000,
  tiers: [{ upTo: amount(50_000_000_000n), maintenance: rate(500_000n), leverageMax: 100 }],
  exposureMax: amount(0n),
  isOpen: true,
}

const GATES = [
  { product: 'copy', country: '*', isOpen: true },
  { product: 'futures', country: '*', isOpen: true },
  { product: 'futures', country: 'GB', isOpen: false },
]

/** Terms as a trader's room publishes them; `differs` overrides fields. */
export const marketOf = (differs: Partial<FuturesTerms>): CopyMarket =>
  storeMarket({ isOpen: true, slippageMax: rate(1_000_000n), gates: GATES }, { ...TERMS, ...differs })
