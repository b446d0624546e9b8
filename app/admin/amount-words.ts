// Coupon benefit as one phrase, as on the coupon card: "20% off · 7 days · at most 50 USDT".

import { useTranslation } from 'react-i18next'
import type { ReviewFacts } from '#domain/desk/review'
import type { CouponKind } from '#domain/promotion/coupon'
import type { Pair } from '#domain/catalogue'
import type { SpotOrderRow } from '#party/protocol/account'
import { boundUnits } from '../text/money'
import { type Numbers, useNumbers } from '../text/numbers'
import { shareText } from './cell-words'
import { writeDecimals } from './review-parts'

export function useWorthWords(): (kind: CouponKind, lines: ReviewFacts['lines']) => string {
  const { t } = useTranslation('desk')
  const numbers = useNumbers()
  return (kind, lines) =>
    lines
      .map(({ label, value }) => {
        if (label === 'share')
          return t(kind === 'rate_boost' ? 'worth_boost' : 'worth_discount', { share: shareText(numbers, value) })
        if (label === 'days') return t('worth_days', { count: Number(value) })
        const amount = boundUnits(writeDecimals(label, value, numbers.decimal))
        return kind === 'trial_bonus' ? amount : t('worth_max', { amount })
      })
      .join(' · ')
}

/** Filled share of an order, of its quantity or budget, for desk lists. Pure. */
type Filled = Pick<SpotOrderRow, 'lots' | 'lotsFilled' | 'budget' | 'quoteFilled'>

/** "0.5 / 2 BTC", or "60 / 100 USDT" for an order sized in quote; in lots if the pair no longer exists. */
export function filledText(numbers: Numbers, pair: Pair | undefined, order: Filled): string {
  const { lots, lotsFilled, budget, quoteFilled } = order
  if (!pair) return `${lotsFilled} / ${lots}`
  const { base, quote } = pair
  if (budget === null) return `${numbers.quantity(pair, lotsFilled)} / ${numbers.quantity(pair, lots)} ${base.code}`
  return `${numbers.storedAmount(quote, quoteFilled)} / ${numbers.storedAmount(quote, budget)} ${quote.code}`
}
