// Forms of own positions and orders: sending, and display of answers.

import { useFetcher } from '@remix-run/react'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FuturesRow } from '#party/protocol/futures'
import { Button } from '../../components/button'
import { Notice } from '../../components/notice'
import { toast } from '../../components/toast'
import { useNumbers } from '../../text/numbers'
import type { FuturesAnswer } from './data.server'

export type Forms = ReturnType<typeof useForms>

export function useForms(commandId: string, drawnAnswer: FuturesAnswer | undefined) {
  const fetcher = useFetcher<FuturesAnswer>({ key: 'futures-forms' })
  const { t } = useTranslation('futures')
  const heard = fetcher.data
  useEffect(() => {
    if (!heard?.done) return
    toast(t(NOTICES[heard.done.intent]), { tone: 'good' })
    // oxlint-disable-next-line react/exhaustive-deps -- one answer is one toast, however often it is drawn
  }, [heard])
  // With scripts a form in a sheet is answered there.
  const answer = heard ? (SHEETLESS.has(heard.fields['intent'] ?? '') ? heard : undefined) : drawnAnswer
  const ownId = heard?.isUnanswered ? heard.idempotencyKey : commandId
  return { fetcher, answer: answer?.fields['intent'] === 'open' ? undefined : answer, ownId }
}

const NOTICES = {
  open: 'saved_notice',
  close: 'closed_notice',
  close_many: 'closed_notice',
  cancel: 'cancelled_notice',
  stops: 'saved_notice',
  margin: 'saved_notice',
} as const

const SHEETLESS: ReadonlySet<string> = new Set(['close_many', 'cancel'])

interface FormNoticeProps {
  readonly answer: FuturesAnswer | undefined
  readonly isSending: boolean
}

export function FormNotice({ answer, isSending }: FormNoticeProps) {
  const { t } = useTranslation('shell')
  if (!answer || isSending) return null
  const text = answer.isUnanswered ? t('unanswered') : answer.problem?.text
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
  const heard = forms.fetcher.data
  const [corrected, setCorrected] = useState(heard)
  useEffect(() => {
    if (!isOpen) setAsked(false)
  }, [isOpen])
  useEffect(() => {
    if (isAsked && heard?.done) onClose()
    // oxlint-disable-next-line react/exhaustive-deps -- an answer is told once
  }, [heard])
  const isSending = forms.fetcher.state !== 'idle'
  return {
    onSubmit: () => setAsked(true),
    onChange: () => setCorrected(heard),
    notice: isAsked && heard !== corrected ? <FormNotice answer={heard} isSending={isSending} /> : null,
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
