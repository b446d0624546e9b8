// Rows of one order book side. Each row is a button that copies its price into the ticket.

import { type CSSProperties, memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pair } from '#domain/catalogue'
import type { BookLevel, BookSide } from '../../live/book-levels'
import { quantityField } from '../../text/money'
import { useNumbers } from '../../text/numbers'

interface BookLevelsProps {
  readonly side: BookSide
  readonly pair: Pair
  /** Best first. */
  readonly levels: readonly BookLevel[]
  readonly rows: number
  readonly deepest: number
  /** Common decimals of the quantity column. */
  readonly decimals: number
  /** The visitor's lots by price. */
  readonly own: ReadonlyMap<number, number>
  readonly onPick: (ticks: number) => void
}

/** Asks fill from the bottom, bids from the top; missing levels keep their space. */
export function BookLevels({ side, pair, levels, rows, deepest, decimals, own, onPick }: BookLevelsProps) {
  const { t } = useTranslation('spot')
  const ranks = Array.from({ length: rows }, (_, index) => (side === 'ask' ? rows - 1 - index : index))
  return (
    <ol data-side={side} aria-label={t(`book_${side}`)}>
      {ranks.map((rank) => {
        const level = levels[rank]
        return (
          <li key={rank} aria-hidden={!level || undefined} className="relative h-6 lg:h-5">
            {level && (
              <Level
                side={side}
                pair={pair}
                ticks={level.ticks}
                lots={level.lots}
                sum={level.sum}
                percent={Math.round((100 * level.sum) / deepest)}
                before={Math.round((100 * (level.sum - level.lots)) / level.sum)}
                decimals={decimals}
                ownLots={own.get(level.ticks) ?? 0}
                isBest={rank === 0}
                onPick={onPick}
              />
            )}
          </li>
        )
      })}
    </ol>
  )
}

interface LevelProps extends BookLevel {
  readonly side: BookSide
  readonly pair: Pair
  /** Width of the bar: the sum up to this level. */
  readonly percent: number
  /** Share of the bar that better levels have; the rest is this level's own. */
  readonly before: number
  readonly decimals: number
  readonly ownLots: number
  readonly isBest: boolean
  readonly onPick: (ticks: number) => void
}

const Level = memo(LevelRow, (before, after) =>
  // `onPick` changes identity on every render without changing behaviour, so it is not compared.
  LOOKS.every((name) => before[name] === after[name]),
)
const LOOKS = ['pair', 'ticks', 'lots', 'sum', 'percent', 'before', 'decimals', 'ownLots', 'isBest'] as const

function LevelRow({ side, pair, ticks, lots, sum, percent, before, decimals, ownLots, isBest, onPick }: LevelProps) {
  const { t } = useTranslation('market')
  const numbers = useNumbers()
  const { t: tOwn } = useTranslation('spot')
  const price = numbers.price(pair, ticks)
  const even = (count: number) => numbers.readable(quantityField(pair, count), decimals, decimals)
  // Accessible name with the row's figures.
  const label = `${t('use_price', { price })}. ${numbers.quantity(pair, lots)}`
  const mine = ownLots > 0 ? tOwn('book_own', { quantity: numbers.quantity(pair, ownLots) }) : ''
  return (
    <button
      type="button"
      onClick={() => onPick(ticks)}
      tabIndex={isBest ? 0 : -1}
      title={mine || undefined}
      data-own={ownLots > 0 || undefined}
      className="grid size-full grid-cols-2 items-center gap-x-2 px-2 hover:bg-raised lg:grid-cols-3 lg:px-3"
    >
      <span
        aria-hidden="true"
        className={`depth-bar absolute inset-y-0 right-0 ${side === 'ask' ? 'text-down' : 'text-up'}`}
        style={{ width: `${percent}%`, '--before': `${before}%` } as CSSProperties}
      />
      <span aria-hidden="true" className={`relative text-left ${side === 'ask' ? 'text-down-text' : 'text-up-text'}`}>
        {ownLots > 0 && (
          <span className="absolute top-1/2 -left-1.5 size-1 -translate-y-1/2 rounded-full bg-selected" />
        )}
        {price}
      </span>
      <span aria-hidden="true" className="text-stale relative text-right">
        {even(lots)}
      </span>
      <span aria-hidden="true" className="text-stale relative hidden text-right lg:block">
        {even(sum)}
      </span>
      <span className="sr-only">{mine ? `${label}. ${mine}` : label}</span>
    </button>
  )
}
