// A list of pairs with their live quotes. A row leads to its trading page.

import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { Asset } from '#domain/catalogue'
import type { Quote } from '#party/protocol/quotes'
import { useNumbers } from '../text/numbers'
import { useWords } from '../text/words'
import { Change } from './change'
import { CoinMark } from './coin-mark'
import { Ticking } from './ticking'

/** A pair as lists show it. */
export interface ListedPair {
  readonly symbol: string
  readonly base: Pick<Asset, 'id' | 'code' | 'name' | 'logo'>
  readonly quoteCode: string
}

interface QuoteTableProps {
  readonly pairs: readonly ListedPair[]
  readonly quotes: ReadonlyMap<string, Quote>
  /** What stands before each row: the watch star. */
  readonly lead?: (pair: ListedPair) => ReactNode
}

const CELL = 'px-2 lg:px-3'
const WIDE = 'hidden px-3 text-right lg:table-cell'

export function QuoteTable({ pairs, quotes, lead }: QuoteTableProps) {
  const say = useWords('market')
  return (
    <table className="w-full text-sm">
      <thead>
        <tr className="text-xs text-muted">
          {lead && <th className="w-10" />}
          <th className={`${CELL} py-2 text-left font-normal`}>{say('pair')}</th>
          <th className={`${CELL} text-right font-normal`}>{say('last_price')}</th>
          <th className={`${CELL} text-right font-normal`}>{say('change_24h')}</th>
          <th className={`${WIDE} font-normal`}>{say('high_24h')}</th>
          <th className={`${WIDE} font-normal`}>{say('low_24h')}</th>
          <th className={`${WIDE} font-normal`}>{say('volume_24h')}</th>
        </tr>
      </thead>
      <tbody>
        {pairs.map((pair) => (
          <QuoteRow key={pair.symbol} pair={pair} quote={quotes.get(pair.symbol)} lead={lead?.(pair)} />
        ))}
      </tbody>
    </table>
  )
}

function QuoteRow({ pair, quote, lead }: { pair: ListedPair; quote: Quote | undefined; lead: ReactNode }) {
  const say = useWords('market')
  const numbers = useNumbers()
  return (
    <tr className="relative border-t border-line hover:bg-raised" data-symbol={pair.symbol}>
      {lead !== undefined && <td className="relative z-10">{lead}</td>}
      <td className={`${CELL} py-3 ${lead === undefined ? 'pl-3' : 'pl-0'}`}>
        <Link to={`/trade/spot/${pair.symbol}`} className="flex items-center gap-2.5 after:absolute after:inset-0">
          <CoinMark asset={pair.base} />
          <span>
            <span className="font-semibold">{pair.base.code}</span>
            <span className="text-muted">/{pair.quoteCode}</span>
            <span className="block text-xs text-muted">{pair.base.name}</span>
          </span>
        </Link>
      </td>
      <td className={`${CELL} text-right font-medium`}>
        {quote ? (
          <Ticking value={quote.price} words={numbers.decimal(quote.price)} className="-mx-1 px-1 py-0.5" />
        ) : (
          '—'
        )}
        {quote?.isStale && <span className="block text-xs font-normal text-muted">{say('price_stale')}</span>}
      </td>
      <td className={`${CELL} pr-3 text-right lg:w-28`}>{quote ? <Change percent={quote.change} /> : '—'}</td>
      <td className={WIDE}>{quote ? numbers.decimal(quote.high) : '—'}</td>
      <td className={WIDE}>{quote ? numbers.decimal(quote.low) : '—'}</td>
      <td className={WIDE}>{quote ? `${numbers.compact(quote.volume)} ${pair.base.code}` : '—'}</td>
    </tr>
  )
}
