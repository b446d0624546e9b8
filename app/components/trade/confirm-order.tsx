// Confirmation dialog of an order: all order details, and a checkbox to skip the dialog in future. Loaded on first use.

import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, type ButtonVariant } from '../button'
import { FigureList } from '../figure-list'
import { Sheet } from '../sheet'

export interface AskedRow {
  readonly key: string
  readonly label: ReactNode
  readonly text: ReactNode
}

interface ConfirmOrderProps {
  readonly isOpen: boolean
  readonly onAnswer: (isYes: boolean, isAskingAgain: boolean) => void
  readonly rows: readonly AskedRow[]
  /** Label of the confirm button, same as the ticket's submit button. */
  readonly yes: string
  readonly variant: ButtonVariant
  /** Below the rows. */
  readonly children?: ReactNode
}

export function ConfirmOrder({ isOpen, onAnswer, rows, yes, variant, children }: ConfirmOrderProps) {
  const { t } = useTranslation('ui')
  const [isDone, setDone] = useState(false)
  return (
    <Sheet
      isOpen={isOpen}
      onClose={() => onAnswer(false, true)}
      title={t('confirm_order')}
      size="sm"
      foot={
        <div className="grid grid-cols-2 gap-3">
          <Button onClick={() => onAnswer(false, true)}>{t('cancel')}</Button>
          {/* Focus for keyboard users. */}
          <Button autoFocus variant={variant} onClick={() => onAnswer(true, !isDone)}>
            {yes}
          </Button>
        </div>
      }
    >
      <FigureList
        rows={rows.map(({ key, label, text }) => ({ key: `asked_${key}`, label, value: text }))}
        className="text-sm"
      />
      {children}
      <label className="mt-3 flex min-h-11 items-center gap-2 text-sm">
        <input
          type="checkbox"
          checked={isDone}
          onChange={(event) => setDone(event.target.checked)}
          className="size-4.5 shrink-0 accent-selected"
        />
        {t('confirm_never')}
      </label>
    </Sheet>
  )
}
