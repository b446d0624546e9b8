// User's investments: running and ended.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { FeatureWords } from '../../components/feature-words'
import { InvestList } from './invest-list'
import { OwnList } from '../../components/own-list'
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
  const { title, view, rows, assets, ...list } = useLoaderData<typeof loader>()
  return (
    <OwnList
      title={title}
      product={{ to: '/earn/invest', words: t('title') }}
      views={VIEWS.map((name) => ({ name, words: t(name), isSelected: name === view }))}
      none={t(`no_${view}`)}
      noneIcon="chart"
      {...list}
    >
      {rows.length > 0 && <InvestList caption={t(view)} rows={rows} assets={assets} />}
    </OwnList>
  )
}
