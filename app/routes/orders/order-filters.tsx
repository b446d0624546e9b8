// Which orders of a list are shown: by pair, side and state. A plain form that is sent by its button, or by choosing where scripts run.

import { Form, useSubmit } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { Pair } from '#domain/catalogue'
import { useAlive } from '../../components/use-alive'
import { Button } from '../../components/button'
import { Select } from '../../components/select'
import { ENDED_STATES, type OrderFilter } from './filter'

interface OrderFiltersProps {
  readonly filter: OrderFilter
  readonly pairs: readonly Pair[]
}

export function OrderFilters({ filter, pairs }: OrderFiltersProps) {
  const { t } = useTranslation('spot')
  const submit = useSubmit()
  const isAlive = useAlive()
  const look = 'min-h-11 w-auto! py-1 max-sm:flex-[1_1_8rem]'
  return (
    // A key, so that going back shows what the address says.
    <Form
      key={JSON.stringify(filter)}
      method="get"
      replace
      preventScrollReset
      onChange={(event) => void submit(event.currentTarget, { replace: true, preventScrollReset: true })}
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
      {!isAlive && <Button size="sm">{t('filter_show')}</Button>}
    </Form>
  )
}
