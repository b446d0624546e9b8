// What is listed: assets, pairs and fiats as every layer sees them. The rows live in the directory; nothing here is a price.

import type { AssetScale } from './money/amount'
import type { Amount } from './money/amount'
import type { Lots, PairGrid } from './money/price'
import { type Rate, rate } from './money/rate'
import type { Listing } from './quotes/candle'
import type { StockListing } from './stocks/session'

export interface Network {
  /** "ERC20", "TRC20", "BTC". */
  readonly name: string
  /** Blocks on top of a deposit's own, that one included, before it is credited. */
  readonly confirmationsMin: number
  /** Less than this is not credited by itself. */
  readonly depositMin: Amount
  /** Taken out of what is withdrawn; at least `withdrawalMin` is. */
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
  /** Which wallets may hold it. */
  readonly wallets: readonly Wallet[]
  readonly sort: number
}

/** The seven wallets of a user. Wire ids 1 legal, 2 change, 3 lever, 4 micro; 5 stocks, 6 earn and 7 margin are ours. */
export const WALLETS = ['legal', 'change', 'lever', 'micro', 'stocks', 'earn', 'margin'] as const
export type Wallet = (typeof WALLETS)[number]

export interface PairFilters {
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
  /** Distance from one level to the next, as a fraction of the index price. */
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
  /** Absent where the base is a coin. */
  readonly stock?: StockListing | undefined
}

/** What is borrowed lies there, and what stands against it. */
export type MarginWallet = Extract<Wallet, 'margin'>

/** Which wallet a pair is traded from, where an order does not say the margin wallet. */
export const tradingWallet = ({ stock }: Pick<Pair, 'stock'>, chosen: MarginWallet | null = null): Wallet =>
  chosen ?? (stock ? 'stocks' : 'change')

/** A share lives in the wallet of stocks and nowhere else. */
export const isShare = ({ wallets }: Pick<Asset, 'wallets'>): boolean => wallets.join() === 'stocks'

export interface Fiat {
  /** "JPY". */
  readonly code: string
  /** Units of the fiat for one USD. */
  readonly rate: Rate
  readonly scale: number
  /** The day of the reference feed that the rate is of; null for a rate of the desk. */
  readonly referenceDay: string | null
}

/** Everything listed, read together so that it is consistent. */
export interface Catalogue {
  readonly assets: readonly Asset[]
  readonly pairs: readonly Pair[]
  /**
   * Pairs with an asset that is listed no more: in no list and not tradable, but found by name, because orders opened before still
   * rest in their Market and hold money. Absent where there are none.
   */
  readonly unlistedPairs?: readonly Pair[]
  /** Assets that are listed no more: in no list, but known, because money of theirs may still be on its way. Absent where there are none. */
  readonly unlistedAssets?: readonly Asset[]
  readonly fiats: readonly Fiat[]
}

export const findAsset = (catalogue: Catalogue, id: number): Asset | undefined =>
  catalogue.assets.find((asset) => asset.id === id)
/** As it is, or as it was when it still was listed. */
export const findKnownAsset = (catalogue: Catalogue, id: number): Asset | undefined =>
  knownAssets(catalogue).find((asset) => asset.id === id)
/** Every asset that ever was listed. */
export const knownAssets = ({ assets, unlistedAssets = [] }: Catalogue): readonly Asset[] => [
  ...assets,
  ...unlistedAssets,
]
/** Unlisted pairs are found too, as not tradable. A share that was renamed keeps its symbol and is found by its new name as well. */
export const findPair = (catalogue: Catalogue, symbol: string): Pair | undefined =>
  catalogue.pairs.find((pair) => pair.symbol === symbol) ??
  catalogue.pairs.find(({ base, quote }) => `${base.code}-${quote.code}` === symbol) ??
  catalogue.unlistedPairs?.find((pair) => pair.symbol === symbol)
/** The most that a trade of an asset may cost, over all pairs on either side of which it stands; zero for what is not traded. */
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
