// Form of one alert kind, chosen by a tab; contains that kind's fields only.

import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { SPAN_HOURS } from '#domain/alerts/alert'
import { Button } from '../../components/button'
import { DecimalField, Problem } from '../../components/field'
import { SelectField } from '../../components/select'
import { problemAt, problemOfForm } from '../../site/answer'
import { useNumbers } from '../../text/numbers'
import type { action, loader } from './data.server'

export function AlertForm() {
  const { t } = useTranslation('alerts')
  const { kind, subjects, commandId } = useLoaderData<typeof loader>()
  const { language } = useNumbers()
  const isBusy = useNavigation().formMethod === 'POST'
  const { formProblem } = useSent()
  const none = kind === 'fill' ? t('no_orders') : t('no_positions')
  return (
    <Form method="post" noValidate preventScrollReset className="grid gap-4 p-4">
      <input type="hidden" name="intent" value={kind} />
      <input type="hidden" name="commandId" value={commandId} />
      <input type="hidden" name="language" value={language} />
      <p className="text-sm text-muted">{t(`about_${kind}`)}</p>
      {subjects.length === 0 ? (
        <p className="text-sm">{none}</p>
      ) : (
        <>
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <Fields />
          </div>
          <Problem text={formProblem} />
          <Button variant="brand" size="lg" isBusy={isBusy}>
            {t('set')}
          </Button>
        </>
      )}
    </Form>
  )
}

const FIELDS = ['symbol', 'price', 'percent', 'hours', 'order_id', 'position_id']

/** Fields and problem of the refused form of this kind. */
function useSent() {
  const { t: tShell } = useTranslation('shell')
  const { kind } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const own = answer?.fields['intent'] === kind && !answer.done ? answer : undefined
  return {
    valueOf: (name: string) => own?.fields[name],
    problemOf: (name: string) => problemAt(own, name),
    formProblem: own?.isUnanswered ? tShell('unanswered') : problemOfForm(own, FIELDS),
  }
}

function Fields() {
  const { t } = useTranslation('alerts')
  const { kind } = useLoaderData<typeof loader>()
  switch (kind) {
    case 'price':
      return (
        <>
          <Subject name="symbol" label={t('pair')} />
          <PriceField />
        </>
      )
    case 'move':
      return (
        <>
          <Subject name="symbol" label={t('pair')} />
          <PercentField />
          <SpanField />
        </>
      )
    case 'fill':
      return <Subject name="order_id" label={t('order')} />
    case 'liquidation':
      return (
        <>
          <Subject name="position_id" label={t('position')} />
          <PercentField />
        </>
      )
  }
}

function Subject({ name, label }: { readonly name: 'symbol' | 'order_id' | 'position_id'; readonly label: string }) {
  const { symbol, subjects } = useLoaderData<typeof loader>()
  const { valueOf, problemOf } = useSent()
  return (
    <SelectField
      label={label}
      name={name}
      options={subjects}
      defaultValue={valueOf(name) ?? (name === 'symbol' ? symbol : undefined)}
      problem={problemOf(name)}
    />
  )
}

function PriceField() {
  const { t } = useTranslation('alerts')
  const { price } = useLoaderData<typeof loader>()
  const { valueOf, problemOf } = useSent()
  const numbers = useNumbers()
  return (
    <DecimalField
      label={t('price')}
      name="price"
      hint={price === null ? undefined : t('now', { price: numbers.decimal(price) })}
      defaultValue={valueOf('price') ?? (price === null ? '' : numbers.field(price))}
      problem={problemOf('price')}
    />
  )
}

function PercentField() {
  const { t } = useTranslation('alerts')
  const { valueOf, problemOf } = useSent()
  return (
    <DecimalField
      label={t('percent')}
      name="percent"
      defaultValue={valueOf('percent') ?? '5'}
      problem={problemOf('percent')}
    />
  )
}

function SpanField() {
  const { t } = useTranslation('alerts')
  const { valueOf, problemOf } = useSent()
  return (
    <SelectField
      label={t('span')}
      name="hours"
      options={SPAN_HOURS.map((hours) => ({ value: String(hours), words: t('hours', { hours }) }))}
      defaultValue={valueOf('hours') ?? '1'}
      problem={problemOf('hours')}
    />
  )
}
