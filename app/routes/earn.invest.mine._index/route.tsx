// User's investments: running and ended.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { featurePage } from '../../components/feature-words'
import { InvestList } from './invest-list'
import { OwnList } from '../../components/own-list'
import { PagedList } from '../../components/paged-list'
import type { loader } from './data.server'

export { loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

const VIEWS = ['running', 'history'] as const

type Data = ReturnType<typeof useLoaderData<typeof loader>>

export default featurePage('invest', Mine)

function Mine() {
  const { t } = useTranslation('invest')
  const { title, view, rows, page, total, assets } = useLoaderData<typeof loader>()
  return (
    <OwnList
      title={title}
      product={{ to: '/earn/invest', words: t('title') }}
      views={VIEWS.map((name) => ({ name, words: t(name), isSelected: name === view }))}
      none={t(`no_${view}`)}
      noneIcon="chart"
    >
      {rows.length > 0 && (
        <PagedList
          rows={rows}
          page={page}
          total={total}
          rowsOf={(data: Data) => data.rows}
          keyOf={({ orderNo }) => String(orderNo)}
        >
          {(orders) => <InvestList caption={t(view)} rows={orders} assets={assets} />}
        </PagedList>
      )}
    </OwnList>
  )
}
