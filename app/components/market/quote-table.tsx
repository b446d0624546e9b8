// List of pairs with live quotes. Rows link to the trading page; headers sort where the page provides sort URLs.

import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DayLine, Quote } from '#party/protocol/quotes'
import type { Sort, SortKey } from '../../live/pair-order'
import type { ListedPair } from '../../text/listed-pair'
import { Icon } from '../icon'
import { LINE, QuoteRow, WIDE } from './quote-row'

/** Current sort order, and URLs of the column heads. */
interface Sorting {
  readonly sort: Sort | null
  readonly to: (key: SortKey) => string
}

interface QuoteTableProps {
  /** Accessible name of the table. */
  readonly label: string
  readonly pairs: readonly ListedPair[]
  readonly quotes: ReadonlyMap<string, Quote>
  readonly lines?: readonly DayLine[]
  /** Content before each row, e.g. the watch star. */
  readonly lead?: (pair: ListedPair) => ReactNode
  readonly sorting?: Sorting
  /** Heads that stay in sight under the top bar. */
  readonly isSticky?: boolean
  /** Next to other columns: without high and low. */
  readonly isNarrow?: boolean
}

export function QuoteTable(props: QuoteTableProps) {
  const { label, pairs, quotes, lines, lead, isNarrow = false } = props
  return (
    <table aria-label={label} className="quote-table w-full text-sm max-lg:table-fixed">
      <thead>
        <Heads {...props} />
      </thead>
      <tbody>
        {pairs.map((pair) => (
          <QuoteRow
            key={pair.symbol}
            pair={pair}
            quotes={quotes}
            closes={lines && (lines.find(({ symbol }) => symbol === pair.symbol)?.closes ?? [])}
            lead={lead?.(pair)}
            isNarrow={isNarrow}
          />
        ))}
      </tbody>
    </table>
  )
}

function Heads({ lines, lead, sorting, isSticky = false, isNarrow = false }: QuoteTableProps) {
  const { t } = useTranslation('market')
  const head = `bg-surface py-2.5 font-normal ${isSticky ? 'sticky top-14 z-20 shadow-[0_1px_0_var(--line)]' : ''}`
  const edge = lead ? 'pl-0' : 'pl-3 lg:pl-4'
  return (
    <tr className="text-2xs text-muted lg:text-xs">
      {lead && (
        <th scope="col" className={`${head} w-11`}>
          <span className="sr-only">{t('watched_pairs')}</span>
        </th>
      )}
      <Head
        by="name"
        sorting={sorting}
        className={`${head} ${edge} text-left`}
        more={
          <span className="lg:hidden">
            {' / '}
            <SortLink by="volume" sorting={sorting}>
              {t('turnover_short')}
            </SortLink>
          </span>
        }
      >
        {t('pair')}
      </Head>
      {lines && (
        <th scope="col" aria-hidden="true" className={`${head} ${isNarrow ? LINE : WIDE}`}>
          <span className="max-lg:hidden">{t('trend')}</span>
        </th>
      )}
      <Head
        by="price"
        sorting={sorting}
        className={`${head} px-1 text-right ${isNarrow ? 'max-lg:w-[5.75rem]' : 'max-lg:w-[6.5rem]'} lg:px-3`}
      >
        {t('last_price')}
      </Head>
      <Head
        by="change"
        sorting={sorting}
        className={`${head} pr-3 pl-1 text-right lg:w-32 lg:pr-4 ${sorting ? 'max-lg:w-[6.25rem]' : 'max-lg:w-[5.5rem]'}`}
      >
        {t('change_24h')}
      </Head>
      {!isNarrow && (
        <>
          <Head by="high" sorting={sorting} className={`${head} ${WIDE}`}>
            {t('high_24h')}
          </Head>
          <Head by="low" sorting={sorting} className={`${head} ${WIDE}`}>
            {t('low_24h')}
          </Head>
        </>
      )}
      <Head by="volume" sorting={sorting} className={`${head} ${WIDE} pr-4`}>
        {t('turnover_24h')}
      </Head>
    </tr>
  )
}

interface HeadProps {
  readonly by: SortKey
  readonly sorting: Sorting | undefined
  readonly className: string
  /** Content beside the sort link. */
  readonly more?: ReactNode
  readonly children: ReactNode
}

function Head({ by, sorting, className, more, children }: HeadProps) {
  const isSorted = sorting?.sort?.key === by
  return (
    <th
      scope="col"
      {...(sorting && {
        'aria-sort': isSorted ? (sorting.sort?.order === 'asc' ? 'ascending' : 'descending') : 'none',
      })}
      className={className}
    >
      <SortLink by={by} sorting={sorting}>
        {children}
      </SortLink>
      {more}
    </th>
  )
}

function SortLink({ by, sorting, children }: Omit<HeadProps, 'className' | 'more'>) {
  if (!sorting) return <>{children}</>
  const isSorted = sorting.sort?.key === by
  const icon = isSorted ? (sorting.sort?.order === 'asc' ? 'up' : 'down') : 'sort'
  return (
    <Link
      to={sorting.to(by)}
      replace
      preventScrollReset
      data-sort={by}
      className={`-my-2 inline-flex min-h-9 items-center gap-0.5 hover:text-ink lg:whitespace-nowrap ${isSorted ? 'font-medium text-ink' : ''}`}
    >
      {children}
      <Icon name={icon} className="size-3" />
    </Link>
  )
}
