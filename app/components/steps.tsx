// Progress steps: done, current, upcoming.

import { useTranslation } from 'react-i18next'
import { Icon } from './icon'

interface StepsProps {
  /** Heard, not seen. */
  readonly label: string
  readonly steps: readonly string[]
  /** Zero-based index; equals `steps.length` when all steps are done. */
  readonly current: number
}

export function Steps({ label, steps, current }: StepsProps) {
  const { t } = useTranslation('ui')
  return (
    <ol aria-label={label} className="flex">
      {steps.map((step, index) => {
        const isDone = index < current
        const isNow = index === current
        return (
          <li
            key={step}
            aria-current={isNow ? 'step' : undefined}
            className="relative grid min-w-0 flex-1 justify-items-center gap-1.5 px-1 text-center text-xs"
          >
            {index > 0 && (
              <span
                aria-hidden="true"
                className={`absolute top-3.5 right-1/2 left-[calc(-50%+1.125rem)] mr-4.5 h-0.5 ${isDone || isNow ? 'bg-selected-fill' : 'bg-line'}`}
              />
            )}
            <span
              aria-hidden="true"
              className={`relative grid size-7 place-items-center rounded-full font-semibold ${isDone ? 'bg-selected-fill text-white' : isNow ? 'bg-surface text-selected-text ring-2 ring-selected-fill' : 'bg-pressed text-muted'}`}
            >
              {isDone ? <Icon name="check" className="size-4" /> : index + 1}
            </span>
            <span className="sr-only">{t('step_of', { step: index + 1, steps: steps.length })}</span>
            <span className={`max-w-full break-words ${isNow ? 'font-semibold text-ink' : 'text-muted'}`}>{step}</span>
          </li>
        )
      })}
    </ol>
  )
}
