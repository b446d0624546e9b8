// User's options: running and ended.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { FeatureWords } from '../../components/feature-words'
import { EndlessRows } from '../../components/endless-rows'
import { OPTION_VIEWS, OptionsList } from '../../components/options/options-list'
import { OwnList } from '../../components/own-list'
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
  const { title, view, rows, ended, page, isHidden, drawnAt } = useLoaderData<typeof loader>()
  const shown = view === 'running' ? rows : ended.rows
  return (
    <OwnList
      title={title}
      product={{ to: '/trade/options/BTC-USDT', words: t('title') }}
      backTo="/orders"
      views={OPTION_VIEWS.map((name) => ({ name, words: t(name), isSelected: name === view }))}
      none={t(`no_${view}`)}
      isHidden={isHidden}
    >
      {shown.length === 0 ? null : view === 'history' ? (
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
    </OwnList>
  )
}
