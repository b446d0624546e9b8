// Today's result under a total: signed, with its percentage, linked to the portfolio.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatUnits } from '#domain/money/amount'
import { divideDown } from '#domain/money/rounding'
import { VALUE_SCALE } from '#domain/money/valuation'
import type { TodayChange as Figures } from '../../live/use-today'
import { directionOf, floorDecimals } from '../../text/decimal-text'
import { bound } from '../../text/money'
import { useNumbers } from '../../text/numbers'
import { Change } from '../change'
import { Hideable } from '../hidden-amounts'

const CLASSES = { up: 'text-up-text', down: 'text-down-text', flat: 'text-muted' } as const
const PERCENT_DECIMALS = 2

export function TodayChange({ change, base }: Figures) {
  const { t } = useTranslation('wallet')
  const numbers = useNumbers()
  const usdt = formatUnits(change, VALUE_SCALE)
  const percent = base > 0n ? formatUnits(divideDown(change * 10_000n, base), PERCENT_DECIMALS) : null
  return (
    <Link
      to="/assets/portfolio?range=1D"
      className="flex min-h-6 w-fit flex-wrap items-baseline gap-x-1.5 text-sm hover:underline"
    >
      <span className="text-muted">{t('today')}</span>
      <span data-testid="today" className={CLASSES[directionOf(floorDecimals(usdt, PERCENT_DECIMALS))]}>
        <Hideable>
          {numbers.result(usdt)}
          {bound('USDT')}
        </Hideable>
      </span>
      {percent !== null &&
        (change > 0n && directionOf(percent) === 'flat' ? (
          <span className="text-muted">{`<${numbers.percent('0.01')}`}</span>
        ) : (
          <Change percent={percent} />
        ))}
    </Link>
  )
}
