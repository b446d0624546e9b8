// Value of a user's balances: lines, totals and shares. Pure. Display values only, rounded half to even, which is neutral; settlements
// never use them.

import { type Asset, WALLETS, type Wallet } from '../catalogue'
import { type Amount, ZERO, add, amount, formatUnits, total } from '../money/amount'
import { allocate, divideHalfEven } from '../money/rounding'
import { VALUE_SCALE, parseUsdt, valueInUsdt } from '../money/valuation'

/** Balance of one asset in one wallet. */
export interface Holding {
  readonly wallet: Wallet
  readonly assetId: number
  readonly available: Amount
  readonly held: Amount
}

/** Asset fields that a portfolio needs. */
export type HeldAsset = Pick<Asset, 'id' | 'code' | 'scale' | 'wallets'>

/** Price of one whole asset in USDT at VALUE_SCALE, by the asset's code. */
export type UsdtPrices = ReadonlyMap<string, Amount>

/** One or several balances of one asset, valued. */
export interface Appraised<A extends HeldAsset = HeldAsset> {
  readonly asset: A
  readonly available: Amount
  readonly held: Amount
  /** Available and held. */
  readonly whole: Amount
  /** Null while no quote is known. */
  readonly price: Amount | null
  /** In USDT at VALUE_SCALE; zero without a price. */
  readonly value: Amount
}

export interface PortfolioLine<A extends HeldAsset = HeldAsset> extends Appraised<A> {
  readonly wallet: Wallet
}

/** USDT prices; other pairs are skipped. USDT itself is one. */
export function usdtPricesOf(
  quotes: Iterable<{ readonly symbol: string; readonly price: string; readonly code?: string | undefined }>,
): UsdtPrices {
  const prices = new Map<string, Amount>([['USDT', amount(10n ** BigInt(VALUE_SCALE))]])
  for (const { symbol, price, code } of quotes) {
    const [base = '', against] = symbol.split('-')
    const parsed = against === 'USDT' ? parseUsdt(price) : null
    if (parsed !== null) prices.set(code ?? base, parsed)
  }
  return prices
}

/** A price as plain decimal text; null while unknown. */
export function usdtPriceText(prices: UsdtPrices, code: string): string | null {
  const price = prices.get(code)
  return price === undefined ? null : formatUnits(price, VALUE_SCALE)
}

/** A line for every asset that a wallet can hold or holds, zeros included, in wallet order. */
export function appraise<A extends HeldAsset>(
  assets: readonly A[],
  prices: UsdtPrices,
  holdings: readonly Holding[],
): readonly PortfolioLine<A>[] {
  const byPlace = new Map(holdings.map((holding) => [`${holding.wallet}:${holding.assetId}`, holding]))
  return WALLETS.flatMap((wallet) =>
    assets.flatMap((asset) => {
      const holding = byPlace.get(`${wallet}:${asset.id}`)
      if (!holding && !asset.wallets.includes(wallet)) return []
      return [{ wallet, ...appraiseOne(asset, prices, holding) }]
    }),
  )
}

/** Also appraises an asset without a holding, as zero. */
export function appraiseOne<A extends HeldAsset>(
  asset: A,
  prices: UsdtPrices,
  holding: Pick<Holding, 'available' | 'held'> | undefined,
): Appraised<A> {
  const price = prices.get(asset.code) ?? null
  if (!holding) return { asset, available: ZERO, held: ZERO, whole: ZERO, price, value: ZERO }
  const { available, held } = holding
  const whole = add(available, held)
  return { asset, available, held, whole, price, value: price === null ? ZERO : valueInUsdt(asset, whole, price) }
}

/** Each asset once, over all wallets. The values are sums of the lines' values, so that parts and whole agree to the last digit. */
export function mergeByAsset<A extends HeldAsset>(lines: readonly Appraised<A>[]): readonly Appraised<A>[] {
  const merged = new Map<number, Appraised<A>>()
  for (const { asset, available, held, whole, price, value } of lines) {
    const before = merged.get(asset.id)
    merged.set(asset.id, {
      asset,
      available: add(before?.available ?? ZERO, available),
      held: add(before?.held ?? ZERO, held),
      whole: add(before?.whole ?? ZERO, whole),
      price,
      value: add(before?.value ?? ZERO, value),
    })
  }
  return [...merged.values()]
}

export const totalValue = (lines: readonly Pick<Appraised, 'value'>[]): Amount => total(lines.map((line) => line.value))

/** A USDT value converted to an asset at its price; null without a price. Rounded half to even. */
export const valueInAsset = (asset: { readonly scale: number }, value: Amount, price: Amount | null): Amount | null =>
  price === null || price === ZERO ? null : amount(divideHalfEven(value * 10n ** BigInt(asset.scale), price))

/** Below one USDT. An asset without a price isn't small: its value is unknown. */
export const isSmall = ({ whole, price, value }: Appraised): boolean =>
  whole === ZERO || (price !== null && value < 10n ** BigInt(VALUE_SCALE))

/** Wallets with a balance or transferable assets. */
export const openWallets = (lines: readonly PortfolioLine[]): readonly Wallet[] =>
  WALLETS.filter((wallet) =>
    lines.some((line) => line.wallet === wallet && (line.whole > ZERO || line.asset.wallets.includes(wallet))),
  )

export interface Slice<A extends HeldAsset = HeldAsset> {
  /** Null for the remainder. */
  readonly asset: A | null
  readonly value: Amount
  /** Of the total; all slices together are 1000, the largest takes what rounding down leaves. */
  readonly perMille: bigint
}

/** The `most` largest values and one slice for the rest. Empty for a total of zero. */
export function slicesOf<A extends HeldAsset>(merged: readonly Appraised<A>[], most: number): readonly Slice<A>[] {
  const worth = merged.filter((line) => line.value > ZERO).sort((left, right) => compare(right.value, left.value))
  if (worth.length === 0) return []
  // A single remaining asset isn't grouped as "others": it takes the same room under its own name.
  const named = worth.length <= most + 1 ? worth : worth.slice(0, most)
  const rest = totalValue(worth.slice(named.length))
  const parts = [
    ...named.map(({ asset, value }) => ({ asset, value })),
    ...(rest > ZERO ? [{ asset: null, value: rest }] : []),
  ]
  const shares = allocate(
    1000n,
    parts.map((part) => part.value),
  )
  return parts.map((part, index) => ({ ...part, perMille: shares[index] ?? 0n }))
}

const compare = (left: bigint, right: bigint): number => (left < right ? -1 : left > right ? 1 : 0)
