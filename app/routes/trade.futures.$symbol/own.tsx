// Own futures positions, waiting orders and history, with actions.

import { useSearchParams } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { FuturesAppraisal } from '#domain/futures/appraisal'
import type { FuturesHistoryRow } from '#party/protocol/futures'
import { ButtonLink } from '../../components/button'
import { Empty } from '../../components/empty'
import { FuturesList } from '../../components/futures/futures-list'
import { ResultCard } from '../../components/futures/result-card'
import { Tabs } from '../../components/tabs'
import type { FuturesFacts } from '../../forms/futures'
import { CancelOrder, PositionEnd } from '../../forms/futures-actions'
import { CloseMany } from '../../forms/futures-close-many'
import { FormNotice, useForms, useSheetForm } from '../../forms/futures-forms'
import { PairFilter, pathOf } from '../../forms/futures-pairs'
import { type DraggedStop, StopsSheet } from '../../forms/futures-stops'
import type { FuturesAnswer } from './data.server'

interface OwnFuturesProps {
  readonly facts: FuturesFacts
  readonly isGuest: boolean
  readonly ended: readonly FuturesHistoryRow[]
  readonly appraisal: FuturesAppraisal
  readonly commandId: string
  readonly drawnAnswer: FuturesAnswer | undefined
  /** Stop dragged on the chart, awaiting confirmation. */
  readonly dragged: DraggedStop | null
  readonly onDropped: () => void
}

const VIEWS = ['positions', 'waiting', 'history'] as const
type View = (typeof VIEWS)[number]

export function OwnFutures({ facts, isGuest, ended, appraisal, commandId, drawnAnswer, ...drag }: OwnFuturesProps) {
  const { t } = useTranslation('futures')
  const [search] = useSearchParams()
  const view: View = VIEWS.find((name) => name === search.get('list')) ?? 'positions'
  const forms = useForms(commandId, drawnAnswer)
  const here = facts.pair.symbol
  const symbol = search.get('pair') === here ? here : null
  const shown = facts.live.filter((row) => symbol === null || row.symbol === symbol)
  const open = shown.filter(({ state }) => state === 'open')
  const waiting = shown.filter(({ state }) => state === 'pending')
  const counts: Readonly<Record<View, number>> = { positions: open.length, waiting: waiting.length, history: 0 }
  const rows = { positions: open, waiting, history: ended }[view]
  const dragged = facts.live.find(({ positionNo }) => positionNo === drag.dragged?.positionNo)
  const dropping = useSheetForm(forms, drag.dragged !== null, drag.onDropped)
  return (
    <section aria-label={t('orders_title')} className="h-full">
      <div className="flex flex-wrap items-center justify-between lg:border-b lg:border-line">
        <Tabs
          label={t('orders_title')}
          className="lg:flex-1"
          tabs={VIEWS.map((name) => ({
            to: pathOf(name, symbol),
            words: t(name),
            isSelected: name === view,
            ...(counts[name] > 0 && { count: counts[name] }),
          }))}
        />
      </div>
      {view !== 'history' && (
        <div className="flex items-center justify-between gap-2 px-3 py-1.5 empty:hidden has-[details[open]]:flex-wrap">
          {(facts.live.length > 0 || symbol !== null) && <PairFilter symbols={[here]} chosen={symbol} list={view} />}
          {view === 'positions' && <CloseMany facts={facts} forms={forms} symbol={symbol} />}
        </div>
      )}
      <FormNotice answer={forms.answer} isSending={forms.fetcher.state !== 'idle'} />
      {dragged && drag.dragged && (
        <StopsSheet
          key={JSON.stringify(drag.dragged)}
          row={dragged}
          facts={facts}
          dragged={drag.dragged}
          forms={forms}
          form={dropping}
          isOpen
          onClose={drag.onDropped}
        />
      )}
      {isGuest ? (
        <Empty icon="orders">{t('guest')}</Empty>
      ) : rows.length === 0 ? (
        <Empty
          icon="orders"
          {...(view === 'history' && {
            action: <ButtonLink to="/orders/futures?list=history">{t('all_history')}</ButtonLink>,
          })}
        >
          {t(view === 'history' ? 'no_history_here' : `no_${view}`)}
        </Empty>
      ) : (
        <FuturesList
          rows={rows}
          view={view}
          appraisal={appraisal}
          prices={facts.prices}
          {...(view === 'positions' && { end: (row) => <PositionEnd row={row} facts={facts} forms={forms} /> })}
          {...(view === 'history' && { end: (row) => <ResultCard row={row} /> })}
          {...(view === 'waiting' && { end: (row) => <CancelOrder row={row} forms={forms} /> })}
        />
      )}
    </section>
  )
}
