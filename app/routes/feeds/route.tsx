// Feed health: where prices come from and how fresh they are.

import { useLoaderData, useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import type { FeedHealth } from '#party/protocol/quotes'
import { Empty } from '../../components/empty'
import { Moment } from '../../components/moment'
import { useNumbers } from '../../text/numbers'
import { type WordKey, useWords } from '../../text/words'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

const REFRESH_MS = 5_000

export default function Feeds() {
  useRefresh()
  const say = useWords('market')
  const { feeds } = useLoaderData<typeof loader>()
  return (
    <div className="px-3 py-6 lg:px-5">
      <h1 className="text-xl font-bold">{say('feeds_title')}</h1>
      <p className="mt-1 mb-4 max-w-2xl text-sm text-muted">{say('feeds_text')}</p>
      <div className="panel overflow-x-auto">
        {feeds.length === 0 ? (
          <Empty icon="market">{say('feeds_empty')}</Empty>
        ) : (
          <table className="w-full text-sm whitespace-nowrap">
            <thead className="text-xs text-muted">
              <tr>
                <th className="px-3 py-2 text-left font-normal">{say('pair')}</th>
                <th className="px-3 text-left font-normal">{say('feed_source')}</th>
                <th className="px-3 text-left font-normal">{say('feed_state')}</th>
                <th className="px-3 text-right font-normal">{say('last_price')}</th>
                <th className="px-3 text-right font-normal">{say('feed_updated')}</th>
                <th className="px-3 text-right font-normal">{say('feed_reconnects')}</th>
              </tr>
            </thead>
            <tbody>
              {feeds.map((feed) => (
                <FeedRow key={`${feed.symbol} ${feed.source}`} feed={feed} />
              ))}
            </tbody>
          </table>
        )}
      </div>
    </div>
  )
}

/** Health has no channel of its own; the page asks again while somebody looks. */
function useRefresh() {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) revalidate()
    }, REFRESH_MS)
    return () => clearInterval(timer)
  }, [revalidate])
}

function FeedRow({ feed }: { feed: FeedHealth }) {
  const say = useWords('market')
  const numbers = useNumbers()
  const state = stateOf(feed)
  return (
    <tr className="border-t border-line">
      <td className="px-3 py-2 font-medium">{feed.symbol.replace('-', '/')}</td>
      <td className="px-3">{feed.source === 'simulator' ? say('feed_simulator') : feed.source}</td>
      <td className="px-3">
        <span className={state === 'feed_ok' ? 'text-good-text' : 'text-bad-text'}>
          <span aria-hidden="true">{state === 'feed_ok' ? '●' : '▲'}</span> {say(state)}
        </span>
        {feed.error && <span className="block max-w-72 truncate text-xs text-muted">{feed.error}</span>}
      </td>
      <td className="px-3 text-right">{feed.lastPrice === null ? '—' : numbers.decimal(feed.lastPrice)}</td>
      <td className="px-3 text-right">{feed.lastAt === null ? '—' : <Moment at={feed.lastAt} />}</td>
      <td className="px-3 text-right">{numbers.count(feed.reconnects)}</td>
    </tr>
  )
}

function stateOf(feed: FeedHealth): WordKey<'market'> {
  if (!feed.isConnected) return 'feed_disconnected'
  if (feed.isStale) return 'feed_stale'
  return feed.isOutlier ? 'feed_outlier' : 'feed_ok'
}
