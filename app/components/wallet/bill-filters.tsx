// Filters of the bill list. A plain form with a submit button; with scripts, choosing from a list submits it.

import { Form, Link, useNavigate } from '@remix-run/react'
import { type ChangeEvent, type FormEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { WALLETS } from '#domain/catalogue'
import { Button, buttonClass } from '../button'
import { DayField } from '../day-field'
import { Select } from '../select'
import { BALANCE_REASONS, type BillChoice, isNarrowed } from '../../lists/bill-choice'

/** Phone: field width follows the longest option; fields wrap onto new lines. */
const FITTING = 'max-lg:w-auto max-lg:flex-auto'

interface BillFiltersProps {
  readonly choice: BillChoice
  /** False hides the reason filter, for a list with a single reason. */
  readonly hasReasons?: boolean
  readonly assets: readonly { readonly id: number; readonly code: string }[]
}

export function BillFilters({ choice, assets, hasReasons = true }: BillFiltersProps) {
  const { t } = useTranslation('wallet')
  const { t: tRefusals } = useTranslation('refusals')
  const navigate = useNavigate()
  const form = useFormOf(choice)
  const show = (form: HTMLFormElement | null) => {
    if (form) navigate(`?${filledIn(form).toString()}`, { replace: true, preventScrollReset: true })
  }
  const send = (event: ChangeEvent<HTMLSelectElement>) => show(event.currentTarget.form)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    show(event.currentTarget)
  }
  return (
    <Form
      ref={form}
      method="get"
      onSubmit={onSubmit}
      className={`mb-3 grid grid-cols-2 gap-2 ${hasReasons ? 'lg:grid-cols-[repeat(5,minmax(0,1fr))_auto]' : 'lg:grid-cols-[repeat(4,minmax(0,1fr))_auto]'}`}
    >
      <div className="flex flex-wrap gap-2 max-lg:col-span-2 lg:contents">
        <Select
          label={t('wallet')}
          name="wallet"
          defaultValue={choice.wallet}
          onChange={send}
          className={FITTING}
          options={[
            { value: '', words: t('all_wallets') },
            ...WALLETS.map((wallet) => ({ value: wallet, words: tRefusals(`wallet_${wallet}`) })),
          ]}
        />
        <Select
          label={t('asset')}
          name="asset"
          defaultValue={choice.asset}
          onChange={send}
          className={FITTING}
          options={[
            { value: '', words: t('all_assets') },
            ...assets.map(({ id, code }) => ({ value: String(id), words: code })),
          ]}
        />
      </div>
      {hasReasons && (
        <Select
          label={t('reason')}
          name="reason"
          defaultValue={choice.reason}
          onChange={send}
          className="max-lg:col-span-2"
          options={[
            { value: '', words: t('all_reasons') },
            ...BALANCE_REASONS.map((reason) => ({ value: reason, words: tRefusals(`bill_${reason}`) })),
          ]}
        />
      )}
      <DayField label={t('day_from')} name="from" defaultValue={choice.from} />
      <DayField label={t('day_to')} name="to" defaultValue={choice.to} />
      <div className="flex gap-2 max-lg:col-span-2">
        <Button className="flex-1">{t('filter')}</Button>
        {isNarrowed(choice) && (
          <Link to="?" replace preventScrollReset className={`${buttonClass({ variant: 'plain' })} max-lg:flex-1`}>
            {t('filter_clear')}
          </Link>
        )}
      </div>
    </Form>
  )
}

/** Query with non-empty fields only. */
const filledIn = (form: HTMLFormElement): URLSearchParams =>
  new URLSearchParams(
    [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value]] : [],
    ),
  )

/**
 * After back navigation the fields show the filters in the URL. The form is not remounted, which would lose focus, and
 * the first render is skipped: the visitor may have changed a field before hydration.
 */
function useFormOf(choice: BillChoice) {
  const form = useRef<HTMLFormElement>(null)
  const known = useRef(choice)
  useEffect(() => {
    if (known.current === choice) return
    known.current = choice
    for (const [name, value] of Object.entries<string>({ ...choice })) {
      const field = form.current?.elements.namedItem(name)
      if (field instanceof HTMLSelectElement || field instanceof HTMLInputElement) field.value = value
    }
  }, [choice])
  return form
}
