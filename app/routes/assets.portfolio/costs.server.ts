// Rows of costs: average cost, unrealized and realized result of each asset in USDT, and of each pair in its quote asset.

import type { Asset } from '#domain/catalogue'
import { type Amount, amount, formatAmount, formatUnits } from '#domain/money/amount'
import { divideHalfEven } from '#domain/money/rounding'
import { VALUE_SCALE, valueInUsdt } from '#domain/money/valuation'
import { assetKey, pairKey } from '#domain/portfolio/cost'
import { type PortfolioHistory, readCost } from '#services/portfolio'

/** Average prices have the decimals of USDT prices. */
const AVERAGE_DECIMALS = 8

export interface CostView {
  readonly name: string
  /** Asset of the figures below, besides the units. */
  readonly quote: string
  readonly total: string
  /** Part of the total with a known cost. */
  readonly known: string
  readonly average: string | null
  readonly price: string | null
  readonly unrealized: string | null
  readonly realized: string
}

const averageOf = (cost: Amount, units: Amount, { base, quote }: { base: Asset; quote: Asset }): string | null => {
  if (units === 0n) return null
  const scaled = cost * 10n ** BigInt(base.scale + AVERAGE_DECIMALS - quote.scale)
  return formatUnits(divideHalfEven(scaled, units), AVERAGE_DECIMALS)
}

export function assetCosts({ costs, assets, prices }: PortfolioHistory): readonly CostView[] {
  const usdt = assets.find(({ code }) => code === 'USDT')
  if (!usdt) return []
  const rows = new Map(costs.map((row) => [row.key, row]))
  return assets.flatMap((asset) => {
    const row = rows.get(assetKey(asset.id))
    if (!row || asset.id === usdt.id) return []
    const { known, unknown, cost, realized } = readCost(row)
    if (known === 0n && unknown === 0n && realized === 0n) return []
    const price = prices.get(asset.code) ?? null
    const value = price === null ? null : valueInUsdt(asset, known, price)
    const paid = cost * 10n ** BigInt(VALUE_SCALE - usdt.scale)
    return [
      {
        name: asset.code,
        quote: usdt.code,
        total: formatAmount(asset, amount(known + unknown)),
        known: formatAmount(asset, known),
        average: averageOf(cost, known, { base: asset, quote: usdt }),
        price: price === null ? null : formatUnits(price, VALUE_SCALE),
        unrealized: value === null ? null : formatUnits(value - paid, VALUE_SCALE),
        realized: formatAmount(usdt, realized),
      },
    ]
  })
}

export function pairCosts({ costs, pairs, prices }: PortfolioHistory): readonly CostView[] {
  const rows = new Map(costs.map((row) => [row.key, row]))
  return pairs.flatMap(({ symbol, base, quote }) => {
    const row = rows.get(pairKey(symbol))
    if (!row) return []
    const { known, cost, realized } = readCost(row)
    const [price, quotePrice] = [prices.get(base.code), prices.get(quote.code)]
    const now = price === undefined || !quotePrice ? null : amount(divideHalfEven(price * 10n ** 8n, quotePrice))
    const value = now === null ? null : valueIn(known, now, { base, quote })
    return [
      {
        name: `${base.code}/${quote.code}`,
        quote: quote.code,
        total: formatAmount(base, known),
        known: formatAmount(base, known),
        average: averageOf(cost, known, { base, quote }),
        price: now === null ? null : formatUnits(now, VALUE_SCALE),
        unrealized: value === null ? null : formatAmount(quote, amount(value - cost)),
        realized: formatAmount(quote, realized),
      },
    ]
  })
}

/** Units of the base at a price with eight decimals, in the quote asset. */
const valueIn = (units: Amount, price: Amount, { base, quote }: { base: Asset; quote: Asset }): Amount =>
  amount(divideHalfEven(units * price * 10n ** BigInt(quote.scale), 10n ** BigInt(base.scale + VALUE_SCALE)))
