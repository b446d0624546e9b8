// The order book: asks above, bids below, a fixed number of rows so that a tick moves nothing.

import type { KeyboardEvent } from 'react'
import type { Pair } from '#domain/catalogue'
import type { DepthRow } from '#party/protocol/market'
import { priceField, priceWords, quantityWords } from '../../text/money'
import { compact } from '../../text/numbers'
import { useWords } from '../../text/words'

interface BookProps {
  readonly pair: Pair
  readonly bids: readonly DepthRow[]
  readonly asks: readonly DepthRow[]
  readonly indexTicks: number
  readonly onPick: (price: string) => void
}

/** Rows a side: as tall as the ticket beside it on a phone, and own orders stay in sight at a desk. */
const ROWS = 10

export function Book({ pair, bids, asks, indexTicks, onPick }: BookProps) {
  const say = useWords('market')
  const [asksShown, bidsShown] = [withSums(asks), withSums(bids)]
  const deepest = Math.max(asksShown.at(-1)?.sum ?? 0, bidsShown.at(-1)?.sum ?? 0, 1)
  return (
    <section aria-label={say('order_book')} onKeyDown={moveBetweenRows} className="flex flex-col text-xs">
      <h2 className="hidden px-3 py-2 text-sm font-semibold lg:block">{say('order_book')}</h2>
      <div className="flex justify-between px-2 pb-1 text-muted lg:px-3">
        <span>{say('price_in', { asset: pair.quote.code })}</span>
        <span className="hidden lg:inline">{say('quantity_in', { asset: pair.base.code })}</span>
      </div>
      <Side side="ask" pair={pair} rows={[...fill(asksShown)].reverse()} deepest={deepest} onPick={onPick} />
      <Middle pair={pair} best={{ bid: bids[0]?.[0] ?? 0, ask: asks[0]?.[0] ?? 0 }} indexTicks={indexTicks} />
      <Side side="bid" pair={pair} rows={fill(bidsShown)} deepest={deepest} onPick={onPick} />
    </section>
  )
}

/** The best price of each side is a tab stop; the arrow keys reach the rest. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const rows = [...event.currentTarget.querySelectorAll('button')]
  const here = rows.findIndex((row) => row === document.activeElement)
  const next = here < 0 ? undefined : rows[here + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

interface BookRow {
  readonly ticks: number
  readonly lots: number
  /** Lots from the best price to this one. */
  readonly sum: number
}

function withSums(rows: readonly DepthRow[]): readonly BookRow[] {
  let sum = 0
  return rows.slice(0, ROWS).map(([ticks, lots]) => ({ ticks, lots, sum: (sum += lots) }))
}

const fill = (rows: readonly BookRow[]): readonly (BookRow | null)[] => [
  ...rows,
  ...Array<null>(ROWS - rows.length).fill(null),
]

interface SideProps {
  readonly side: 'bid' | 'ask'
  readonly pair: Pair
  /** In the order drawn, top down. */
  readonly rows: readonly (BookRow | null)[]
  readonly deepest: number
  readonly onPick: (price: string) => void
}

function Side({ side, pair, rows, deepest, onPick }: SideProps) {
  return (
    <ol data-side={side}>
      {rows.map((row, index) => {
        const rank = side === 'ask' ? ROWS - 1 - index : index
        return (
          <li key={rank} className="relative h-6">
            {row && (
              <Level side={side} pair={pair} row={row} share={row.sum / deepest} isBest={rank === 0} onPick={onPick} />
            )}
          </li>
        )
      })}
    </ol>
  )
}

interface LevelProps {
  readonly side: 'bid' | 'ask'
  readonly pair: Pair
  readonly row: BookRow
  readonly share: number
  readonly isBest: boolean
  readonly onPick: (price: string) => void
}

function Level({ side, pair, row, share, isBest, onPick }: LevelProps) {
  const say = useWords('market')
  const price = priceWords(pair, row.ticks)
  return (
    <button
      type="button"
      onClick={() => onPick(priceField(pair, row.ticks))}
      tabIndex={isBest ? 0 : -1}
      aria-label={say('use_price', { price })}
      className="flex h-6 w-full items-center justify-between px-2 hover:bg-raised lg:px-3"
    >
      <span
        aria-hidden="true"
        className={`absolute inset-y-0 right-0 ${side === 'ask' ? 'bg-down/12' : 'bg-up/12'}`}
        style={{ width: `${(share * 100).toFixed(1)}%` }}
      />
      <span className={`relative ${side === 'ask' ? 'text-down-text' : 'text-up-text'}`}>{price}</span>
      <span className="relative lg:hidden">{compact(quantityWords(pair, row.lots).replaceAll(',', ''))}</span>
      <span className="relative hidden lg:inline">{quantityWords(pair, row.lots)}</span>
    </button>
  )
}

function Middle({ pair, best, indexTicks }: { pair: Pair; best: { bid: number; ask: number }; indexTicks: number }) {
  const say = useWords('market')
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-2 border-y border-line px-2 py-1.5 lg:px-3">
      <span className="text-sm font-semibold" title={say('index_price')}>
        {indexTicks > 0 ? priceWords(pair, indexTicks) : '—'}
      </span>
      <span className="text-muted">
        <span className="max-lg:hidden">{say('spread')} </span>
        {best.bid > 0 && best.ask > 0 ? priceWords(pair, Math.max(0, best.ask - best.bid)) : '—'}
      </span>
    </div>
  )
}
