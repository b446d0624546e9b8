// Lines of a margin wallet and pairs without fees for examples worked out by hand.

import type { SalePair } from '#domain/loan/liquidation'
import type { MarginLine } from '#domain/loan/risk'
import { amount } from '#domain/money/amount'
import { lots } from '#domain/money/price'
import { rate } from '#domain/money/rate'

type Amounts = Readonly<Partial<Record<'has' | 'free' | 'owes' | 'overdue', bigint>>>

const amounts = ({ has = 0n, free = has, owes = 0n, overdue = 0n }: Amounts) => ({
  ...{ has: amount(has), free: amount(free), owes: amount(owes), overdue: amount(overdue) },
})

/** In units of 0.000001. */
export const usdt = (of: Amounts): MarginLine => ({
  ...{ assetId: 3, code: 'USDT', scale: 6, symbol: null, priceDecimals: 0, priceSteps: 1 },
  ...amounts(of),
})

/** At 60,000.0, in units of 1e-8, each worth 0.0006 USDT. */
export const btc = (of: Amounts, differs: Partial<MarginLine> = {}): MarginLine => ({
  ...{ assetId: 1, code: 'BTC', scale: 8, symbol: 'BTC-USDT', priceDecimals: 1, priceSteps: 600_000 },
  ...amounts(of),
  ...differs,
})

/** At 3,000.0, in units of 1e-8. */
export const eth = (of: Amounts, differs: Partial<MarginLine> = {}): MarginLine =>
  btc(of, { assetId: 2, code: 'ETH', symbol: 'ETH-USDT', priceSteps: 30_000, ...differs })

/** A lot is 0.00001 BTC, 0.6 USDT at 60,000; the band is 10 %, the least order 10 lots and 10 USDT. */
export const BTC_PAIR: SalePair = {
  ...{ symbol: 'BTC-USDT', baseId: 1, takerFee: rate(0n), quantityMin: lots(10), quantityMax: lots(10_000_000) },
  ...{ notionalMin: amount(10_000_000n), priceBand: rate(10_000_000n), priceDecimals: 1, tickSteps: 1 },
  ...{ quantityDecimals: 5, baseScale: 8, quoteScale: 6 },
}
/** A lot is 0.00001 ETH, 0.03 USDT at 3,000. */
export const ETH_PAIR: SalePair = { ...BTC_PAIR, symbol: 'ETH-USDT', baseId: 2 }
