// State of an exchange's session at an instant, and its effect on orders. Open includes pre-market, core and after-hours sessions.

import { untilText } from '../time'
import { type Refusal, refuse } from '../outcome'
import type { Split } from './actions'
import type { Sector } from './sector'
import { DAYS_AHEAD, type Exchange, newYorkDay, tradingDay } from './calendar'

/** Listing data of a share. */
export interface StockListing {
  readonly exchange: Exchange
  readonly sector: Sector
  /** The desk has halted it: nothing trades, orders may rest. */
  readonly isHalted: boolean
  /** Splits, oldest first, those to come included. */
  readonly splits: readonly Split[]
  /** Time of the next or due corporate action: from then on orders are refused until it is applied. Null without one. */
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
  /** Start of trading, in a phase without trading; null when unknown. */
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

/** Session state of one symbol. */
export const stateOf = (stock: StockListing, now: number): SessionState =>
  stock.isHalted || isActionDue(stock, now)
    ? { phase: 'halted', until: null, opensAt: null }
    : sessionAt(stock.exchange, now)

/** Whether orders of a pair can match now. Pairs other than shares always can. */
export function mayTrade(stock: StockListing | undefined, now: number): boolean {
  if (!stock) return true
  const { phase } = stateOf(stock, now)
  return phase !== 'closed' && phase !== 'halted'
}

export type SessionRefusal = 'stock_closed' | 'stock_halted' | 'stock_action_due'

/**
 * Reason to refuse an order now, or null. An order that can rest is accepted unless a corporate action is due: its shares would be
 * ambiguous then.
 */
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
