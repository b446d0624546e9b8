// All investments of the visitor: those that run, and those that ended.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../components/button'
import { Empty } from '../../components/empty'
import { FeatureWords } from '../../components/feature-words'
import { HiddenAmounts } from '../../components/hidden-amounts'
import { InvestList } from '../../components/invest-list'
import { ListFoot } from '../../components/list-foot'
import { PageHeader } from '../../components/page-header'
import { Tabs } from '../../components/tabs'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

const VIEWS = ['running', 'history'] as const

export default function Page() {
  const { texts } = useLoaderData<typeof loader>()
  return (
    <FeatureWords namespace="invest" texts={texts}>
      <Mine />
    </FeatureWords>
  )
}

function Mine() {
  const { t } = useTranslation('invest')
  const { view, rows, total, assets, page, isHidden } = useLoaderData<typeof loader>()
  return (
    <HiddenAmounts isHidden={isHidden}>
      <div className="mx-auto max-w-6xl lg:px-5">
        <PageHeader title={t('mine_title')} backTo="/earn/invest" />
        <section className="panel mx-3 overflow-hidden lg:mx-0">
          <Tabs
            label={t('mine_title')}
            tabs={VIEWS.map((name) => ({ to: `?list=${name}`, words: t(name), isSelected: name === view }))}
          />
          {rows.length === 0 ? (
            <Empty icon="chart" action={<ButtonLink to="/earn/invest">{t('title')}</ButtonLink>}>
              {t(`no_${view}`)}
            </Empty>
          ) : (
            <InvestList caption={t(view)} rows={rows} assets={assets} />
          )}
        </section>
        <div className="px-4 lg:px-0">
          <ListFoot page={page} total={total} />
        </div>
      </div>
    </HiddenAmounts>
  )
}
