// The one limit of a purchase: the payment method's, or lower where the buyer's level allows less.

import type { AssetScale } from '../money/amount'
import type { Rate } from '../money/rate'
import { type VerificationLevel, checkFiatQuoteCap } from '../verification'
import { type BuyRoute, figuresOf } from './terms'

/** Highest whole amount of the currency for which this level gets a quote; null when its limit is below the smallest. Level 0 gets quotes of every amount. */
export function mostPayable(
  level: 0 | VerificationLevel,
  route: Pick<BuyRoute, 'min' | 'max' | 'fee'>,
  { rate, asset }: { readonly rate: Rate; readonly asset: Pick<AssetScale, 'scale'> },
): number | null {
  const isGiven = (pay: number): boolean => {
    const { bought } = figuresOf(pay, { rate, fee: route.fee }, asset)
    return checkFiatQuoteCap(level, { scale: asset.scale, amount: bought }).ok
  }
  if (!isGiven(route.min)) return null
  let [most, above] = [route.min, route.max + 1]
  while (above - most > 1) {
    const middle = most + ((above - most) >> 1)
    if (isGiven(middle)) most = middle
    else above = middle
  }
  return most
}
