// Investments for sale: calls and puts of each coin, by date.

import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { INVEST_KINDS } from '#domain/invest/series'
import { formatSteps } from '#domain/quotes/steps'
import { Empty } from '../../components/empty'
import { featurePage } from '../../components/feature-words'
import { PageHeader } from '../../components/page-header'
import { SeriesList } from '../../components/invest/series-list'
import { Tabs } from '../../components/tabs'
import { bound } from '../../text/money'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default featurePage('invest', Invest)

function Invest() {
  const { t } = useTranslation('invest')
  const numbers = useNumbers()
  const { kind, coin, coins, offers, prices } = useLoaderData<typeof loader>()
  const [first] = offers
  const index = first && prices[first.series.symbol]
  return (
    <div className="mx-auto max-w-6xl pb-8 lg:px-5">
      <PageHeader title={t('title')} backTo="/earn" />
      <div className="grid gap-4 px-4 lg:px-0">
        <p className="text-sm text-muted">{t('intro')}</p>
        <nav className="flex flex-wrap gap-x-5 text-sm">
          <Link to="/earn/invest/mine" className="py-2 text-selected-text hover:underline">
            {t('mine_title')}
          </Link>
          <Link to="/earn/invest/help" className="py-2 text-selected-text hover:underline">
            {t('help_title')}
          </Link>
        </nav>
        <div className="grid gap-2 sm:grid-cols-2">
          <Tabs
            label={t('coin')}
            variant="segment"
            tabs={coins.map(({ code }) => ({
              to: `?coin=${code}&type=${kind}`,
              words: code,
              isSelected: code === coin?.code,
            }))}
          />
          <Tabs
            label={t('kind')}
            variant="segment"
            tabs={INVEST_KINDS.map((each) => ({
              to: `?coin=${coin?.code ?? ''}&type=${each}`,
              words: (
                <span>
                  {t(`plain_${each}`)} <span className="text-2xs font-normal">{t(each)}</span>
                </span>
              ),
              isSelected: each === kind,
            }))}
          />
        </div>
        {coin && (
          <p className="text-sm">
            {t(`${kind}_text`, { asset: coin.code, other: first?.series.quote.code ?? 'USDT' })}
          </p>
        )}
        {first && index !== undefined && (
          <p className="text-sm text-muted">
            {t('index')}{' '}
            <span className="font-semibold text-ink tabular-nums">
              {numbers.decimal(formatSteps(index, first.series.priceDecimals))}
              {bound(first.series.quote.code)}
            </span>
          </p>
        )}
        <div className="panel overflow-hidden">
          {offers.length === 0 ? (
            <Empty icon="chart">{t('none')}</Empty>
          ) : (
            <SeriesList caption={t('title')} offers={offers} prices={prices} />
          )}
        </div>
      </div>
    </div>
  )
}
