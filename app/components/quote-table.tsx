// A list of pairs with their live quotes. A row leads to its trading page; heads sort where the page says how.

import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { DayLine, Quote } from '#party/protocol/quotes'
import { type Sort, type SortKey, turnoverOf } from '../live/pair-order'
import { directionOf } from '../text/decimal-text'
import type { ListedPair } from '../text/listed-pair'
import { useNumbers } from '../text/numbers'
import { useWords } from '../text/words'
import { Change } from './change'
import { CoinMark } from './coin-mark'
import { FiatText, usdtOfPrice } from './fiat'
import { Icon } from './icon'
import { Sparkline } from './sparkline'
import { Ticking } from './ticking'

/** How a list is sorted now, and where a press on a head leads. */
export interface Sorting {
  readonly sort: Sort | null
  readonly to: (key: SortKey) => string
}

interface QuoteTableProps {
  /** Heard, not seen: which pairs these are. */
  readonly label: string
  readonly pairs: readonly ListedPair[]
  readonly quotes: ReadonlyMap<string, Quote>
  readonly lines?: readonly DayLine[]
  /** What stands before each row: the watch star. */
  readonly lead?: (pair: ListedPair) => ReactNode
  readonly sorting?: Sorting
  /** Heads that stay in sight under the top bar. */
  readonly isSticky?: boolean
  /** Beside other columns: high and low are left out. */
  readonly isNarrow?: boolean
}

const WIDE = 'hidden px-3 text-right lg:table-cell'
const LINE = 'text-right max-lg:w-13 max-lg:pl-1 lg:px-3'

export function QuoteTable({
  label,
  pairs,
  quotes,
  lines,
  lead,
  sorting,
  isSticky = false,
  isNarrow = false,
}: QuoteTableProps) {
  const say = useWords('market')
  const head = `bg-surface py-2.5 font-normal ${isSticky ? 'sticky top-14 z-20 shadow-[0_1px_0_var(--line)]' : ''}`
  const edge = lead ? 'pl-0' : 'pl-3 lg:pl-4'
  return (
    <table aria-label={label} className="quote-table w-full text-sm max-lg:table-fixed">
      <thead>
        <tr className="text-2xs text-muted lg:text-xs">
          {lead && (
            <th scope="col" className={`${head} w-11`}>
              <span className="sr-only">{say('watched_pairs')}</span>
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
                  {say('turnover_short')}
                </SortLink>
              </span>
            }
          >
            {say('pair')}
          </Head>
          {lines && (
            <th scope="col" aria-hidden="true" className={`${head} ${isNarrow ? LINE : WIDE}`}>
              <span className="max-lg:hidden">{say('trend')}</span>
            </th>
          )}
          <Head
            by="price"
            sorting={sorting}
            className={`${head} px-1 text-right ${isNarrow ? 'max-lg:w-[5.75rem]' : 'max-lg:w-[6.5rem]'} lg:px-3`}
          >
            {say('last_price')}
          </Head>
          <Head
            by="change"
            sorting={sorting}
            className={`${head} pr-3 pl-1 text-right lg:w-32 lg:pr-4 ${sorting ? 'max-lg:w-[6.25rem]' : 'max-lg:w-[5.5rem]'}`}
          >
            {say('change_24h')}
          </Head>
          {!isNarrow && (
            <>
              <th scope="col" className={`${head} ${WIDE}`}>
                {say('high_24h')}
              </th>
              <th scope="col" className={`${head} ${WIDE}`}>
                {say('low_24h')}
              </th>
            </>
          )}
          <Head by="volume" sorting={sorting} className={`${head} ${WIDE} pr-4`}>
            {say('turnover_24h')}
          </Head>
        </tr>
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

interface HeadProps {
  readonly by: SortKey
  readonly sorting: Sorting | undefined
  readonly className: string
  /** Beside what is pressed. */
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

interface QuoteRowProps {
  readonly pair: ListedPair
  readonly quotes: ReadonlyMap<string, Quote>
  readonly closes: readonly string[] | undefined
  readonly lead: ReactNode
  readonly isNarrow: boolean
}

function QuoteRow({ pair, quotes, closes, lead, isNarrow }: QuoteRowProps) {
  const say = useWords('market')
  const numbers = useNumbers()
  const quote = quotes.get(pair.symbol)
  const usdt = quote && usdtOfPrice(pair.quoteCode, quote.price, quotes)
  const turnover = quote && numbers.compact(turnoverOf(quote))
  return (
    <tr className="relative border-t border-line transition hover:bg-raised" data-symbol={pair.symbol}>
      {lead !== undefined && <td className="relative z-10 w-11">{lead}</td>}
      <td className={`py-2.5 ${lead === undefined ? 'pl-3 lg:pl-4' : 'pl-0'}`}>
        <Link
          to={`/trade/spot/${pair.symbol}`}
          prefetch="intent"
          className="flex items-center gap-2 after:absolute after:inset-0"
        >
          <CoinMark asset={pair.base} className="size-7 lg:size-8" />
          <span className="min-w-0 whitespace-nowrap">
            <span className="font-semibold">{pair.base.code}</span>
            <span className="text-xs text-muted">/{pair.quoteCode}</span>
            <span className="hidden text-xs text-muted lg:block">{pair.base.name}</span>
            <span className="block text-xs text-muted lg:hidden">{turnover ?? '—'}</span>
          </span>
        </Link>
      </td>
      {closes && (
        <td aria-hidden="true" className={isNarrow ? LINE : WIDE}>
          <Sparkline
            closes={closes}
            direction={quote && directionOf(quote.change)}
            className="ml-auto h-8 w-full lg:h-9 lg:w-24"
          />
        </td>
      )}
      <td className="px-1 text-right lg:px-3">
        {quote ? (
          <Ticking
            value={quote.price}
            words={numbers.decimal(quote.price)}
            className="text-stale -mx-1 px-1 py-0.5 font-semibold"
          />
        ) : (
          '—'
        )}
        <span className="flex min-h-4.5 justify-end text-xs text-muted max-lg:tracking-tighter">
          {quote?.isStale ? say('price_stale') : <FiatText usdt={usdt} as="price" />}
        </span>
      </td>
      <td className="pr-3 pl-1 text-right lg:pr-4">{quote ? <ChangeChip percent={quote.change} /> : '—'}</td>
      {!isNarrow && (
        <>
          <td className={WIDE}>{quote ? numbers.decimal(quote.high) : '—'}</td>
          <td className={WIDE}>{quote ? numbers.decimal(quote.low) : '—'}</td>
        </>
      )}
      <td className={`${WIDE} pr-4 whitespace-nowrap`}>
        {turnover ?? '—'} <span className="text-xs text-muted">{pair.quoteCode}</span>
      </td>
    </tr>
  )
}

const CHIPS = { up: 'max-lg:bg-up-fill', down: 'max-lg:bg-down-fill', flat: 'max-lg:bg-graphite' } as const

/** On a phone a filled mark of one size, which a thumb finds in a column; at a desk plain text, which is calmer in a wide table. */
const ChangeChip = ({ percent }: { percent: string }) => (
  <Change
    percent={percent}
    className={`font-medium max-lg:inline-flex max-lg:text-xs max-lg:font-semibold max-lg:h-8 max-lg:w-full max-lg:max-w-21 max-lg:items-center max-lg:justify-center max-lg:rounded-md max-lg:px-1.5 max-lg:text-white ${CHIPS[directionOf(percent)]}`}
  />
)
