// The public trades of a pair, newest first. The taker's side is said by colour and by an arrow.

import type { Pair } from '#domain/catalogue'
import type { TapeTrade } from '#party/protocol/market'
import { Moment } from '../../components/moment'
import { priceWords, quantityWords } from '../../text/money'
import { useWords } from '../../text/words'

const ROWS = 20

export function Tape({ pair, trades }: { pair: Pair; trades: readonly TapeTrade[] }) {
  const say = useWords('market')
  const sayShell = useWords('shell')
  return (
    <section aria-label={say('recent_trades')} className="text-xs">
      <h2 className="px-3 py-2 text-sm font-semibold">{say('recent_trades')}</h2>
      <table className="w-full">
        <thead>
          <tr className="text-muted">
            <th className="px-3 pb-1 text-left font-normal">{say('price_in', { asset: pair.quote.code })}</th>
            <th className="pb-1 text-right font-normal">{say('quantity_in', { asset: pair.base.code })}</th>
            <th className="px-3 pb-1 text-right font-normal">{say('time')}</th>
          </tr>
        </thead>
        <tbody>
          {trades.slice(0, ROWS).map((trade) => (
            <tr key={trade.tradeNo} className="h-6">
              <td className={`px-3 ${trade.side === 'buy' ? 'text-up-text' : 'text-down-text'}`}>
                <span aria-label={sayShell(trade.side === 'buy' ? 'up' : 'down')}>
                  {trade.side === 'buy' ? '▲' : '▼'}
                </span>{' '}
                {priceWords(pair, trade.ticks)}
              </td>
              <td className="text-right">{quantityWords(pair, trade.lots)}</td>
              <td className="px-3 text-right text-muted">
                <Moment at={trade.at} form="clock" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {trades.length === 0 && <p className="px-3 py-6 text-center text-muted">{say('no_trades')}</p>}
    </section>
  )
}
