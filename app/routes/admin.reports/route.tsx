// Reserve and conservation per asset: what users own, what must be there for it, and that the sum of everything is zero.

import { useActionData, useLoaderData } from '@remix-run/react'
import { CsvLink, DeskForm, DeskPage, Facts, Panel } from '../../admin/page'
import { Badge } from '../../components/badge'
import { type Column, DataTable } from '../../components/data-table'
import { Moment } from '../../components/moment'
import { Notice } from '../../components/notice'
import { useNumbers } from '../../text/numbers'
import { useWords } from '../../text/words'
import type { action, loader } from './data.server'
import { Shares } from './shares'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

type Row = ReturnType<typeof useLoaderData<typeof loader>>['report']['assets'][number]

/** Until every account is counted, a sum says nothing yet. */
const isWhole = ({ counted, users }: { readonly counted: number; readonly users: number }) => counted >= users

export default function Reports() {
  const say = useWords('desk')
  const { title, done, report } = useLoaderData<typeof loader>()
  const columns = useColumns()
  return (
    <DeskPage title={title} text={say('reports_text')} done={done} end={<CsvLink what="reserves" />}>
      <Coverage />
      {!isWhole(report.coverage) && (
        <div className="mb-3 px-4 lg:px-0">
          <Notice tone="plain">{say('not_all_counted')}</Notice>
        </div>
      )}
      {report.problems.length > 0 && (
        <div className="mb-3 grid gap-2 px-4 lg:px-0">
          {report.problems.map((problem) => (
            <Notice key={problem} tone="bad">
              {problem}
            </Notice>
          ))}
        </div>
      )}
      <Panel title={say('conservation')}>
        <DataTable caption={title} columns={columns} rows={report.assets} keyOf={({ code }) => code} />
      </Panel>
      <Shares assets={report.assets} />
    </DeskPage>
  )
}

function Coverage() {
  const say = useWords('desk')
  const numbers = useNumbers()
  const { report, commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { users, counted, oldestAt } = report.coverage
  return (
    <Panel>
      <Facts
        rows={[
          [say('counted'), `${numbers.count(counted)} / ${numbers.count(users)}`],
          [say('oldest_count'), oldestAt === null ? '—' : <Moment key="oldest" at={oldestAt} />],
        ]}
      />
      <div className="px-4 pb-4">
        <DeskForm commandId={commandId} step="count" answer={answer} submit={say('count_now')} variant="quiet" />
      </div>
    </Panel>
  )
}

function useColumns(): readonly Column<Row>[] {
  const say = useWords('desk')
  const numbers = useNumbers()
  const { report } = useLoaderData<typeof loader>()
  const amount = (key: 'owed' | 'reserve' | 'demo' | 'corrections' | 'fees' | 'rebates' | 'markets' | 'rest') => ({
    key,
    head: say(`report_${key}`),
    isNumber: true,
    isWide: true,
    isIdle: (row: Row) => /^-?0(?:\.0+)?$/.test(row[key]),
    cell: (row: Row) => <span className="tabular-nums">{numbers.decimal(row[key])}</span>,
  })
  return [
    { key: 'asset', head: say('fact_asset'), isTitle: true, cell: ({ code }) => <b>{code}</b> },
    amount('owed'),
    amount('reserve'),
    amount('demo'),
    amount('corrections'),
    amount('fees'),
    amount('rebates'),
    amount('rest'),
    amount('markets'),
    {
      key: 'sum',
      head: say('report_difference'),
      isWide: true,
      cell: ({ isConserved, difference }) => (
        <Badge tone={isConserved ? 'good' : isWhole(report.coverage) ? 'bad' : 'plain'}>
          {isConserved ? say('conserved') : numbers.decimal(difference)}
        </Badge>
      ),
    },
  ]
}
