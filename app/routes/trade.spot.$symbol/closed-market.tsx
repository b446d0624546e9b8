// A closed exchange: last close, and its session as a line.

import { useTranslation } from 'react-i18next'
import { type StockListing, stateOf } from '#domain/stocks/session'
import type { Quote } from '#party/protocol/quotes'
import { Change } from '../../components/change'
import { useMinute } from '../../components/moment'
import { Sparkline } from '../../components/sparkline'
import { useNumbers } from '../../text/numbers'

interface ClosedMarketProps {
  readonly stock: StockListing
  readonly quote: Quote | undefined
  /** Prices of the last session, oldest first. */
  readonly closes: readonly string[]
}

export function ClosedMarket({ stock, quote, closes }: ClosedMarketProps) {
  const { t } = useTranslation('stocks')
  const numbers = useNumbers()
  const { phase } = stateOf(stock, useMinute())
  if (phase !== 'closed') return null
  return (
    <section aria-label={t('last_session')} data-closed className="grid gap-2 px-3 py-2.5 lg:hidden">
      <Sparkline closes={closes} hasArea className="h-28 w-full" />
      <dl className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <dt className="text-xs text-muted">{t('last_close')}</dt>
        <dd className="flex flex-wrap items-baseline gap-x-2 font-semibold">
          {quote ? numbers.decimal(quote.price) : '—'}
          {quote && <Change percent={quote.change} className="text-xs" />}
        </dd>
      </dl>
    </section>
  )
}
