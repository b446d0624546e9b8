// Market list with search and watch stars. Search works as a plain form and filters as one types.

import { Form, Link, useFetcher, useLoaderData, useSearchParams } from '@remix-run/react'
import { useState } from 'react'
import type { WatchRow } from '#party/protocol/account'
import { Empty } from '../../components/empty'
import { Icon } from '../../components/icon'
import { LinkBadge } from '../../components/link-badge'
import { type ListedPair, QuoteTable } from '../../components/quote-table'
import { bySymbol } from '../../live/quotes-state'
import { useQuotes } from '../../live/use-rooms'
import { useWords } from '../../text/words'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function MarketList() {
  const say = useWords('market')
  const { pairs, quotes: drawn, watches, commandId } = useLoaderData<typeof loader>()
  const { quotes, live } = useQuotes(drawn)
  const [search] = useSearchParams()
  const [text, setText] = useState(search.get('search') ?? '')
  const isWatchedOnly = search.get('list') === 'watched'
  const shown = pairs.filter((pair) => matches(pair, text) && (!isWatchedOnly || isWatched(watches, pair)))
  return (
    <div className="px-3 pt-4 lg:px-5 lg:pt-6">
      <div className="mb-3 flex items-center justify-between">
        <h1 className="text-xl font-bold">{say('title')}</h1>
        <LinkBadge link={live.link} />
      </div>
      <Form method="get" role="search" className="relative mb-3 max-w-md">
        {isWatchedOnly && <input type="hidden" name="list" value="watched" />}
        <Icon name="search" className="pointer-events-none absolute top-3 left-3 size-5 text-muted" />
        <input
          type="search"
          name="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder={say('search')}
          aria-label={say('search')}
          autoComplete="off"
          className="field pl-10"
        />
      </Form>
      <ListTabs isWatchedOnly={isWatchedOnly} />
      <div className="panel overflow-hidden">
        {shown.length > 0 ? (
          <QuoteTable
            pairs={shown}
            quotes={bySymbol(quotes)}
            lead={(pair) => <WatchStar pair={pair} watches={watches} commandId={commandId} />}
          />
        ) : (
          <Empty icon={isWatchedOnly && text === '' ? 'star' : 'search'}>
            {isWatchedOnly && text === '' ? say('watch_empty') : say('no_match', { text })}
          </Empty>
        )}
      </div>
    </div>
  )
}

function ListTabs({ isWatchedOnly }: { isWatchedOnly: boolean }) {
  const say = useWords('market')
  const tab = (isSelected: boolean) =>
    `flex min-h-11 items-center border-b-2 px-3 text-sm font-medium ${isSelected ? 'border-selected text-selected-text' : 'border-transparent text-muted'}`
  return (
    <div className="mb-2 flex">
      <Link to="?" className={tab(!isWatchedOnly)} aria-current={isWatchedOnly ? undefined : 'true'}>
        {say('all_pairs')}
      </Link>
      <Link to="?list=watched" className={tab(isWatchedOnly)} aria-current={isWatchedOnly ? 'true' : undefined}>
        {say('watched_pairs')}
      </Link>
    </div>
  )
}

type Watches = readonly WatchRow[] | null

/** The list keeps assets, as the wire does: a star belongs to the base asset. */
const findWatch = (watches: Watches, pair: ListedPair) => watches?.find((row) => row.assetId === pair.base.id)
const isWatched = (watches: Watches, pair: ListedPair): boolean => findWatch(watches, pair) !== undefined

function WatchStar({ pair, watches, commandId }: { pair: ListedPair; watches: Watches; commandId: string }) {
  const say = useWords('market')
  const fetcher = useFetcher<typeof action>()
  const watched = findWatch(watches, pair)
  const isOn = fetcher.formData ? fetcher.formData.get('watchId') === '0' : watched !== undefined
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="commandId" value={commandId} />
      <input type="hidden" name="assetId" value={pair.base.id} />
      <input type="hidden" name="watchId" value={watched?.id ?? 0} />
      <button
        aria-label={say(isOn ? 'watch_remove' : 'watch_add', { asset: pair.base.code })}
        aria-pressed={isOn}
        className={`grid size-10 place-items-center ${isOn ? 'text-brand-text' : 'text-muted'}`}
      >
        <Icon name="star" className="size-4.5" isFilled={isOn} />
      </button>
    </fetcher.Form>
  )
}

function matches({ base, symbol }: ListedPair, text: string): boolean {
  const wanted = text.normalize('NFKC').trim().toLowerCase().replace('/', '-')
  return symbol.toLowerCase().includes(wanted) || base.name.toLowerCase().includes(wanted)
}
