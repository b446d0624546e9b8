// Health table of price sources with automatic refresh, for the public page and the desk.

import { useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { FeedHealth } from '#party/protocol/quotes'
import { Badge } from '../components/badge'
import { type Column, DataTable } from '../components/data-table'
import { Empty } from '../components/empty'
import { Moment } from '../components/moment'
import { useNumbers } from '../text/numbers'
import type { WordKey } from '../../locales/key'

const REFRESH_MS = 5_000

export function FeedTable({ caption, feeds }: { caption: string; feeds: readonly FeedHealth[] }) {
  useRefresh()
  const { t } = useTranslation('market')
  const columns = useColumns()
  if (feeds.length === 0) return <Empty icon="market">{t('feeds_empty')}</Empty>
  return (
    <DataTable caption={caption} columns={columns} rows={feeds} keyOf={({ symbol, source }) => `${symbol} ${source}`} />
  )
}

function useColumns(): readonly Column<FeedHealth>[] {
  const { t } = useTranslation('market')
  const numbers = useNumbers()
  return [
    {
      key: 'pair',
      head: t('pair'),
      isTitle: true,
      cell: ({ symbol }) => <span className="font-medium">{symbol.replace('-', '/')}</span>,
    },
    { key: 'source', head: t('feed_source'), cell: ({ source }) => <Source name={source} /> },
    { key: 'state', head: t('feed_state'), cell: (feed) => <State feed={feed} /> },
    {
      key: 'price',
      head: t('last_price'),
      isNumber: true,
      cell: ({ lastPrice }) => (lastPrice === null ? '—' : numbers.decimal(lastPrice)),
    },
    {
      key: 'updated',
      head: t('feed_updated'),
      isNumber: true,
      isAside: true,
      cell: ({ lastAt }) => (lastAt === null ? '—' : <Moment at={lastAt} />),
    },
    {
      key: 'reconnects',
      head: t('feed_reconnects'),
      isNumber: true,
      isIdle: ({ reconnects }) => reconnects === 0,
      cell: ({ reconnects }) => numbers.count(reconnects),
    },
  ]
}

/** Feed health has no channel, so visible pages poll. */
function useRefresh() {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) revalidate()
    }, REFRESH_MS)
    return () => clearInterval(timer)
  }, [revalidate])
}

/** Exchange names are not translated. */
function Source({ name }: { name: string }) {
  const { t } = useTranslation('market')
  if (name === 'simulator') return t('feed_simulator')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

function State({ feed }: { feed: FeedHealth }) {
  const { t } = useTranslation('market')
  const state = stateOf(feed)
  const isGood = state === 'feed_ok'
  return (
    <span>
      <Badge tone={isGood ? 'good' : 'bad'}>
        <span aria-hidden="true" className="mr-1">
          {isGood ? '●' : '▲'}
        </span>
        {t(state)}
      </Badge>
      {feed.error && <span className="block max-w-72 text-xs break-words text-muted">{feed.error}</span>}
    </span>
  )
}

function stateOf(feed: FeedHealth): WordKey<'market'> {
  if (!feed.isConnected) return 'feed_disconnected'
  if (feed.isStale) return 'feed_stale'
  if (feed.isOutlier) return 'feed_outlier'
  return feed.isHeld ? 'feed_held' : 'feed_ok'
}
