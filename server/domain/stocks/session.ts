// Where the session of an exchange stands at an instant, and what that lets an order do. Open is before, in and after the core session.

import { untilText } from '../time'
import { type Refusal, refuse } from '../outcome'
import type { Split } from './actions'
import { DAYS_AHEAD, type Exchange, newYorkDay, tradingDay } from './calendar'

/** What a pair is listed with when its base is a share. */
export interface StockListing {
  readonly exchange: Exchange
  /** The desk has halted it: nothing trades, orders may rest. */
  readonly isHalted: boolean
  /** Splits, oldest first, those to come included. */
  readonly splits: readonly Split[]
  /** When the next corporate action is due, or was: from then on nothing is ordered until it is carried out. Null without one. */
  readonly actionAt: number | null
}

/** Whether trading waits for a corporate action. */
export const isActionDue = ({ actionAt }: StockListing, now: number): boolean => actionAt !== null && now >= actionAt

export const PHASES = ['pre', 'core', 'post', 'closed', 'halted'] as const
export type Phase = (typeof PHASES)[number]

export interface SessionState {
  readonly phase: Phase
  /** When the next phase begins; null while halted, and where the calendar ends. */
  readonly until: number | null
  /** When trading begins, for a phase in which nothing trades; null where nobody can say. */
  readonly opensAt: number | null
}

/** The phase of an exchange at an instant, by its calendar in New York time, and when it ends. Looks `DAYS_AHEAD` for the next opening. */
export function sessionAt(exchange: Exchange, now: number): SessionState {
  const today = newYorkDay(now)
  const day = tradingDay(exchange, today)
  if (day && now >= day.pre && now < day.end) {
    if (now < day.core) return { phase: 'pre', until: day.core, opensAt: null }
    if (now < day.post) return { phase: 'core', until: day.post, opensAt: null }
    return { phase: 'post', until: day.end, opensAt: null }
  }
  for (let next = today; next <= today + DAYS_AHEAD; next += 1) {
    const opening = tradingDay(exchange, next)?.pre
    if (opening !== undefined && opening > now) return { phase: 'closed', until: opening, opensAt: opening }
  }
  return { phase: 'closed', until: null, opensAt: null }
}

/** The session as one symbol has it. */
export const stateOf = (stock: StockListing, now: number): SessionState =>
  stock.isHalted || isActionDue(stock, now)
    ? { phase: 'halted', until: null, opensAt: null }
    : sessionAt(stock.exchange, now)

/** Whether orders of a pair may meet now. What is no stock always trades. */
export function mayTrade(stock: StockListing | undefined, now: number): boolean {
  if (!stock) return true
  const { phase } = stateOf(stock, now)
  return phase !== 'closed' && phase !== 'halted'
}

export type SessionRefusal = 'stock_closed' | 'stock_halted' | 'stock_action_due'

/** Why an order is not taken now; null when it is. One that can rest is taken whenever no action is due: then nobody could say in which shares. */
export function whyNotInSession(
  stock: StockListing | undefined,
  { now, mayRest }: { readonly now: number; readonly mayRest: boolean },
): Refusal<SessionRefusal> | null {
  if (!stock || mayTrade(stock, now)) return null
  if (isActionDue(stock, now)) return refuse('stock_action_due').refusal
  if (mayRest) return null
  const { phase, opensAt } = stateOf(stock, now)
  if (phase === 'halted') return refuse('stock_halted').refusal
  return refuse('stock_closed', { opens: opensAt === null ? '–' : untilText(opensAt) }).refusal
}
