// Amount input: groups digits by language, shows the unit and the maximum. It posts the text as shown; `plainDecimal`
// parses that, with or without scripts.

import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { signsOf } from '#domain/number-writing'
import { shareOf, typedAmount, typedText } from '../text/typed-amount'
import { useAlive } from './use-alive'
import { FieldFrame } from './field'
import { useSite } from '../site/site'

const PERCENTS = [25, 50, 75, 100] as const

interface AmountFieldProps {
  readonly label: ReactNode
  readonly name: string
  /** "USDT". */
  readonly unit: string
  /** Controlled value as typed, if the page keeps it; otherwise `defaultValue`, as typed or plain. */
  readonly value?: string
  readonly defaultValue?: string
  readonly onText?: (text: string) => void
  /** Maximum as plain decimal text, for the Max button and steps. */
  readonly max?: string | undefined
  /** Decimals of the unit. */
  readonly scale?: number
  /** Offers 25, 50, 75 and 100 % of `max`. */
  readonly hasSteps?: boolean
  /** `max` as text, at the end of the label's line. */
  readonly available?: ReactNode
  readonly hint?: ReactNode
  readonly problem?: string | undefined
  readonly placeholder?: string
  readonly isRequired?: boolean
  readonly isDisabled?: boolean
  readonly className?: string
}

export function AmountField(props: AmountFieldProps) {
  const { label, name, unit, max, scale = 8, hasSteps = false, available, hint, problem, className } = props
  const { t } = useTranslation('ui')
  const isAlive = useAlive()
  const { text, setText, onInput, language } = useTyping(props)
  const canFill = max !== undefined && isAlive && !props.isDisabled
  const fill = (percent: number) => max !== undefined && setText(typedAmount(shareOf(max, percent, scale), language))
  return (
    <FieldFrame
      label={label}
      hint={hint}
      problem={problem}
      {...(className && { className })}
      aside={
        available && (
          <>
            {t('available')} <span className="text-ink">{available}</span>
          </>
        )
      }
    >
      {(wiring) => (
        <>
          <div className="field flex items-center gap-2 py-0 pr-1.5">
            <input
              {...wiring}
              name={name}
              value={text}
              onChange={onInput}
              onCompositionEnd={onInput}
              inputMode="decimal"
              autoComplete="off"
              enterKeyHint="done"
              required={props.isRequired}
              disabled={props.isDisabled}
              placeholder={props.placeholder}
              className="min-h-10.5 w-full min-w-0 flex-1 bg-transparent font-medium outline-none placeholder:font-normal placeholder:text-muted"
            />
            <span className="shrink-0 pr-1.5 text-sm text-muted">{unit}</span>
            {max !== undefined && (
              <button
                type="button"
                disabled={!canFill}
                onClick={() => fill(100)}
                className="min-h-9 shrink-0 rounded-md px-2 text-sm font-semibold text-selected-text transition hover:bg-pressed disabled:invisible"
              >
                {t('max')}
              </button>
            )}
          </div>
          {hasSteps && (
            <div className={`mt-2 grid grid-cols-4 gap-2 ${isAlive ? '' : 'invisible'}`}>
              {PERCENTS.map((percent) => (
                <button
                  key={percent}
                  type="button"
                  disabled={!canFill}
                  onClick={() => fill(percent)}
                  aria-label={t('share_of_max', { percent })}
                  className="min-h-8 rounded-md bg-raised text-xs font-medium text-muted transition hover:bg-pressed hover:text-ink disabled:opacity-50 max-lg:min-h-11"
                >
                  {`${percent}${signsOf(language).unitGap}%`}
                </button>
              ))}
            </div>
          )}
        </>
      )}
    </FieldFrame>
  )
}

/** Text of the field: controlled by the page (`value`) or held in local state. */
function useTyping({ value, defaultValue = '', onText }: Pick<AmountFieldProps, 'value' | 'defaultValue' | 'onText'>) {
  const { language } = useSite()
  const [own, setOwn] = useState(() => typedAmount(defaultValue, language))
  const text = value ?? own
  const setText = (next: string) => {
    setOwn(next)
    onText?.(next)
  }
  const onInput = (event: FormEvent<HTMLInputElement>) => setText(typedText(event, text, language))
  return { text, setText, onInput, language }
}
