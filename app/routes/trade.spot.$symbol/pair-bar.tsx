// The head of the terminal: which pair, its price and its last day, and the way to another pair.

import { Link } from '@remix-run/react'
import type { Pair } from '#domain/catalogue'
import type { Quote } from '#party/protocol/quotes'
import { Change } from '../../components/change'
import { CoinMark } from '../../components/coin-mark'
import { Icon } from '../../components/icon'
import { LinkBadge } from '../../components/link-badge'
import { useSite } from '../../components/site'
import { Ticking } from '../../components/ticking'
import type { LinkState } from '../../live/channel'
import { fiatWords } from '../../text/money'
import { compact, groupDigits } from '../../text/numbers'
import { useWords } from '../../text/words'

export interface PairChoice {
  readonly symbol: string
  readonly base: string
  readonly quote: string
  readonly logo: string
}

interface PairBarProps {
  readonly pair: Pair
  readonly pairs: readonly PairChoice[]
  readonly quotes: ReadonlyMap<string, Quote>
  readonly link: LinkState
}

export function PairBar({ pair, pairs, quotes, link }: PairBarProps) {
  const say = useWords('market')
  const { fiat } = useSite()
  const quote = quotes.get(pair.symbol)
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 px-3 py-2 lg:px-4">
      <PairPicker pair={pair} pairs={pairs} quotes={quotes} />
      {quote && (
        <>
          <div className="flex items-baseline gap-2 lg:block">
            <Ticking value={quote.price} words={groupDigits(quote.price)} className="text-xl font-bold" />
            <Change percent={quote.change} className="text-sm lg:ml-2" />
            {pair.quote.code === 'USDT' && (
              <span className="text-xs text-muted lg:block">≈ {fiatWords(fiat, quote.price)}</span>
            )}
          </div>
          <dl className="flex w-full gap-x-5 overflow-hidden text-xs lg:w-auto lg:gap-x-6">
            <Fact label={say('high_24h')}>{groupDigits(quote.high)}</Fact>
            <Fact label={say('low_24h')}>{groupDigits(quote.low)}</Fact>
            <Fact label={say('volume_24h')}>
              {compact(quote.volume)} {pair.base.code}
            </Fact>
          </dl>
        </>
      )}
      <span className="ml-auto max-lg:hidden">
        <LinkBadge link={link} />
      </span>
    </div>
  )
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="truncate text-muted">{label}</dt>
      <dd className="whitespace-nowrap">{children}</dd>
    </div>
  )
}

/** A disclosure of the platform: opens without scripts, closes by choosing. */
function PairPicker({
  pair,
  pairs,
  quotes,
}: {
  pair: Pair
  pairs: readonly PairChoice[]
  quotes: ReadonlyMap<string, Quote>
}) {
  const say = useWords('market')
  return (
    <details key={pair.symbol} className="relative z-20">
      <summary
        aria-label={say('choose_pair')}
        className="flex min-h-11 list-none items-center gap-2 [&::-webkit-details-marker]:hidden"
      >
        <CoinMark asset={pair.base} />
        <h1 className="text-lg font-bold">
          {pair.base.code}/{pair.quote.code}
        </h1>
        <Icon name="down" className="size-4 text-muted" />
      </summary>
      <ul className="panel absolute top-full left-0 max-h-96 w-72 overflow-y-auto py-1 shadow-xl">
        {pairs.map((choice) => {
          const quote = quotes.get(choice.symbol)
          return (
            <li key={choice.symbol}>
              <Link
                to={`/trade/spot/${choice.symbol}`}
                aria-current={choice.symbol === pair.symbol ? 'true' : undefined}
                className="flex min-h-11 items-center gap-2 px-3 text-sm hover:bg-raised aria-[current]:bg-raised"
              >
                <CoinMark asset={choice} className="size-5" />
                <span className="font-medium">
                  {choice.base}/{choice.quote}
                </span>
                <span className="ml-auto">{quote ? groupDigits(quote.price) : ''}</span>
                <span className="w-18 text-right text-xs">{quote && <Change percent={quote.change} />}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </details>
  )
}
