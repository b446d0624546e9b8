// Parts of the header of every trade page: the pair that opens the list of others, and the last price.

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pair } from '#domain/catalogue'
import type { Quote } from '#party/protocol/quotes'
import { useNumbers } from '../../text/numbers'
import { Change } from '../change'
import { CoinMark } from '../coin'
import { Icon } from '../icon'
import { Ticking } from '../ticking'

/** Summary of a `details` element. */
export function PairSummary({ pair, className = '' }: { readonly pair: Pair; readonly className?: string }) {
  const { t } = useTranslation('market')
  return (
    <summary className={`flex min-h-11 items-center gap-2 ${className}`}>
      <CoinMark asset={pair.base} />
      <h1 className="text-lg font-bold">
        {pair.base.code}/{pair.quote.code}
      </h1>
      <span className="sr-only">{t('choose_pair')}</span>
      <Icon name="down" className="size-4 text-muted transition group-open:rotate-180" />
    </summary>
  )
}

interface LastPriceProps {
  readonly quote: Quote
  readonly isStale: boolean
  /** Between the change and the note of a stale price. */
  readonly children?: ReactNode
}

export function LastPrice({ quote, isStale, children }: LastPriceProps) {
  const { t } = useTranslation('market')
  const numbers = useNumbers()
  return (
    <>
      <span className="text-stale text-xl font-bold">
        <Ticking value={quote.price} words={numbers.decimal(quote.price)} />
      </span>
      <Change percent={quote.change} className="text-sm" />
      {children}
      {isStale && (
        <span className="rounded-sm bg-raised px-1.5 text-xs text-muted" data-testid="stale">
          {t('price_stale')}
        </span>
      )}
    </>
  )
}
