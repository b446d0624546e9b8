// Ticket options: percent slider, time in force, post-only. On a phone the terms take one line and only non-default
// ones are explained, so that price, size, total and button fit one screen.

import { useTranslation } from 'react-i18next'
import { PercentSlider } from '../../components/trade/percent-slider'
import { type TicketFields } from '../../forms/spot'
import { fillPercent, percentOf } from '../../forms/ticket-size'
import { useNumbers } from '../../text/numbers'
import type { OnChange } from './ticket-choice'
import type { TicketPartProps } from './ticket-fields'

type SliderProps = Pick<TicketPartProps, 'facts' | 'fields' | 'reading' | 'onChange'>

export function ShareSlider({ facts, fields, reading, onChange }: SliderProps) {
  const numbers = useNumbers()
  if (!facts.available) return null
  const fill = (share: number) => {
    if (share === 0) return onChange({ quantity: '', budget: '' })
    const { sizeIn, quantity, budget } = fillPercent(facts, fields, share)
    onChange({ sizeIn, quantity: numbers.decimal(quantity), budget: numbers.decimal(budget) })
  }
  return <PercentSlider percent={percentOf(facts, fields, reading)} onPercent={fill} />
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
