// People invited: when they came, what they traded, what it brought.

import { useLoaderData } from '@remix-run/react'
import { DataTable } from '../../components/data-table'
import { Empty } from '../../components/empty'
import { Moment } from '../../components/moment'
import { Pager } from '../../components/pager'
import { useNumbers } from '../../text/numbers'
import { valueText } from '../../text/usdt'
import { useWords } from '../../text/words'
import type { loader } from './data.server'

export function Team() {
  const say = useWords('promotion')
  const numbers = useNumbers()
  const { team } = useLoaderData<typeof loader>()
  return (
    <section className="panel overflow-hidden">
      <h2 className="flex items-baseline justify-between gap-3 p-4 font-bold">
        {say('team_title')}
        <span className="text-sm font-normal text-muted tabular-nums">{numbers.count(team.total)}</span>
      </h2>
      {team.rows.length === 0 ? (
        <Empty icon="person">{say('team_empty')}</Empty>
      ) : (
        <DataTable
          caption={say('team_title')}
          rows={team.rows}
          keyOf={({ name, joinedAt }) => `${joinedAt} ${name}`}
          columns={[
            { key: 'name', head: say('team_name'), isTitle: true, cell: ({ name }) => name },
            { key: 'joined', head: say('team_joined'), cell: ({ joinedAt }) => <Moment at={joinedAt} /> },
            {
              key: 'volume',
              head: say('team_volume'),
              isNumber: true,
              cell: ({ volume }) => numbers.usdt(valueText(volume)),
            },
            {
              key: 'rebate',
              head: say('team_rebate'),
              isNumber: true,
              cell: ({ rebate }) => numbers.usdt(valueText(rebate)),
            },
          ]}
        />
      )}
      <Pager page={team.page} total={team.total} />
    </section>
  )
}
