// Value of amounts in USDT at current prices, for lists of the desk.

import { findKnownAsset } from '#domain/catalogue'
import type { Amount } from '#domain/money/amount'
import { valueInUsdt } from '#domain/money/valuation'
import { usdtPricesOf } from '#domain/portfolio/appraisal'
import { loadCatalogue } from '../catalogue'
import { listQuotes } from '../quotes'

export interface Appraiser {
  /** At VALUE_SCALE; null for an asset without a price. */
  readonly worthOf: (money: { readonly assetId: number; readonly amount: Amount }) => Amount | null
  readonly scaleOf: (assetId: number) => number
}

export async function loadAppraiser(env: Env): Promise<Appraiser> {
  const [catalogue, quotes] = await Promise.all([loadCatalogue(env), listQuotes(env).catch(() => [])])
  const prices = usdtPricesOf(quotes)
  return {
    worthOf: ({ assetId, amount }) => {
      const asset = findKnownAsset(catalogue, assetId)
      const price = asset && prices.get(asset.code)
      return asset && price !== undefined ? valueInUsdt(asset, amount, price) : null
    },
    scaleOf: (assetId) => findKnownAsset(catalogue, assetId)?.scale ?? 0,
  }
}
