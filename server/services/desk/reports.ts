// Whether the books add up, asset by asset. Accounts are counted a few at a time by the sweep, each in its own room, and their sums kept in
// the directory; the report adds up what was counted and what the Markets say now. It shows; nothing is paid by it.

import { countNewUsers, countOwed, listCountsAfter, listToCount, readCoverage, saveCount } from '#db/platform/desk-user'
import { countMessageFailures } from '#db/platform/outbox'
import { countUnsettled, countWaiting } from '#db/platform/review'
import { type Amount, ZERO, add, decodeAmount, formatAmount, negate } from '#domain/money/amount'
import { tellAccount } from '../account-room'
import { loadCatalogue } from '../catalogue'
import { type ChainReport, chainReports } from '../funds/watch-report'
import { marketReports } from '../market'

/** Rooms asked at once. */
const AT_ONCE = 8
const COUNTS_PER_READ = 500
/** The sweep counts an account once a day: it reads every entry that the account ever had. */
const FRESH_MS = 24 * 60 * 60 * 1000

/** Counts those that were counted longest ago; answers how many. A room that fails is left for the next time. */
export const sweepCounts = (env: Env, { limit, now }: { limit: number; now: number }): Promise<number> =>
  countAccounts(env, { limit, now, before: now - FRESH_MS })

/** The same for whoever looks at the report and wants it of now: those that were not counted since `before`. */
export async function countAccounts(
  env: Env,
  { limit, now, before }: { readonly limit: number; readonly now: number; readonly before: number },
): Promise<number> {
  const ids = await listToCount(env.DB, before, limit)
  let counted = 0
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const part = await Promise.all(ids.slice(start, start + AT_ONCE).map((id) => countAccount(env, id, now)))
    counted += part.filter(Boolean).length
  }
  return counted
}

async function countAccount(env: Env, userId: number, at: number): Promise<boolean> {
  try {
    const { isSound, entryCount, undelivered, accounts, problems } = await tellAccount(env, userId, { type: 'verify' })
    const sums = JSON.stringify(accounts.map(({ account, assetId, amount }) => [account, assetId, amount]))
    await saveCount(env.DB, { userId, at, isSound, entryCount, undelivered, sums, problems: JSON.stringify(problems) })
    return true
  } catch (failure) {
    console.error(`user ${userId}: the account could not be counted`, failure)
    return false
  }
}

/** Decimal text with every decimal of the asset. */
export interface AssetReport {
  readonly assetId: number
  readonly code: string
  /** What users own, free and held: what the house owes them. */
  readonly owed: string
  /** Came in from outside less what left: what must be there to pay it. Play money of the demo stands beside it. */
  readonly reserve: string
  readonly demo: string
  readonly corrections: string
  readonly fees: string
  /** Shares of fees that inviters are owed, and those on their way to them. */
  readonly rebates: string
  /** Between accounts and markets, the house's side and what is on its way included: zero when nothing was made or lost. */
  readonly markets: string
  /** Everything else that the system's accounts hold. */
  readonly rest: string
  /** The sum of all of it. */
  readonly difference: string
  readonly isConserved: boolean
}

export interface ConservationReport {
  readonly assets: readonly AssetReport[]
  readonly problems: readonly string[]
  readonly coverage: Awaited<ReturnType<typeof readCoverage>>
}

/** Exact while nobody trades: accounts are counted one after another, and markets now. */
export async function conservationReport(env: Env): Promise<ConservationReport> {
  const [{ assets }, coverage, markets] = await Promise.all([
    loadCatalogue(env),
    readCoverage(env.DB),
    marketReports(env),
  ])
  const { sums, problems } = await sumCounts(env)
  for (const { symbol, house, undelivered, isHouseLedgerSound } of markets) {
    if (!isHouseLedgerSound) problems.push(`@house ${symbol}`)
    for (const { account, assetId, amount } of house)
      if (account.startsWith('@market:')) sums.add('markets', assetId, decodeAmount(amount))
    for (const { assetId, amount } of undelivered) sums.add('markets', assetId, decodeAmount(amount))
  }
  const rows = assets.map((asset): AssetReport => {
    const of = (part: Part) => sums.get(part, asset.id)
    const text = (value: Amount) => formatAmount(asset, value)
    const inAccounts = PARTS.filter((part) => part !== 'markets').map(of)
    // What the accounts' own lines say of the markets is in `markets` beside the house's side of them: apart they sum to zero.
    const accountsSum = [...inAccounts, sums.get('accountMarkets', asset.id)].reduce(add, ZERO)
    const marketsSum = add(of('markets'), sums.get('accountMarkets', asset.id))
    return {
      assetId: asset.id,
      code: asset.code,
      owed: text(of('users')),
      // The other side of an entry from outside is negative.
      reserve: text(negate(of('external'))),
      demo: text(negate(of('demo'))),
      corrections: text(negate(of('corrections'))),
      fees: text(of('fees')),
      rebates: text(of('rebates')),
      markets: text(marketsSum),
      rest: text(of('rest')),
      difference: text(add(accountsSum, marketsSum)),
      isConserved: accountsSum === 0n && marketsSum === 0n,
    }
  })
  return { assets: rows, problems, coverage }
}

