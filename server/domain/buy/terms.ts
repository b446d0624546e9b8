// Fiat purchases: routes, quotes, and age limits of rates. Pure.

import { INVITE_CODE_LETTERS } from '../identity'
import { type Amount, type AssetScale, amount, subtract } from '../money/amount'
import { RATE_SCALE, type Rate, applyRateUp, rate } from '../money/rate'
import { divideDown } from '../money/rounding'
import { type Outcome, done, refuse } from '../outcome'
import { HOUR_MS, parseDay } from '../time'

/** Specification §9, in ISO 3166. */
export const BUY_COUNTRIES = ['US', 'NG', 'TH', 'ID', 'BR', 'IN', 'VN', 'MX', 'PH'] as const
export type BuyCountry = (typeof BUY_COUNTRIES)[number]
/** bank: a transfer that people look for. card: the checkout of a payment provider. ramp: a third party that takes the money for us. */
export const BUY_ROUTES = ['bank', 'card', 'ramp'] as const
export type BuyRouteKind = (typeof BUY_ROUTES)[number]

/** What fiat becomes. */
export const BOUGHT_ASSET = 'USDT'
/** Where it is credited. */
export const BUY_WALLET = 'change'
/** One USD equals one USDT by definition. */
const PEGGED = 'USD'

/** How long a quote may be taken up: long enough to fill in who pays. */
export const BUY_QUOTE_MS = 10 * 60_000
/** Most open orders of one user, awaiting payment or review. */
export const BUY_WAITING_MAX = 5

/** Bank account that receives a transfer. */
export interface BuyBank {
  readonly name: string
  readonly holder: string
  readonly account: string
  /** SWIFT, routing or branch code; empty where none is needed. */
  readonly code: string
}

/** A payment method for one currency of one country. */
export interface BuyRoute {
  readonly id: number
  readonly country: BuyCountry
  readonly currency: string
  readonly kind: BuyRouteKind
  /** Fee as a part of the purchase. */
  readonly fee: Rate
  /** In whole units of the currency. */
  readonly min: number
  readonly max: number
  /** How long an order waits for its payment. */
  readonly payHours: number
  /** How old the rate may be; an older one closes the route. */
  readonly rateHoursMax: number
  /** When the desk last checked the rate that it keeps itself. */
  readonly rateCheckedAt: number
  readonly bank: BuyBank
  readonly isOpen: boolean
}

/** The catalogue's data of the currency. */
export interface FiatRate {
  readonly code: string
  /** Fiat units per USD. */
  readonly rate: Rate
  readonly referenceDay: string | null
}

/** A rate and how old it is; null for one that cannot age. */
export interface RateNow {
  readonly rate: Rate
  readonly asOf: number | null
}

/** The reference feed is published in the afternoon in Frankfurt: it counts from 15:00 UTC of its day. */
const REFERENCE_HOUR = 15

/** Current rate of a route, or a refusal when it is outdated. */
export function rateNow(
  route: Pick<BuyRoute, 'currency' | 'rateHoursMax' | 'rateCheckedAt'>,
  fiat: FiatRate | undefined,
  now: number,
): Outcome<RateNow, 'buy_rate_old'> {
  if (route.currency === PEGGED) return done({ rate: rate(10n ** BigInt(RATE_SCALE)), asOf: null })
  const day = fiat?.referenceDay ? parseDay(fiat.referenceDay) : undefined
  const asOf = day === undefined ? route.rateCheckedAt : day + REFERENCE_HOUR * HOUR_MS
  if (!fiat || fiat.rate <= 0n || now - asOf > route.rateHoursMax * HOUR_MS)
    return refuse('buy_rate_old', { currency: route.currency, hours: String(route.rateHoursMax) })
  // Demo rates have a check time at the end of the century, so they never expire.
  return done({ rate: fiat.rate, asOf: asOf > now ? null : asOf })
}

export interface BuyFigures {
  /** Whole units of the currency. */
  readonly pay: number
  /** Purchase in the coin before the fee: levels limit this amount. */
  readonly bought: Amount
  readonly fee: Amount
  readonly receives: Amount
}

interface BoughtAt {
  readonly rate: Rate
  readonly fee: Rate
}

/** Figures of a payment in whole currency units. */
export const figuresOf = (pay: number, terms: BoughtAt, asset: Pick<AssetScale, 'scale'>): BuyFigures => ({
  pay,
  ...boughtFor(BigInt(pay), terms, asset),
})

