// User's futures orders and positions. Actions are on the pair's trade page.

import { useLoaderData } from '@remix-run/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { appraiseFutures } from '#domain/futures/appraisal'
import { decodeAmount } from '#domain/money/amount'
import { buttonClass } from '../../components/button'
import { FeatureWords } from '../../components/feature-words'
import { FuturesList } from '../../components/futures-list'
import { EndlessRows } from '../../components/endless-rows'
import { OwnList } from '../../components/own-list'
import { ResultCard } from '../../components/result-card'
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
  const {
    title,
    view,
    rows: live,
    available,
    held,
    prices: listed,
    ended,
    page,
    isHidden,
  } = useLoaderData<typeof loader>()
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
    <OwnList
      title={title}
      product={{ to: '/trade/futures/BTC-USDT', words: t('title') }}
      backTo="/orders"
      end={
        ended.total > 0 && (
          <a href="/orders/futures/export" download className={buttonClass({ size: 'sm', variant: 'plain' })}>
            {t('export')}
          </a>
        )
      }
      views={VIEWS.map((name) => ({ name, words: t(name), isSelected: name === view }))}
      none={t(`no_${view}`)}
      isHidden={isHidden}
    >
      {shown.length === 0 ? null : view === 'history' ? (
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
    </OwnList>
  )
}
