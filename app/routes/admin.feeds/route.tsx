// The health of the price sources at a glance, and each of them.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { CsvLink, DeskPage, Panel } from '../../admin/page'
import { FeedTable } from '../../shell/feed-table'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function DeskFeeds() {
  const { t } = useTranslation('desk')
  const numbers = useNumbers()
  const { title, done, feeds, counts } = useLoaderData<typeof loader>()
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
    </DeskPage>
  )
}
