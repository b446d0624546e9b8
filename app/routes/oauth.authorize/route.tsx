// Consent page: an agent asks to read the account.

import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { KEY_DAYS } from '#domain/api-key'
import { Button } from '../../components/button'
import { Field, Problem } from '../../components/field'
import { Notice } from '../../components/notice'
import { Pane } from '../../components/pane'
import { Segmented } from '../../components/segmented'
import { SelectField } from '../../components/select'
import { FirstButton, OwnerFields } from '../../forms/sent-code'
import { useSecurityForm } from '../../forms/use-security-form'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { askSecurity as clientAction } from '../../forms/ask'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'
export { pageTitle as meta } from '../../text/title'

export default function Authorize() {
  const { t } = useTranslation('keys')
  const { agent } = useLoaderData<typeof loader>()
  return (
    <Pane title={t('agent_title')} backTo="/settings/api" frame="form">
      {agent ? <Consent {...agent} /> : <Notice tone="bad">{t('agent_wrong')}</Notice>}
    </Pane>
  )
}

function Consent({ name, host }: { name: string; host: string }) {
  const { t } = useTranslation('keys')
  const { owner } = useLoaderData<typeof loader>()
  const chosen = useActionData<typeof action>()?.chosen
  const form = useSecurityForm()
  return (
    <Form method="post" noValidate className="group/trade panel grid gap-4 p-4">
      <FirstButton intent="permit" />
      <h2 className="font-semibold wrap-anywhere">{t('agent_asks', { name })}</h2>
      <div className="grid gap-2 text-sm text-muted">
        <p className="wrap-anywhere">{t('agent_name', { host })}</p>
        <p>{t('agent_can')}</p>
        <p>{t('agent_ends')}</p>
      </div>
      <SelectField
        label={t('days')}
        name="days"
        defaultValue={chosen?.days ?? '30'}
        options={KEY_DAYS.map((value) => ({ value, words: t(`days_${value}`) }))}
      />
      <Trading />
      <OwnerFields owner={owner} form={form} />
      <Problem text={form.problemOf('form')} />
      <div className="grid grid-cols-2 gap-2">
        <Button name="intent" value="decline" isBusy={form.sending === 'decline'}>
          {t('agent_decline')}
        </Button>
        <Button name="intent" value="permit" variant="brand" isBusy={form.sending === 'permit'}>
          {t('agent_permit')}
        </Button>
      </div>
    </Form>
  )
}

/** Limits appear with the tick, by a style rule. */
function Trading() {
  const { t } = useTranslation('keys')
  const chosen = useActionData<typeof action>()?.chosen
  const limit = { inputMode: 'decimal', autoComplete: 'off', maxLength: 20 } as const
  return (
    <fieldset className="grid gap-3">
      <div className="grid min-h-11 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3">
        <input
          id="trade"
          aria-describedby="trade-text"
          type="checkbox"
          name="trade"
          value="yes"
          defaultChecked={chosen?.trades ?? false}
          className="size-5"
        />
        <label htmlFor="trade" className="py-1 text-sm font-medium">
          {t('agent_trade')}
        </label>
        <p id="trade-text" className="col-start-2 text-xs text-muted">
          {t('agent_trade_text')}
        </p>
      </div>
      <div className="hidden gap-3 group-has-[[name=trade]:checked]/trade:grid sm:grid-cols-2 sm:items-start">
        <Field label={t('agent_order_max')} name="agent_order_max" defaultValue={chosen?.orderMax ?? ''} {...limit} />
        <Field label={t('agent_day_max')} name="agent_day_max" defaultValue={chosen?.dayMax ?? ''} {...limit} />
        <div className="sm:col-span-2">
          <Field
            label={t('agent_loss_max')}
            name="agent_loss_max"
            hint={t('agent_loss_text')}
            defaultValue={chosen?.lossMax ?? ''}
            {...limit}
          />
        </div>
        <div className="grid gap-1.5 sm:col-span-2">
          <p className="text-sm text-muted">{t('agent_ask')}</p>
          <Segmented
            label={t('agent_ask')}
            name="agent_ask"
            defaultValue={chosen?.ask ?? 'always'}
            options={[
              { value: 'always', words: t('ask_each') },
              { value: 'above', words: t('ask_above') },
              { value: 'off', words: t('ask_off') },
            ]}
          />
          <p className="text-xs text-muted">{t('agent_ask_text')}</p>
        </div>
        <div className="hidden group-has-[[name=agent_ask][value=above]:checked]/trade:block">
          <Field label={t('agent_ask_above')} name="agent_ask_above" defaultValue={chosen?.askAbove ?? ''} {...limit} />
        </div>
      </div>
    </fieldset>
  )
}
