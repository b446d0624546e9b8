// The order book: asks above, bids below, a fixed number of rows so that a tick moves nothing.

import { type KeyboardEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pair } from '#domain/catalogue'
import { formatUnits } from '#domain/money/amount'
import type { SpotOrderRow } from '#party/protocol/account'
import type { DepthRow } from '#party/protocol/market'
import { type BookLevel, type BookSide, evenDecimals, gatherLevels, gatherSteps, ownLots } from '../../live/book-levels'
import { useLoaded } from '../../components/use-alive'
import { compareDecimals } from '../../text/decimal-text'
import { priceField, quantityField } from '../../text/money'
import { type Numbers, useNumbers } from '../../text/numbers'
import { BookLevels } from './book-levels'
import { BookTools, type BookView } from './book-tools'
import type { LastPrice } from '../../chart/last-price'
import { useRemembered } from '../../chart/remembered'

export interface BookProps {
  readonly pair: Pair
  readonly bids: readonly DepthRow[]
  readonly asks: readonly DepthRow[]
  readonly indexTicks: number
  readonly last: LastPrice | null
  readonly openOrders: readonly SpotOrderRow[]
  /** True when the market gives no answer, hence no book. */
  readonly isMissing: boolean
  readonly isStale: boolean
  readonly onPick: (price: string) => void
}

/**
 * Rows per side when both are visible, matching the ticket's height on a phone. A single side gets the rows of both.
 */
const ROWS = 10
const DIGITS = 7
const loadEdges = () => import('./own-beyond')

export function Book({ pair, bids, asks, indexTicks, last, openOrders, isMissing, isStale, onPick }: BookProps) {
  const { t } = useTranslation('market')
  const numbers = useNumbers()
  const [view, setView] = useRemembered('cm_book_view', readView)
  const [remembered, setStep] = useRemembered(`cm_book_step:${pair.symbol}`, readStep)
  const best = { bid: bids[0]?.[0] ?? 0, ask: asks[0]?.[0] ?? 0 }
  const steps = gatherSteps(best.ask || best.bid || indexTicks)
  const step = steps.includes(remembered) ? remembered : 1
  const rows = view === 'both' ? ROWS : 2 * ROWS + 1
  const [shownAsks, shownBids] = useMemo(
    () => [gatherLevels(asks, 'ask', step).slice(0, rows), gatherLevels(bids, 'bid', step).slice(0, rows)],
    [asks, bids, step, rows],
  )
  const deepest = Math.max(view === 'bid' ? 0 : sumOf(shownAsks), view === 'ask' ? 0 : sumOf(shownBids), 1)
  const decimals = evenDecimals(quantityField(pair, deepest), {
    decimals: pair.quantityDecimals,
    digits: DIGITS,
  })
  const edges = useLoaded(loadEdges, openOrders.length > 0)
  const side = (name: BookSide, levels: readonly BookLevel[]) => {
    const own = ownLots(openOrders, name, step)
    const edge = edges && own.size > 0 && (
      <edges.OwnBeyond pair={pair} side={name} own={own} last={levels.at(-1)?.ticks} />
    )
    return (
      <>
        {name === 'ask' && edge}
        <BookLevels
          side={name}
          pair={pair}
          levels={levels}
          rows={rows}
          deepest={deepest}
          decimals={decimals}
          own={own}
          onPick={(ticks) => onPick(numbers.decimal(priceField(pair, ticks)))}
        />
        {name === 'bid' && edge}
      </>
    )
  }
  return (
    <section
      aria-label={t('order_book')}
      data-stale={isStale}
      onKeyDown={moveBetweenRows}
      className="flex flex-col text-xs"
    >
      <BookTools
        view={view}
        onView={setView}
        step={step}
        steps={steps.map((choice) => ({ value: String(choice), words: stepWords(numbers, pair, choice) }))}
        onStep={setStep}
      />
      <Heads pair={pair} />
      {isMissing ? (
        <Missing />
      ) : (
        <>
          {view !== 'bid' && side('ask', shownAsks)}
          <Middle pair={pair} best={best} indexTicks={indexTicks} last={last} />
          {view !== 'ask' && side('bid', shownBids)}
        </>
      )}
    </section>
  )
}

