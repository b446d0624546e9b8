// Order confirmation: the dialog hook, and the checkbox below a ticket.

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAlive, useLoaded } from '../use-alive'

/** Order confirmation setting, stored in the terminal layout. */
export interface Asking {
  /** True when every order requires confirmation. */
  readonly isAsking: boolean
  readonly onAsking: (isAsking: boolean) => void
}

/** Loads the dialog module on first opening. `send` submits the ticket and returns whether it could. */
export function useQuestion<Module>(load: () => Promise<Module>, onAsking: Asking['onAsking'], send: () => boolean) {
  const [isOpen, setOpen] = useState(false)
  const loaded = useLoaded(load, isOpen, () => setOpen(false))
  const onAnswer = (isYes: boolean, isAskingAgain: boolean) => {
    setOpen(false)
    if (isYes && send() && !isAskingAgain) onAsking(false)
  }
  return { ask: () => setOpen(true), question: loaded && { ...loaded, isOpen, onAnswer } }
}

/** Loads the standard dialog, whose text comes from the ticket. */
export const loadQuestion = () => import('./confirm-order')

/** Checkbox "confirm before ordering"; invisible without scripts, because only scripts can ask. */
export function AskOption({ isAsking, onAsking }: Asking) {
  const { t } = useTranslation('ui')
  const isAlive = useAlive()
  return (
    <label className={`flex min-h-9 items-center gap-2 text-xs text-muted ${isAlive ? '' : 'invisible'}`}>
      <input
        type="checkbox"
        // Back navigation would restore an old tick, or that of another checkbox, and then store it.
        autoComplete="off"
        checked={isAsking}
        onChange={(event) => onAsking(event.target.checked)}
        className="size-4 shrink-0 accent-selected"
      />
      {t('confirm_option')}
    </label>
  )
}
