// Watchlist arrangement: move buttons as plain forms, and drag handles once their code loads.

import { useFetcher, useLoaderData, useSearchParams } from '@remix-run/react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WatchRow } from '#party/protocol/watchlist'
import { useAlive, useLoaded } from '../../components/use-alive'
import { ButtonLink } from '../../components/button'
import { CoinMark } from '../../components/coin'
import { Icon } from '../../components/icon'
import { toast } from '../../components/toast'
import { WatchStar } from '../../components/market/watch-star'
import { moved } from '../../live/pair-order'
import { type ArrangedRow, queryWith } from './view'
import type { action, loader } from './data.server'

const FORM = 'arrange'
const loadDragging = () => import('./dragging')

export function Arrange() {
  const { t } = useTranslation('market')
  const { commandId } = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const { rows, fetcher, put } = useArrangement()
  const [message, setMessage] = useState('')
  const dragging = useLoaded(loadDragging, useAlive())
  const press = (from: number, to: number) => {
    const row = rows[from]
    if (!row || !put(from, to)) return
    setMessage(t('drag_moved', { asset: row.pair.base.code, number: to + 1, count: rows.length }))
  }
  const draw = (row: ArrangedRow, handle: ReactNode) => <Row row={row} rows={rows} handle={handle} onPress={press} />
  return (
    <section aria-label={t('arrange_title')}>
      <div className="flex min-h-12 items-center justify-between gap-2 px-4 py-1">
        <h2 className="text-sm font-medium text-muted">{t('arrange_title')}</h2>
        <ButtonLink to={queryWith(query, { edit: null })} variant="plain" size="sm" replace>
          {t('arrange_done')}
        </ButtonLink>
      </div>
      <fetcher.Form id={FORM} method="post">
        <input type="hidden" name="commandId" value={commandId} />
        <input type="hidden" name="order" value={rows.map(({ watch }) => watch.id).join()} />
      </fetcher.Form>
      {dragging ? (
        <dragging.DraggedList rows={rows} onMove={put} draw={draw} />
      ) : (
        <ul>
          {rows.map((row) => (
            <li key={row.watch.id} className="border-t border-line">
              {draw(row, <span className="size-11" />)}
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {message}
      </p>
    </section>
  )
}

/** Optimistic row order; reverts to the server's order after a refusal. */
function useArrangement() {
  const { t } = useTranslation('market')
  const { watches, pairs, commandId } = useLoaderData<typeof loader>()
  const fetcher = useFetcher<typeof action>()
  const [order, setOrder] = useState<readonly number[] | null>(null)
  const isRefused = fetcher.state === 'idle' && !!(fetcher.data?.problem ?? fetcher.data?.isUnanswered)
  useEffect(() => {
    if (!isRefused) return
    setOrder(null)
    toast(t('arrange_failed'), { tone: 'bad' })
  }, [isRefused, t])
  const place = (watch: WatchRow): number => order?.indexOf(watch.id) ?? -1
  const rows = (watches ?? [])
    .flatMap((watch): ArrangedRow[] => {
      const pair = pairs.find(({ base }) => base.id === watch.assetId)
      return pair ? [{ watch, pair }] : []
    })
    .sort((a, b) => place(a.watch) - place(b.watch))
  const put = (from: number, to: number): boolean => {
    const next = moved(rows, from, to)
    if (next === rows) return false
    const ids = next.map(({ watch }) => watch.id)
    setOrder(ids)
    fetcher.submit({ commandId, turn: crypto.randomUUID(), order: ids.join() }, { method: 'post' })
    return true
  }
  return { rows, fetcher, put }
}

interface RowProps {
  readonly row: ArrangedRow
  readonly rows: readonly ArrangedRow[]
  readonly handle: ReactNode
  readonly onPress: (from: number, to: number) => void
}

function Row({ row: { watch, pair }, rows, handle, onPress }: RowProps) {
  const { watches, commandId } = useLoaderData<typeof loader>()
  const index = rows.findIndex((row) => row.watch.id === watch.id)
  return (
    <div className="flex min-h-14 items-center gap-1 pr-2 lg:pr-4" data-watch={pair.base.code}>
      {handle}
      <CoinMark asset={pair.base} className="size-8" />
      <span className="ml-2 min-w-0 flex-1">
        <span className="block text-sm font-semibold">{pair.base.code}</span>
        <span className="block truncate text-xs text-muted">{pair.base.name}</span>
      </span>
      <MoveButton way="up" {...{ watch, pair, isLast: index === 0 }} onPress={() => onPress(index, index - 1)} />
      <MoveButton
        way="down"
        {...{ watch, pair, isLast: index === rows.length - 1 }}
        onPress={() => onPress(index, index + 1)}
      />
      <WatchStar asset={pair.base} watches={watches ?? []} commandId={commandId} />
    </div>
  )
}

interface MoveButtonProps extends ArrangedRow {
  readonly way: 'up' | 'down'
  /** True at the end of the list: the button is disabled but keeps focus. */
  readonly isLast: boolean
  readonly onPress: () => void
}

function MoveButton({ way, watch, pair, isLast, onPress }: MoveButtonProps) {
  const { t } = useTranslation('market')
  return (
    <button
      form={FORM}
      name="move"
      value={`${watch.id}.${way}`}
      aria-label={t(way === 'up' ? 'move_up' : 'move_down', { asset: pair.base.code })}
      aria-disabled={isLast}
      onClick={(event) => {
        event.preventDefault()
        if (!isLast) onPress()
      }}
      className="grid size-11 place-items-center rounded-full text-muted transition hover:bg-raised hover:text-ink aria-disabled:opacity-30"
    >
      <Icon name={way} />
    </button>
  )
}
