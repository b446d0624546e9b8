// State of an identity verification level: badge and notice.

import { useTranslation } from 'react-i18next'
import type { LevelStatus } from '#services/verification'
import type { VerificationState } from '#domain/verification'
import { instantWords } from '../../text/dates'
import { Badge, type BadgeTone } from '../badge'
import { Notice } from '../notice'
import { useSite } from '../../site/site'

const TONES: Readonly<Record<VerificationState, BadgeTone>> = {
  none: 'plain',
  under_review: 'brand',
  passed: 'good',
  failed: 'bad',
}

export function VerificationBadge({ state }: { readonly state: VerificationState }) {
  const { t } = useTranslation('verification')
  return <Badge tone={TONES[state]}>{t(`state_${state}`)}</Badge>
}

/** Notice of a level under review or failed; renders nothing for a passed or unstarted level. */
export function LevelNotice({ status }: { readonly status: LevelStatus }) {
  const { t } = useTranslation('verification')
  const site = useSite()
  if (status.state === 'failed') {
    return (
      <Notice tone="bad">
        <p>{t('failed', { reason: status.reason })}</p>
        <p className="mt-1">{t('again')}</p>
      </Notice>
    )
  }
  if (status.state !== 'under_review') return null
  return (
    <Notice tone="plain">
      <p>{t('review')}</p>
      {status.submittedAt !== null && (
        <p className="mt-1 text-muted">{t('submitted_at', { moment: instantWords(status.submittedAt, site) })}</p>
      )}
    </Notice>
  )
}
