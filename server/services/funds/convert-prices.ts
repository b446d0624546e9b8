// Conversion prices of two assets: their live USDT prices, or a refusal while unknown.

import type { Asset, Catalogue } from '#domain/catalogue'
import { type ConvertPrices, isSpreadTooWide } from '#domain/funds/convert'
import { type Amount, ZERO } from '#domain/money/amount'
import { parseUsdt } from '#domain/money/valuation'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { Quote, Tick } from '#party/protocol/quotes'
import { loadCatalogue } from '../catalogue'
import { firstTicksFrom, listQuotes, quotesOfNextRound, tickAt } from '../quotes'

/** USDT price as decimal text with number and time of its tick; null for USDT itself, whose price is 1. */
interface Priced {
  readonly price: string
  readonly seq: number
  readonly at: number
}

interface Basis {
  readonly from: Priced | null
  readonly to: Priced | null
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
export const readNextSides = (env: Env, ids: SideIds, from: number): Promise<Outcome<ConvertSides>> =>
  readSidesAt(env, ids, (symbols) => quotesOfNextRound(env, symbols, from))

type PricedSides = Pick<ConvertSides, 'from' | 'to'>

/** Ticks of the sides without USDT: those of a quote's prices, or the first from an instant on. */
export async function readTicks(
  env: Env,
  { from, to }: PricedSides,
  of: Basis | { readonly since: number },
): Promise<Outcome<readonly Tick[]>> {
  const found =
    'since' in of
      ? await firstTicksFrom(env, symbolsOf({ from, to }), of.since)
      : await Promise.all([tickOfPrice(env, from, of.from), tickOfPrice(env, to, of.to)])
  const ticks = found.filter((tick) => tick !== null)
  return ticks.length === symbolsOf({ from, to }).length ? done(ticks) : refuse('price_unavailable')
}

async function tickOfPrice(env: Env, { code }: Asset, priced: Priced | null): Promise<Tick | null> {
  const tick = priced && (await tickAt(env, `${code}-USDT`, priced.at))
  return tick?.seq === priced?.seq && tick?.price === priced?.price ? tick : null
}

/** Prices of the sides by their ticks. */
export function pricesBy({ from, to }: PricedSides, ticks: readonly Tick[]): ConvertPrices {
  const priceOf = ({ code }: Asset): Amount =>
    parseUsdt(ticks.find(({ symbol }) => symbol === `${code}-USDT`)?.price ?? '1') ?? ZERO
  return { from: priceOf(from), to: priceOf(to) }
}

const symbolsOf = ({ from, to }: PricedSides): readonly string[] =>
  [from, to].flatMap(({ code }) => (code === 'USDT' ? [] : `${code}-USDT`))

async function readSidesAt(
  env: Env,
  { fromAssetId, toAssetId }: SideIds,
  readQuotes: (symbols: readonly string[]) => Promise<readonly Quote[]>,
): Promise<Outcome<ConvertSides>> {
  const assets = convertibleAssets(await loadCatalogue(env))
  const [from, to] = [fromAssetId, toAssetId].map((id) => assets.find((asset) => asset.id === id))
  if (!from || !to) return refuse('asset_not_found')
  if (from.id === to.id) return refuse('convert_same_asset')
  const quotes = await readQuotes(symbolsOf({ from, to }))
  const [given, taken] = [priceOf(from, quotes), priceOf(to, quotes)]
  if (!given || !taken) return refuse('price_unavailable')
  const basis = { from: given.priced, to: taken.priced }
  return done({ from, to, prices: { from: given.price, to: taken.price }, basis })
}

interface ReadPrice {
  readonly price: Amount
  readonly priced: Priced | null
}

/** Null while the feed is stale or the spread is wide: such a price is not used for settlement. */
function priceOf({ code }: Asset, quotes: readonly Quote[]): ReadPrice | null {
  if (code === 'USDT') return readPrice('1', null)
  const quote = quotes.find(({ symbol }) => symbol === `${code}-USDT`)
  return quote && !quote.isStale && isNarrow(quote)
    ? readPrice(quote.price, { price: quote.price, seq: quote.seq, at: quote.at })
    : null
}

function isNarrow({ bid, ask }: Quote): boolean {
  const [low, high] = [parseUsdt(bid), parseUsdt(ask)]
  return low !== null && high !== null && !isSpreadTooWide(low, high)
}

function readPrice(text: string, priced: Priced | null): ReadPrice | null {
  const price = parseUsdt(text)
  return price === null || price === 0n ? null : { price, priced }
}
