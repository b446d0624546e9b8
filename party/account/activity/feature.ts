// Activity of the account by day, reported to the directory: the desk's overview adds the reports up. The last feature of the list, so that
// it sees every entry of a turn.

import { type ActivityKind, DAYS_KEPT, type DaySum, feesOf, toReported } from '#domain/activity'
import { findKnownAsset } from '#domain/catalogue'
import { type Amount, add, amount, decodeAmount, encodeAmount } from '#domain/money/amount'
import { DAY_MS, MINUTE_MS } from '#domain/time'
import { activityDay } from '#db/account/activity'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import type { TurnLog } from '#party/lib/turn-log'
import type { AccountState } from '../state'
import { type Timer, type Turn, feature } from '../feature'

type Day = RowOf<typeof activityDay>

/** Delay between a change and its report, and before a retry. */
const REPORT_WITHIN_MS = 10 * MINUTE_MS

const dayOf = (at: number): number => Math.floor(at / DAY_MS)

class Activity {
  static readonly tables = [activityDay] as const

  readonly #days = new Map<number, Day>()
  readonly #changed = new Set<number>()

  constructor(store: Store) {
    for (const row of tableOf(activityDay).rows(store)) this.#days.set(row.day, row)
  }

  add(day: number, kind: ActivityKind, assetId: number, value: Amount): void {
    if (value === 0n) return
    const { sums, revision, reported } = this.#days.get(day) ?? { sums: [], revision: 0, reported: 0 }
    const isSame = ([known, asset]: DaySum) => known === kind && asset === assetId
    const before = decodeAmount(sums.find(isSame)?.[2] ?? '0')
    const line: DaySum = [kind, assetId, encodeAmount(add(before, value))]
    this.#put({ day, sums: [...sums.filter((each) => !isSame(each)), line], revision: revision + 1, reported })
  }

  markActive(day: number): void {
    const isKnown = this.#days.get(day)?.sums.some(([kind]) => kind === 'active')
    if (!isKnown) this.add(day, 'active', 0, amount(1n))
  }

  /** Days that the directory misses. It shows no older ones. */
  unreported(today: number): Day[] {
    return [...this.#days.values()].filter(
      ({ day, revision, reported }) => day > today - DAYS_KEPT && reported < revision,
    )
  }

  markReported({ day, revision }: Day): void {
    const known = this.#days.get(day)
    if (known && known.reported < revision) this.#put({ ...known, reported: revision })
  }

  forgetOld(today: number): void {
    for (const day of this.#days.keys()) {
      if (day > today - DAYS_KEPT) continue
      this.#days.delete(day)
      this.#changed.add(day)
    }
  }

  save(log: TurnLog): void {
    for (const day of this.#changed) {
      const row = this.#days.get(day)
      if (row) log.put(activityDay, row)
      else log.remove(activityDay, { day })
    }
    this.#changed.clear()
  }

  #put(row: Day): void {
    this.#days.set(row.day, row)
    this.#changed.add(row.day)
  }
}

/** The timer stays set until the directory has confirmed the report, so a killed room repeats it. */
const reportTimer: Timer<Activity> = {
  run: (activity, _due, { account, now }) => {
    if (activity.unreported(dayOf(now)).length > 0) account.timers.set('activity', now + REPORT_WITHIN_MS)
  },
  errand: {
    prepare: (activity, { account: { catalogue }, now }) => {
      const days = activity.unreported(dayOf(now))
      if (days.length === 0) return null
      const scaleOf = (assetId: number) => findKnownAsset(catalogue, assetId)?.scale ?? 0
      const reported = days.map(({ day, revision, sums }) => ({ day, revision, sums: toReported(sums, scaleOf) }))
      return {
        call: (remotes) => remotes.reportActivity(reported),
        done: (state, turn) => {
          for (const day of days) state.markReported(day)
          if (state.unreported(dayOf(turn.now)).length === 0) turn.account.timers.clear('activity')
        },
      }
    },
  },
}

function countTurn(activity: Activity, { account, now }: Turn): void {
  if (account.commands.isAsked) activity.markActive(dayOf(now))
  for (const entry of account.ledger.unsaved)
    for (const [assetId, fees] of feesOf(entry)) activity.add(dayOf(entry.at), 'fees', assetId, fees)
  // Late fills can belong to such a day.
  activity.forgetOld(dayOf(now))
  if (activity.unreported(dayOf(now)).length > 0) account.timers.ensure('activity', now + REPORT_WITHIN_MS)
}

export const activity = feature({
  name: 'activity',
  tables: Activity.tables,
  open: (account: AccountState) => new Activity(account.store),
  provides: {
    activity: (activity: Activity) => ({
      traded: (assetId, value, at) => activity.add(dayOf(at), 'volume', assetId, value),
    }),
  },
  timers: { activity: reportTimer },
  ending: countTurn,
  save: (activity: Activity, log) => activity.save(log),
})
