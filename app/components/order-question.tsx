// Whether an order is asked about before it is sent: the question itself, and the choice below a ticket.

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAlive, useLoaded } from './use-alive'

/** The choice of the visitor, kept with the arrangement of the terminal. */
export interface Asking {
  /** Every order is asked about first. */
  readonly isAsking: boolean
  readonly onAsking: (isAsking: boolean) => void
}

/** What asks once it is loaded, and how it is asked and answered. `send` says whether it could. */
export function useQuestion<Module>(load: () => Promise<Module>, onAsking: Asking['onAsking'], send: () => boolean) {
  const [isOpen, setOpen] = useState(false)
  const loaded = useLoaded(load, isOpen, () => setOpen(false))
  const onAnswer = (isYes: boolean, isAskingAgain: boolean) => {
    setOpen(false)
    if (isYes && send() && !isAskingAgain) onAsking(false)
  }
  return { ask: () => setOpen(true), question: loaded && { ...loaded, isOpen, onAnswer } }
}

/** The question of a ticket that tells it what to say. */
export const loadQuestion = () => import('./confirm-order')

/** Only scripts can ask, so without them there is nothing to choose. */
export function AskOption({ isAsking, onAsking }: Asking) {
  const { t } = useTranslation('ui')
  const isAlive = useAlive()
  return (
    <label className={`flex min-h-9 items-center gap-2 text-xs text-muted ${isAlive ? '' : 'invisible'}`}>
      <input
        type="checkbox"
        // A browser that goes back would tick it as it was ticked then, or as another box was, and that would be kept.
        autoComplete="off"
        checked={isAsking}
        onChange={(event) => onAsking(event.target.checked)}
        className="size-4 shrink-0 accent-selected"
      />
      {t('confirm_option')}
    </label>
  )
}
