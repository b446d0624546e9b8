// All options of the visitor: those that run, and those that ended.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../components/button'
import { Empty } from '../../components/empty'
import { FeatureWords } from '../../components/feature-words'
import { HiddenAmounts } from '../../components/hidden-amounts'
import { EndlessRows } from '../../components/endless-rows'
import { OPTION_VIEWS, OptionsList } from '../../components/options-list'
import { PageHeader } from '../../components/page-header'
import { Tabs } from '../../components/tabs'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function Page() {
  const { texts } = useLoaderData<typeof loader>()
  return (
    <FeatureWords namespace="options" texts={texts}>
      <OptionOrders />
    </FeatureWords>
  )
}

function OptionOrders() {
  const { t } = useTranslation('options')
  const { view, rows, ended, page, isHidden, drawnAt } = useLoaderData<typeof loader>()
  const shown = view === 'running' ? rows : ended.rows
  return (
    <HiddenAmounts isHidden={isHidden}>
      <div className="lg:px-5">
        <PageHeader title={t('orders_title')} backTo="/orders" />
        <section className="panel mx-3 overflow-hidden lg:mx-0">
          <Tabs
            label={t('orders_title')}
            tabs={OPTION_VIEWS.map((name) => ({ to: `?list=${name}`, words: t(name), isSelected: name === view }))}
          />
          {shown.length === 0 ? (
            <Empty icon="orders" action={<ButtonLink to="/trade/options/BTC-USDT">{t('title')}</ButtonLink>}>
              {t(`no_${view}`)}
            </Empty>
          ) : view === 'history' ? (
            <EndlessRows
              key={`${page} ${ended.total}`}
              page={page}
              ended={ended}
              pathOf={(next) => `/orders/seconds?list=history&page=${next}`}
              keyOf={({ orderNo }) => String(orderNo)}
            >
              {(more) => <OptionsList rows={more} view="history" drawnAt={drawnAt} />}
            </EndlessRows>
          ) : (
            <OptionsList rows={shown} view={view} drawnAt={drawnAt} />
          )}
        </section>
      </div>
    </HiddenAmounts>
  )
}
