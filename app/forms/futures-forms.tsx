// Forms of own positions and orders: sending, and display of answers.

import { useFetcher } from '@remix-run/react'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FuturesRow } from '#party/protocol/futures'
import { RoundOfOrder } from '../components/fairness/held-round'
import { Button } from '../components/button'
import { Notice } from '../components/notice'
import { toast } from '../components/toast'
import { useNumbers } from '../text/numbers'
import type { Answer as AnswerOf } from '../site/answer'
import type { OwnFuturesAnswer } from './own-futures.server'
import type { OwnFacts } from './futures'

export type Forms = ReturnType<typeof useForms>
type Drawn = Pick<AnswerOf<unknown>, 'fields' | 'problem' | 'round' | 'isUnanswered'>

/** `drawnAnswer`: of a form that was sent without scripts. */
export function useForms(commandId: string, drawnAnswer: Drawn | undefined) {
  const fetcher = useFetcher<OwnFuturesAnswer>({ key: 'futures-forms' })
  const words = useDoneWords()
  const fetched = fetcher.data
  useEffect(() => {
    if (fetched?.done) toast(...words(fetched.done))
    // oxlint-disable-next-line react/exhaustive-deps -- one answer is one toast, however often it is drawn
  }, [fetched])
  // With scripts, a sheet's form shows its answer inside the sheet.
  const answer: Drawn | undefined = fetched
    ? SHEETLESS.has(fetched.fields['intent'] ?? '')
      ? fetched
      : undefined
    : drawnAnswer
  const ownId = fetched?.isUnanswered ? fetched.idempotencyKey : commandId
  return { fetcher, answer: answer?.fields['intent'] === 'open' ? undefined : answer, ownId }
}

type Done = NonNullable<OwnFuturesAnswer['done']>

function useDoneWords(): (done: Done) => Parameters<typeof toast> {
  const { t } = useTranslation('futures')
  return (done) => {
    // Without a price in time a close waits for the next one.
    if (done.intent === 'close_many') {
      const { closed } = done.value
      const isOver = closed.every(({ state }) => state === 'closed')
      return [isOver ? t('closed_many_notice', { number: closed.length }) : t('close_tick'), { tone: 'good' }]
    }
    if (done.intent !== 'reverse') return [t(NOTICES[done.intent]), { tone: 'good' }]
    const { direction, cause, state } = done.value.opened
    if (state === 'cancelled' && cause) return [`${t('closed_notice')}. ${t(`cause_${cause}`)}`, { tone: 'bad' }]
    return [t('reversed_notice', { direction: t(direction) }), { tone: 'good' }]
  }
}

const NOTICES = {
  close: 'closed_notice',
  cancel: 'cancelled_notice',
  stops: 'saved_notice',
  margin: 'saved_notice',
} as const

const SHEETLESS: ReadonlySet<string> = new Set(['close_many', 'cancel'])

interface FormNoticeProps {
  readonly answer: Drawn | undefined
  readonly isSending: boolean
}

export function FormNotice({ answer, isSending }: FormNoticeProps) {
  const { t } = useTranslation('shell')
  if (!answer || isSending) return null
  const text = answer.isUnanswered ? t('unanswered') : answer.problem?.text
  return text || answer.round ? (
    <div className="p-2">
      {text && <Notice tone="bad">{text}</Notice>}
      <RoundOfOrder text={answer.round} />
    </div>
  ) : null
}

interface FormProps {
  readonly forms: Forms
  readonly intent: Done['intent']
  readonly row?: FuturesRow
  readonly onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  readonly onChange?: () => void
  readonly className?: string
  readonly children: ReactNode
}

export function FuturesForm({
  forms: { fetcher, ownId },
  intent,
  row,
  onSubmit,
  onChange,
  className,
  children,
}: FormProps) {
  const { language } = useNumbers()
  return (
    <fetcher.Form
      method="post"
      className={className}
      onChange={onChange}
      onSubmit={(event) => {
        if (fetcher.state !== 'idle') event.preventDefault()
        else onSubmit?.(event)
      }}
    >
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="commandId" value={ownId} />
      <input type="hidden" name="language" value={language} />
      {row && <input type="hidden" name="position_id" value={row.positionNo} />}
      {children}
    </fetcher.Form>
  )
}

/** Form state of a sheet: stays open with its fields until the action succeeds, and shows the refusal. */
export function useSheetForm(forms: Forms, isOpen: boolean, onClose: () => void): SheetForm {
  const [isAsked, setAsked] = useState(false)
  const fetched = forms.fetcher.data
  const [corrected, setCorrected] = useState(fetched)
  useEffect(() => {
    if (!isOpen) setAsked(false)
  }, [isOpen])
  useEffect(() => {
    if (isAsked && fetched?.done) onClose()
    // oxlint-disable-next-line react/exhaustive-deps -- each answer shows one toast
  }, [fetched])
  const isSending = forms.fetcher.state !== 'idle'
  return {
    onSubmit: () => setAsked(true),
    onChange: () => setCorrected(fetched),
    notice: isAsked && fetched !== corrected ? <FormNotice answer={fetched} isSending={isSending} /> : null,
  }
}

export interface SheetForm {
  readonly onSubmit: () => void
  /** Hides the last refusal once a field changes. */
  readonly onChange: () => void
  readonly notice: ReactNode
}

export interface SheetFormProps {
  readonly row: FuturesRow
  readonly facts: OwnFacts
  readonly forms: Forms
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Props of the sheet content, which re-renders when its position changes. */
  readonly form: SheetForm
}

export function Answer({ onClose, yes }: { readonly onClose: () => void; readonly yes: string }) {
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
