// Number field with − and + buttons; the buttons need scripts.

import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stepFrom } from '../text/typed-amount'
import { useAlive } from './use-alive'
import { FieldFrame } from './field'
import { Icon } from './icon'

interface StepperProps {
  readonly label: ReactNode
  readonly name: string
  readonly value?: string
  readonly defaultValue?: string
  readonly onText?: (text: string) => void
  /** Plain decimals, as is the value. */
  readonly step?: string
  readonly min?: string
  readonly max?: string
  readonly hint?: ReactNode
  readonly aside?: ReactNode
  readonly problem?: string | undefined
}

export function Stepper({ label, name, value, defaultValue = '', onText, ...rest }: StepperProps) {
  const { step = '1', min, max, hint, aside, problem } = rest
  const { t } = useTranslation('ui')
  const isAlive = useAlive()
  const [own, setOwn] = useState(defaultValue)
  const text = value ?? own
  const setText = (next: string) => {
    setOwn(next)
    onText?.(next)
  }
  // The step buttons are disabled while the text is not a number.
  const isPlain = /^\d*(?:\.\d+)?$/.test(text)
  const move = (direction: 1 | -1) => setText(stepFrom(text, direction, { step, min, max }))
  const button = (direction: 1 | -1) => (
    <button
      type="button"
      disabled={!isAlive || !isPlain || stepFrom(text, direction, { step, min, max }) === text}
      onClick={() => move(direction)}
      aria-label={t(direction === 1 ? 'increase' : 'decrease')}
      className="grid size-11 shrink-0 place-items-center rounded-lg text-muted transition hover:bg-pressed hover:text-ink disabled:opacity-40"
    >
      <Icon name={direction === 1 ? 'plus' : 'minus'} />
    </button>
  )
  return (
    <FieldFrame label={label} hint={hint} aside={aside} problem={problem}>
      {(wiring) => (
        <div className="field flex items-center p-0">
          {button(-1)}
          <input
            {...wiring}
            name={name}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if ((event.key !== 'ArrowUp' && event.key !== 'ArrowDown') || !isPlain) return
              event.preventDefault()
              move(event.key === 'ArrowUp' ? 1 : -1)
            }}
            inputMode="decimal"
            autoComplete="off"
            className="min-h-10.5 w-full min-w-0 flex-1 bg-transparent text-center font-medium outline-none"
          />
          {button(1)}
        </div>
      )}
    </FieldFrame>
  )
}
