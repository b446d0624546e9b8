// All contract orders and positions of the visitor. What is done with one is done on its pair's page.

import { useLoaderData } from '@remix-run/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { appraiseFutures } from '#domain/futures/appraisal'
import { decodeAmount } from '#domain/money/amount'
import { ButtonLink } from '../../components/button'
import { Empty } from '../../components/empty'
import { FeatureWords } from '../../components/feature-words'
import { FuturesList } from '../../components/futures-list'
import { HiddenAmounts } from '../../components/hidden-amounts'
import { ListFoot } from '../../components/list-foot'
import { PageHeader } from '../../components/page-header'
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
  const { view, rows, available, prices: listed, ended, page, isHidden } = useLoaderData<typeof loader>()
  const prices = useMemo(() => new Map(listed), [listed])
  const appraisal = useMemo(() => appraiseFutures(rows, decodeAmount(available), prices), [rows, available, prices])
  const shown = {
    positions: rows.filter(({ state }) => state === 'open'),
    waiting: rows.filter(({ state }) => state === 'pending'),
    history: ended.rows,
  }[view]
  return (
    <HiddenAmounts isHidden={isHidden}>
      <PageHeader title={t('orders_title')} backTo="/orders" />
      <section className="panel mx-3 overflow-hidden lg:mx-0">
        <Tabs
          label={t('orders_title')}
          tabs={VIEWS.map((name) => ({ to: `?list=${name}`, words: t(name), isSelected: name === view }))}
        />
        {shown.length === 0 ? (
          <Empty icon="orders" action={<ButtonLink to="/trade/futures/BTC-USDT">{t('title')}</ButtonLink>}>
            {t(`no_${view}`)}
          </Empty>
        ) : (
          <FuturesList rows={shown} view={view} appraisal={appraisal} prices={prices} />
        )}
      </section>
      {view === 'history' && (
        <div className="px-4 lg:px-0">
          <ListFoot page={page} total={ended.total} />
        </div>
      )}
    </HiddenAmounts>
  )
}
