// User's futures orders and positions of all pairs or one, live, with their actions.

import { useActionData, useLoaderData } from '@remix-run/react'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { appraiseFutures } from '#domain/futures/appraisal'
import { ZERO } from '#domain/money/amount'
import type { FuturesRow } from '#party/protocol/futures'
import { buttonClass } from '../../components/button'
import { featurePage } from '../../components/feature-words'
import { FinanceLinks } from '../../components/finance-links'
import { FuturesList } from '../../components/futures/futures-list'
import { Icon } from '../../components/icon'
import { OwnList } from '../../components/own-list'
import { PagedList } from '../../components/paged-list'
import { ResultCard } from '../../components/futures/result-card'
import type { OwnFacts } from '../../forms/futures'
import { CancelOrder, PositionEnd } from '../../forms/futures-actions'
import { CloseMany } from '../../forms/futures-close-many'
import { FormNotice, type Forms, useForms } from '../../forms/futures-forms'
import { PairFilter, pathOf } from '../../forms/futures-pairs'
import { useOwnFacts } from '../../forms/use-own-facts'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { clientAction, keepUnanswered as shouldRevalidate } from '../../site/revalidation'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

const VIEWS = ['positions', 'waiting', 'history'] as const

type Data = ReturnType<typeof useLoaderData<typeof loader>>

export default featurePage('futures', FuturesOrders)

function FuturesOrders() {
  const { t } = useTranslation('futures')
  const { t: tWallet } = useTranslation('wallet')
  const { title, view, symbol, ended, commandId, ...drawn } = useLoaderData<typeof loader>()
  const { facts } = useOwnFacts(drawn)
  const forms = useForms(commandId, useActionData<typeof action>())
  const live = useKnownFirst(facts.live).filter(({ state }) => state === (view === 'positions' ? 'open' : 'pending'))
  const rows = symbol === null ? live : live.filter((row) => row.symbol === symbol)
  const isEmpty = view === 'history' ? ended.rows.length === 0 : rows.length === 0
  return (
    <OwnList
      title={title}
      product={{ to: '/trade/futures/BTC-USDT', words: t('title') }}
      backTo="/orders"
      links={<FinanceLinks />}
      end={
        ended.total > 0 && (
          <a
            href="/orders/futures/export"
            download
            aria-label={tWallet('export_label')}
            className={`${buttonClass({ size: 'sm' })} whitespace-nowrap`}
          >
            <Icon name="deposit" className="size-4" />
            {tWallet('export_csv')}
          </a>
        )
      }
      views={VIEWS.map((name) => ({
        name,
        to: pathOf(name, symbol),
        words: t(name),
        isSelected: name === view,
      }))}
      head={
        view !== 'history' && (
          <Head forms={forms} rows={live} symbol={symbol} list={view}>
            {view === 'positions' && <CloseMany facts={facts} forms={forms} symbol={symbol} />}
          </Head>
        )
      }
      none={t(`no_${view}`)}
    >
      {isEmpty ? null : view === 'history' ? <Ended /> : <Live rows={rows} view={view} facts={facts} forms={forms} />}
    </OwnList>
  )
}

/** Rows that arrive while the page is open, as copied ones do, come last, so that those being read stay in place. */
function useKnownFirst(rows: readonly FuturesRow[]): readonly FuturesRow[] {
  const [known] = useState(() => new Set(rows.map(({ positionNo }) => positionNo)))
  const isKnown = ({ positionNo }: FuturesRow) => known.has(positionNo)
  return [...rows.filter(isKnown), ...rows.filter((row) => !isKnown(row))]
}

interface HeadProps {
  readonly forms: Forms
  /** Of all pairs. */
  readonly rows: readonly FuturesRow[]
  readonly symbol: string | null
  readonly list: string
  readonly children: ReactNode
}

/** Pair filter, and bulk actions on the shown positions. */
function Head({ forms, rows, symbol, list, children }: HeadProps) {
  const symbols = [...new Set([...rows.map((row) => row.symbol), ...(symbol === null ? [] : [symbol])])].sort()
  return (
    <>
      <div className="flex items-center justify-between gap-2 px-3 py-1.5 empty:hidden has-[details[open]]:flex-wrap">
        {/* From the first row on, so that a position in a second pair moves nothing. */}
        {symbols.length > 0 && <PairFilter symbols={symbols} chosen={symbol} list={list} />}
        {children}
      </div>
      <FormNotice answer={forms.answer} isSending={forms.fetcher.state !== 'idle'} />
    </>
  )
}

interface LiveProps {
  readonly rows: readonly FuturesRow[]
  readonly view: 'positions' | 'waiting'
  readonly facts: OwnFacts
  readonly forms: Forms
}

function Live({ rows, view, facts, forms }: LiveProps) {
  const { live, available, held, prices } = facts
  const appraisal = useMemo(
    () => appraiseFutures(live, { available: available ?? ZERO, held }, prices),
    [live, available, held, prices],
  )
  return (
    <FuturesList
      rows={rows}
      view={view}
      appraisal={appraisal}
      prices={prices}
      end={(row) =>
        view === 'positions' ? (
          <PositionEnd row={row} facts={facts} forms={forms} />
        ) : (
          <CancelOrder row={row} forms={forms} />
        )
      }
    />
  )
}

function Ended() {
  const { ended, page } = useLoaderData<typeof loader>()
  return (
    <PagedList
      {...ended}
      page={page}
      rowsOf={(data: Data) => data.ended.rows}
      keyOf={({ positionNo }) => String(positionNo)}
      isEager
    >
      {(rows) => <FuturesList rows={rows} view="history" end={(row) => <ResultCard row={row} />} />}
    </PagedList>
  )
}
