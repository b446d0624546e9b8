// User's options: running and ended.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { featurePage } from '../../components/feature-words'
import { FinanceLinks } from '../../components/finance-links'
import { OPTION_VIEWS, OptionsList } from '../../components/options/options-list'
import { OwnList } from '../../components/own-list'
import { PagedList } from '../../components/paged-list'
import type { loader } from './data.server'

export { loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

type Data = ReturnType<typeof useLoaderData<typeof loader>>

export default featurePage('options', OptionOrders)

function OptionOrders() {
  const { t } = useTranslation('options')
  const { title, view, rows, ended, page, drawnAt } = useLoaderData<typeof loader>()
  const shown = view === 'running' ? rows : ended.rows
  return (
    <OwnList
      title={title}
      product={{ to: '/trade/options/BTC-USDT', words: t('title') }}
      backTo="/orders"
      links={<FinanceLinks />}
      views={OPTION_VIEWS.map((name) => ({ name, words: t(name), isSelected: name === view }))}
      none={t(`no_${view}`)}
    >
      {shown.length === 0 ? null : view === 'history' ? (
        <PagedList
          {...ended}
          page={page}
          rowsOf={(data: Data) => data.ended.rows}
          keyOf={({ orderNo }) => String(orderNo)}
          isEager
        >
          {(more) => <OptionsList rows={more} view="history" drawnAt={drawnAt} />}
        </PagedList>
      ) : (
        <OptionsList rows={shown} view={view} drawnAt={drawnAt} />
      )}
    </OwnList>
  )
}
