// Desk page of price source health: summary and table.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { GuardedMarket } from '#services/market'
import { CsvLink, DeskPage, Panel } from '../../admin/page'
import { Badge } from '../../components/badge'
import { type Column, DataTable } from '../../components/data-table'
import { FeedTable } from '../../shell/feed-table'
import { useSite } from '../../site/site'
import { clockWords } from '../../text/dates'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function DeskFeeds() {
  const { t } = useTranslation('desk')
  const numbers = useNumbers()
  const { title, done, feeds, counts, markets } = useLoaderData<typeof loader>()
  const tiles = [
    [t('feeds_sources'), numbers.count(counts.sources), false],
    [
      t('feeds_connected'),
      `${numbers.count(counts.connected)} / ${numbers.count(counts.total)}`,
      counts.connected < counts.total,
    ],
    [t('feeds_stale'), numbers.count(counts.stale), counts.stale > 0],
    [t('feeds_outliers'), numbers.count(counts.outliers), counts.outliers > 0],
  ] as const
  return (
    <DeskPage title={title} text={t('feeds_text')} done={done} end={<CsvLink what="feeds" />}>
      <dl className="mb-4 grid grid-cols-2 gap-3 px-4 lg:grid-cols-4 lg:px-0">
        {tiles.map(([words, value, isBad]) => (
          <div key={words} className="panel p-4">
            <dt className="text-sm text-muted">{words}</dt>
            <dd className={`text-2xl font-bold tabular-nums ${isBad ? 'text-bad-text' : ''}`}>{value}</dd>
          </div>
        ))}
      </dl>
      <Panel>
        <FeedTable caption={title} feeds={feeds} />
      </Panel>
      <Panel title={t('guards_title')}>
        <p className="px-4 pb-3 text-sm text-muted">{t('guards_text')}</p>
        <MarketTable caption={t('guards_title')} markets={markets} />
      </Panel>
    </DeskPage>
  )
}

function MarketTable({ caption, markets }: { caption: string; markets: readonly GuardedMarket[] }) {
  const { t } = useTranslation('desk')
  const { t: tMarket } = useTranslation('market')
  const { offset } = useSite()
  const numbers = useNumbers()
  const columns: readonly Column<GuardedMarket>[] = [
    {
      key: 'pair',
      head: tMarket('pair'),
      isTitle: true,
      cell: ({ symbol }) => <span className="font-medium">{symbol.replace('-', '/')}</span>,
    },
    {
      key: 'state',
      head: t('guard_state'),
      cell: ({ pausedUntil }) =>
        pausedUntil === null ? (
          <Badge tone="good">{t('guard_open')}</Badge>
        ) : (
          <Badge tone="bad">{t('guard_paused', { time: clockWords(pausedUntil, offset) })}</Badge>
        ),
    },
    {
      key: 'inventory',
      head: t('guard_inventory'),
      isNumber: true,
      cell: ({ inventory }) => numbers.decimal(inventory),
    },
    {
      key: 'limit',
      head: t('guard_limit'),
      isNumber: true,
      cell: ({ inventoryMax }) => numbers.decimal(inventoryMax),
    },
    {
      key: 'used',
      head: t('guard_used'),
      isNumber: true,
      cell: ({ usedPercent }) => (
        <span className={usedPercent >= 80 ? 'text-bad-text' : ''}>{numbers.percent(String(usedPercent))}</span>
      ),
    },
  ]
  return <DataTable caption={caption} columns={columns} rows={markets} keyOf={({ symbol }) => symbol} />
}
