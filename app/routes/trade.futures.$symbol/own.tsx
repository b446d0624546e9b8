// The visitor's own positions, waiting orders and history on contracts, and what can be done with them.

import { useFetcher, useSearchParams } from '@remix-run/react'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FuturesAppraisal } from '#domain/futures/appraisal'
import { formatSteps } from '#domain/quotes/steps'
import type { FuturesHistoryRow, FuturesRow } from '#party/protocol/futures'
import { Button, buttonClass } from '../../components/button'
import { Empty } from '../../components/empty'
import { Field } from '../../components/field'
import { FuturesList } from '../../components/futures-list'
import { Notice } from '../../components/notice'
import { askFirst } from '../../components/prompt'
import { Segmented } from '../../components/segmented'
import { Sheet } from '../../components/sheet'
import { Stepper } from '../../components/stepper'
import { Tabs } from '../../components/tabs'
import { toast } from '../../components/toast'
import { useAlive } from '../../components/use-alive'
import type { FuturesFacts } from '../../forms/futures'
import type { FuturesAnswer } from '../../forms/futures-answer'
import { useNumbers } from '../../text/numbers'

interface OwnFuturesProps {
  readonly facts: FuturesFacts
  readonly isGuest: boolean
  readonly ended: readonly (FuturesRow | FuturesHistoryRow)[]
  readonly appraisal: FuturesAppraisal
  readonly commandId: string
  readonly drawnAnswer: FuturesAnswer | undefined
}

const VIEWS = ['positions', 'waiting', 'history'] as const
type View = (typeof VIEWS)[number]

export function OwnFutures({ facts, isGuest, ended, appraisal, commandId, drawnAnswer }: OwnFuturesProps) {
  const { t } = useTranslation('futures')
  const [search] = useSearchParams()
  const view: View = VIEWS.find((name) => name === search.get('list')) ?? 'positions'
  const forms = useForms(commandId, drawnAnswer)
  const open = facts.live.filter(({ state }) => state === 'open')
  const waiting = facts.live.filter(({ state }) => state === 'pending')
  const counts: Readonly<Record<View, number>> = { positions: open.length, waiting: waiting.length, history: 0 }
  const rows = { positions: open, waiting, history: ended }[view]
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
      <FormNotice forms={forms} />
      {isGuest ? (
        <Empty icon="orders">{t('guest')}</Empty>
      ) : rows.length === 0 ? (
        <Empty icon="orders">{t(`no_${view}`)}</Empty>
      ) : (
        <FuturesList
          rows={rows}
          view={view}
          appraisal={appraisal}
          prices={facts.prices}
          {...(view === 'positions' && { end: (row) => <PositionActions row={row} forms={forms} /> })}
          {...(view === 'waiting' && { end: (row) => <CancelOrder row={row} forms={forms} /> })}
        />
      )}
    </section>
  )
}

type Forms = ReturnType<typeof useForms>

function useForms(commandId: string, drawnAnswer: FuturesAnswer | undefined) {
  const fetcher = useFetcher<FuturesAnswer>({ key: 'futures-forms' })
  const { t } = useTranslation('futures')
  const heard = fetcher.data
  useEffect(() => {
    if (!heard || heard.problem || heard.isUnanswered) return
    const words = { close: 'closed_notice', close_many: 'closed_notice', cancel: 'cancelled_notice' } as const
    toast(t(words[heard.intent as keyof typeof words] ?? 'saved_notice'), { tone: 'good' })
    // eslint-disable-next-line react-hooks/exhaustive-deps -- one answer is one toast, however often it is drawn
  }, [heard])
  const answer = heard ?? (drawnAnswer?.intent === 'open' ? undefined : drawnAnswer)
  const ownId = (heard?.isUnanswered && heard.fields['commandId']) || commandId
  return { fetcher, answer, ownId }
}

function FormNotice({ forms: { fetcher, answer } }: { readonly forms: Forms }) {
  const { t } = useTranslation('shell')
  if (!answer || fetcher.state !== 'idle') return null
  const text = answer.isUnanswered ? t('unanswered') : answer.problem
  return text ? (
    <div className="p-2">
      <Notice tone="bad">{text}</Notice>
    </div>
  ) : null
}

interface FormProps {
  readonly forms: Forms
  readonly intent: 'close' | 'close_many' | 'cancel' | 'stops' | 'margin'
  readonly row?: FuturesRow
  readonly onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  readonly className?: string
  readonly children: ReactNode
}

