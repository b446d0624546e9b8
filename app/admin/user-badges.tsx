// State of a user: verified, in review, frozen.

import { useTranslation } from 'react-i18next'
import { REVIEW_STATUS } from '#domain/verification'
import { Badge } from '../components/badge'

interface UserStatus {
  readonly reviewStatus: number
  readonly advancedReviewStatus: number
  readonly isTradingFrozen: boolean
  readonly isWithdrawalFrozen: boolean
  readonly closedAt: number | null
  readonly isSealed: boolean
}

const { passed: PASSED, under_review: VERIFYING } = REVIEW_STATUS

export function UserBadges({ user }: { user: UserStatus }) {
  const { t } = useTranslation('desk')
  const { t: tVerification } = useTranslation('verification')
  const { reviewStatus, advancedReviewStatus, isTradingFrozen, isWithdrawalFrozen, closedAt, isSealed } = user
  const isVerifying = reviewStatus === VERIFYING || advancedReviewStatus === VERIFYING
  const isPlain =
    !isVerifying && reviewStatus !== PASSED && !isTradingFrozen && !isWithdrawalFrozen && closedAt === null
  return (
    <span className="*:my-0.5 *:not-last:mr-1">
      {advancedReviewStatus === PASSED ? (
        <Badge tone="good">{t('verified_2')}</Badge>
      ) : (
        reviewStatus === PASSED && <Badge tone="good">{t('verified_1')}</Badge>
      )}
      {isVerifying && <Badge tone="brand">{t('only_verifying')}</Badge>}
      {isTradingFrozen && <Badge tone="bad">{t('trading_frozen')}</Badge>}
      {isWithdrawalFrozen && <Badge tone="bad">{t('withdrawals_frozen')}</Badge>}
      {closedAt !== null && <Badge>{t('closed_by_owner')}</Badge>}
      {isSealed && <Badge>{t('sealed_badge')}</Badge>}
      {isPlain && <Badge>{tVerification('state_none')}</Badge>}
    </span>
  )
}