/** Name above unit, because both do not fit one line on a phone or in long languages; desktop also shows the sum. */
function Heads({ pair }: { pair: Pair }) {
  const { t } = useTranslation('spot')
  const head = (word: 'price' | 'quantity' | 'book_sum', unit: string, className: string) => (
    <span className={className}>
      {t(word)} <span className="block">({unit})</span>
    </span>
  )
  return (
    <div className="grid grid-cols-2 gap-x-2 px-2 pb-1 text-2xs text-muted lg:grid-cols-3 lg:px-3">
      {head('price', pair.quote.code, '')}
      {head('quantity', pair.base.code, 'text-right')}
      {head('book_sum', pair.base.code, 'hidden text-right lg:block')}
    </div>
  )
}

/** The best price of each side is a tab stop; the arrow keys reach the rest. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-side] button')]
  const here = rows.findIndex((row) => row === document.activeElement)
  const next = here < 0 ? undefined : rows[here + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

interface MiddleProps {
  readonly pair: Pair
  readonly best: { readonly bid: number; readonly ask: number }
  readonly indexTicks: number
  readonly last: BookProps['last']
}

/** Last price, index and spread between the two sides. */
function Middle({ pair, best, indexTicks, last }: MiddleProps) {
  const { t } = useTranslation('market')
  const numbers = useNumbers()
  const seen = useTurn(last?.price)
  const turn = last?.turn || seen
  const spread = best.bid > 0 && best.ask > 0 ? Math.max(0, best.ask - best.bid) : null
  return (
    <dl className="flex flex-wrap items-baseline justify-between gap-x-2 border-y border-line px-2 py-1 lg:px-3">
      <div className="w-full">
        <dt className="sr-only">{t('last_price')}</dt>
        <dd
          className={`text-sm font-semibold ${turn > 0 ? 'text-up-text' : turn < 0 ? 'text-down-text' : ''}`}
          data-testid="last-price"
        >
          {turn > 0 ? '▲ ' : turn < 0 && '▼ '}
          {last ? numbers.decimal(last.price) : '—'}
        </dd>
      </div>
      <div className="flex gap-1 text-2xs whitespace-nowrap text-muted">
        <dt>{t('index_price')}</dt>
        <dd>{indexTicks > 0 ? numbers.price(pair, indexTicks) : '—'}</dd>
      </div>
      <div className="flex gap-1 text-2xs whitespace-nowrap text-muted">
        <dt>{t('spread')}</dt>
        <dd>
          {spread === null ? '—' : `${numbers.price(pair, spread)} · ${numbers.percent(shareText(spread, best.ask))}`}
        </dd>
      </div>
    </dl>
  )
}

/** Direction of the last price change while the page is open: positive is up. */
function useTurn(price: string | undefined): number {
  const [last, setLast] = useState({ price, turn: 0 })
  if (price !== last.price) setLast({ price, turn: price && last.price ? compareDecimals(price, last.price) : 0 })
  return last.turn
}

function Missing() {
  const { t } = useTranslation('spot')
  return (
    <p role="status" className="grid min-h-64 place-items-center px-3 text-center text-sm text-muted">
      {t('book_unreachable')}
    </p>
  )
}

/** Percent with three decimals, rounded. */
const shareText = (part: number, whole: number): string => formatUnits(BigInt(Math.round((part * 100_000) / whole)), 3)
const sumOf = (levels: readonly BookLevel[]): number => levels.at(-1)?.sum ?? 0
const stepWords = (numbers: Numbers, pair: Pair, step: number): string =>
  numbers.decimal(priceField(pair, step).replace(/\.0+$/, ''))
const readView = (stored: unknown): BookView => (stored === 'bid' || stored === 'ask' ? stored : 'both')
const readStep = (stored: unknown): number => (typeof stored === 'number' ? stored : 1)