const PARTS = ['users', 'external', 'demo', 'corrections', 'fees', 'rebates', 'markets', 'rest'] as const
type Part = (typeof PARTS)[number] | 'accountMarkets'

function partOf(account: string): Part {
  if (!account.startsWith('@')) return 'users'
  if (account.startsWith('@market:')) return 'accountMarkets'
  if (account.startsWith('@external')) return 'external'
  if (account === '@demo') return 'demo'
  if (account === '@corrections') return 'corrections'
  if (account.startsWith('@rebate:') || account.startsWith('@transit:')) return 'rebates'
  return account.startsWith('@fees') ? 'fees' : 'rest'
}

class Sums {
  readonly #byKey = new Map<string, Amount>()

  get(part: Part, assetId: number): Amount {
    return this.#byKey.get(`${part}/${assetId}`) ?? ZERO
  }

  add(part: Part, assetId: number, value: Amount): void {
    this.#byKey.set(`${part}/${assetId}`, add(this.get(part, assetId), value))
  }
}

async function sumCounts(env: Env): Promise<{ sums: Sums; problems: string[] }> {
  const sums = new Sums()
  const problems: string[] = []
  let last = 0
  for (;;) {
    const rows = await listCountsAfter(env.DB, last, COUNTS_PER_READ)
    for (const row of rows) {
      // `countAccount` alone writes these texts.
      for (const [account, assetId, value] of JSON.parse(row.sums) as [string, number, string][])
        sums.add(partOf(account), assetId, decodeAmount(value))
      for (const problem of JSON.parse(row.problems) as string[]) problems.push(`${row.userId}: ${problem}`)
      last = row.userId
    }
    if (rows.length < COUNTS_PER_READ) return { sums, problems }
  }
}

export interface DeskOverview {
  readonly waiting: Awaited<ReturnType<typeof countWaiting>>
  readonly unsettled: Awaited<ReturnType<typeof countUnsettled>>
  readonly owed: Awaited<ReturnType<typeof countOwed>> & {
    /** Messages of Markets that no Account has acknowledged yet. */
    readonly marketMessages: number
  }
  /** Of the last days: mails, text messages and pushes that did not leave. */
  readonly failures: Awaited<ReturnType<typeof countMessageFailures>>
  readonly chains: readonly ChainReport[]
  /** By day of UTC, the last thirty. */
  readonly newUsers: readonly { readonly at: number; readonly total: number }[]
}

const DAY_MS = 24 * 60 * 60 * 1000
const DAYS_SHOWN = 30

export async function deskOverview(env: Env, now: number): Promise<DeskOverview> {
  const today = Math.floor(now / DAY_MS)
  const first = today - DAYS_SHOWN + 1
  const [waiting, unsettled, days, owed, markets, failures, chains] = await Promise.all([
    countWaiting(env.DB),
    countUnsettled(env.DB),
    countNewUsers(env.DB, first * DAY_MS),
    countOwed(env.DB),
    marketReports(env),
    countMessageFailures(env.DB),
    chainReports(env, now),
  ])
  const marketMessages = markets.reduce((sum, { undeliveredMessages }) => sum + undeliveredMessages, 0)
  const totals = new Map(days.map(({ day, total }) => [day, total]))
  const newUsers = Array.from({ length: DAYS_SHOWN }, (_, index) => ({
    at: (first + index) * DAY_MS,
    total: totals.get(first + index) ?? 0,
  }))
  return { waiting, unsettled, owed: { ...owed, marketMessages }, failures, chains, newUsers }
}
