// Invited users: registration date, trading volume, commission earned.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../components/badge'
import { DataTable } from '../../components/data-table'
import { Empty } from '../../components/empty'
import { PagedList } from '../../components/paged-list'
import { useSite } from '../../site/site'
import { dateWords } from '../../text/dates'
import { useNumbers } from '../../text/numbers'
import { valueText } from '../../text/money'
import type { loader } from './data.server'

type Data = ReturnType<typeof useLoaderData<typeof loader>>

const keyOf = ({ name, joinedAt }: Data['team']['rows'][number]): string => `${joinedAt} ${name}`

export function Team() {
  const { t } = useTranslation('promotion')
  const numbers = useNumbers()
  const site = useSite()
  const { team } = useLoaderData<typeof loader>()
  return (
    <section className="panel overflow-hidden">
      <h2 className="flex items-center gap-2 p-4 font-bold">
        {t('team_title')}
        <Badge>{numbers.count(team.total)}</Badge>
      </h2>
      {team.rows.length === 0 ? (
        <Empty icon="person">{t('team_empty')}</Empty>
      ) : (
        <PagedList {...team} rowsOf={(data: Data) => data.team.rows} keyOf={keyOf}>
          {(rows) => (
            <DataTable
              caption={t('team_title')}
              rows={rows}
              keyOf={keyOf}
              columns={[
                { key: 'name', head: t('team_name'), isTitle: true, cell: ({ name }) => name },
                {
                  key: 'joined',
                  head: t('team_joined'),
                  cell: ({ joinedAt }) => (
                    <time dateTime={new Date(joinedAt).toISOString()}>{dateWords(joinedAt, site)}</time>
                  ),
                },
                {
                  key: 'volume',
                  head: t('team_volume'),
                  isNumber: true,
                  cell: ({ volume }) => numbers.usdt(valueText(volume)),
                },
                {
                  key: 'rebate',
                  head: t('team_rebate'),
                  isNumber: true,
                  cell: ({ rebate }) => numbers.usdt(valueText(rebate)),
                },
              ]}
            />
          )}
        </PagedList>
      )}
    </section>
  )
}
