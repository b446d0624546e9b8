// Input fields of the ticket. A reserved line below each field shows its hint or error without layout shift; desktop
// reserves two lines.

import { type FormEvent, type InputHTMLAttributes, type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAlive, useLoaded } from '../../components/use-alive'
import { FiatText } from '../../components/fiat'
import { useHiddenAmounts, useOwnRefusalWords } from '../../components/hidden-amounts'
import { useSite } from '../../site/site'
import { plainDecimal } from '../../forms/decimal-field'
import type { OrderAnswer } from '../../forms/order-answer'
import {
  type TicketFacts,
  type TicketFields,
  type TicketProblem,
  type TicketReading,
  isSizedInQuote,
} from '../../forms/spot'
import { fillPercent, stepPrice } from '../../forms/ticket-size'
import { fieldOfRefusal } from '../../forms/spot-submission'
import { priceField } from '../../text/money'
import { briefDecimals, useNumbers } from '../../text/numbers'
import { useWorth } from './pair-quotes'
import { type OnChange, SizeTabs } from './ticket-choice'

export interface TicketPartProps {
  readonly facts: TicketFacts
  readonly fields: TicketFields
  readonly reading: TicketReading
  readonly answer: OrderAnswer | undefined
  readonly onChange: OnChange
}

/** Digit grouping code, loaded before the second key press. */
const loadTyping = () => import('../../text/typed-amount')

interface TicketFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  readonly value: string
  readonly onText: (text: string) => void
  readonly label: string
  readonly unit: string
  readonly hint?: ReactNode
  readonly problem: string | undefined
  readonly aside?: ReactNode
}

export function TicketField({ label, unit, hint, problem, aside, onText, ...input }: TicketFieldProps) {
  const id = useId()
  const { language } = useSite()
  const [isUsed, setUsed] = useState(false)
  const typing = useLoaded(loadTyping, isUsed)
  const onInput = (event: FormEvent<HTMLInputElement>) =>
    onText(typing ? typing.typedText(event, input.value, language) : event.currentTarget.value)
  return (
    <div>
      <div className="flex min-h-6 items-center justify-between gap-2 text-xs">
        <label htmlFor={id} className="text-muted">
          {label}
        </label>
        {aside}
      </div>
      <div className="relative">
        <input
          id={id}
          {...input}
          onFocus={() => setUsed(true)}
          onChange={onInput}
          onCompositionEnd={onInput}
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-about`}
          className="field pr-14"
        />
        <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-xs text-muted">
          {unit}
        </span>
      </div>
      <p id={`${id}-about`} className="min-h-4.5 pt-0.5 text-2xs text-muted lg:min-h-8">
        {problem ? (
          <span role="alert" className="text-bad-text">
            {problem}
          </span>
        ) : (
          hint
        )}
      </p>
    </div>
  )
}

export function PriceField({ facts, fields, reading, answer, onChange }: TicketPartProps) {
  const { t } = useTranslation('spot')
  const numbers = useNumbers()
  const worth = useWorth()
  const problemOf = useProblems({ reading, answer, fields })
  const { pair } = facts
  if (fields.kind === 'market' && fields.plan) return null
  if (fields.kind === 'market') {
    return <p className="min-h-8 text-xs text-muted">{t('market_price_hint')}</p>
  }
  const price = plainDecimal(fields.price, facts.language)
  const step = (event: KeyboardEvent) => {
    const way = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (way === 0 || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onChange({ price: numbers.decimal(stepPrice(facts, fields, way * (event.shiftKey ? 10 : 1))) })
  }
  return (
    <TicketField
      label={t('price')}
      unit={pair.quote.code}
      name="price"
      value={fields.price}
      onText={(text) => onChange({ price: text })}
      onKeyDown={step}
      problem={problemOf('price')}
      hint={<FiatText usdt={worth.ofPrice(pair.quote.code, price)} as="price" className="" />}
      aside={<BestPrices facts={facts} onChange={onChange} />}
    />
  )
}

/** The best price of each side, one press away. */
function BestPrices({ facts, onChange }: Pick<TicketPartProps, 'facts' | 'onChange'>) {
  const { t } = useTranslation('spot')
  const numbers = useNumbers()
  const isAlive = useAlive()
  const { pair, bestBid, bestAsk } = facts
  return (
    <div className={`flex ${isAlive ? '' : 'invisible'}`}>
      {(
        [
          ['bid', bestBid],
          ['ask', bestAsk],
        ] as const
      ).map(([side, best]) => {
        const price = best > 0 ? priceField(pair, best) : ''
        return (
          <button
            key={side}
            type="button"
            disabled={best === 0}
            // Voice control finds the button by its visible text.
            aria-label={`${t(`best_${side}`)} – ${t(`best_${side}_is`, { price: numbers.decimal(price) })}`}
            onClick={() => onChange({ price: numbers.decimal(price) })}
            className={`-my-2 min-h-9 px-1.5 ${side === 'bid' ? 'text-up-text' : 'text-down-text'}`}
          >
            {t(`best_${side}`)}
          </button>
        )
      })}
    </div>
  )
}

export function SizeField({ facts, fields, reading, answer, onChange }: TicketPartProps) {
  const { t } = useTranslation('spot')
  const numbers = useNumbers()
  const problemOf = useProblems({ reading, answer, fields })
  const isHidden = useHiddenAmounts()
  const { pair, available } = facts
  const name = isSizedInQuote(fields) ? 'budget' : 'quantity'
  const unit = name === 'budget' ? pair.quote.code : pair.base.code
  const all = available && !isHidden && fillPercent(facts, fields, 100)
  // The maximum quantity of a market buy is unknown before it trades; its maximum budget is the balance.
  const most = all && isSizedInQuote(all) === isSizedInQuote(fields) ? all[name] : ''
  const mostText = numbers.readable(most, name === 'budget' ? briefDecimals(pair.quote) : pair.quantityDecimals)
  return (
    <TicketField
      label={t(name === 'budget' && fields.kind === 'limit' ? 'amount' : name)}
      unit={unit}
      name={name}
      value={fields[name]}
      onText={(text) => onChange({ [name]: text })}
      problem={problemOf(name)}
      hint={most !== '' && t('most', { amount: `${mostText} ${unit}` })}
      aside={<SizeTabs fields={fields} onChange={onChange} base={pair.base.code} quote={pair.quote.code} />}
    />
  )
}

/** Field errors: from the current fields, otherwise the server's refusal while the submitted text is unchanged. */
export function useProblems({ reading, answer, fields }: Pick<TicketPartProps, 'reading' | 'answer' | 'fields'>) {
  const refusalWords = useOwnRefusalWords()
  const { language } = useSite()
  const plain = (text = '') => plainDecimal(text, language)
  return (field: TicketProblem['field']): string | undefined => {
    const own = reading.problems.find((problem) => problem.field === field)
    if (own) return refusalWords(own.refusal)
    const { problem, fields: sent } = answer ?? {}
    const isAsSent = sent?.[field] !== undefined && plain(sent[field]) === plain(fields[field])
    return problem && isAsSent && fieldOfRefusal(problem.code, fields) === field ? problem.text : undefined
  }
}
