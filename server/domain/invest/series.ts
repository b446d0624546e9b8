// Series of investments: a coin or dollars invested until a date, with a strike price. The fixing alone decides the payout's asset.

import { type Amount, amount } from '../money/amount'
import { type Rate, RATE_ONE } from '../money/rate'
import { type Outcome, done, refuse } from '../outcome'
import { formatSteps } from '../quotes/steps'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time'

/** Wallet of purchases and payouts. */
export const INVEST_SOURCE = 'change'
/** Where it stays meanwhile. */
export const INVEST_WALLET = 'earn'

/** A call invests the coin, a put invests dollars. */
export const INVEST_KINDS = ['call', 'put'] as const
export type InvestKind = (typeof INVEST_KINDS)[number]

/** Series mature at this hour of the day, UTC. */
const FIXING_HOUR = 8
/** Window of the fixing's ticks before maturity; an order is settling from its start. */
export const FIXING_MS = 30 * MINUTE_MS
/** In a fixing window or the minute before: ticks are published even without listeners. */
export function isFixingNear(now: number): boolean {
  const end = FIXING_HOUR * HOUR_MS
  return now % DAY_MS >= end - FIXING_MS - MINUTE_MS && now % DAY_MS < end
}

/** Sales end one day before maturity, when the result is nearly known. */
const CLOSES_BEFORE_MS = DAY_MS

export interface InvestAsset {
  readonly id: number
  readonly code: string
  readonly scale: number
  readonly logo: string
}

export interface Series {
  readonly id: number
  readonly symbol: string
  readonly kind: InvestKind
  readonly base: InvestAsset
  readonly quote: InvestAsset
  readonly priceDecimals: number
  /** The strike price, in steps of the symbol. */
  readonly strike: number
  readonly apr: Rate
  readonly opensAt: number
  readonly maturesAt: number
  /** Total supply, and maximum per user. */
  readonly shares: number
  readonly userMax: number
  readonly isOpen: boolean
}

/** Data of its series stored with an order. Rates as integer text. */
export interface StoredSeries {
  readonly name: string
  readonly symbol: string
  readonly kind: InvestKind
  readonly strike: number
  readonly apr: string
  readonly days: number
  readonly maturesAt: number
  readonly baseId: number
  readonly quoteId: number
  readonly baseScale: number
  readonly quoteScale: number
  readonly priceDecimals: number
  /** The coin's price when it was bought, in steps; absent where none was known. */
  readonly price?: number | undefined
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

type Named = Pick<Series, 'kind' | 'strike' | 'priceDecimals'> & {
  readonly base: Pick<InvestAsset, 'code'>
  readonly day: string
}

/** "BTC-30DEC26-70000-C"; `day` is "2026-12-30". */
export function seriesName({ base, day, strike, priceDecimals, kind }: Named): string {
  const [year = '', month = '', date = ''] = day.split('-')
  const price = formatSteps(strike, priceDecimals).replace(/\.0*$/, '')
  const letter = kind === 'call' ? 'C' : 'P'
  return `${base.code}-${date}${MONTHS[parseInt(month, 10) - 1] ?? ''}${year.slice(2)}-${price}-${letter}`
}

export const investedAsset = ({ kind, base, quote }: Pick<Series, 'kind' | 'base' | 'quote'>): InvestAsset =>
  kind === 'call' ? base : quote

/** A tenth of the coin, or its cost at the strike; a whole number by generation. */
export function shareSize({
  kind,
  base,
  quote,
  strike,
  priceDecimals,
}: Pick<Series, 'kind' | 'base' | 'quote' | 'strike' | 'priceDecimals'>): Amount {
  if (kind === 'call') return amount(10n ** BigInt(base.scale - 1))
  return amount((BigInt(strike) * 10n ** BigInt(quote.scale)) / 10n ** BigInt(priceDecimals + 1))
}

const dayOf = (at: number): number => Math.floor(at / DAY_MS)

/** UTC days from the day of purchase to the day of maturity. */
export const daysUntil = (maturesAt: number, now: number): number => dayOf(maturesAt) - dayOf(now)

export const closesAt = ({ maturesAt }: Pick<Series, 'maturesAt'>): number => maturesAt - CLOSES_BEFORE_MS

/**
 * Next maturity date of a rung (every `every` days) that can still be sold. Dates shared with longer terms belong to those: series of one
 * date are generated together, so a nearer strike never pays less than a further one.
 */
export function nextMaturity(now: number, every: number, terms: readonly number[] = []): number {
  const hour = FIXING_HOUR * HOUR_MS
  const first = Math.floor((now + CLOSES_BEFORE_MS - hour) / DAY_MS) + 1
  let day = Math.ceil(first / every) * every
  while (terms.some((other) => other > every && day % other === 0)) day += every
  return day * DAY_MS + hour
}

/** Of two strike prices, whether the first is the further one from where the index stood. */
export const isFurther = (kind: InvestKind, one: number, other: number): boolean =>
  kind === 'call' ? one > other : one < other

interface Rung {
  readonly kind: InvestKind
  /** How far from the index price, as a rate: above it for a call, below it for a put. */
  readonly distance: Rate
  /** Strike interval in whole units. */
  readonly roundTo: number
}

/** The strike price of a new series, in steps; null when the index is too low for it. */
export function strikePrice(
  { kind, distance, roundTo }: Rung,
  index: { readonly priceSteps: number; readonly priceDecimals: number },
): number | null {
  const target = BigInt(index.priceSteps) * (kind === 'call' ? RATE_ONE + distance : RATE_ONE - distance)
  const unit = BigInt(roundTo) * 10n ** BigInt(index.priceDecimals)
  // Rounds to the nearest, halves up.
  const count = (target * 2n + unit * RATE_ONE) / (unit * RATE_ONE * 2n)
  return count > 0n ? parseInt((count * unit).toString(), 10) : null
}

export type PurchaseRefusal = 'invest_shares_out_of_bounds' | 'invest_closed' | 'invest_paused'

/** Cost of a number of shares, or a refusal with the limit. */
export function checkPurchase(
  series: Series,
  { shares, now }: { readonly shares: number; readonly now: number },
): Outcome<{ readonly amount: Amount; readonly days: number }, PurchaseRefusal> {
  if (now >= closesAt(series)) return refuse('invest_closed')
  if (!series.isOpen || now < series.opensAt) return refuse('invest_paused')
  if (!Number.isSafeInteger(shares) || shares < 1 || shares > series.userMax)
    return refuse('invest_shares_out_of_bounds', { min: '1', max: String(series.userMax) })
  return done({ amount: amount(shareSize(series) * BigInt(shares)), days: daysUntil(series.maturesAt, now) })
}
