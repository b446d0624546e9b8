// Where the session of a share stands, as a badge beside its price and as a sentence over its ticket. It goes on while one looks.

import { useTranslation } from 'react-i18next'
import { type Phase, type StockListing, stateOf } from '#domain/stocks/session'
import { HOUR_MS } from '#domain/time'
import { instantWords } from '../text/dates'
import { useSite } from '../site/site'
import { Badge, type BadgeTone } from './badge'
import { Moment, useMinute } from './moment'

/** Sooner than this the hour alone says when. */
const CLOCK_ALONE_MS = 20 * HOUR_MS

const TONES: Readonly<Record<Phase, BadgeTone>> = {
  pre: 'selected',
  core: 'good',
  post: 'selected',
  closed: 'plain',
  halted: 'bad',
}

export function SessionBadge({ stock }: { stock: StockListing }) {
  const { t } = useTranslation('stocks')
  const now = useMinute()
  const { phase, until } = stateOf(stock, now)
  return (
    <span data-testid="session" className="inline-flex flex-wrap items-center gap-x-1.5 text-xs">
      <Badge tone={TONES[phase]}>{t(`phase_${phase}`)}</Badge>
      {until !== null && (
        <span className="text-muted">
          {t(phase === 'closed' ? 'opens' : 'until')}{' '}
          <Moment at={until} form={until - now < CLOCK_ALONE_MS ? 'clock' : 'full'} />
        </span>
      )}
    </span>
  )
}

/** What an order comes to while nothing trades; nothing in the session. */
export function SessionNote({ stock }: { stock: StockListing }) {
  const { t } = useTranslation('stocks')
  const site = useSite()
  const { phase, opensAt } = stateOf(stock, useMinute())
  if (phase !== 'closed' && phase !== 'halted') return null
  const words =
    phase === 'halted'
      ? t('halted_note')
      : opensAt === null
        ? t('closed_note')
        : t('closed_until_note', { time: instantWords(opensAt, site) })
  return (
    <p role="status" data-testid="session-note" className="mx-2.5 mt-2.5 rounded-lg bg-raised px-3 py-2 text-xs">
      {words}
    </p>
  )
}
