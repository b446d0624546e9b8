// How a user stands: verified, under review, frozen.

import { REVIEW_STATUS } from '#domain/verification'
import { Badge } from '../components/badge'
import { useWords } from '../text/words'

interface Standing {
  readonly reviewStatus: number
  readonly advancedReviewStatus: number
  readonly isTradingFrozen: boolean
  readonly isWithdrawalFrozen: boolean
}

const { passed: PASSED, under_review: VERIFYING } = REVIEW_STATUS

export function UserBadges({ user }: { user: Standing }) {
  const say = useWords('desk')
  const sayVerification = useWords('verification')
  const { reviewStatus, advancedReviewStatus, isTradingFrozen, isWithdrawalFrozen } = user
  const isVerifying = reviewStatus === VERIFYING || advancedReviewStatus === VERIFYING
  const isPlain = !isVerifying && reviewStatus !== PASSED && !isTradingFrozen && !isWithdrawalFrozen
  return (
    <span className="*:my-0.5 *:not-last:mr-1">
      {advancedReviewStatus === PASSED ? (
        <Badge tone="good">{say('verified_2')}</Badge>
      ) : (
        reviewStatus === PASSED && <Badge tone="good">{say('verified_1')}</Badge>
      )}
      {isVerifying && <Badge tone="brand">{say('only_verifying')}</Badge>}
      {isTradingFrozen && <Badge tone="bad">{say('trading_frozen')}</Badge>}
      {isWithdrawalFrozen && <Badge tone="bad">{say('withdrawals_frozen')}</Badge>}
      {isPlain && <Badge>{sayVerification('state_none')}</Badge>}
    </span>
  )
}
