// All contract orders and positions of the visitor. What is done with one is done on its pair's page.

import { useLoaderData } from '@remix-run/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { appraiseFutures } from '#domain/futures/appraisal'
import { decodeAmount } from '#domain/money/amount'
import { ButtonLink, buttonClass } from '../../components/button'
import { Empty } from '../../components/empty'
import { FeatureWords } from '../../components/feature-words'
import { FuturesList } from '../../components/futures-list'
import { HiddenAmounts } from '../../components/hidden-amounts'
import { EndlessRows } from '../../components/endless-rows'
import { PageHeader } from '../../components/page-header'
import { ResultCard } from '../../components/result-card'
import { Tabs } from '../../components/tabs'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

const VIEWS = ['positions', 'waiting', 'history'] as const

export default function Page() {
  const { texts } = useLoaderData<typeof loader>()
  return (
    <FeatureWords namespace="futures" texts={texts}>
      <FuturesOrders />
    </FeatureWords>
  )
}

function FuturesOrders() {
  const { t } = useTranslation('futures')
  const { view, rows: live, available, held, prices: listed, ended, page, isHidden } = useLoaderData<typeof loader>()
  const prices = useMemo(() => new Map(listed), [listed])
  const appraisal = useMemo(
    () => appraiseFutures(live, { available: decodeAmount(available), held: decodeAmount(held) }, prices),
    [live, available, held, prices],
  )
  const shown = {
    positions: live.filter(({ state }) => state === 'open'),
    waiting: live.filter(({ state }) => state === 'pending'),
    history: ended.rows,
  }[view]
  return (
    <HiddenAmounts isHidden={isHidden}>
      <div className="lg:px-5">
        <PageHeader
          title={t('orders_title')}
          backTo="/orders"
          end={
            ended.total > 0 && (
              <a href="/orders/futures/export" download className={buttonClass({ size: 'sm', variant: 'plain' })}>
                {t('export')}
              </a>
            )
          }
        />
        <section className="panel mx-3 overflow-hidden lg:mx-0">
          <Tabs
            label={t('orders_title')}
            tabs={VIEWS.map((name) => ({ to: `?list=${name}`, words: t(name), isSelected: name === view }))}
          />
          {shown.length === 0 ? (
            <Empty icon="orders" action={<ButtonLink to="/trade/futures/BTC-USDT">{t('title')}</ButtonLink>}>
              {t(`no_${view}`)}
            </Empty>
          ) : view === 'history' ? (
            <EndlessRows
              key={`${page} ${ended.total}`}
              page={page}
              ended={ended}
              pathOf={(next) => `/orders/futures?list=history&page=${next}`}
              keyOf={({ positionNo }) => String(positionNo)}
            >
              {(rows) => <FuturesList rows={rows} view="history" end={(row) => <ResultCard row={row} />} />}
            </EndlessRows>
          ) : (
            <FuturesList rows={shown} view={view} appraisal={appraisal} prices={prices} />
          )}
        </section>
      </div>
    </HiddenAmounts>
  )
}
