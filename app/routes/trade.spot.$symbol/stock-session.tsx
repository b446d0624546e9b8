// Trading hours of a stock: a badge beside the price and a sentence above the ticket, updated every minute.

import { useTranslation } from 'react-i18next'
import { type Phase, type StockListing, mayTrade, stateOf } from '#domain/stocks/session'
import { HOUR_MS } from '#domain/time'
import { clockWords, plannedWords, zoneWords } from '../../text/dates'
import { useSite } from '../../site/site'
import { Badge, type BadgeTone } from '../../components/badge'
import { useMinute } from '../../components/moment'

/** Below this distance the time is shown without the date. */
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
  const site = useSite()
  const now = useMinute()
  const { phase, until } = stateOf(stock, now)
  // The note above the ticket says when a closed exchange opens.
  const endsAt = phase === 'closed' ? null : until
  return (
    <span data-testid="session" className="inline-flex flex-wrap items-center gap-x-1.5 text-xs">
      <Badge tone={TONES[phase]}>{t(`phase_${phase}`)}</Badge>
      {endsAt !== null && (
        <span className="text-muted">
          {t('until')}{' '}
          <time dateTime={new Date(endsAt).toISOString()} className="whitespace-nowrap">
            {endsAt - now < CLOCK_ALONE_MS
              ? `${clockWords(endsAt, site.offset).slice(0, 5)} ${zoneWords(site.offset)}`
              : plannedWords(endsAt, site)}
          </time>
        </span>
      )}
    </span>
  )
}

/** Id of the notice, which is the reason why market orders cannot be chosen. */
export const SESSION_NOTE = 'session-note'

/** Whether market orders are taken now. */
export function useTakesMarket(stock: StockListing | undefined): boolean {
  const now = useMinute()
  return stock === undefined || mayTrade(stock, now)
}

/** Notice on how an order is handled while the market is closed or halted; renders nothing during trading hours. */
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
        : t('closed_until_note', { time: plannedWords(opensAt, site) })
  return (
    <p
      id={SESSION_NOTE}
      role="status"
      data-testid="session-note"
      className="mx-2.5 mt-2.5 rounded-lg bg-raised px-3 py-2 text-xs"
    >
      {words}
    </p>
  )
}
