// Option page: direction and stake, entry and exit with prices, payout, receipt.

import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { decodeAmount, formatUnits } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import { formatSteps } from '#domain/quotes/steps'
import { featurePage } from '../../components/feature-words'
import { FigureList } from '../../components/figure-list'
import { Hideable } from '../../components/hidden-amounts'
import { Moment } from '../../components/moment'
import { OptionResult, stateKey } from '../../components/options/options-list'
import { Pane } from '../../components/pane'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'
import { OptionLine } from '../../components/options/option-line'
import type { WordKey } from '../../../locales/key'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default featurePage('options', OptionOrder)

function OptionOrder() {
  const { t } = useTranslation('options')
  const { title, row, prices } = useLoaderData<typeof loader>()
  const numbers = useNumbers()
  const isOver = row.state !== 'pending' && row.state !== 'open'
  const price = (priceSteps: number | null) =>
    priceSteps === null ? '—' : numbers.decimal(formatSteps(priceSteps, row.terms.priceDecimals))
  const money = (text: string) => <Hideable>{`${numbers.usdt(formatUnits(decodeAmount(text), 6))}\u00a0USDT`}</Hideable>
  const at = (instant: number | null) => (instant === null ? '—' : <Moment at={instant} />)
  const rows: readonly (readonly [key: WordKey<'options'>, value: React.ReactNode])[] = [
    ['pair', row.symbol.replace('-', '/')],
    ['direction', t(row.direction)],
    ['duration', t('seconds', { count: row.seconds })],
    ['stake', money(row.stake)],
    ...(row.fee === '0' ? [] : ([['fee', money(row.fee)]] as const)),
    ['ratio', numbers.rate(rate(BigInt(row.terms.ratio)))],
    ['accepted_at', at(row.acceptedAt)],
    ['began_at', at(row.entryAt)],
    ['entry', price(row.entrySteps)],
    ['due_at', at(row.dueAt)],
    ['exit', price(row.exitSteps)],
    ['ended_at', at(row.endedAt)],
    ['paid', row.paid === null ? '—' : money(row.paid)],
    ['result', <OptionResult key="result" row={row} />],
  ]
  return (
    <Pane title={title} backTo="/orders/seconds" frame="form">
      <p className="panel p-4 text-lg font-semibold">{isOver ? t(stateKey(row)) : t('running')}</p>
      {prices.length > 1 && (
        <OptionLine prices={prices} isRight={row.outcome === 'won'} labels={[t('entry'), t('exit')]} />
      )}
      <FigureList rows={rows.map(([key, value]) => ({ key, label: t(key as 'pair'), value }))} />
      <nav className="flex flex-wrap gap-x-4 px-1 text-sm">
        {row.receiptId && (
          <Link to={`/receipts/${row.receiptId}`} className="py-2 text-selected-text hover:underline">
            {t('receipt')}
          </Link>
        )}
        <Link to="/assets/bills" className="py-2 text-selected-text hover:underline">
          {t('bills')}
        </Link>
        <Link to="/fairness" className="py-2 text-selected-text hover:underline">
          {t('fairness_title')}
        </Link>
      </nav>
    </Pane>
  )
}
