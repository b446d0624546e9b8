// Token sales: terms, application limits, prices and schedule. Only whole tokens are sold.

import { type Amount, type AssetScale, amount, formatTrimmed } from '../money/amount'
import { divideDown, divideUp } from '../money/rounding'
import { type Outcome, done, refuse } from '../outcome'
import { DAY_MS, minuteText } from '../time'

export const IEO_WORD = 'ieo'
/** Wallet of payments and of unlocked tokens. */
export const IEO_WALLET = 'change'
/** Delivered tokens are locked in it. */
export const IEO_LOCK_WALLET = 'earn'

export const IEO_MODES = ['pro_rata', 'first_come'] as const
export type IeoMode = (typeof IEO_MODES)[number]

export interface IeoTerms {
  readonly id: number
  /** The token. */
  readonly asset: AssetScale & { readonly id: number }
  readonly mode: IeoMode
  /** USDT price of one token. */
  readonly cost: Amount
  /** Tokens: supply, minimum per application, maximum per user. */
  readonly supply: number
  readonly min: number
  readonly userMax: number
  /** Codes of accepted payment assets. */
  readonly pays: readonly string[]
  readonly startsAt: number
  readonly endsAt: number
  readonly listingAt: number
  /** A part is unlocked after each day from the listing on. */
  readonly lockDays: number
  /** Closed for new applications by the desk; those that were made go their way. */
  readonly isOpen: boolean
}

export type IeoStage = 'warm_up' | 'in_progress' | 'ended'

export function stageAt({ startsAt, endsAt }: Pick<IeoTerms, 'startsAt' | 'endsAt'>, now: number): IeoStage {
  if (now < startsAt) return 'warm_up'
  return now < endsAt ? 'in_progress' : 'ended'
}

export type IeoOpenRefusal = 'ieo_not_started' | 'ieo_ended' | 'ieo_paused'

/** Whether applications are open now. */
export function checkOpen(terms: IeoTerms, now: number): Outcome<null, IeoOpenRefusal> {
  const stage = stageAt(terms, now)
  if (stage === 'warm_up')
    return refuse('ieo_not_started', { at: `${minuteText(terms.startsAt).replace('T', ' ')} UTC` })
  if (stage === 'ended') return refuse('ieo_ended')
  return terms.isOpen ? done(null) : refuse('ieo_paused')
}

export type IeoQuantityRefusal = 'ieo_not_whole' | 'ieo_below_min' | 'ieo_above_cap'

/** Above every sale's supply. */
const QUANTITY_MAX = 1_000_000_000_000

/** Parses a quantity in whole tokens, given the user's earlier applications. */
export function readQuantity(
  { asset, min, userMax }: Pick<IeoTerms, 'asset' | 'min' | 'userMax'>,
  text: string,
  applied: number,
): Outcome<number, IeoQuantityRefusal> {
  const match = /^(\d{1,18})(?:\.0{1,20})?$/.exec(text)
  const quantity = parseInt(match?.[1] ?? '', 10)
  if (!match) return refuse('ieo_not_whole', { asset: asset.code })
  if (quantity < min) return refuse('ieo_below_min', { min: String(min), asset: asset.code })
  const left = Math.max(0, userMax - applied)
  if (quantity > Math.min(left, QUANTITY_MAX)) return refuse('ieo_above_cap', capFacts({ asset, userMax, left }))
  return done(quantity)
}

export const capFacts = ({
  asset,
  userMax,
  left,
}: Pick<IeoTerms, 'asset' | 'userMax'> & { readonly left: number }): Readonly<
  Record<'max' | 'left' | 'asset', string>
> => ({ max: String(userMax), left: String(left), asset: asset.code })

/** USDT's own decimals: costs are written in them. */
const COST_SCALE = 6

/** USDT price of the payment asset: `steps` with `decimals` decimals. USDT itself is one step without decimals. */
export interface PayPrice {
  readonly priceSteps: number
  readonly decimals: number
}

export const ONE_USDT: PayPrice = { priceSteps: 1, decimals: 0 }

/** Cost of tokens in an asset at a price: rounded up to its smallest unit, because the house sells. */
export function costIn(
  pay: Pick<AssetScale, 'scale'>,
  { quantity, cost, price }: { readonly quantity: number; readonly cost: Amount; readonly price: PayPrice },
): Amount {
  const usdt = BigInt(quantity) * cost * 10n ** BigInt(pay.scale + price.decimals)
  return amount(divideUp(usdt, BigInt(price.priceSteps) * 10n ** BigInt(COST_SCALE)))
}

/** Part of a held payment for the allotted tokens, rounded up; the whole payment for a full allotment. */
export const paidFor = (
  held: Amount,
  { applied, allotted }: { readonly applied: number; readonly allotted: number },
): Amount => amount(divideUp(held * BigInt(allotted), BigInt(applied)))

/** Whole tokens in the asset's smallest unit. */
export const tokens = ({ scale }: Pick<AssetScale, 'scale'>, quantity: number): Amount =>
  amount(BigInt(quantity) * 10n ** BigInt(scale))

/** Tokens unlocked after some days from the listing: equal parts; fractions follow on a later day. */
export function unlockedAfter(all: Amount, days: number, lockDays: number): Amount {
  if (days <= 0) return amount(0n)
  return days >= lockDays ? all : amount(divideDown(all * BigInt(days), BigInt(lockDays)))
}

/** Unlock time of a day's part, counted from 1. */
export const unlockAt = ({ listingAt }: Pick<IeoTerms, 'listingAt'>, day: number): number => listingAt + day * DAY_MS

/** Remaining share of the supply in percent with two decimals, rounded up; "0" once all is applied for. */
export function percentLeft(supply: number, taken: number): string {
  if (taken >= supply) return '0'
  const hundredths = divideUp(BigInt(supply - taken) * 10_000n, BigInt(supply))
  return formatTrimmed({ scale: 2 }, amount(hundredths))
}

/** Applied part of the supply in percent with two decimals, rounded down: above 100 when oversubscribed. */
export const percentApplied = (supply: number, taken: number): string =>
  formatTrimmed({ scale: 2 }, amount(divideDown(BigInt(taken) * 10_000n, BigInt(supply))))
