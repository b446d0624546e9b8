// Limits that users set for themselves, over all products with quick losses: options, futures, quiz and game together. A stricter limit
// applies at once; a looser one applies a day later and can be revoked until then. A pause or lock-out can never be shortened.

import { type Amount, amount, formatTrimmed } from '../money/amount'
import { type Outcome, done, refuse } from '../outcome'
import { DAY_MS, MINUTE_MS, untilText } from '../time'

/** Losses and stakes in USDT's smallest unit; a session in minutes; a pause and a lock-out are instants. */
export const LIMIT_KINDS = ['day_loss', 'week_loss', 'stake', 'session', 'pause', 'lock'] as const
export type LimitKind = (typeof LIMIT_KINDS)[number]

/** Choices in days. */
export const PAUSE_DAYS = [1, 7, 30, 90] as const
export const LOCK_DAYS = [183, 365, 1_826] as const

/** A looser limit counts after this. */
const LOOSER_AFTER_MS = DAY_MS
/** Break without new orders after which the next order starts a new session. */
const SESSION_BREAK_MS = 30 * MINUTE_MS
export const SESSION_MINUTES = { min: 10, max: 1_440 } as const

const USDT = { scale: 6 }

/** `value` null: no limit. `nextAt` is the start of a looser limit. */
export interface OwnLimit {
  readonly kind: LimitKind
  readonly value: string | null
  readonly next: string | null
  readonly nextAt: number | null
}

export const noLimit = (kind: LimitKind): OwnLimit => ({ kind, value: null, next: null, nextAt: null })

/** As it counts now. */
export const effective = (limit: OwnLimit, now: number): OwnLimit =>
  limit.nextAt !== null && limit.nextAt <= now ? { ...noLimit(limit.kind), value: limit.next } : limit

const isInstant = (kind: LimitKind): boolean => kind === 'pause' || kind === 'lock'

/** Sets a limit, or takes it away with null. */
export function changeLimit(
  known: OwnLimit,
  wanted: string | null,
  now: number,
): Outcome<OwnLimit, 'own_limit_not_shortened'> {
  const limit = effective(known, now)
  const { kind, value } = limit
  if (isInstant(kind)) {
    const until = wanted === null ? 0 : now + parseInt(wanted, 10) * DAY_MS
    const runs = value !== null && parseInt(value, 10) > now
    if (runs && until < parseInt(value, 10))
      return refuse('own_limit_not_shortened', { until: untilText(parseInt(value, 10)) })
    return done({ ...noLimit(kind), value: until > now ? String(until) : null })
  }
  const isStricter = wanted !== null && (value === null || BigInt(wanted) <= BigInt(value))
  if (isStricter) return done({ ...noLimit(kind), value: wanted })
  if (value === null) return done(noLimit(kind))
  return done({ kind, value, next: wanted, nextAt: now + LOOSER_AFTER_MS })
}

/** The looser limit that is on its way is called back. */
export const keepLimit = (known: OwnLimit, now: number): OwnLimit => {
  const limit = effective(known, now)
  return { ...limit, next: null, nextAt: null }
}

/** Day 0 of 1970 was a Thursday; weeks begin on Monday, at midnight of UTC. */
export const dayOf = (at: number): number => Math.floor(at / DAY_MS)
export const weekStart = (day: number): number => day - ((day + 3) % 7)

export interface LimitUsage {
  /** Settled pnl by day. */
  readonly results: ReadonlyMap<number, bigint>
  /** When the running session began and when its last order was made; null before the first. */
  readonly session: { readonly startedAt: number; readonly lastAt: number } | null
}

export interface StakeInput {
  readonly stake: Amount
  /** Additional possible loss by the order: below the stake if that was at risk already, above it if other money becomes at risk. */
  readonly risk: Amount
  /** Amount at risk in all products already. */
  readonly running: Amount
}

export type LossRefusal = 'own_limit_day' | 'own_limit_week'
export type PauseRefusal = 'own_limit_locked' | 'own_limit_paused'
export type LimitRefusal = LossRefusal | PauseRefusal | 'own_limit_stake' | 'own_limit_session'

/** Which limit a new order would go beyond, and until when. */
export function checkLimits(
  limits: readonly OwnLimit[],
  usage: LimitUsage,
  { stake, ...input }: StakeInput,
  now: number,
): Outcome<null, LimitRefusal> {
  const pause = checkPause(limits, now)
  if (!pause.ok) return pause
  const most = valueOf(limits, 'stake', now)
  if (most !== null && stake > BigInt(most)) return refuse('own_limit_stake', { max: moneyText(most) })
  const loss = checkLoss(limits, usage, input, now)
  return loss.ok ? checkSession(valueOf(limits, 'session', now), usage.session, now) : loss
}

/** Checks only pause and lock-out, for orders placed before them. */
export function checkPause(limits: readonly OwnLimit[], now: number): Outcome<null, PauseRefusal> {
  for (const [kind, code] of [
    ['lock', 'own_limit_locked'],
    ['pause', 'own_limit_paused'],
  ] as const) {
    const until = parseInt(valueOf(limits, kind, now) ?? '0', 10)
    if (until > now) return refuse(code, { until: untilText(until) })
  }
  return done(null)
}

function valueOf(limits: readonly OwnLimit[], kind: LimitKind, now: number): string | null {
  const found = limits.find((limit) => limit.kind === kind)
  return found ? effective(found, now).value : null
}

/** The limits of losses alone: for money that is added to what runs already. */
export function checkLoss(
  limits: readonly OwnLimit[],
  usage: Pick<LimitUsage, 'results'>,
  { risk, running }: Pick<StakeInput, 'risk' | 'running'>,
  now: number,
): Outcome<null, LossRefusal> {
  const today = dayOf(now)
  for (const { kind, code, from, until } of [
    { kind: 'day_loss', code: 'own_limit_day', from: today, until: today + 1 },
    { kind: 'week_loss', code: 'own_limit_week', from: weekStart(today), until: weekStart(today) + 7 },
  ] as const) {
    const bound = valueOf(limits, kind, now)
    const lost = lossSince(usage.results, from)
    if (bound !== null && lost + risk + running > BigInt(bound)) {
      const left = BigInt(bound) - lost - running
      const facts = {
        max: moneyText(bound),
        left: moneyText(String(left > 0n ? left : 0n)),
        until: untilText(until * DAY_MS),
      }
      return refuse(code, facts)
    }
  }
  return done(null)
}

function checkSession(
  minutes: string | null,
  session: LimitUsage['session'],
  now: number,
): Outcome<null, 'own_limit_session'> {
  if (minutes === null || !session || isNewSession(session, now)) return done(null)
  const endsAt = session.startedAt + parseInt(minutes, 10) * MINUTE_MS
  if (now < endsAt) return done(null)
  return refuse('own_limit_session', { minutes, until: untilText(session.lastAt + SESSION_BREAK_MS) })
}

export const isNewSession = (session: LimitUsage['session'], now: number): boolean =>
  session === null || now - session.lastAt >= SESSION_BREAK_MS

/** Losses minus profits since a day; at least zero. */
export function lossSince(results: ReadonlyMap<number, bigint>, from: number): bigint {
  let sum = 0n
  for (const [day, result] of results) if (day >= from) sum += result
  return sum < 0n ? -sum : 0n
}

const moneyText = (units: string): string => formatTrimmed(USDT, amount(BigInt(units)))
