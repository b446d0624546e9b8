// Price field of the futures ticket: of a limit or stop order, or of a stop of the position.

import { useTranslation } from 'react-i18next'
import { formatSteps } from '#domain/quotes/steps'
import { DecimalField } from '../../components/field'
import type { FuturesFacts, FuturesField, FuturesFields } from '../../forms/futures'
import { useNumbers } from '../../text/numbers'

interface PriceInputProps {
  readonly name: 'price' | 'take_profit' | 'stop_loss'
  readonly label: string
  readonly facts: FuturesFacts
  readonly fields: FuturesFields
  readonly change: (part: Partial<FuturesFields>) => void
  readonly problems: Partial<Record<FuturesField, string>>
}

export function PriceInput({ name, label, facts, fields, change, problems }: PriceInputProps) {
  const { t } = useTranslation('futures')
  const numbers = useNumbers()
  const placeholder =
    name === 'price' && facts.index !== null ? formatSteps(facts.index, facts.terms.priceDecimals) : null
  return (
    <DecimalField
      label={label}
      name={name}
      value={fields[name]}
      onChange={(event) => change({ [name]: event.target.value })}
      placeholder={placeholder === null ? t('optional') : numbers.decimal(placeholder)}
      problem={problems[name]}
    />
  )
}
