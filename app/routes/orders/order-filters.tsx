// Order filters by pair, side and state. A plain form with a submit button; with scripts, a choice submits it.

import { Form, useSubmit } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { Pair } from '#domain/catalogue'
import { Button, ButtonLink } from '../../components/button'
import { DayField } from '../../components/day-field'
import { Select } from '../../components/select'
import { ENDED_STATES, type OrderFilter, isNarrowed } from '../../lists/order-filter'

interface OrderFiltersProps {
  readonly filter: OrderFilter
  readonly pairs: readonly Pair[]
}

export function OrderFilters({ filter, pairs }: OrderFiltersProps) {
  const { t } = useTranslation('spot')
  const { t: tWallet } = useTranslation('wallet')
  const submit = useSubmit()
  const hasDays = filter.list !== 'open_orders'
  const look = 'min-h-11 w-auto! py-1 max-sm:flex-[1_1_8rem]'
  return (
    // The key resets the form to the URL after back navigation.
    <Form
      key={JSON.stringify(filter)}
      method="get"
      replace
      preventScrollReset
      // Dates are typed in parts, so they are submitted by the button.
      onChange={(event) => {
        if (event.target instanceof HTMLSelectElement)
          void submit(event.currentTarget, { replace: true, preventScrollReset: true })
      }}
      className="flex flex-wrap gap-2 max-sm:w-full"
    >
      <input type="hidden" name="list" value={filter.list} />
      <Select
        label={t('pair')}
        name="pair"
        defaultValue={filter.symbol ?? ''}
        options={[
          { value: '', words: t('filter_all_pairs') },
          ...pairs.map(({ symbol, base, quote }) => ({ value: symbol, words: `${base.code}/${quote.code}` })),
        ]}
        className={look}
      />
      <Select
        label={t('side')}
        name="side"
        defaultValue={filter.side ?? ''}
        options={[
          { value: '', words: t('filter_all_sides') },
          ...(['buy', 'sell'] as const).map((side) => ({ value: side, words: t(side) })),
        ]}
        className={look}
      />
      {filter.list === 'order_history' && (
        <Select
          label={t('state')}
          name="state"
          defaultValue={filter.state ?? ''}
          options={[
            { value: '', words: t('filter_all_states') },
            ...ENDED_STATES.map((state) => ({ value: state, words: t(`state_${state}`) })),
          ]}
          className={look}
        />
      )}
      {hasDays && (
        <div className="grid grid-cols-2 gap-2 max-sm:w-full">
          <DayField label={tWallet('day_from')} name="from" defaultValue={filter.from} />
          <DayField label={tWallet('day_to')} name="to" defaultValue={filter.to} />
        </div>
      )}
      <Button className={hasDays ? 'max-sm:flex-1' : 'hidden noscript:inline-flex'}>{t('filter_show')}</Button>
      {isNarrowed(filter) && (
        <ButtonLink to={`?list=${filter.list}`} replace preventScrollReset variant="plain" className="max-sm:flex-1">
          {tWallet('filter_clear')}
        </ButtonLink>
      )}
    </Form>
  )
}
