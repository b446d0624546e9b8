// Public market data: book, trades, reference price; and market money reports for operators. Read-only; orders go
// through the user's Account (spot.ts).

import { tracedRoom } from '#lib/room-call'
import { formatUnits } from '#domain/money/amount'
import { IsolateCache } from '#domain/isolate-cache'
import type {
  MarketDepth,
  MarketReference,
  MarketReport,
  MarketRpc,
  TapeRange,
  TapeTrade,
} from '#party/protocol/market'
import { loadCatalogue } from './catalogue'

type Markets = Pick<Env, 'Market'>

/** The best levels of a listed pair, best first. Ask only for symbols that the catalogue has. */
export const orderBook = (env: Markets, symbol: string, levelsMax: number): Promise<MarketDepth> =>
  marketRoom(env, symbol).depth(levelsMax)

/** Newest first. */
export const recentTrades = (
  env: Markets,
  symbol: string,
  { limit, ...range }: TapeRange & { readonly limit: number },
): Promise<TapeTrade[]> => marketRoom(env, symbol).tape(limit, range)

/** The index price and the edges of the price band in ticks; null while there is no index price. */
export const referencePrice = (env: Markets, symbol: string): Promise<MarketReference | null> =>
  marketRoom(env, symbol).reference()

/** Sweep call that replaces a lost alarm. */
export const pokeMarket = (env: Markets, symbol: string): Promise<void> => marketRoom(env, symbol).sweep()

/** Money reports of all markets, including unlisted ones, which still hold funds. */
export async function marketReports(env: Pick<Env, 'Market' | 'DB'>): Promise<MarketReport[]> {
  const { pairs, unlistedPairs = [] } = await loadCatalogue(env)
  return Promise.all([...pairs, ...unlistedPairs].map(({ symbol }) => marketRoom(env, symbol).report()))
}

/** Market guard state: pause, and used share of the house limit; quantities in the base asset. */
export interface GuardedMarket {
  readonly symbol: string
  readonly pausedUntil: number | null
  readonly inventory: string
  readonly inventoryMax: string
  /** Percent of the limit, whole, rounded down. */
  readonly usedPercent: number
}

/** Short cache, because pages poll all markets every few seconds. */
const guards = new IsolateCache<Env['Market'], readonly GuardedMarket[]>(5_000)

/** Limits of every listed market and of the house (circuit breaker, inventory), at most five seconds old. */
export async function guardedMarkets(env: Pick<Env, 'Market' | 'DB'>): Promise<readonly GuardedMarket[]> {
  const known = guards.get(env.Market, Date.now())
  if (known) return known
  const { pairs } = await loadCatalogue(env)
  const asked = await Promise.all(
    pairs.map(async ({ symbol, quantityDecimals, house: { inventoryMax } }) => {
      const { pausedUntil, inventoryLots } = await marketRoom(env, symbol).guard()
      const [inventory, most] = [BigInt(inventoryLots), BigInt(inventoryMax)]
      const size = inventory < 0n ? -inventory : inventory
      return {
        symbol,
        pausedUntil,
        inventory: formatUnits(inventory, quantityDecimals),
        inventoryMax: formatUnits(most, quantityDecimals),
        usedPercent: most === 0n ? 100 : Number((size * 100n) / most),
      }
    }),
  )
  guards.set(env.Market, asked, Date.now())
  return asked
}

/** Number of Market messages not yet acknowledged by Accounts. */
export async function countOwedMessages(env: Pick<Env, 'Market' | 'DB'>): Promise<number> {
  const { pairs, unlistedPairs = [] } = await loadCatalogue(env)
  const owed = await Promise.all(
    [...pairs, ...unlistedPairs].map(({ symbol }) => marketRoom(env, symbol).owedMessages()),
  )
  return owed.reduce((sum, count) => sum + count, 0)
}

/** Stub typed as its RPC interface only. */
const marketRoom = (env: Markets, symbol: string): MarketRpc =>
  tracedRoom(env.Market.get(env.Market.idFromName(symbol)), 'market') as unknown as MarketRpc
