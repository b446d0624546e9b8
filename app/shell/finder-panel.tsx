// Command palette: markets with live prices and all pages, by keyboard or touch; recently opened entries first. Code
// and index load on opening.

import { Content, Description, Overlay, Portal, Root, Title } from '@radix-ui/react-dialog'
import { useNavigate } from '@remix-run/react'
import { Command, CommandGroup, CommandInput, CommandItem, CommandList } from 'cmdk'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Quote } from '#party/protocol/quotes'
import { Change } from '../components/change'
import { CoinMark } from '../components/coin'
import { Failure } from '../components/failure'
import { Icon } from '../components/icon'
import { SkeletonRows } from '../components/skeleton'
import { allowWrittenStyles } from '../components/sheet-panel'
import { Ticking } from '../components/ticking'
import { isStaleLink } from '../live/channel'
import { noteUnanswered } from '../live/network'
import { bySymbol } from '../live/quotes-state'
import { useQuotes } from '../live/quotes-channel'
import type { ListedPair } from '../text/listed-pair'
import { useNumbers } from '../text/numbers'
import { type FinderIndex, type Found, type FoundPage, addRecent, findIn, pairPath, readRecent } from './finder-index'

interface FinderPanelProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Called after closing, when focus can move. */
  readonly onClosed: () => void
}

export function FinderPanel({ isOpen, onClose, onClosed }: FinderPanelProps) {
  const { t } = useTranslation('shell')
  return (
    <Root open={isOpen} onOpenChange={(isNowOpen) => !isNowOpen && onClose()}>
      <Portal>
        <Overlay className="sheet-scrim fixed inset-0 z-overlay bg-scrim" />
        <Content
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            onClosed()
          }}
          className="appear fixed inset-0 z-overlay mx-auto flex flex-col bg-surface outline-none lg:inset-x-0 lg:top-[10dvh] lg:bottom-auto lg:max-h-[76dvh] lg:max-w-xl lg:overflow-hidden lg:rounded-2xl lg:border lg:border-line lg:shadow-sheet"
        >
          <Title className="sr-only">{t('search')}</Title>
          <Description className="sr-only">{t('search_keys')}</Description>
          <FinderBody onClose={onClose} />
        </Content>
      </Portal>
    </Root>
  )
}