/** What came, in the currency's smallest unit, at the numbers of its order. */
export const figuresOfMinor = (
  currency: string,
  minor: number,
  terms: BoughtAt,
  asset: Pick<AssetScale, 'scale'>,
): Omit<BuyFigures, 'pay'> => boughtFor(BigInt(minor), terms, asset, 10n ** BigInt(minorDigits(currency)))

/** Every fraction stays with the house. */
function boughtFor(
  units: bigint,
  { rate: perDollar, fee: share }: BoughtAt,
  { scale }: Pick<AssetScale, 'scale'>,
  parts = 1n,
): Omit<BuyFigures, 'pay'> {
  const bought = amount(divideDown(units * 10n ** BigInt(scale + RATE_SCALE), perDollar * parts))
  const fee = applyRateUp(bought, share)
  return { bought, fee, receives: subtract(bought, fee) }
}

export type PayRefusal = 'buy_not_whole' | 'buy_below_min' | 'buy_above_max'

/** "500" or "500.00" as whole units of the currency, within the bounds of the route. */
export function readPay(
  { currency, min, max }: Pick<BuyRoute, 'currency' | 'min' | 'max'>,
  text: string,
): Outcome<number, PayRefusal> {
  const [, whole] = /^(\d{1,15})(?:\.0*)?$/.exec(text.trim()) ?? []
  if (whole === undefined) return refuse('buy_not_whole', { currency })
  const pay = parseInt(whole, 10)
  if (pay < min) return refuse('buy_below_min', { currency, min: String(min) })
  if (pay > max) return refuse('buy_above_max', { currency, max: String(max) })
  return done(pay)
}

/**
 * to_pay: until paid, cancelled or expired. review: reported as paid by the buyer or a provider, under review. paid: about to be credited.
 * done: credited. refused: no payment, or by another payer; refunded: an arrived payment was sent back.
 */
export const BUY_STATES = ['to_pay', 'review', 'paid', 'done', 'expired', 'cancelled', 'refused', 'refunded'] as const
export type BuyState = (typeof BUY_STATES)[number]

/** As people read it. unpaid: its payment page was closed while there was time left; it did not expire. */
export type ShownBuyState = BuyState | 'unpaid'

export const shownBuyState = (order: {
  readonly state: BuyState
  readonly settledAt: number | null
  readonly payUntil: number
}): ShownBuyState =>
  order.state === 'expired' && order.settledAt !== null && order.settledAt < order.payUntil ? 'unpaid' : order.state

/** Bytes of chance that a reference is made of. */
export const REFERENCE_BYTES = 10

/** Payment reference of unambiguous letters and digits. */
export const buyReference = (random: Uint8Array): string =>
  `CM${[...random].map((byte) => INVITE_CODE_LETTERS.charAt(byte % INVITE_CODE_LETTERS.length)).join('')}`

/** Finds the reference in a payer's text, ignoring spacing and surrounding text; null without one. */
export function findReference(text: string): string | null {
  const [found] = /CM[2-9A-HJ-NP-Z]{10}/.exec(text.toUpperCase().replace(/[\s./-]/g, '')) ?? []
  return found ?? null
}

/**
 * Currencies that providers count in whole units, and those that they count in thousandths (https://docs.stripe.com/currencies). UGX and ISK
 * are counted in hundredths there, though they have none.
 */
const IN_WHOLES = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const IN_THOUSANDTHS = new Set('BHD JOD KWD OMR TND'.split(' '))

/** Digits behind the point, as providers of payments count them. */
export function minorDigits(currency: string): number {
  if (IN_WHOLES.has(currency)) return 0
  return IN_THOUSANDTHS.has(currency) ? 3 : 2
}

/** Whole units in the currency's smallest. */
export const minorOf = (currency: string, pay: number): number => pay * 10 ** minorDigits(currency)

/** Parses "100.5" to the currency's smallest unit; null for an invalid amount. */
export function readMinor(currency: string, text: string): number | null {
  const [, whole = '', fraction = ''] = /^(\d{1,12})(?:\.(\d{1,8}))?$/.exec(text.trim()) ?? []
  const digits = minorDigits(currency)
  if (whole === '' || !/^0*$/.test(fraction.slice(digits))) return null
  return parseInt(whole + fraction.slice(0, digits).padEnd(digits, '0'), 10)
}

/** As it is read: "100.50". */
export function formatMinor(currency: string, minor: number): string {
  const digits = minorDigits(currency)
  const text = String(minor).padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}
