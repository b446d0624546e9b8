// The pair's day in its index, and the overnight rate with the time until it is charged.

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FuturesTerms } from '#domain/futures/terms'
import { DAY_MS } from '#domain/time'
import type { Quote } from '#party/protocol/quotes'
import { Countdown } from '../../components/countdown'
import { useNumbers } from '../../text/numbers'

interface DayFiguresProps {
  readonly quote: Quote | undefined
  readonly terms: FuturesTerms
  readonly drawnAt: number
}

export function DayFigures({ quote, terms, drawnAt }: DayFiguresProps) {
  const { t } = useTranslation('futures')
  const { t: tMarket } = useTranslation('market')
  const numbers = useNumbers()
  const midnight = Math.floor(drawnAt / DAY_MS) * DAY_MS + DAY_MS
  return (
    <dl className="text-2xs max-sm:grid max-sm:grow max-sm:basis-[50%] max-sm:gap-y-px sm:flex sm:flex-wrap sm:gap-x-5 sm:text-xs sm:max-lg:w-full">
      {quote && <Figure label={tMarket('high_24h')}>{numbers.decimal(quote.high)}</Figure>}
      {quote && <Figure label={tMarket('low_24h')}>{numbers.decimal(quote.low)}</Figure>}
      <Figure label={t('overnight_rate')}>
        {numbers.rate(terms.overnight)} · <Countdown endsAt={midnight} now={drawnAt} label={t('overnight')} />
      </Figure>
    </dl>
  )
}

function Figure({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="max-sm:flex max-sm:flex-wrap max-sm:justify-between max-sm:gap-x-3">
      <dt className="text-2xs text-muted">{label}</dt>
      <dd className="whitespace-nowrap tabular-nums">{children}</dd>
    </div>
  )
}
