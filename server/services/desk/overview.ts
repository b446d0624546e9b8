// Desk overview: pending reviews, outstanding commands, undelivered messages, chain progress, sign-ups.

import { countNewUsers, countOwed } from '#db/platform/desk-user'
import { countMessageFailures } from '#db/platform/outbox'
import { countUnresolved, countWaiting } from '#db/platform/review'
import { type SweepRun, findSweep } from '#db/platform/sweep-run'
import { DAY_MS } from '#domain/time'
import { type ChainReport, chainReports } from '../chains/report'
import { countOwedMessages } from '../market'

export interface DeskOverview {
  readonly waiting: Awaited<ReturnType<typeof countWaiting>>
  readonly unresolved: Awaited<ReturnType<typeof countUnresolved>>
  readonly owed: Awaited<ReturnType<typeof countOwed>> & {
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
}

const DAYS_SHOWN = 30

export async function deskOverview(env: Env, now: number): Promise<DeskOverview> {
  const today = Math.floor(now / DAY_MS)
  const first = today - DAYS_SHOWN + 1
  const [waiting, unresolved, days, owed, marketMessages, failures, chains, sweep] = await Promise.all([
    countWaiting(env.DB),
    countUnresolved(env.DB),
    countNewUsers(env.DB, first * DAY_MS),
    countOwed(env.DB),
    countOwedMessages(env),
    countMessageFailures(env.DB),
    chainReports(env, now),
    findSweep(env.DB),
  ])
  const totals = new Map(days.map(({ day, total }) => [day, total]))
  const newUsers = Array.from({ length: DAYS_SHOWN }, (_, index) => ({
    at: (first + index) * DAY_MS,
    total: totals.get(first + index) ?? 0,
  }))
  return { waiting, unresolved, owed: { ...owed, marketMessages }, failures, chains, sweep, newUsers }
}
