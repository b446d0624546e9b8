// A long list that goes on as one reaches its end, and says when there is no more. Without scripts its end is a link to the next page.

import { type ReactNode, useCallback, useEffect, useReducer, useRef } from 'react'
import { useWords } from '../text/words'
import { Button } from './button'
import { type ListPage, type ListPages, type PageEvent, addPage, startPages } from './list-pages'

interface InfiniteListProps<Row> {
  /** Drawn by the server. A new first page is a new list: give it a new `key`. */
  readonly first: ListPage<Row>
  /** Rejects when it could not be loaded. */
  readonly loadMore: (next: string) => Promise<ListPage<Row>>
  readonly keyOf: (row: Row) => string
  readonly children: (row: Row) => ReactNode
  /** Where the next page is for those without scripts. */
  readonly moreTo: (next: string) => string
  readonly className?: string
}

/** How far ahead of its end the list asks for more. */
const AHEAD = '400px'

export function InfiniteList<Row>({
  first,
  loadMore,
  keyOf,
  children,
  moreTo,
  className = '',
}: InfiniteListProps<Row>) {
  const say = useWords('ui')
  const [pages, tell] = useReducer(
    (known: ListPages<Row>, event: PageEvent<Row>) => addPage(known, event, keyOf),
    first,
    startPages<Row>,
  )
  const { rows, next, state } = pages
  const more = useCallback(() => {
    if (next === null) return
    tell({ kind: 'asked' })
    loadMore(next).then(
      (page) => tell({ kind: 'arrived', for: next, page }),
      () => tell({ kind: 'failed' }),
    )
  }, [loadMore, next])
  const end = useWhenNear(state === 'ready' && next !== null, more)
  return (
    <div className={className}>
      <ul aria-busy={state === 'loading'}>
        {rows.map((row) => (
          <li key={keyOf(row)}>{children(row)}</li>
        ))}
      </ul>
      <div ref={end} role="status" className="grid min-h-14 place-items-center p-3 text-center text-sm text-muted">
        {next === null ? (
          rows.length > 0 && say('no_more')
        ) : state === 'failed' ? (
          <Button size="sm" onClick={more}>
            {say('load_failed')} · {say('retry')}
          </Button>
        ) : state === 'loading' ? (
          <span className="flex items-center gap-2">
            <span aria-hidden="true" className="spinner" />
            {say('loading')}
          </span>
        ) : (
          <a
            href={moreTo(next)}
            onClick={(event) => {
              event.preventDefault()
              more()
            }}
            className="button button-quiet button-sm"
          >
            {say('load_more')}
          </a>
        )}
      </div>
    </div>
  )
}

/** Calls `act` when the element comes near the screen. */
function useWhenNear(isWatching: boolean, act: () => void) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isWatching || !element.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && act(), { rootMargin: AHEAD })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [isWatching, act])
  return element
}
