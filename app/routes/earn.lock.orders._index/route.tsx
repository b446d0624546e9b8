// User's lock deposits: running and ended.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { DepositList } from './deposit-list'
import { featurePage } from '../../components/feature-words'
import { OwnList } from '../../components/own-list'
import { PagedList } from '../../components/paged-list'
import type { loader } from './data.server'

export { loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

const VIEWS = ['running', 'history'] as const

type Data = ReturnType<typeof useLoaderData<typeof loader>>

export default featurePage('mining', Deposits)

function Deposits() {
  const { t } = useTranslation('mining')
  const { title, view, listed, assets, page } = useLoaderData<typeof loader>()
  return (
    <OwnList
      title={title}
      product={{ to: '/earn/lock', words: t('title') }}
      views={VIEWS.map((name) => ({ name, words: t(name), isSelected: name === view }))}
      none={t(`no_${view}`)}
      noneIcon="lock"
    >
      {listed.rows.length > 0 && (
        <PagedList
          rows={listed.rows}
          page={page}
          total={listed.total}
          rowsOf={(data: Data) => data.listed.rows}
          keyOf={({ orderNo }) => String(orderNo)}
        >
          {(rows) => <DepositList caption={t(view)} rows={rows} assets={assets} />}
        </PagedList>
      )}
    </OwnList>
  )
}
