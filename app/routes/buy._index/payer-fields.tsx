// The fields that a country asks of who pays.

import { useTranslation } from 'react-i18next'
import type { PayerField } from '#domain/buy/payer'
import { Field } from '../../components/field'
import type { FundsAnswer } from '../../forms/funds'

const INPUTS: Readonly<Record<PayerField, { readonly type: string; readonly autoComplete: string }>> = {
  first_name: { type: 'text', autoComplete: 'given-name' },
  last_name: { type: 'text', autoComplete: 'family-name' },
  full_name: { type: 'text', autoComplete: 'name' },
  email: { type: 'email', autoComplete: 'email' },
  phone: { type: 'tel', autoComplete: 'tel' },
  tax_id: { type: 'text', autoComplete: 'off' },
}

interface PayerFieldsProps {
  readonly fields: readonly PayerField[]
  readonly answer: FundsAnswer | undefined
}

export function PayerFields({ fields, answer }: PayerFieldsProps) {
  const { t } = useTranslation('buy')
  const problem = answer?.problem?.field === 'payee' ? answer.problem : null
  return fields.map((field) => (
    <Field
      key={field}
      label={t(`payer_${field}`)}
      name={field}
      {...INPUTS[field]}
      required
      maxLength={100}
      defaultValue={answer?.fields[field] ?? ''}
      problem={problem?.name === field ? problem.text : undefined}
    />
  ))
}
