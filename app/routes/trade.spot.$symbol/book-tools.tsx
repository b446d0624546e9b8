// Order book tools: visible sides and price grouping.

import { useTranslation } from 'react-i18next'
import { useAlive } from '../../components/use-alive'
import type { BookSide } from '../../live/book-levels'

export type BookView = 'both' | BookSide

interface BookToolsProps {
  readonly view: BookView
  readonly onView: (view: BookView) => void
  readonly step: number
  readonly steps: readonly { readonly value: string; readonly words: string }[]
  readonly onStep: (step: number) => void
}

const VIEWS = ['both', 'bid', 'ask'] as const
/** Colours of the upper and lower half of each icon. */
const HALVES = { both: ['bg-down', 'bg-up'], bid: ['bg-up', 'bg-up'], ask: ['bg-down', 'bg-down'] } as const

export function BookTools({ view, onView, step, steps, onStep }: BookToolsProps) {
  const { t } = useTranslation('spot')
  const isAlive = useAlive()
  return (
    <div className={`flex items-center justify-between gap-1 p-1 lg:px-2 ${isAlive ? '' : 'invisible'}`}>
      <div role="group" aria-label={t('book_view')} className="flex">
        {VIEWS.map((choice) => (
          <button
            key={choice}
            type="button"
            aria-pressed={choice === view}
            aria-label={t(`book_view_${choice}`)}
            title={t(`book_view_${choice}`)}
            onClick={() => onView(choice)}
            className={`grid h-11 w-7 place-items-center rounded-md lg:size-8 ${choice === view ? 'bg-raised' : 'opacity-60 hover:opacity-100'}`}
          >
            <span aria-hidden="true" className="grid gap-px">
              <span className={`block h-1.5 w-3.5 rounded-2xs ${HALVES[choice][0]}`} />
              <span className={`block h-1.5 w-3.5 rounded-2xs ${HALVES[choice][1]}`} />
            </span>
          </button>
        ))}
      </div>
      <select
        autoComplete="off"
        aria-label={t('book_step')}
        title={t('book_step')}
        value={String(step)}
        onChange={(event) => onStep(Number(event.target.value))}
        className="bare h-11 min-w-14 rounded-md text-right text-xs lg:h-8"
      >
        {steps.map(({ value, words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}