function FuturesForm({ forms: { fetcher, ownId }, intent, row, onSubmit, className, children }: FormProps) {
  const { language } = useNumbers()
  return (
    <fetcher.Form
      method="post"
      className={className}
      onSubmit={(event) => {
        if (fetcher.state !== 'idle') event.preventDefault()
        else onSubmit?.(event)
      }}
    >
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="commandId" value={ownId} />
      <input type="hidden" name="language" value={language} />
      {row && <input type="hidden" name="positionNo" value={row.positionNo} />}
      {children}
    </fetcher.Form>
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

/** Asked about first, where there are scripts to ask. */
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

type Opened = 'close' | 'stops' | 'margin' | null

/** Without scripts a position is closed whole; with them a sheet asks how much, and sets stops and margin. */
function PositionActions({ row, forms }: { readonly row: FuturesRow; readonly forms: Forms }) {
  const { t } = useTranslation('futures')
  const isAlive = useAlive()
  const [opened, setOpened] = useState<Opened>(null)
  const shut = () => setOpened(null)
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
      <CloseSheet row={row} forms={forms} isOpen={opened === 'close'} onClose={shut} />
      <StopsSheet row={row} forms={forms} isOpen={opened === 'stops'} onClose={shut} />
      <MarginSheet row={row} forms={forms} isOpen={opened === 'margin'} onClose={shut} />
    </span>
  )
}

interface SheetFormProps {
  readonly row: FuturesRow
  readonly forms: Forms
  readonly isOpen: boolean
  readonly onClose: () => void
}

function CloseSheet({ row, forms, isOpen, onClose }: SheetFormProps) {
  const { t } = useTranslation('futures')
  return (
    <Sheet isOpen={isOpen} onClose={onClose} size="sm" title={t('close_position', { order: row.positionNo })}>
      <FuturesForm forms={forms} intent="close" row={row} className="grid gap-4" onSubmit={onClose}>
        <Stepper label={t('close_lots')} name="lots" defaultValue={String(row.lots)} min="1" max={String(row.lots)} />
        <Answer onClose={onClose} yes={t('close')} />
      </FuturesForm>
    </Sheet>
  )
}

function StopsSheet({ row, forms, isOpen, onClose }: SheetFormProps) {
  const { t } = useTranslation('futures')
  const numbers = useNumbers()
  const text = (steps: number | null) =>
    steps === null ? '' : numbers.field(formatSteps(steps, row.terms.priceDecimals))
  return (
    <Sheet isOpen={isOpen} onClose={onClose} size="sm" title={t('set_stops')}>
      <FuturesForm forms={forms} intent="stops" row={row} className="grid gap-4" onSubmit={onClose}>
        <Field
          label={t('take_profit')}
          name="takeProfit"
          defaultValue={text(row.takeProfit)}
          inputMode="decimal"
          autoComplete="off"
          placeholder={t('optional')}
        />
        <Field
          label={t('stop_loss')}
          name="stopLoss"
          defaultValue={text(row.stopLoss)}
          inputMode="decimal"
          autoComplete="off"
          placeholder={t('optional')}
        />
        <Answer onClose={onClose} yes={t('save')} />
      </FuturesForm>
    </Sheet>
  )
}

function MarginSheet({ row, forms, isOpen, onClose }: SheetFormProps) {
  const { t } = useTranslation('futures')
  return (
    <Sheet isOpen={isOpen} onClose={onClose} size="sm" title={t('change_margin')}>
      <FuturesForm forms={forms} intent="margin" row={row} className="grid gap-4" onSubmit={onClose}>
        <Segmented
          label={t('change_margin')}
          name="way"
          defaultValue="add"
          options={[
            { value: 'add', words: t('add') },
            { value: 'take', words: t('take') },
          ]}
        />
        <Field
          label={t('amount')}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          suffix={<span className="pr-2 text-sm text-muted">USDT</span>}
        />
        <Answer onClose={onClose} yes={t('save')} />
      </FuturesForm>
    </Sheet>
  )
}

function Answer({ onClose, yes }: { readonly onClose: () => void; readonly yes: string }) {
  const { t } = useTranslation('futures')
  return (
    <div className="grid grid-cols-2 gap-3">
      <Button type="button" onClick={onClose}>
        {t('back')}
      </Button>
      <Button variant="brand">{yes}</Button>
    </div>
  )
}
