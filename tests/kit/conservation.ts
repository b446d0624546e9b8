// Conservation of money across Accounts and Markets: computed independently of the operator's report, so that one mistake can't hide in
// both.

import { type Amount, ZERO, add, decodeAmount, encodeAmount } from '#domain/money/amount'
import type { MarketReport } from '#party/protocol/market'
import { callAccountAsSystem } from '#services/account-room'
import { marketReports } from '#services/market'

/** One asset in one market: the three sums are zero together, or money was made or lost. */
interface ConservationRow {
  readonly symbol: string
  readonly assetId: number
  /** Lines of "@market:PAIR" over the accounts that were asked. */
  readonly accounts: string
  /** The house ledger's lines of the same name. */
  readonly house: string
  /** Amounts that accounts will book once pending fills are delivered. */
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
 * Reads every market, each account of `userIds`, then the markets again. Complete only when these are all users that ever traded; exact
 * only when no market traded meanwhile (the house trades by itself when the index price crosses an order).
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
    const report = await callAccountAsSystem(env, userId, { type: 'verify' })
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

/** Transfers between two accounts are booked as `@transit:USER` by both. */
const TRANSIT = '@transit'

/** Sent but not yet received amounts equal the amounts still owed. */
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
  readonly #sums = new Map<string, Map<number, Amount>>()

  add(account: string, assetId: number, amount: string): void {
    const assets = this.#sums.get(account) ?? new Map<number, Amount>()
    this.#sums.set(account, assets.set(assetId, add(assets.get(assetId) ?? ZERO, decodeAmount(amount))))
  }

  get(account: string, assetId: number): Amount {
    return this.#sums.get(account)?.get(assetId) ?? ZERO
  }

  assetsOf(account: string): Iterable<number> {
    return this.#sums.get(account)?.keys() ?? []
  }
}
