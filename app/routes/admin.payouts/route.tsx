// Desk page of payouts: what waits by network with a form for a batch, batches, and the ledger against the chain.

import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { DeskForm, DeskPage, Panel, UtcMoment } from '../../admin/page'
import { Badge } from '../../components/badge'
import { type Column, DataTable } from '../../components/data-table'
import { Empty } from '../../components/empty'
import { Notice } from '../../components/notice'
import { useMoneyText } from '../../admin/money-text'
import { useColon } from '../../text/colon'
import { useNumbers } from '../../text/numbers'
import { inARow } from '../../text/sentences'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

type Data = ReturnType<typeof useLoaderData<typeof loader>>

export default function Payouts() {
  const { t } = useTranslation('desk')
  const { title, done } = useLoaderData<typeof loader>()
  return (
    <DeskPage title={title} text={t('payouts_text')} done={done}>
      <Waiting />
      <Batches />
      <Report />
    </DeskPage>
  )
}

function Waiting() {
  const { t } = useTranslation('desk')
  const { t: tRefusals } = useTranslation('refusals')
  const numbers = useNumbers()
  const money = useMoneyText()
  const { waiting, mayWrite, commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (waiting.length === 0)
    return (
      <Panel title={t('payouts_waiting')}>
        <Empty icon="withdraw">{t('payouts_none')}</Empty>
      </Panel>
    )
  return (
    <Panel title={t('payouts_waiting')}>
      <div className="grid gap-3 p-4">
        <Notice tone="plain">{inARow(t('two_people'), t('payouts_fresh'))}</Notice>
        {waiting.map(({ network, ready, signing, sent, problems, sums, float }) => (
          <section key={network} className="grid gap-2 border-t border-line pt-3 text-sm first-of-type:border-0">
            <h3 className="flex flex-wrap items-center gap-2 font-semibold">
              {network || t('payouts_bank')}
              {ready > 0 && <Badge tone="brand">{`${tRefusals('funds_approved')} ${numbers.count(ready)}`}</Badge>}
              {signing > 0 && <Badge tone="plain">{`${tRefusals('funds_signing')} ${numbers.count(signing)}`}</Badge>}
              {sent > 0 && <Badge tone="plain">{`${tRefusals('funds_sent')} ${numbers.count(sent)}`}</Badge>}
              {problems > 0 && (
                <Link to="/admin/queue/payout_problem">
                  <Badge tone="bad">{`${t('kind_payout_problem')} ${numbers.count(problems)}`}</Badge>
                </Link>
              )}
            </h3>
            <p className="text-muted tabular-nums">{`${t('payouts_sum')} ${sums.map(money).join(' · ')}`}</p>
            {float !== null && (
              <p className="text-muted tabular-nums">{`${t('payouts_float')} ${float.map(money).join(' · ')}`}</p>
            )}
            {mayWrite && ready > 0 && signing === 0 && (
              <DeskForm
                commandId={commandId}
                step={`make-${network}`}
                answer={answer}
                submit={t('payouts_make')}
                variant="quiet"
                size="sm"
              >
                <input type="hidden" name="network" value={network} />
              </DeskForm>
            )}
          </section>
        ))}
      </div>
    </Panel>
  )
}

function Batches() {
  const { t } = useTranslation('desk')
  const { batches } = useLoaderData<typeof loader>()
  const columns: readonly Column<Data['batches'][number]>[] = [
    {
      key: 'id',
      head: t('col_number'),
      isTitle: true,
      cell: ({ id }) => (
        <Link to={`/admin/payouts/${id}`} className="font-semibold text-selected-text">
          {t('payouts_batch', { number: id })}
        </Link>
      ),
    },
    { key: 'network', head: t('fact_network'), cell: ({ network }) => network || t('payouts_bank') },
    { key: 'method', head: t('payouts_method'), cell: ({ method }) => t(`payouts_method_${method}`) },
    { key: 'at', head: t('col_time'), cell: ({ createdAt }) => <UtcMoment at={createdAt} /> },
  ]
  return (
    <Panel title={t('payouts_batches')}>
      {batches.length === 0 ? (
        <Empty icon="orders">{t('payouts_no_batches')}</Empty>
      ) : (
        <DataTable caption={t('payouts_batches')} columns={columns} rows={batches} keyOf={({ id }) => String(id)} />
      )}
    </Panel>
  )
}

function Report() {
  const { t } = useTranslation('desk')
  const numbers = useNumbers()
  const moneyText = useMoneyText()
  const withColon = useColon()
  const { report } = useLoaderData<typeof loader>()
  const money = (name: 'ledger' | 'chain' | 'lost') => ({
    key: name,
    head: t(`payouts_${name}`),
    isNumber: true,
    cell: (line: Data['report']['lines'][number]) => numbers.decimal(line[name]),
  })
  const columns: readonly Column<Data['report']['lines'][number]>[] = [
    { key: 'asset', head: t('fact_asset'), isTitle: true, cell: ({ code, network }) => `${code} ${network}` },
    money('ledger'),
    money('chain'),
    money('lost'),
    {
      key: 'difference',
      head: t('payouts_difference'),
      isNumber: true,
      cell: ({ difference, isOff }) => <Badge tone={isOff ? 'bad' : 'good'}>{numbers.decimal(difference)}</Badge>,
    },
  ]
  return (
    <Panel title={t('payouts_report')}>
      {report.lines.length === 0 ? (
        <Empty icon="chart">{t('payouts_no_report')}</Empty>
      ) : (
        <DataTable
          caption={t('payouts_report')}
          columns={columns}
          rows={report.lines}
          keyOf={({ code, network }) => `${code} ${network}`}
        />
      )}
      {report.again.total > 0 && (
        <p className="px-4 py-2 text-sm text-muted">
          {t('payouts_again', {
            answered: numbers.count(report.again.answered),
            total: numbers.count(report.again.total),
          })}
        </p>
      )}
      {report.again.differing.map(({ withdrawalId, txId, was, is }) => (
        <div key={`${withdrawalId} ${txId}`} className="px-4 py-2">
          <Notice tone="bad">
            {t('payouts_differs', { number: withdrawalId, was: moneyText(was), is: moneyText(is) })}{' '}
            <span className="font-mono break-all">{txId}</span>
          </Notice>
        </div>
      ))}
      {report.fees.map(({ network, fee }) => (
        <p
          key={network}
          className="px-4 py-2 text-sm text-muted"
        >{`${withColon(`${t('payouts_fees')} ${network}`)}${moneyText(fee)}`}</p>
      ))}
    </Panel>
  )
}
