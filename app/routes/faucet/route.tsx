// Faucet page: send worthless test coins to an address and watch the deposit arrive.

import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button'
import { Empty } from '../../components/empty'
import { Field } from '../../components/field'
import { Moment } from '../../components/moment'
import { Notice } from '../../components/notice'
import { PageHeader } from '../../components/page-header'
import { SelectField } from '../../components/select'
import { useSite } from '../../site/site'
import { useRefusal } from '../../components/form-focus'
import { problemAt } from '../../forms/funds'
import { useRefresh } from '../../live/use-fresh-list'
import { bound } from '../../text/money'
import { useColon } from '../../text/colon'
import { useNumbers } from '../../text/numbers'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

const REFRESH_MS = 4_000

export default function Faucet() {
  const { t } = useTranslation('funds')
  const { sent } = useLoaderData<typeof loader>()
  useRefresh(REFRESH_MS, sent.length > 0)
  return (
    <div className="mx-auto max-w-3xl lg:px-4 lg:py-3">
      <PageHeader title={t('faucet')} text={t('faucet_text')} backTo="/assets/coins?for=deposit" />
      <div className="grid gap-4 px-3 lg:px-0">
        <SendForm />
        <Sent />
      </div>
    </div>
  )
}

function SendForm() {
  const { t } = useTranslation('funds')
  const { language } = useSite()
  const { places, chosen, place } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const form = useRefusal(answer)
  const isSending = useNavigation().formMethod === 'POST'
  return (
    <Form ref={form} method="post" className="panel grid gap-4 p-4 lg:p-6" key={chosen}>
      {problemAt(answer, 'form') && <Notice tone="bad">{problemAt(answer, 'form')}</Notice>}
      <input type="hidden" name="language" value={language} />
      <SelectField
        label={t('coin_network')}
        name="place"
        defaultValue={chosen}
        options={places}
        problem={problemAt(answer, 'asset')}
      />
      <Field
        label={t('address')}
        name="address"
        required
        defaultValue={answer?.fields['address'] ?? place?.address ?? ''}
        problem={problemAt(answer, 'address')}
      />
      <Field
        label={t('memo')}
        name="memo"
        maxLength={28}
        defaultValue={answer?.fields['memo'] ?? place?.memo ?? ''}
        problem={problemAt(answer, 'memo')}
      />
      <Field
        label={t('amount')}
        name="amount"
        inputMode="decimal"
        required
        defaultValue={answer?.fields['amount'] ?? '100'}
        problem={problemAt(answer, 'amount')}
      />
      <Button variant="brand" isBusy={isSending}>
        {t('faucet_send')}
      </Button>
    </Form>
  )
}

function Sent() {
  const { t } = useTranslation('funds')
  const withColon = useColon()
  const numbers = useNumbers()
  const { sent } = useLoaderData<typeof loader>()
  if (sent.length === 0) {
    return (
      <div className="panel">
        <Empty icon="history">{t('faucet_empty')}</Empty>
      </div>
    )
  }
  return (
    <ul className="panel divide-y divide-line">
      {sent.map((row) => (
        <li key={row.txId} className="grid gap-1 p-4 text-sm">
          <span className="flex flex-wrap justify-between gap-2 font-medium">
            <span>
              {numbers.decimal(row.amount)}
              {bound(row.code)} · {row.networkWords}
            </span>
            <span className="text-muted">
              {row.isReplaced ? t('replaced') : `${withColon(t('confirmations'))}${numbers.count(row.confirmations)}`}
            </span>
          </span>
          <span className="text-xs break-all text-muted">{row.address}</span>
          <span className="flex items-center justify-between gap-2 text-xs text-muted">
            <Moment at={row.at} />
            {!row.isReplaced && (
              <Form method="post">
                <input type="hidden" name="txId" value={row.txId} />
                <Button name="step" value="replace" size="sm">
                  {t('replace')}
                </Button>
              </Form>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
