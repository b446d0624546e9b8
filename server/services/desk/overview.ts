// Desk overview: pending reviews, outstanding commands, undelivered messages, chain progress, sign-ups.

import { type DayTotal, listDayTotals } from '#db/platform/activity'
import { countNewUsers, countPending } from '#db/platform/desk-user'
import { type PassedMoney, listPassedSince } from '#db/platform/money-days'
import { countMessageFailures } from '#db/platform/outbox'
import { countUnresolved, countWaiting } from '#db/platform/review'
import { type SweepRun, findSweep } from '#db/platform/sweep-run'
import { type ActivityKind, fromReported } from '#domain/activity'
import { ZERO, formatUnits, total } from '#domain/money/amount'
import { VALUE_SCALE } from '#domain/money/valuation'
import { DAY_MS } from '#domain/time'
import { type ChainReport, chainReports } from '../chains/report'
import { countOwedMessages } from '../market'
import { type Appraiser, loadAppraiser } from './appraiser'

export interface DeskOverview {
  readonly waiting: Awaited<ReturnType<typeof countWaiting>>
  readonly unresolved: Awaited<ReturnType<typeof countUnresolved>>
  readonly backlog: Awaited<ReturnType<typeof countPending>> & {
    /** Market messages not yet acknowledged by Accounts. */
    readonly marketMessages: number
  }
  /** Null where none has run yet. */
  readonly sweep: SweepRun | null
  /** Messages of the last days that were not sent: mails, text messages and pushes. */
  readonly failures: Awaited<ReturnType<typeof countMessageFailures>>
  readonly chains: readonly ChainReport[]
  /** By day of UTC, the last thirty. */
  readonly newUsers: readonly { readonly at: number; readonly total: number }[]
  readonly deposits: MoneyDays
  readonly withdrawals: MoneyDays
  /** What each user traded on spot and stock markets, in futures (opened and closed) and in options (decided); in USDT as text. */
  readonly volume: Days<string>
  /** Of every product, less what inviters get; in USDT as text. */
  readonly fees: Days<string>
  /** Users who ran a command. */
  readonly active: Days<number>
}

interface Days<Figure> {
  readonly today: Figure
  readonly yesterday: Figure
}

/** What passed today and yesterday, by day of UTC. */
type MoneyDays = Days<MoneyDay>

interface MoneyDay {
  readonly count: number
  /** In USDT at current prices, as decimal text; assets without a price count nothing. */
  readonly usdt: string
}

const DAYS_SHOWN = 30

export async function deskOverview(env: Env, now: number): Promise<DeskOverview> {
  const today = Math.floor(now / DAY_MS)
  const first = today - DAYS_SHOWN + 1
  const [waiting, unresolved, days, backlog, marketMessages, failures, chains, sweep, passed, reported, appraiser] =
    await Promise.all([
      countWaiting(env.DB),
      countUnresolved(env.DB),
      countNewUsers(env.DB, first * DAY_MS),
      countPending(env.DB),
      countOwedMessages(env),
      countMessageFailures(env.DB),
      chainReports(env, now),
      findSweep(env.DB),
      listPassedSince(env.DB, (today - 1) * DAY_MS),
      listDayTotals(env.DB, today - 1),
      loadAppraiser(env),
    ])
  const totals = new Map(days.map(({ day, total }) => [day, total]))
  const newUsers = Array.from({ length: DAYS_SHOWN }, (_, index) => ({
    at: (first + index) * DAY_MS,
    total: totals.get(first + index) ?? 0,
  }))
  const moneyDays = (rows: readonly PassedMoney[]): MoneyDays => {
    const dayOf = (isToday: boolean): MoneyDay => {
      const own = rows.filter(({ settledAt }) => settledAt >= today * DAY_MS === isToday)
      return {
        count: own.length,
        usdt: formatUnits(total(own.map((money) => appraiser.worthOf(money) ?? ZERO)), VALUE_SCALE),
      }
    }
    return { today: dayOf(true), yesterday: dayOf(false) }
  }
  return {
    waiting,
    unresolved,
    backlog: { ...backlog, marketMessages },
    failures,
    chains,
    sweep,
    newUsers,
    deposits: moneyDays(passed.deposits),
    withdrawals: moneyDays(passed.withdrawals),
    ...activityDays(reported, today, appraiser),
  }
}

function activityDays(
  reported: readonly DayTotal[],
  today: number,
  { worthOf, scaleOf }: Appraiser,
): Pick<DeskOverview, 'volume' | 'fees' | 'active'> {
  const of = (wanted: ActivityKind, wantedDay: number) =>
    reported.filter(({ kind, day }) => kind === wanted && day === wantedDay)
  const worth = (kind: ActivityKind) => (day: number) => {
    const values = of(kind, day).map(
      ({ assetId, value }) => worthOf({ assetId, amount: fromReported(value, scaleOf(assetId)) }) ?? ZERO,
    )
    return formatUnits(total(values), VALUE_SCALE)
  }
  const count = (day: number) => Number(of('active', day)[0]?.value ?? 0)
  const days = <Figure>(figureOf: (day: number) => Figure): Days<Figure> => ({
    today: figureOf(today),
    yesterday: figureOf(today - 1),
  })
  return { volume: days(worth('volume')), fees: days(worth('fees')), active: days(count) }
}
