// User's lock deposits: running and ended.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { DepositList } from './deposit-list'
import { FeatureWords } from '../../components/feature-words'
import { OwnList } from '../../components/own-list'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

const VIEWS = ['running', 'history'] as const

export default function Page() {
  const { texts } = useLoaderData<typeof loader>()
  return (
    <FeatureWords namespace="mining" texts={texts}>
      <Deposits />
    </FeatureWords>
  )
}

function Deposits() {
  const { t } = useTranslation('mining')
  const { title, view, listed, assets, page, isHidden } = useLoaderData<typeof loader>()
  return (
    <OwnList
      title={title}
      product={{ to: '/earn/lock', words: t('title') }}
      views={VIEWS.map((name) => ({ name, words: t(name), isSelected: name === view }))}
      none={t(`no_${view}`)}
      noneIcon="lock"
      isHidden={isHidden}
      page={page}
      total={listed.total}
    >
      {listed.rows.length > 0 && <DepositList caption={t(view)} rows={listed.rows} assets={assets} />}
    </OwnList>
  )
}
