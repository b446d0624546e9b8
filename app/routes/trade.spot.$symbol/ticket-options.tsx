// Ticket options: percent slider, time in force, post-only. On a phone the terms take one line and only non-default
// ones are explained, so that price, size, total and button fit one screen.

import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { signsOf } from '#domain/number-writing'
import { useAlive } from '../../components/use-alive'
import { useSite } from '../../site/site'
import { type TicketFields } from '../../forms/spot'
import { fillPercent, percentOf } from '../../forms/ticket-size'
import { useNumbers } from '../../text/numbers'
import type { OnChange } from './ticket-choice'
import type { TicketPartProps } from './ticket-fields'

const MARKS = [0, 25, 50, 75, 100] as const

type SliderProps = Pick<TicketPartProps, 'facts' | 'fields' | 'reading' | 'onChange'>

export function PercentSlider({ facts, fields, reading, onChange }: SliderProps) {
  const { t } = useTranslation('spot')
  const numbers = useNumbers()
  const isAlive = useAlive()
  const { language } = useSite()
  if (!facts.available) return null
  const percent = percentOf(facts, fields, reading)
  const fill = (share: number) => {
    if (share === 0) return onChange({ quantity: '', budget: '' })
    const { sizeIn, quantity, budget } = fillPercent(facts, fields, share)
    onChange({ sizeIn, quantity: numbers.decimal(quantity), budget: numbers.decimal(budget) })
  }
  return (
    <div className={isAlive ? '' : 'invisible'}>
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={percent}
        aria-label={t('share')}
        aria-valuetext={t('share_of_balance', { percent })}
        onChange={(event) => fill(Number(event.target.value))}
        className="percent-slider block"
        // A custom CSS property of the slider, which React's type does not include.
        style={{ '--percent': percent } as CSSProperties}
      />
      <div className="flex justify-between">
        {MARKS.map((mark) => (
          <button
            key={mark}
            type="button"
            onClick={() => fill(mark)}
            aria-label={t('share_of_balance', { percent: mark })}
            className="-mx-2.25 -mt-1 min-h-9 min-w-9 text-2xs first:pl-2.25 first:text-left last:pr-2.25 last:text-right text-muted hover:text-ink"
          >
            {`${mark}${signsOf(language).unitGap}%`}
          </button>
        ))}
      </div>
    </div>
  )
}

const TERMS = ['gtc', 'ioc', 'fok'] as const

export function LimitOptions({ fields, onChange }: { readonly fields: TicketFields; readonly onChange: OnChange }) {
  const { t } = useTranslation('spot')
  return (
    <fieldset className="flex flex-wrap gap-x-2 gap-y-1 lg:grid">
      <legend className="mb-1 text-xs text-muted max-lg:sr-only">{t('time_in_force')}</legend>
      <div className="grid flex-[1_1_6.5rem] grid-cols-3 gap-0.5 rounded-lg bg-track p-0.5">
        {TERMS.map((term) => (
          <label
            key={term}
            className="relative grid min-h-8 place-items-center rounded-md text-2xs lg:min-h-9 lg:text-xs font-medium text-muted has-checked:bg-chosen has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-selected"
          >
            <input
              type="radio"
              name="timeInForce"
              value={term}
              checked={fields.timeInForce === term}
              onChange={() => onChange({ timeInForce: term })}
              aria-description={t(term)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            {term.toUpperCase()}
          </label>
        ))}
      </div>
      <p
        className={`text-2xs text-muted max-lg:order-last max-lg:w-full lg:min-h-4 ${fields.timeInForce === 'gtc' ? 'max-lg:hidden' : ''}`}
      >
        {t(fields.timeInForce)}
      </p>
      <label className="flex min-h-9 flex-[1_1_5.25rem] items-center gap-1.5 text-2xs leading-tight lg:-mt-1 lg:gap-2 lg:text-xs">
        <input
          type="checkbox"
          name="isPostOnly"
          checked={fields.isPostOnly}
          onChange={(event) => onChange({ isPostOnly: event.target.checked })}
          className="size-4 shrink-0 accent-selected"
        />
        {t('post_only')}
      </label>
    </fieldset>
  )
}
