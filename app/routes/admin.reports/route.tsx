// Reserve and conservation report per asset: user balances, required reserve, and the check that all entries sum to
// zero.

import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { trimZeros } from '#domain/money/amount'
import { CsvLink, DeskForm, DeskPage, DeskTable, Facts, Panel } from '../../admin/page'
import { Badge } from '../../components/badge'
import type { Column } from '../../components/data-table'
import { Moment } from '../../components/moment'
import { Notice } from '../../components/notice'
import { useNumbers } from '../../text/numbers'
import type { action, loader } from './data.server'
import { Shares } from './shares'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

type Row = ReturnType<typeof useLoaderData<typeof loader>>['report']['assets'][number]

const MARKET_TONES = { zero: 'good', off: 'bad', newer: 'plain', uncounted: 'plain' } as const

const MARKET_WORDS = { zero: 'conserved', newer: 'markets_newer', uncounted: 'markets_uncounted' } as const

export default function Reports() {
  const { t } = useTranslation('desk')
  const { title, done, report } = useLoaderData<typeof loader>()
  const columns = useColumns()
  return (
    <DeskPage
      title={title}
      text={<span className="running-text">{t('reports_text')}</span>}
      done={done}
      end={<CsvLink what="reserves" />}
    >
      <Coverage />
      <Faults />
      <Panel title={t('conservation')}>
        <DeskTable caption={title} columns={columns} rows={report.assets} keyOf={({ code }) => code} />
      </Panel>
      <Shares assets={report.assets} />
    </DeskPage>
  )
}

/** Faults found so far, shown even while the count is incomplete. */
function Faults() {
  const { t } = useTranslation('desk')
  const numbers = useNumbers()
  const { report } = useLoaderData<typeof loader>()
  const faults = [
    ...report.assets
      .filter(({ isConserved }) => !isConserved)
      .map(({ code, difference }) =>
        t('accounts_differ', { asset: code, amount: numbers.decimal(trimZeros(difference)) }),
      ),
    ...report.gaps.map(({ symbol, amount, asset }) =>
      t('market_differs', { market: symbol, amount: `${numbers.decimal(amount)} ${asset}` }),
    ),
    ...(report.unsound > 0 ? [t('accounts_unsound', { replace: { count: numbers.count(report.unsound) } })] : []),
    ...report.problems,
  ]
  if (faults.length === 0) return null
  return (
    <div className="mb-3 grid gap-2 px-4 lg:px-0">
      {faults.map((fault) => (
        <Notice key={fault} tone="bad">
          {fault}
        </Notice>
      ))}
    </div>
  )
}

function Coverage() {
  const { t } = useTranslation('desk')
  const numbers = useNumbers()
  const { report, commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { users, counted, oldestAt } = report.coverage
  const uncounted = Math.max(0, users - counted)
  return (
    <Panel>
      <Facts
        rows={[
          [t('counted'), `${numbers.count(counted)} / ${numbers.count(users)}`],
          [t('oldest_count'), oldestAt === null ? '—' : <Moment key="oldest" at={oldestAt} />],
        ]}
      />
      <div className="grid gap-3 px-4 pb-4">
        {uncounted > 0 && (
          <Notice tone="plain">
            <p className="running-text">{t('not_all_counted', { replace: { count: numbers.count(uncounted) } })}</p>
          </Notice>
        )}
        <DeskForm commandId={commandId} step="count" answer={answer} submit={t('count_now')} variant="quiet" />
      </div>
    </Panel>
  )
}

/** The check column comes first: operators look there, and the table may be wider than the window. */
function useColumns(): readonly Column<Row>[] {
  const { t } = useTranslation('desk')
  const numbers = useNumbers()
  const { counted } = useLoaderData<typeof loader>().report.coverage
  const amount = (key: 'owed' | 'reserve' | 'demo' | 'corrections' | 'fees' | 'rebates' | 'rest') => ({
    key,
    head: t(`report_${key}`),
    isNumber: true,
    isIdle: (row: Row) => /^-?0(?:\.0+)?$/.test(row[key]),
    cell: (row: Row) => <span className="tabular-nums">{numbers.decimal(trimZeros(row[key]))}</span>,
  })
  return [
    { key: 'asset', head: t('fact_asset'), isTitle: true, cell: ({ code }) => <b>{code}</b> },
    {
      key: 'sum',
      head: t('report_difference'),
      cell: ({ isConserved, difference }) => {
        // Nothing counted yet, which differs from "no fault found".
        if (counted === 0) return '—'
        return (
          <Badge tone={isConserved ? 'good' : 'bad'}>
            {isConserved ? t('conserved') : numbers.decimal(trimZeros(difference))}
          </Badge>
        )
      },
    },
    {
      key: 'markets',
      head: t('report_markets'),
      cell: ({ markets, marketsVerdict }) => (
        <Badge tone={MARKET_TONES[marketsVerdict]}>
          {marketsVerdict === 'off' ? numbers.decimal(trimZeros(markets)) : t(MARKET_WORDS[marketsVerdict])}
        </Badge>
      ),
    },
    amount('owed'),
    amount('reserve'),
    amount('demo'),
    amount('corrections'),
    amount('fees'),
    amount('rebates'),
    amount('rest'),
  ]
}
