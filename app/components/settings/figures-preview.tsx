// Preview of number formats with example figures.

import { useTranslation } from 'react-i18next'
import { useNumbers } from '../../text/numbers'
import { Change } from '../change'
import { useFiat } from '../fiat'
import { FigureList } from '../figure-list'
import { Moment } from '../moment'
import { useSite } from '../../site/site'

const EXAMPLE = { price: '61234.5', rise: '1.25', fall: '-0.84', turnover: '1234567.8', balance: '2500' } as const

export function FiguresPreview() {
  const { t } = useTranslation('settings')
  const numbers = useNumbers()
  const fiat = useFiat()
  const { drawnAt } = useSite()
  const rows = [
    ['preview_price', `${numbers.decimal(EXAMPLE.price)}\u00a0USDT`],
    ['preview_balance', fiat.value(EXAMPLE.balance)],
    ['preview_rise', <Change key="rise" percent={EXAMPLE.rise} />],
    ['preview_fall', <Change key="fall" percent={EXAMPLE.fall} />],
    ['preview_volume', `${numbers.compact(EXAMPLE.turnover)}\u00a0USDT`],
    ['preview_moment', <Moment key="moment" at={drawnAt} />],
  ] as const
  return (
    <section className="panel p-4">
      <h2 className="font-semibold">{t('preview')}</h2>
      <p className="mt-0.5 text-xs text-muted">{t('preview_text')}</p>
      <FigureList
        rows={rows.map(([key, value]) => ({
          key,
          label: t(key),
          value: <span className="font-medium">{value}</span>,
        }))}
        className="mt-3 gap-x-8 text-sm sm:grid-cols-2"
      />
    </section>
  )
}
