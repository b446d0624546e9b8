// Rules of a sale: bid amounts, extension by late bids, the winner's payment and deadline, and the split of the proceeds. Pages display
// these numbers before confirmation, and rooms settle by them.

import { type Amount, ZERO, add, amount, formatTrimmed, subtract } from '../money/amount'
import { type Rate, applyRateDown, applyRateUp } from '../money/rate'
import { divideDown } from '../money/rounding'
import { type Outcome, done, refuse } from '../outcome'
import { DAY_MS } from '../time'
import { type Lot, currentPrice } from './artwork'

/** Wallet of all payments and proceeds. */
export const NFT_WALLET = 'change'
/** A bid in the last two minutes moves the end to two minutes after it. */
export const LATE_MS = 120_000
/** All late bids together move the end by an hour at most. */
export const EXTENSION_MAX_MS = 3_600_000
export const PAY_MS = DAY_MS
/** Maximum steps per bid. A bid is also at most twice the current one, against typos. */
export const STEPS_MAX = 1_000
/** A sale lasts from ten minutes to ninety days, and begins within ninety days. */
const SALE_MS = { min: 600_000, max: 90 * DAY_MS } as const

export type BidRefusal = 'nft_bid_too_low' | 'nft_bid_too_high' | 'nft_bid_off_step'

/** Amount of a bid that is `times` steps above the current one. */
export const bidOf = (lot: Pick<Lot, 'highest' | 'price' | 'step'>, times: bigint): Amount =>
  amount(currentPrice(lot) + lot.step * times)

/** At least one, because a step never exceeds the first price. */
const stepsMax = (lot: Pick<Lot, 'highest' | 'price' | 'step'>): bigint => {
  const doubling = divideDown(currentPrice(lot), lot.step)
  return doubling < 1n ? 1n : doubling < BigInt(STEPS_MAX) ? doubling : BigInt(STEPS_MAX)
}

/** The whole of a bid: it exceeds the current one by whole steps. */
export function checkBid(
  lot: Pick<Lot, 'highest' | 'price' | 'step' | 'asset'>,
  bid: Amount,
): Outcome<Amount, BidRefusal> {
  const over = bid - currentPrice(lot)
  const said = { min: formatTrimmed(lot.asset, bidOf(lot, 1n)), asset: lot.asset.code }
  if (over < lot.step) return refuse('nft_bid_too_low', said)
  if (over > lot.step * stepsMax(lot))
    return refuse('nft_bid_too_high', {
      max: formatTrimmed(lot.asset, bidOf(lot, stepsMax(lot))),
      asset: said.asset,
    })
  if (over % lot.step !== 0n)
    return refuse('nft_bid_off_step', { step: formatTrimmed(lot.asset, lot.step), asset: said.asset })
  return done(bid)
}

/** When the auction ends after a bid at this time: a late bid moves the end. The room ends it then (`#endAuction`, party/lot/sale.ts). */
export function auctionEndAfterBid({ endsAt, endsAtMost }: Pick<Lot, 'endsAt' | 'endsAtMost'>, at: number): number {
  return Math.max(endsAt, Math.min(at + LATE_MS, endsAtMost))
}

/**
 * Margin of a bidder at a user's auction, rounded up, so it is never zero. The bidder's Account holds it until the auction is decided, also
 * when outbid; then the hold is released (`returnBidMargin`, party/account/nft/sale-updates.ts).
 */
export const bidMarginFor = (price: Amount, rate: Rate): Amount => applyRateUp(price, rate)

/**
 * Margin for a bid, held until the auction ends: the sale's margin for each whole multiple of the first price. Otherwise a bid far above all others could block a sale
 * at little cost.
 */
export function marginOfBid({ margin, price }: Pick<Lot, 'margin' | 'price'>, bid: Amount): Amount {
  const times = price > 0n ? divideDown(bid, price) : 1n
  return amount(margin * (times > 1n ? times : 1n))
}

/** The winner's payment in addition to the margin. */
export const restToPay = ({ price, margin }: { readonly price: Amount; readonly margin: Amount }): Amount =>
  price > margin ? subtract(price, margin) : ZERO

export interface Shares {
  readonly commission: Amount
  readonly royalty: Amount
  readonly seller: Amount
}

/** Rounded down, in favour of the seller, who gets the remainder. */
export function shareSale(price: Amount, { commission, royalty }: Pick<Lot, 'commission' | 'royalty'>): Shares {
  const [fee, artist] = [applyRateDown(price, commission), applyRateDown(price, royalty)]
  return { commission: fee, royalty: artist, seller: subtract(price, add(fee, artist)) }
}

export interface NewSale {
  readonly price: Amount
  /** Zero for a fixed price. */
  readonly step: Amount
  readonly startsAt: number
  readonly endsAt: number
}

export type SaleRefusal = 'nft_price_invalid' | 'nft_step_invalid' | 'nft_times_invalid'

/** Limits of a sale's price, step and times. Times are relative to `now`; a past start means now. */
export function checkSale({ price, step, startsAt, endsAt }: NewSale, now: number): Outcome<null, SaleRefusal> {
  if (price <= 0n || price > PRICE_MAX) return refuse('nft_price_invalid')
  if (step < 0n || step > price) return refuse('nft_step_invalid')
  const from = Math.max(startsAt, now)
  const length = endsAt - from
  const isInOrder = from - now <= SALE_MS.max && length >= SALE_MS.min && length <= SALE_MS.max
  return isInOrder ? done(null) : refuse('nft_times_invalid')
}

/** Ten million USDT, far below the largest amount. */
const PRICE_MAX = 10_000_000_000_000n
