// Who receives a large withdrawal: fields of the travel rule, shown where the operators ask for them.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { WALLET_HOLDINGS } from '#domain/screening/travel-rule'
import { Field } from '../../components/field'
import { SelectField } from '../../components/select'
import { type FundsAnswer, problemAt } from '../../forms/funds'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'
import type { WithdrawalState } from './use-withdrawal'

interface TravelProps {
  readonly answer: FundsAnswer | undefined
  readonly withdrawal: WithdrawalState
}

export function Travel({ answer, withdrawal: { travel: typed, setTravel } }: TravelProps) {
  const { t } = useTranslation('funds')
  const numbers = useNumbers()
  const { travel } = useLoaderData<typeof loader>()
  if (!travel) return null
  const wired = (name: 'beneficiary_name' | 'beneficiary_wallet' | 'beneficiary_vasp' | 'beneficiary_country') => ({
    name,
    label: t(name),
    value: typed[name] ?? '',
    problem: problemAt(answer, name),
    onChange: (event: { readonly target: { readonly value: string } }) => setTravel(name, event.target.value),
  })
  const none = { value: '', words: t('travel_choose') }
  return (
    <fieldset className="grid gap-4 rounded-xl border border-line p-3">
      <legend className="px-1 text-sm font-semibold">{t('travel_title')}</legend>
      <p className="text-xs text-muted">{t('travel_hint', { from: numbers.decimal(travel.from) })}</p>
      <Field {...wired('beneficiary_name')} maxLength={100} autoComplete="off" />
      <SelectField
        {...wired('beneficiary_wallet')}
        options={[none, ...WALLET_HOLDINGS.map((value) => ({ value, words: t(`travel_${value}`) }))]}
      />
      {typed['beneficiary_wallet'] !== 'own' && (
        <Field {...wired('beneficiary_vasp')} maxLength={100} autoComplete="off" hint={t('travel_vasp_hint')} />
      )}
      <SelectField
        {...wired('beneficiary_country')}
        options={[none, ...travel.countries.map(({ country, name }) => ({ value: country, words: name }))]}
      />
    </fieldset>
  )
}
