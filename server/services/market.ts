// What anybody may ask of a market: its book, its last trades, its reference price. And, for operators and tests, whether money was
// conserved between the Accounts and the Markets. Reads only; orders go through the user's Account (spot.ts).

import { type Amount, ZERO, add, decodeAmount, encodeAmount } from '#domain/money/amount'
import type { MarketDepth, MarketReference, MarketReport, MarketRpc, TapeTrade } from '#party/protocol/market'
import { tellAccount } from './account-room'
import { loadCatalogue } from './catalogue'

type Markets = Pick<Env, 'Market'>

/** The best levels of a listed pair, best first. Ask only for symbols that the catalogue has. */
export const orderBook = (env: Markets, symbol: string, levelsMax: number): Promise<MarketDepth> =>
  marketRoom(env, symbol).depth(levelsMax)

/** Newest first. */
export const recentTrades = (env: Markets, symbol: string, limit: number): Promise<TapeTrade[]> =>
  marketRoom(env, symbol).tape(limit)

/** The index price and the edges of the price band in ticks; null while there is no index price. */
export const referencePrice = (env: Markets, symbol: string): Promise<MarketReference | null> =>
  marketRoom(env, symbol).reference()

/** For the cron sweep: does what a lost alarm should have done. */
export const pokeMarket = (env: Markets, symbol: string): Promise<void> => marketRoom(env, symbol).sweep()

/** One asset in one market: the three sums are zero together, or money was made or lost. */
export interface ConservationRow {
  readonly symbol: string
  readonly assetId: number
  /** Lines of "@market:PAIR" over the accounts that were asked. */
  readonly accounts: string
  /** The house ledger's lines of the same name. */
  readonly house: string
  /** What accounts will add to it when they hear of fills that are on their way. */
  readonly undelivered: string
  readonly isConserved: boolean
}

export interface ConservationReport {
  readonly rows: readonly ConservationRow[]
  /** Accounts or house ledgers that are not sound by themselves, in words for an operator. */
  readonly problems: readonly string[]
  /** False when a market traded while the accounts were asked: then the sums are of different moments, and may differ. */
  readonly isExact: boolean
}

/**
 * Asks every market, each of `userIds`, and the markets again. Complete only when these are all users who ever traded, and exact
 * only when no market traded meanwhile, which the house does by itself whenever the index price crosses an order.
 */
export async function conservation(
  env: Pick<Env, 'Account' | 'Market' | 'DB'>,
  userIds: readonly number[],
): Promise<ConservationReport> {
  const askMarkets = () => marketReports(env)
  const markets = await askMarkets()
  const problems = markets
    .filter((market) => !market.isHouseLedgerSound)
    .map(({ symbol }) => `house ledger of ${symbol}`)
  const accounts = new Sums()
  const owed = new Sums()
  for (const userId of userIds) {
    const report = await tellAccount(env, userId, { type: 'verify' })
    for (const problem of report.problems) problems.push(`account ${userId}: ${problem}`)
    for (const { account, assetId, amount } of report.accounts) {
      accounts.add(account.startsWith(TRANSIT) ? TRANSIT : account, assetId, amount)
    }
    for (const { assetId, amount } of report.owedToPeers) owed.add(TRANSIT, assetId, amount)
  }
  const rows = markets.flatMap((market) => conservationRows(market, accounts))
  const isExact = JSON.stringify(await askMarkets()) === JSON.stringify(markets)
  return { rows: [...rows, ...transitRows(accounts, owed)], problems, isExact }
}

/** What one account sent to another, as `@transit:USER` of both say it. */
const TRANSIT = '@transit'

/** What left one account and has not come into another is what is still owed, and nothing else. */
function transitRows(accounts: Sums, owed: Sums): ConservationRow[] {
  const assetIds = new Set([...accounts.assetsOf(TRANSIT), ...owed.assetsOf(TRANSIT)])
  return Array.from(assetIds, (assetId) => {
    const [inTransit, undelivered] = [accounts.get(TRANSIT, assetId), owed.get(TRANSIT, assetId)]
    return {
      symbol: TRANSIT,
      assetId,
      accounts: encodeAmount(inTransit),
      house: encodeAmount(ZERO),
      undelivered: encodeAmount(undelivered),
      isConserved: inTransit === undelivered,
    }
  })
}

/** What every market says of its side of the money; those that are listed no more still hold theirs. */
export async function marketReports(env: Pick<Env, 'Market' | 'DB'>): Promise<MarketReport[]> {
  const { pairs, unlistedPairs = [] } = await loadCatalogue(env)
  return Promise.all([...pairs, ...unlistedPairs].map(({ symbol }) => marketRoom(env, symbol).report()))
}

/** Messages of all Markets that no Account has acknowledged yet. */
export async function countOwedMessages(env: Pick<Env, 'Market' | 'DB'>): Promise<number> {
  const { pairs, unlistedPairs = [] } = await loadCatalogue(env)
  const owed = await Promise.all(
    [...pairs, ...unlistedPairs].map(({ symbol }) => marketRoom(env, symbol).owedMessages()),
  )
  return owed.reduce((sum, count) => sum + count, 0)
}

function conservationRows({ symbol, house, undelivered }: MarketReport, accounts: Sums): ConservationRow[] {
  const name = `@market:${symbol}`
  const houseSums = new Sums()
  for (const { account, assetId, amount } of house) houseSums.add(account, assetId, amount)
  const owed = new Sums()
  for (const { assetId, amount } of undelivered) owed.add(name, assetId, amount)

  const assetIds = new Set([...accounts.assetsOf(name), ...houseSums.assetsOf(name), ...owed.assetsOf(name)])
  return Array.from(assetIds, (assetId) => {
    const [inAccounts, inHouse, onTheWay] = [accounts, houseSums, owed].map((sums) => sums.get(name, assetId))
    const sum = [inAccounts, inHouse, onTheWay].reduce<Amount>((total, part) => add(total, part ?? ZERO), ZERO)
    return {
      symbol,
      assetId,
      accounts: encodeAmount(inAccounts ?? ZERO),
      house: encodeAmount(inHouse ?? ZERO),
      undelivered: encodeAmount(onTheWay ?? ZERO),
      isConserved: sum === 0n,
    }
  })
}

/** Amounts by ledger account and asset. */
class Sums {
  private readonly sums = new Map<string, Map<number, Amount>>()

  add(account: string, assetId: number, amount: string): void {
    const assets = this.sums.get(account) ?? new Map<number, Amount>()
    this.sums.set(account, assets.set(assetId, add(assets.get(assetId) ?? ZERO, decodeAmount(amount))))
  }

  get(account: string, assetId: number): Amount {
    return this.sums.get(account)?.get(assetId) ?? ZERO
  }

  assetsOf(account: string): Iterable<number> {
    return this.sums.get(account)?.keys() ?? []
  }
}

/** The stub seen as the RPC that it serves: its own type also carries everything of a Durable Object. */
const marketRoom = (env: Markets, symbol: string): MarketRpc =>
  env.Market.get(env.Market.idFromName(symbol)) as unknown as MarketRpc