function FinderBody({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const { t: tUi } = useTranslation('ui')
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const { index, hasFailed, reload } = useFinderIndex()
  const found = index && findIn(index, text)
  const isNothing = found && found.pairs.length + found.pages.length === 0
  const choose = (path: string) => {
    addRecent(path)
    onClose()
    navigate(path)
  }
  return (
    <Command shouldFilter={false} loop label={t('search')} className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-14 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
        <Icon name="search" className="size-5 text-muted" />
        <CommandInput
          autoFocus
          value={text}
          onValueChange={setText}
          placeholder={t('search_hint')}
          className="h-full min-w-0 flex-1 bg-transparent outline-none placeholder:text-muted"
        />
        <button
          type="button"
          aria-label={tUi('close')}
          onClick={onClose}
          className="grid size-11 place-items-center rounded-lg text-muted transition hover:bg-raised hover:text-ink"
        >
          <Icon name="close" />
        </button>
      </div>
      <CommandList label={t('search')} className="min-h-0 overflow-y-auto overscroll-contain p-2">
        {index && found && <Finds index={index} found={found} isTyped={text.trim() !== ''} choose={choose} />}
      </CommandList>
      {/* Outside the list box, which may contain options only. */}
      <div role="status">
        {isNothing && <p className="px-4 py-10 text-center text-sm text-muted">{t('search_empty', { text })}</p>}
      </div>
      {!index && !hasFailed && <SkeletonRows rows={6} />}
      {hasFailed && <Failure onRetry={reload} />}
    </Command>
  )
}

interface FindsProps {
  readonly index: FinderIndex
  readonly found: Found
  readonly isTyped: boolean
  readonly choose: (path: string) => void
}

function Finds({ index, found: { pairs, pages }, isTyped, choose }: FindsProps) {
  const { t } = useTranslation('shell')
  const { quotes, live } = useQuotes(index.quotes)
  const known = bySymbol(quotes)
  const [recent] = useState(() => readRecent())
  const market = (pair: ListedPair, at: string) => (
    <FoundRow key={at + pair.symbol} value={at + pair.symbol} onSelect={() => choose(pairPath(pair))}>
      <MarketFace pair={pair} quote={known.get(pair.symbol)} isStale={isStaleLink(live.link)} />
    </FoundRow>
  )
  const page = (found: FoundPage, at: string) => (
    <FoundRow key={at + found.path} value={at + found.path} onSelect={() => choose(found.path)}>
      <span className="min-w-0 flex-1 truncate">{found.title}</span>
      <Icon name="right" className="size-4 text-muted" />
    </FoundRow>
  )
  const again = recent.flatMap((path) => {
    const pair = index.pairs.find((listed) => pairPath(listed) === path)
    const found = index.pages.find((listed) => listed.path === path)
    return pair ? [market(pair, 'again:')] : found ? [page(found, 'again:')] : []
  })
  return (
    <>
      {!isTyped && again.length > 0 && <Group title={t('search_recent')}>{again}</Group>}
      {pairs.length > 0 && <Group title={t('search_markets')}>{pairs.map((pair) => market(pair, ''))}</Group>}
      {pages.length > 0 && <Group title={t('search_pages')}>{pages.map((found) => page(found, ''))}</Group>}
    </>
  )
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <CommandGroup
    heading={title}
    className="pb-1 **:[[cmdk-group-heading]]:px-3 **:[[cmdk-group-heading]]:py-2 **:[[cmdk-group-heading]]:text-xs **:[[cmdk-group-heading]]:text-muted"
  >
    {children}
  </CommandGroup>
)

const FoundRow = (row: { value: string; onSelect: () => void; children: ReactNode }) => (
  <CommandItem
    {...row}
    className="flex min-h-12 cursor-pointer items-center gap-3 rounded-lg px-3 text-sm font-medium data-[selected=true]:bg-raised"
  />
)

interface MarketFaceProps {
  readonly pair: ListedPair
  readonly quote: Quote | undefined
  /** True when no price is live. */
  readonly isStale: boolean
}

function MarketFace({ pair, quote, isStale }: MarketFaceProps) {
  const numbers = useNumbers()
  return (
    <>
      <CoinMark asset={pair.base} className="size-7" />
      <span className="min-w-0 flex-1 truncate">
        {pair.base.code}
        <span className="text-muted">/{pair.quoteCode}</span>
        <span className="ml-2 text-xs font-normal text-muted">{pair.base.name}</span>
      </span>
      {quote && (
        <span className="text-right" data-stale={quote.isStale || isStale}>
          <Ticking value={quote.price} words={numbers.decimal(quote.price)} className="text-stale block" />
          <Change percent={quote.change} className="text-xs font-normal" />
        </span>
      )}
    </>
  )
}

/** Search index, loaded once per opening. */
function useFinderIndex() {
  const [index, setIndex] = useState<FinderIndex | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const asking = new AbortController()
    fetchIndex(asking.signal).then(setIndex, () => {
      if (asking.signal.aborted) return
      noteUnanswered()
      setHasFailed(true)
    })
    return () => asking.abort()
  }, [tries])
  const reload = () => {
    setHasFailed(false)
    setTries(tries + 1)
  }
  return { index, hasFailed, reload }
}

async function fetchIndex(signal: AbortSignal): Promise<FinderIndex> {
  const response = await fetch('/finder', { signal })
  if (!response.ok) throw new Error(`the index answered ${response.status}`)
  // Same-origin answer, from this release or a compatible one.
  return response.json<FinderIndex>()
}

allowWrittenStyles()
