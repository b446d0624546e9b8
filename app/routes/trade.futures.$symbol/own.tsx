// Own futures positions, waiting orders and history, with actions.

import { useSearchParams } from '@remix-run/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FuturesAppraisal } from '#domain/futures/appraisal'
import type { FuturesHistoryRow, FuturesRow } from '#party/protocol/futures'
import { ButtonLink, buttonClass } from '../../components/button'
import { Empty } from '../../components/empty'
import { FuturesList } from '../../components/futures-list'
import { askFirst } from '../../components/prompt'
import { ResultCard } from '../../components/result-card'
import { Tabs } from '../../components/tabs'
import { useAlive } from '../../components/use-alive'
import type { FuturesFacts } from '../../forms/futures'
import type { DraggedStop } from './chart'
import { CloseSheet } from './close-sheet'
import type { FuturesAnswer } from './data.server'
import { MarginSheet } from './margin-sheet'
import { FormNotice, type Forms, FuturesForm, useForms, useSheetForm } from './own-forms'
import { StopsSheet } from './stops-sheet'

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
  const open = facts.live.filter(({ state }) => state === 'open')
  const waiting = facts.live.filter(({ state }) => state === 'pending')
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
            to: `?list=${name}`,
            words: t(name),
            isSelected: name === view,
            ...(counts[name] > 0 && { count: counts[name] }),
          }))}
        />
        {view === 'positions' && open.filter(({ symbol }) => symbol === facts.pair.symbol).length > 1 && (
          <CloseAll forms={forms} />
        )}
      </div>
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

const SMALL = `${buttonClass({ size: 'sm' })} lg:min-h-8 lg:px-2`

function CancelOrder({ row, forms }: { readonly row: FuturesRow; readonly forms: Forms }) {
  const { t } = useTranslation('futures')
  return (
    <FuturesForm forms={forms} intent="cancel" row={row}>
      <button className={`${buttonClass({ size: 'sm', variant: 'remove' })} w-full lg:min-h-8 lg:w-auto lg:px-2`}>
        {t('cancel')}
      </button>
    </FuturesForm>
  )
}

/** With confirmation if scripts run. */
function CloseAll({ forms }: { readonly forms: Forms }) {
  const { t } = useTranslation('futures')
  const isAlive = useAlive()
  const ask = async (form: HTMLFormElement) => {
    if (
      await askFirst({
        title: t('close_all'),
        text: t('close_all_ask'),
        yes: t('close_all'),
        no: t('keep'),
        tone: 'danger',
      })
    )
      forms.fetcher.submit(form)
  }
  return (
    <FuturesForm
      forms={forms}
      intent="close_many"
      className="px-3"
      onSubmit={(event) => {
        if (!isAlive) return
        event.preventDefault()
        void ask(event.currentTarget)
      }}
    >
      <button className={buttonClass({ size: 'sm', variant: 'remove' })}>{t('close_all')}</button>
    </FuturesForm>
  )
}

interface PositionProps {
  readonly row: FuturesRow
  readonly facts: FuturesFacts
  readonly forms: Forms
}

/** A copied position is closed by its trader; adoption is on the copy trading page. */
function PositionEnd({ row, facts, forms }: PositionProps) {
  const { t } = useTranslation('futures')
  if (row.holder === null) return <PositionActions row={row} facts={facts} forms={forms} />
  return (
    <ButtonLink size="sm" to="/copy/mine">
      {t('copied')}
    </ButtonLink>
  )
}

type Opened = 'close' | 'stops' | 'margin' | null

/** Without scripts a position is closed whole; with them a sheet asks how much, and sets stops and margin. */
function PositionActions({ row, facts, forms }: PositionProps) {
  const { t } = useTranslation('futures')
  const isAlive = useAlive()
  const [opened, setOpened] = useState<Opened>(null)
  const shut = () => setOpened(null)
  const form = useSheetForm(forms, opened !== null, shut)
  return (
    <span className="inline-flex flex-wrap gap-1.5 max-lg:grid max-lg:grid-cols-2">
      {isAlive && (
        <button type="button" className={SMALL} onClick={() => setOpened('stops')}>
          {t('set_stops')}
        </button>
      )}
      {isAlive && row.mode === 'isolated' && (
        <button type="button" className={SMALL} onClick={() => setOpened('margin')}>
          {t('change_margin')}
        </button>
      )}
      <FuturesForm
        forms={forms}
        intent="close"
        row={row}
        onSubmit={(event) => {
          if (!isAlive) return
          event.preventDefault()
          setOpened('close')
        }}
      >
        <button
          aria-label={t('close_position', { order: row.positionNo })}
          className={`${buttonClass({ size: 'sm', variant: 'remove' })} w-full lg:min-h-8 lg:w-auto lg:px-2`}
        >
          {t('close')}
        </button>
      </FuturesForm>
      <CloseSheet row={row} facts={facts} forms={forms} form={form} isOpen={opened === 'close'} onClose={shut} />
      <StopsSheet
        key={`${row.takeProfit} ${row.stopLoss}`}
        row={row}
        facts={facts}
        forms={forms}
        form={form}
        isOpen={opened === 'stops'}
        onClose={shut}
      />
      <MarginSheet row={row} facts={facts} forms={forms} form={form} isOpen={opened === 'margin'} onClose={shut} />
    </span>
  )
}
