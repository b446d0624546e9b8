// The visitor's orders beyond the visible rows, at the outer edge of a side of the book. Loaded when there are orders.

import { useTranslation } from 'react-i18next'
import type { Pair } from '#domain/catalogue'
import type { BookSide } from '../../live/book-levels'
import { useNumbers } from '../../text/numbers'

interface OwnBeyondProps {
  readonly pair: Pair
  readonly side: BookSide
  /** The visitor's lots by price. */
  readonly own: ReadonlyMap<number, number>
  /** Price of the outermost row, in ticks. */
  readonly last: number | undefined
}

/** The line is rendered while this side has own orders, so that ticks cause no layout shift. */
export function OwnBeyond({ pair, side, own, last }: OwnBeyondProps) {
  const { t } = useTranslation('spot')
  const numbers = useNumbers()
  const beyond = ownBeyond(own, side, last)
  const price = beyond ? numbers.price(pair, beyond.ticks) : ''
  const words = `● ${side === 'bid' ? '▼' : '▲'} ${price}${beyond?.others ? ` +${beyond.others}` : ''}`
  return (
    <p data-beyond={side} className="h-4 px-2 text-2xs leading-4 text-selected-text lg:px-3">
      {beyond && (
        <span title={t('book_own_beyond', { price })}>
          <span aria-hidden="true">{words}</span>
          <span className="sr-only">{t('book_own_beyond', { price })}</span>
        </span>
      )}
    </p>
  )
}

/** Nearest own price beyond the last visible row of a side, and the number of further ones; null when all are visible. */
export function ownBeyond(
  own: ReadonlyMap<number, number>,
  side: BookSide,
  last: number | undefined,
): { readonly ticks: number; readonly others: number } | null {
  if (last === undefined) return null
  const beyond = [...own.keys()].filter((price) => (side === 'bid' ? price < last : price > last))
  if (beyond.length === 0) return null
  return { ticks: side === 'bid' ? Math.max(...beyond) : Math.min(...beyond), others: beyond.length - 1 }
}
