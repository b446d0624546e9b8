// What a coupon is worth in one phrase, as the card says it to whoever may have it: "20% off · 7 days · at most 50 USDT".

import type { ReviewFacts } from '#domain/desk/review'
import type { CouponKind } from '#domain/promotion/coupon'
import { boundUnits } from '../text/bound-units'
import { useNumbers } from '../text/numbers'
import { useWords } from '../text/words'
import { shareText } from './cell-words'
import { writeDecimals } from './review-parts'

export function useWorthWords(): (kind: CouponKind, lines: ReviewFacts['lines']) => string {
  const say = useWords('desk')
  const numbers = useNumbers()
  return (kind, lines) =>
    lines
      .map(({ label, value }) => {
        if (label === 'share')
          return say(kind === 'rate_boost' ? 'worth_boost' : 'worth_discount', { share: shareText(numbers, value) })
        if (label === 'days') return say('worth_days', { count: Number(value) })
        const amount = boundUnits(writeDecimals(label, value, numbers.decimal))
        return kind === 'trial_bonus' ? amount : say('worth_max', { amount })
      })
      .join(' · ')
}
