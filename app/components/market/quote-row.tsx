// One pair in a list of quotes. The whole row links to its trading page.

import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Quote } from '#party/protocol/quotes'
import { turnoverOf } from '../../live/pair-order'
import { directionOf } from '../../text/decimal-text'
import type { ListedPair } from '../../text/listed-pair'
import { useNumbers } from '../../text/numbers'
import { Change } from '../change'
import { CoinMark } from '../coin'
import { FiatText, usdtOfPrice } from '../fiat'
import { Sparkline, dayLine } from '../sparkline'
import { Ticking } from '../ticking'

/** Columns shown on desktop only. */
export const WIDE = 'hidden px-3 text-right lg:table-cell'
export const LINE = 'text-right max-[22.4rem]:hidden max-lg:w-13 max-lg:pl-1 lg:px-3'

interface QuoteRowProps {
  readonly pair: ListedPair
  readonly quotes: ReadonlyMap<string, Quote>
  readonly closes: readonly string[] | undefined
  readonly lead: ReactNode
  readonly isNarrow: boolean
}

export function QuoteRow({ pair, quotes, closes, lead, isNarrow }: QuoteRowProps) {
  const { t } = useTranslation('market')
  const numbers = useNumbers()
  const quote = quotes.get(pair.symbol)
  const usdt = quote && usdtOfPrice(pair.quoteCode, quote.price, quotes)
  const turnover = quote && numbers.compact(turnoverOf(quote))
  return (
    <tr
      className="relative border-t border-line transition hover:bg-raised"
      data-symbol={pair.symbol}
      data-stale={quote?.isStale}
    >
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
            closes={dayLine(closes, quote)}
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
          {quote?.isStale ? t('price_stale') : <FiatText usdt={usdt} as="price" />}
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

/** Phone: filled chips of equal width, easy to scan in a column; desktop: plain text, calmer in a wide table. */
const ChangeChip = ({ percent }: { percent: string }) => (
  <Change
    percent={percent}
    className={`font-medium max-lg:inline-flex max-lg:text-xs max-lg:font-semibold max-lg:h-8 max-lg:w-full max-lg:max-w-21 max-lg:items-center max-lg:justify-center max-lg:rounded-md max-lg:px-1.5 max-lg:text-white ${CHIPS[directionOf(percent)]}`}
  />
)
