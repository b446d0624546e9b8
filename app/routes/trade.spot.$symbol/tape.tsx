// Public trades of a pair, newest first. Colour and an arrow show the taker's side.

import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pair } from '#domain/catalogue'
import type { TapeTrade } from '#party/protocol/market'
import { Ago, Moment } from '../../components/moment'
import { useNumbers } from '../../text/numbers'

/** Row limits; fewer on a phone, where the tape is last on the page. */
const ROWS = 40
const ROWS_ON_PHONE = 12

/** Small desktop windows omit units, which the header above names. */
const WIDE_ONLY = 'lg:max-2xl:hidden'
const NARROW_ONLY = 'hidden lg:max-2xl:inline'

interface TapeProps {
  readonly pair: Pair
  readonly trades: readonly TapeTrade[]
  readonly isStale: boolean
}

/** Memoized on trades, because the order book beside it updates ten times a second. */
export const Tape = memo(function Tape({ pair, trades, isStale }: TapeProps) {
  const { t } = useTranslation('market')
  const numbers = useNumbers()
  const { t: tSpot } = useTranslation('spot')
  return (
    <section aria-label={t('recent_trades')} data-stale={isStale} className="text-xs">
      <div className="sticky top-0 flex flex-wrap items-baseline justify-between gap-x-2 bg-surface px-3 pt-2.5 pb-1.5 lg:px-2">
        <h2 className="text-sm font-semibold">{t('recent_trades')}</h2>
        {trades[0] && (
          <span className="text-2xs text-muted">
            <Ago at={trades[0].at} />
          </span>
        )}
      </div>
      <table aria-label={t('recent_trades')} className="w-full lg:text-2xs 2xl:text-xs">
        <thead>
          <tr className="text-2xs text-muted">
            <th scope="col" className="pr-1 pb-1 pl-3 text-left lg:pl-2 font-normal">
              <span className={WIDE_ONLY}>{t('price_in', { asset: pair.quote.code })}</span>
              <span className={NARROW_ONLY}>{tSpot('price')}</span>
            </th>
            <th scope="col" className="pb-1 text-right font-normal">
              <span className={WIDE_ONLY}>{t('quantity_in', { asset: pair.base.code })}</span>
              <span className={NARROW_ONLY}>{tSpot('quantity')}</span>
            </th>
            <th scope="col" className="pr-3 pb-1 pl-2 text-right lg:pr-2 font-normal">
              {t('time')}
            </th>
          </tr>
        </thead>
        <tbody>
          {trades.slice(0, ROWS).map((trade, index) => (
            <tr key={trade.tradeNo} className={`h-6 lg:h-5 ${index < ROWS_ON_PHONE ? '' : 'max-lg:hidden'}`}>
              <td
                className={`pl-3 whitespace-nowrap lg:pl-2 ${trade.side === 'buy' ? 'text-up-text' : 'text-down-text'}`}
              >
                <span aria-hidden="true">{trade.side === 'buy' ? '▲' : '▼'}</span>
                <span className="sr-only">{tSpot(trade.side)}</span> {numbers.price(pair, trade.ticks)}
              </td>
              <td className="text-stale text-right">{numbers.quantity(pair, trade.lots)}</td>
              <td className="pr-3 pl-2 text-right text-muted lg:pr-2">
                <Moment at={trade.at} form="clock" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {trades.length === 0 && <p className="px-3 py-6 text-center text-muted">{t('no_trades')}</p>}
    </section>
  )
})
