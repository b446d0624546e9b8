// Conversion prices of two assets: their live USDT prices, or a refusal while unknown.

import type { Asset, Catalogue } from '#domain/catalogue'
import { type ConvertPrices, isSpreadTooWide } from '#domain/funds/convert'
import type { Amount } from '#domain/money/amount'
import { parseUsdt } from '#domain/money/valuation'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { Quote } from '#party/protocol/quotes'
import { loadCatalogue } from '../catalogue'
import { listQuotes, quotesOfNextRound } from '../quotes'

/** USDT prices as decimal text with their tick numbers; USDT itself has price 1. */
interface Basis {
  readonly from: string
  readonly to: string
  readonly fromSeq: number
  readonly toSeq: number
}

export interface ConvertSides {
  readonly from: Asset
  readonly to: Asset
  readonly prices: ConvertPrices
  readonly basis: Basis
}

/** Convertible assets: USDT and every asset traded against USDT. */
export function convertibleAssets({ assets, pairs }: Catalogue): readonly Asset[] {
  const priced = new Set(pairs.filter(({ quote }) => quote.code === 'USDT').map(({ base }) => base.id))
  return assets.filter((asset) => asset.wallets.includes('change') && (asset.code === 'USDT' || priced.has(asset.id)))
}

interface SideIds {
  readonly fromAssetId: number
  readonly toAssetId: number
}

/** Sides at current prices, for display and quotes. */
export const readSides = (env: Env, ids: SideIds): Promise<Outcome<ConvertSides>> =>
  readSidesAt(env, ids, () => listQuotes(env))

/** Sides at the prices of the next round, for execution. */
export const readNextSides = (env: Env, ids: SideIds): Promise<Outcome<ConvertSides>> =>
  readSidesAt(env, ids, (symbols) => quotesOfNextRound(env, symbols))

async function readSidesAt(
  env: Env,
  { fromAssetId, toAssetId }: SideIds,
  readQuotes: (symbols: readonly string[]) => Promise<readonly Quote[]>,
): Promise<Outcome<ConvertSides>> {
  const assets = convertibleAssets(await loadCatalogue(env))
  const [from, to] = [fromAssetId, toAssetId].map((id) => assets.find((asset) => asset.id === id))
  if (!from || !to) return refuse('asset_not_found')
  if (from.id === to.id) return refuse('convert_same_asset')
  const quotes = await readQuotes([from, to].flatMap(({ code }) => (code === 'USDT' ? [] : `${code}-USDT`)))
  const [given, taken] = [priceOf(from, quotes), priceOf(to, quotes)]
  if (!given || !taken) return refuse('price_unavailable')
  const basis = { from: given.text, to: taken.text, fromSeq: given.seq, toSeq: taken.seq }
  return done({ from, to, prices: { from: given.price, to: taken.price }, basis })
}

interface Priced {
  readonly text: string
  readonly price: Amount
  readonly seq: number
}

/** Null while the feed is stale or the spread is wide: such a price is not used for settlement. */
function priceOf({ code }: Asset, quotes: readonly Quote[]): Priced | null {
  if (code === 'USDT') return readPrice('1', 0)
  const quote = quotes.find(({ symbol }) => symbol === `${code}-USDT`)
  return quote && !quote.isStale && isNarrow(quote) ? readPrice(quote.price, quote.seq) : null
}

function isNarrow({ bid, ask }: Quote): boolean {
  const [low, high] = [parseUsdt(bid), parseUsdt(ask)]
  return low !== null && high !== null && !isSpreadTooWide(low, high)
}

function readPrice(text: string, seq: number): Priced | null {
  const price = parseUsdt(text)
  return price === null || price === 0n ? null : { text, price, seq }
}
