// Price history of a work: chart of sales, floor price of its series or artist. A box shows sales of its series.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatUnits } from '#domain/money/amount'
import { GroupPrices } from '../../components/nft/filter'
import { ResultCurve } from '../../components/result-curve'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

const SCALE = 6

export function Prices() {
  const { t } = useTranslation('nft')
  const numbers = useNumbers()
  const { title, prices, sales, isOfSeries } = useLoaderData<typeof loader>()
  const write = (units: bigint) => numbers.usdt(formatUnits(units, SCALE))
  const last = sales.at(-1)
  if (sales.length === 0 && prices.sold === 0) return null
  return (
    <section className="panel grid min-w-0 gap-3 p-4">
      <h2 className="font-semibold">{t('price_history')}</h2>
      {sales.length > 1 && last ? (
        <ResultCurve
          lines={[{ name: title, points: sales }]}
          label={`${t('price_history')}: ${write(BigInt(last.units))} USDT`}
          write={write}
        />
      ) : (
        sales.length === 0 && <p className="text-sm text-muted">{t('no_sales')}</p>
      )}
      <div className="-mx-4 -mb-4 lg:-mx-0 lg:mb-0">
        <GroupPrices prices={prices} />
      </div>
      {isOfSeries && <p className="text-sm text-muted">{t('prices_of_series')}</p>}
    </section>
  )
}
