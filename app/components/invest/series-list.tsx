// List of investment series: strike and date, annual rate, remaining size.

import { useTranslation } from 'react-i18next'
import { Link } from '@remix-run/react'
import type { Series } from '#domain/invest/series'
import { trimZeros } from '#domain/money/amount'
import { formatSteps } from '#domain/quotes/steps'
import { useSite } from '../../site/site'
import { dateWords } from '../../text/dates'
import { useNumbers } from '../../text/numbers'
import { ButtonLink } from '../button'
import { type Column, DataTable } from '../data-table'
import { Icon } from '../icon'
import { Moment } from '../moment'

interface ListedSeries {
  readonly series: Series
  readonly name: string
  readonly left: number
}

interface SeriesListProps {
  readonly caption: string
  readonly offers: readonly ListedSeries[]
  /** Index prices in steps, by symbol. */
  readonly prices: Readonly<Record<string, number>>
}

export function SeriesList({ caption, offers, prices }: SeriesListProps) {
  const { t } = useTranslation('invest')
  const numbers = useNumbers()
  const site = useSite()
  const columns: readonly Column<ListedSeries>[] = [
    {
      key: 'series',
      head: t('series'),
      isTitle: true,
      cell: ({ series, name }) => (
        <Link to={`/earn/invest/${series.id}`} className="hover:underline">
          <SeriesAct series={series} />
          <span className="block text-xs font-normal text-muted">
            {dateWords(series.maturesAt, site)}
            <Distance series={series} index={prices[series.symbol]} />
          </span>
          <span className="block text-2xs font-normal text-muted">{name}</span>
        </Link>
      ),
    },
    {
      key: 'strike',
      head: t('strike'),
      isNumber: true,
      isDesktopOnly: true,
      cell: ({ series }) => numbers.decimal(formatSteps(series.strike, series.priceDecimals)),
    },
    {
      key: 'matures',
      head: t('matures'),
      isDesktopOnly: true,
      cell: ({ series }) => <Moment at={series.maturesAt} />,
    },
    {
      key: 'left',
      head: t('left'),
      isDesktopOnly: true,
      cell: ({ series, left }) => (
        <span className="inline-grid w-full gap-1 lg:max-w-32">
          <span className="tabular-nums">{numbers.count(left)}</span>
          <svg viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden="true" className="h-1 w-full">
            <rect width="100" height="3" rx="1.5" fill="var(--track)" />
            <rect
              width={((series.shares - left) * 100) / series.shares}
              height="3"
              rx="1.5"
              fill="var(--color-selected)"
            />
          </svg>
        </span>
      ),
    },
    {
      key: 'apr',
      head: t('apr'),
      isNumber: true,
      isAside: true,
      cell: ({ series, left }) => (
        <span className="inline-flex items-center gap-3">
          <span className="text-right">
            <span className="block text-lg leading-tight font-bold text-up-text tabular-nums lg:text-sm">
              {numbers.rate(series.apr)}
            </span>
            <span className="block text-2xs whitespace-nowrap text-muted lg:hidden">{t('apr')}</span>
          </span>
          <Link
            to={`/earn/invest/${series.id}`}
            className="inline-flex min-h-11 items-center gap-0.5 text-sm font-medium text-selected-text lg:hidden"
          >
            {t(left > 0 ? 'buy' : 'details')}
            <Icon name="right" className="size-4" />
          </Link>
          <span className="hidden min-w-[5.5rem] lg:inline-grid">
            <ButtonLink to={`/earn/invest/${series.id}`} size="sm" variant={left > 0 ? 'brand' : 'quiet'}>
              {t(left > 0 ? 'buy' : 'details')}
            </ButtonLink>
          </span>
        </span>
      ),
    },
  ]
  return <DataTable caption={caption} columns={columns} rows={offers} keyOf={({ series }) => String(series.id)} />
}

/** How far the strike price is from the index price; nothing while that is unknown. */
function Distance({ series, index }: { readonly series: Series; readonly index: number | undefined }) {
  const { t } = useTranslation('invest')
  const numbers = useNumbers()
  if (index === undefined) return null
  const change = numbers.change((((series.strike - index) / index) * 100).toFixed(1))
  return (
    <>
      <span className="max-lg:hidden">{' · '}</span>
      <span className="whitespace-nowrap max-lg:block">{t('from_index', { change })}</span>
    </>
  )
}

/** "BTC · sell at 57,800": a call sells the coin at the strike price, a put buys it. */
function SeriesAct({ series }: { readonly series: Series }) {
  const { t } = useTranslation('invest')
  const numbers = useNumbers()
  const price = numbers.decimal(trimZeros(formatSteps(series.strike, series.priceDecimals)))
  return (
    <>
      {series.base.code} · {t(`named_${series.kind}`, { price })}
    </>
  )
}

/** "BTC · sell at 57,800 · 29 Nov 2026". */
export function SeriesName({ series }: { readonly series: Series }) {
  const site = useSite()
  return (
    <>
      <SeriesAct series={series} /> · {dateWords(series.maturesAt, site)}
    </>
  )
}
