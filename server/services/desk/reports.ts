// Conservation report per asset. The sweep counts a few accounts at a time, each in its own room, and stores sums in
// the directory; the report compares them with current Market sums. Read-only.

import { logError } from '#lib/log-line'
import {
  type AccountCount,
  type Coverage,
  listToCount,
  readCounts,
  saveCounts,
  userSpan,
} from '#db/platform/account-count'
import { type Asset, knownAssets } from '#domain/catalogue'
import {
  BookSums,
  type MarketGap,
  OTHER_PARTS,
  type Part,
  type Verdict,
  booksOf,
  compareMarket,
  worstOf,
} from '#domain/desk/books'
import { type Amount, add, formatAmount, formatTrimmed, negate, total } from '#domain/money/amount'
import { DAY_MS, MINUTE_MS } from '#domain/time'
import { callAccountForDesk } from './account'
import { loadCatalogue } from '../catalogue'
import { isCopying } from '../liabilities/tree'
import { marketReports } from '../market'

/** Rooms asked at once. */
const CONCURRENCY = 8
/** Each account is counted at most once a day, because a count reads its whole ledger. */
const FRESH_MS = DAY_MS
/** Maximum faulty accounts listed individually. */
const UNSOUND_SHOWN = 50

/** Accounts per sweep, each a call to a room: the maximum suffices for 1,440,000 accounts a day. */
const COUNTS_MAX = 1_000

/**
 * Counts the accounts with the oldest counts; returns their number: at least `limit`, and enough for each account's turn once a day. A failing
 * room is retried next time. Pauses while the tree of liabilities copies the counts, because a change would start the copy over.
 */
export async function sweepCounts(env: Env, { limit, now }: { limit: number; now: number }): Promise<number> {
  if (await isCopying(env.DB)) return 0
  const daily = Math.ceil((await userSpan(env.DB)) / (DAY_MS / MINUTE_MS))
  return countAccounts(env, { limit: Math.min(Math.max(limit, daily), COUNTS_MAX), now, before: now - FRESH_MS })
}

/** Counts accounts on demand: those not counted since `before`. */
export async function countAccounts(
  env: Env,
  { limit, now, before }: { readonly limit: number; readonly now: number; readonly before: number },
): Promise<number> {
  const ids = await listToCount(env.DB, { before, limit, now })
  let counted = 0
  for (let start = 0; start < ids.length; start += CONCURRENCY) {
    const part = await Promise.all(ids.slice(start, start + CONCURRENCY).map((id) => countAccount(env, id, now)))
    const counts = part.filter((count) => count !== null)
    if (counts.length > 0) await saveCounts(env.DB, counts)
    counted += counts.length
  }
  return counted
}

async function countAccount(env: Env, userId: number, at: number): Promise<AccountCount | null> {
  try {
    const { accounts, heard, owedToPeers: _, ...counted } = await callAccountForDesk(env, userId, { type: 'verify' })
    return { userId, at, ...counted, ...booksOf(accounts, heard) }
  } catch (failure) {
    logError(`user ${userId}: the account could not be counted`, failure)
    return null
  }
}

/** Report of an asset, as decimal text with all decimals: counted accounts, and the markets' own sums. */
interface AssetReport {
  readonly assetId: number
  readonly code: string
  /** Users' free and held balances, and their deposits for bids: the house's debt to them. */
  readonly owed: string
  /** External deposits minus withdrawals: the required reserve. Demo funds are listed separately. */
  readonly reserve: string
  readonly demo: string
  readonly corrections: string
  readonly fees: string
  /** Commissions owed and in transit to inviters. */
  readonly rebates: string
  /** Other system account balances. */
  readonly rest: string
  /** Sum over all counted accounts: zero if conserved, regardless of uncounted accounts and running trades. */
  readonly difference: string
  readonly isConserved: boolean
  /** Difference between accounts and market houses, over all markets. */
  readonly markets: string
  readonly marketsVerdict: Verdict
}

/** Difference between a market's accounts and house although all messages were acknowledged. */
interface GapReport {
  readonly symbol: string
  /** Decimal text. */
  readonly amount: string
  /** Asset code, or the id of an unknown asset. */
  readonly asset: string
}

export interface ConservationReport {
  readonly assets: readonly AssetReport[]
  readonly gaps: readonly GapReport[]
  readonly problems: readonly string[]
  /** Number of inconsistent accounts; problems of the first ones are listed. */
  readonly unsound: number
  readonly coverage: Coverage
}

export async function conservationReport(env: Env): Promise<ConservationReport> {
  const [catalogue, { books, coverage, unsound }] = await Promise.all([
    loadCatalogue(env),
    readCounts(env.DB, UNSOUND_SHOWN),
  ])
  // Read markets after account counts, so that market message numbers are at least those known to accounts.
  const markets = await marketReports(env)
  const counted = new BookSums(books)
  const { pairs, unlistedPairs = [] } = catalogue
  const traded = new Map([...pairs, ...unlistedPairs].map(({ symbol, base, quote }) => [symbol, [base.id, quote.id]]))
  const isEverybodyCounted = coverage.counted >= coverage.users
  const gaps = markets.flatMap((market) =>
    compareMarket(counted, { ...market, assetIds: traded.get(market.symbol) ?? [], isEverybodyCounted }),
  )
  // Unlisted assets still have owners.
  const assets = knownAssets(catalogue)
  const byId = new Map(assets.map((asset) => [asset.id, asset]))
  return {
    assets: assets.map((asset) => reportAsset(asset, counted, gaps)),
    gaps: gaps.filter(({ verdict }) => verdict === 'off').map((gap) => gapText(byId.get(gap.assetId), gap)),
    problems: [
      ...unsound.rows.flatMap(({ userId, problems }) => problems.map((problem) => `${userId}: ${problem}`)),
      ...markets.filter(({ isHouseLedgerSound }) => !isHouseLedgerSound).map(({ symbol }) => `@house ${symbol}`),
    ],
    unsound: unsound.total,
    coverage,
  }
}

const gapText = (asset: Asset | undefined, { symbol, assetId, sum }: MarketGap): GapReport => ({
  symbol,
  amount: asset ? formatTrimmed(asset, sum) : String(sum),
  asset: asset?.code ?? `#${assetId}`,
})

function reportAsset(asset: Asset, counted: BookSums, allGaps: readonly MarketGap[]): AssetReport {
  const of = (part: Part) => counted.get(part, asset.id)
  const text = (value: Amount) => formatAmount(asset, value)
  const gaps = allGaps.filter(({ assetId }) => assetId === asset.id)
  const difference = counted.difference(asset.id)
  return {
    assetId: asset.id,
    code: asset.code,
    owed: text(add(of('users'), of('auctions'))),
    // The counter entry of an external deposit is negative.
    reserve: text(negate(of('external'))),
    demo: text(negate(of('demo'))),
    corrections: text(negate(of('corrections'))),
    fees: text(of('fees')),
    rebates: text(of('rebates')),
    rest: text(total(OTHER_PARTS.map(of))),
    difference: text(difference),
    isConserved: difference === 0n,
    markets: text(total(gaps.map(({ sum }) => sum))),
    marketsVerdict: worstOf(gaps.map(({ verdict }) => verdict)),
  }
}
