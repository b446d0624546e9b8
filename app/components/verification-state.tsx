// How a level of identity verification stands: a badge, and what has to be known about it.

import type { LevelStanding } from '#services/verification'
import type { VerificationState } from '#domain/verification'
import { instantWords } from '../text/dates'
import { useWords } from '../text/words'
import { Badge, type BadgeTone } from './badge'
import { Notice } from './notice'
import { useSite } from '../site/site'

const TONES: Readonly<Record<VerificationState, BadgeTone>> = {
  none: 'plain',
  under_review: 'brand',
  passed: 'good',
  failed: 'bad',
}

export function VerificationBadge({ state }: { readonly state: VerificationState }) {
  const say = useWords('verification')
  return <Badge tone={TONES[state]}>{say(`state_${state}`)}</Badge>
}

/** Nothing to say of a level that was not begun, or that is passed. */
export function StandingNotice({ standing }: { readonly standing: LevelStanding }) {
  const say = useWords('verification')
  const site = useSite()
  if (standing.state === 'failed') {
    return (
      <Notice tone="bad">
        <p>{say('failed', { reason: standing.reason })}</p>
        <p className="mt-1">{say('again')}</p>
      </Notice>
    )
  }
  if (standing.state !== 'under_review') return null
  return (
    <Notice tone="plain">
      <p>{say('review')}</p>
      {standing.submittedAt !== null && (
        <p className="mt-1 text-muted">{say('submitted_at', { moment: instantWords(standing.submittedAt, site) })}</p>
      )}
    </Notice>
  )
}
