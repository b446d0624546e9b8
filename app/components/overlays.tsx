// Toasts and dialogs, rendered once at the end of the frame.

import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { watchLostPictures } from '../site/revalidation'
import { watchBrokenPlayers } from './broken-players'
import { Button } from './button'
import { Icon, type IconName } from './icon'
import { currentQuestion, subscribeToQuestions } from './prompt'
import { Sheet } from './sheet'
import { NO_TOASTS, type Toast, currentToasts, subscribeToToasts, toastByName } from './toast'

export const Overlays = () => (
  <>
    <QuestionSheet />
    <ToastLayer />
  </>
)

const ICONS: Readonly<Record<Toast['tone'], IconName | null>> = { plain: null, good: 'check', bad: 'warning' }

/**
 * Toast layer (spec §9: z-index 10090). Clicks pass through; on a phone it lies below the top bar. Announced politely
 * to screen readers.
 */
function ToastLayer() {
  const { t } = useTranslation('ui')
  useEffect(() => watchLostPictures(toastByName), [])
  useEffect(() => watchBrokenPlayers(document, toastByName), [])
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, () => NO_TOASTS)
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 top-[calc(4.25rem+env(safe-area-inset-top))] z-toast grid justify-items-center gap-2 lg:top-auto lg:bottom-10"
    >
      {toasts.map(({ id, words, tone }) => (
        <p
          key={id}
          className="toast flex max-w-96 items-center gap-2 rounded-lg bg-graphite px-4 py-2.5 text-sm font-medium text-white shadow-float"
        >
          {ICONS[tone] && <Icon name={ICONS[tone]} className="size-4.5" />}
          {typeof words === 'string' ? words : t(words.name)}
        </p>
      ))}
    </div>
  )
}

function QuestionSheet() {
  const { t } = useTranslation('ui')
  const asked = useSyncExternalStore(subscribeToQuestions, currentQuestion, () => null)
  if (!asked) return null
  const { title, text, yes, no, tone } = asked.question
  return (
    <Sheet
      role="alertdialog"
      size="sm"
      isOpen={asked.isOpen}
      onClose={() => asked.answer(false)}
      title={title}
      text={text}
      foot={
        <div className="grid grid-cols-2 gap-3">
          <Button onClick={() => asked.answer(false)}>{no ?? t('cancel')}</Button>
          <Button variant={tone === 'danger' ? 'danger' : 'brand'} onClick={() => asked.answer(true)}>
            {yes}
          </Button>
        </div>
      }
    />
  )
}
