// Desk page of a batch of payouts: its payments, files to sign, and forms for signed or sent transactions.

import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { DeskForm, DeskPage, Panel } from '../../admin/page'
import { buttonClass } from '../../components/button'
import { type Column, DataTable } from '../../components/data-table'
import { FundsStateBadge } from '../../components/funds/funds-record'
import { Field, FieldFrame } from '../../components/field'
import { Notice } from '../../components/notice'
import { useMoneyText } from '../../admin/money-text'
import { useNumbers } from '../../text/numbers'
import { inARow } from '../../text/sentences'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

type Row = ReturnType<typeof useLoaderData<typeof loader>>['rows'][number]

export default function Batch() {
  const { t } = useTranslation('desk')
  const { title, done, batch, rows, hasBank, isOpen, mayWrite } = useLoaderData<typeof loader>()
  const columns = useColumns()
  return (
    <DeskPage
      title={title}
      text={`${batch.network || t('payouts_bank')} · ${t(`payouts_method_${batch.method}`)}`}
      backTo="/admin/payouts"
      done={done}
    >
      <Panel title={t('fact_payments')} end={<Files />}>
        <DataTable caption={t('fact_payments')} columns={columns} rows={rows} keyOf={({ id }) => String(id)} />
        {batch.method === 'bank' && !hasBank && (
          <div className="p-4">
            <Notice tone="plain">{t('payouts_no_bank')}</Notice>
          </div>
        )}
      </Panel>
      {mayWrite && isOpen && <Steps />}
    </DeskPage>
  )
}

function useColumns(): readonly Column<Row>[] {
  const { t } = useTranslation('desk')
  const numbers = useNumbers()
  const moneyText = useMoneyText()
  return [
    { key: 'id', head: t('col_number'), isTitle: true, cell: ({ id }) => `#${id}` },
    { key: 'money', head: t('fact_amount'), isNumber: true, cell: ({ money }) => moneyText(money) },
    {
      key: 'target',
      head: t('payouts_target'),
      cell: ({ target, memo }) => <span className="font-mono text-xs break-all">{`${target} ${memo}`.trim()}</span>,
    },
    {
      key: 'transaction',
      head: t('fact_transaction'),
      isIdle: ({ txId }) => txId === '',
      cell: ({ txId, confirmations, confirmationsMin }) => (
        <span className="font-mono text-xs break-all">
          {txId === '' ? '—' : `${txId} ${numbers.count(confirmations)}/${numbers.count(confirmationsMin)}`}
        </span>
      ),
    },
    {
      key: 'state',
      head: t('col_state'),
      isAside: true,
      cell: ({ state }) => (state === 'draft' || state === 'void' ? null : <FundsStateBadge state={state} />),
    },
  ]
}

function Files() {
  const { batch, hasBank, isOpen } = useLoaderData<typeof loader>()
  const hasPain = batch.method === 'bank' && hasBank && isOpen
  const signed = batch.isPrepared ? ['json', ...(batch.method === 'psbt' ? ['psbt'] : [])] : []
  const kinds = ['csv', ...signed, ...(hasPain ? ['xml'] : [])]
  return (
    <span className="flex gap-2">
      {kinds.map((kind) => (
        <Link
          key={kind}
          to={`/admin/export/payout-${batch.id}-${kind}`}
          reloadDocument
          className={buttonClass({ variant: 'quiet', size: 'sm' })}
        >
          {kind === 'xml' ? 'pain.001' : kind.toUpperCase()}
        </Link>
      ))}
    </span>
  )
}

function Steps() {
  const { t } = useTranslation('desk')
  const { commandId, canSign } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const shared = { commandId, answer }
  return (
    <>
      <Panel title={t('payouts_prepare')}>
        <div className="grid gap-3 p-4 text-sm">
          <p className="text-muted">{inARow(t('payouts_prepare_text'), t('payouts_fresh'))}</p>
          <DeskForm {...shared} step="prepare" submit={t('payouts_prepare')} variant="quiet" />
        </div>
      </Panel>
      {canSign && (
        <Panel title={t('payouts_signed')}>
          <div className="p-4">
            <DeskForm {...shared} step="signed" submit={t('payouts_send')} encType="multipart/form-data">
              <Transactions label={t('payouts_signed')} hint={t('payouts_signed_hint')} isOptional />
              <Field label={t('payouts_signed_file')} name="file" type="file" />
            </DeskForm>
          </div>
        </Panel>
      )}
      <Panel title={t('payouts_told')}>
        <div className="p-4">
          <DeskForm {...shared} step="told" submit={t('payouts_send')} variant="quiet">
            <Transactions label={t('fact_transaction')} hint={t('payouts_told_hint')} />
          </DeskForm>
        </div>
      </Panel>
    </>
  )
}

interface TransactionsProps {
  readonly label: string
  readonly hint: string
  readonly isOptional?: boolean
}

function Transactions({ label, hint, isOptional = false }: TransactionsProps) {
  return (
    <FieldFrame label={label} hint={hint}>
      {(wiring) => (
        <textarea
          {...wiring}
          name="transactions"
          rows={5}
          required={!isOptional}
          spellCheck={false}
          className="field font-mono text-xs"
        />
      )}
    </FieldFrame>
  )
}
