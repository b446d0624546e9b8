// The user's own limits, checked by every feature that can lose money. The desk can't change them.

import * as v from 'valibot'
import { amount, encodeAmount, total } from '#domain/money/amount'
import {
  LIMIT_KINDS,
  type LimitKind,
  type OwnLimit,
  type StakeInput,
  changeLimit,
  checkLimits,
  checkLoss,
  checkPause,
  dayOf,
  effective,
  isNewSession,
  keepLimit,
  lossSince,
  noLimit,
  weekStart,
} from '#domain/limits/limits'
import { done } from '#domain/outcome'
import type { OwnLimits as ShownLimits } from '#party/protocol/limits'
import { ownLimit, ownResult, ownSession } from '#db/account/limits'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import type { TurnLog } from '#party/lib/turn-log'
import type { AccountState } from '../state'
import { command, feature, query } from '../feature'

/** Limits look back one week at most. */
const DAYS_KEPT = 14

class OwnLimits {
  static readonly tables = [ownLimit, ownResult, ownSession] as const

  readonly #limits = new Map<LimitKind, OwnLimit>()
  readonly #results = new Map<number, bigint>()
  #session: RowOf<typeof ownSession> | null
  readonly #changed = new Set<LimitKind>()
  readonly #daysChanged = new Set<number>()
  #isSessionChanged = false

  constructor(store: Store) {
    for (const row of tableOf(ownLimit).rows(store)) this.#limits.set(row.kind, row)
    for (const { day, result } of tableOf(ownResult).rows(store, 'ORDER BY day DESC LIMIT ?', DAYS_KEPT))
      this.#results.set(day, result)
    this.#session = tableOf(ownSession).first(store) ?? null
  }

  find(kind: LimitKind): OwnLimit {
    return this.#limits.get(kind) ?? noLimit(kind)
  }

  put(limit: OwnLimit): void {
    this.#limits.set(limit.kind, limit)
    this.#changed.add(limit.kind)
  }

  all(now: number): OwnLimit[] {
    return LIMIT_KINDS.map((kind) => effective(this.find(kind), now))
  }

  check(input: StakeInput, now: number) {
    return checkLimits([...this.#limits.values()], { results: this.#results, session: this.#session }, input, now)
  }

  checkLoss(input: Pick<StakeInput, 'risk' | 'running'>, now: number) {
    return checkLoss([...this.#limits.values()], { results: this.#results }, input, now)
  }

  checkPause(now: number) {
    return checkPause([...this.#limits.values()], now)
  }

  staked(now: number): void {
    const startedAt = isNewSession(this.#session, now) ? now : (this.#session?.startedAt ?? now)
    this.#session = { id: 1, startedAt, lastAt: now }
    this.#isSessionChanged = true
  }

  record(result: bigint, at: number): void {
    if (result === 0n) return
    const day = dayOf(at)
    this.#results.set(day, (this.#results.get(day) ?? 0n) + result)
    this.#daysChanged.add(day)
    for (const known of this.#results.keys()) if (known < day - DAYS_KEPT) this.#results.delete(known)
  }

  shown(now: number): ShownLimits {
    const today = dayOf(now)
    return {
      limits: this.all(now),
      dayLoss: encodeAmount(amount(lossSince(this.#results, today))),
      weekLoss: encodeAmount(amount(lossSince(this.#results, weekStart(today)))),
    }
  }

  save(log: TurnLog): void {
    for (const kind of this.#changed) log.put(ownLimit, this.find(kind))
    for (const day of this.#daysChanged) log.put(ownResult, { day, result: amount(this.#results.get(day) ?? 0n) })
    if (this.#session && this.#isSessionChanged) log.put(ownSession, this.#session)
    this.#changed.clear()
    this.#daysChanged.clear()
    this.#isSessionChanged = false
  }
}

const runningOf = (account: AccountState) => total(Array.from(account.parts, (part) => part.atStake()))

const kind = v.picklist(LIMIT_KINDS)

export const limits = feature({
  name: 'limits',
  tables: OwnLimits.tables,
  open: (account: AccountState): OwnLimits => new OwnLimits(account.store),
  provides: {
    limits: (limits: OwnLimits, account) => ({
      checkStake: (stake, now, risk = stake) => limits.check({ stake, risk, running: runningOf(account) }, now),
      checkLoss: (risk, now) => limits.checkLoss({ risk, running: runningOf(account) }, now),
      checkPause: (now) => limits.checkPause(now),
      staked: (now) => limits.staked(now),
      record: (result, at) => limits.record(result, at),
    }),
  },
  commands: {
    set_own_limit: command({
      input: v.strictObject({ kind, value: v.nullable(v.pipe(v.string(), v.regex(/^[1-9]\d{0,17}$/))) }),
      commit: 'log',
      run: (limits: OwnLimits, input, { now }) => {
        const changed = changeLimit(limits.find(input.kind), input.value, now)
        if (!changed.ok) return changed
        limits.put(changed.value)
        return done(limits.shown(now))
      },
    }),
    /** A looser limit that is on its way is called back. */
    keep_own_limit: command({
      input: v.strictObject({ kind }),
      commit: 'log',
      run: (limits: OwnLimits, input, { now }) => {
        limits.put(keepLimit(limits.find(input.kind), now))
        return done(limits.shown(now))
      },
    }),
  },
  queries: {
    own_limits: query({
      input: v.strictObject({}),
      run: (limits: OwnLimits, _asked, { now }) => done(limits.shown(now)),
    }),
  },
  save: (limits: OwnLimits, log) => limits.save(log),
})
