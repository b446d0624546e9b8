// The catalogue: assets, pairs and fiats for every layer. The directory stores the rows; no price is in it.

import type { AssetScale } from './money/amount'
import type { Amount } from './money/amount'
import type { Lots, PairGrid } from './money/price'
import { type Rate, rate } from './money/rate'
import type { Listing } from './quotes/candle'
import type { StockListing } from './stocks/session'

export interface Network {
  /** "ERC20", "TRC20", "BTC". */
  readonly name: string
  /** Confirmations before a deposit is credited, its own block included. */
  readonly confirmationsMin: number
  /** Smaller deposits aren't credited automatically. */
  readonly depositMin: Amount
  /** Fee included in a withdrawal of at least `withdrawalMin`. */
  readonly withdrawalFee: Amount
  readonly withdrawalMin: Amount
  readonly isDepositOpen: boolean
  readonly isWithdrawalOpen: boolean
}

export interface Asset extends AssetScale {
  /** Wire id: BTC 1, ETH 2, USDT 3. */
  readonly id: number
  readonly name: string
  /** Site-relative path of the logo. */
  readonly logo: string
  readonly networks: readonly Network[]
  /** Wallets that may hold the asset. */
  readonly wallets: readonly Wallet[]
  readonly sort: number
}

/** The seven wallets of a user. Wire ids 1 legal, 2 change, 3 lever, 4 micro; 5 stocks, 6 earn and 7 margin are ours. */
export const WALLETS = ['legal', 'change', 'lever', 'micro', 'stocks', 'earn', 'margin'] as const
export type Wallet = (typeof WALLETS)[number]

interface PairFilters {
  readonly quantityMin: Lots
  readonly quantityMax: Lots
  readonly notionalMin: Amount
  /** How far from the index price a price may lie, as a fraction: 0.10 allows 90% to 110%. */
  readonly priceBand: Rate
  readonly openOrdersMax: number
  /** Trading pauses when the index price moves further than this within five minutes, as a fraction. */
  readonly breakerMove: Rate
}

/** How the house quotes a pair around its index price. */
export interface HouseLiquidity {
  readonly isOn: boolean
  /** Price levels a side. */
  readonly levels: number
  /** Distance between best bid and best ask, as a fraction of the index price. */
  readonly spread: Rate
  /** Distance between levels, as a fraction of the index price. */
  readonly levelStep: Rate
  /** Quantity of the first level. Deeper levels grow from it. */
  readonly size: Lots
  /** Base inventory (either sign) at which the quotes are moved by one whole spread against the inventory. */
  readonly inventoryAtFullSkew: Lots
  /** Base inventory (either sign) beyond which the house buys, or sells, nothing more. */
  readonly inventoryMax: Lots
}

export interface Pair extends PairGrid {
  /** Wire id (`match_id`). */
  readonly id: number
  /** "BTC-USDT": name of its Market room and of its quote symbol. The wire writes "BTC/USDT". */
  readonly symbol: string
  readonly base: Asset
  readonly quote: Asset
  readonly makerFee: Rate
  readonly takerFee: Rate
  readonly filters: PairFilters
  readonly house: HouseLiquidity
  readonly isTradable: boolean
  readonly sort: number
  /** Absent for a coin. */
  readonly stock?: StockListing | undefined
}

/** Wallet of borrowed amounts and their collateral. */
export type MarginWallet = Extract<Wallet, 'margin'>

/** Trading wallet of a pair, unless the order chooses the margin wallet. */
export const tradingWallet = ({ stock }: Pick<Pair, 'stock'>, chosen: MarginWallet | null = null): Wallet =>
  chosen ?? (stock ? 'stocks' : 'change')

/** A share lives in the wallet of stocks and nowhere else. */
export const isShare = ({ wallets }: Pick<Asset, 'wallets'>): boolean => wallets.join() === 'stocks'

export interface Fiat {
  /** "JPY". */
  readonly code: string
  /** Fiat units per USD. */
  readonly rate: Rate
  readonly scale: number
  /** Day of the reference feed's rate; null for a rate set by the desk. */
  readonly referenceDay: string | null
}

/** Everything listed, read together so that it is consistent. */
export interface Catalogue {
  readonly assets: readonly Asset[]
  readonly pairs: readonly Pair[]
  /**
   * Pairs with a delisted asset: unlisted and not tradable, but found by name, because earlier orders still rest in their Market and hold
   * money. Absent without any.
   */
  readonly unlistedPairs?: readonly Pair[]
  /** Delisted assets: unlisted but known, because amounts of them may still be in transit. Absent without any. */
  readonly unlistedAssets?: readonly Asset[]
  readonly fiats: readonly Fiat[]
}

export const findAsset = (catalogue: Catalogue, id: number): Asset | undefined =>
  catalogue.assets.find((asset) => asset.id === id)
/** A listed or delisted asset. */
export const findKnownAsset = (catalogue: Catalogue, id: number): Asset | undefined =>
  knownAssets(catalogue).find((asset) => asset.id === id)
/** All assets, listed and delisted. */
export const knownAssets = ({ assets, unlistedAssets = [] }: Catalogue): readonly Asset[] => [
  ...assets,
  ...unlistedAssets,
]
/** Unlisted pairs are found too, as not tradable. A share that was renamed keeps its symbol and is found by its new name as well. */
export const findPair = (catalogue: Catalogue, symbol: string): Pair | undefined =>
  catalogue.pairs.find((pair) => pair.symbol === symbol) ??
  catalogue.pairs.find(({ base, quote }) => `${base.code}-${quote.code}` === symbol) ??
  catalogue.unlistedPairs?.find((pair) => pair.symbol === symbol)
/** Highest taker fee over all pairs of an asset; zero for an untraded asset. */
export const highestTakerFee = ({ pairs }: Catalogue, assetId: number): Rate =>
  pairs
    .filter((pair) => pair.base.id === assetId || pair.quote.id === assetId)
    .reduce((highest, { takerFee }) => (takerFee > highest ? takerFee : highest), rate(0n))

/** A pair as feeds know it. */
export const listingOf = ({ symbol, priceDecimals, quantityDecimals, base, quote, stock }: Pair): Listing => ({
  symbol,
  priceDecimals,
  quantityDecimals,
  ...(stock && { exchange: stock.exchange, ...(stock.splits.length > 0 && { splits: stock.splits }) }),
  ...(symbol !== `${base.code}-${quote.code}` && { code: base.code }),
})
