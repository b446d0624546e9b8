// Payer fields required by a country.

import { useTranslation } from 'react-i18next'
import type { Payer, PayerField } from '#domain/buy/payer'
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
  /** Known data of the buyer, for prefilling. */
  readonly known: Payer
  readonly verifiedName: string
}

export function PayerFields({ fields, answer, known, verifiedName }: PayerFieldsProps) {
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
      hint={field.endsWith('_name') && verifiedName !== '' ? t('payer_name_hint', { name: verifiedName }) : undefined}
      defaultValue={answer?.fields[field] ?? known[field] ?? ''}
      problem={problem?.name === field ? problem.text : undefined}
    />
  ))
}
