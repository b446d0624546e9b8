// List that loads further pages while scrolling and shows an end marker. Without scripts the end is a link to the next
// page.

import { type ReactNode, useCallback, useEffect, useReducer, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { TurnedAwayError } from '../live/more-rows'
import { useTurnAway } from './use-turn-away'
import { type ListPage, type ListPages, type PageEvent, addPage, startPages } from '../live/list-pages'

interface InfiniteListProps<Row> {
  /** Server-rendered first page. A new first page is a new list and needs a new `key`. */
  readonly first: ListPage<Row>
  /** Rejects on a failed load; the list follows the redirect of a `TurnedAwayError`. */
  readonly loadMore: (next: string) => Promise<ListPage<Row>>
  readonly keyOf: (row: Row) => string
  readonly children: (row: Row) => ReactNode
  /** URL of the next page, for visitors without scripts. */
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
  const { t } = useTranslation('ui')
  const turnAway = useTurnAway()
  const [pages, dispatch] = useReducer(
    (known: ListPages<Row>, event: PageEvent<Row>) => addPage(known, event, keyOf),
    first,
    startPages<Row>,
  )
  const { rows, next, state } = pages
  const more = useCallback(() => {
    if (next === null) return
    dispatch({ kind: 'asked' })
    loadMore(next).then(
      (page) => dispatch({ kind: 'arrived', for: next, page }),
      (failure: unknown) => {
        dispatch({ kind: 'failed' })
        if (failure instanceof TurnedAwayError) turnAway(failure.turned)
      },
    )
  }, [loadMore, next, turnAway])
  const end = useWhenNear(state === 'ready' && next !== null, more)
  const announcement = useRef<HTMLParagraphElement>(null)
  const isPressed = useRef(false)
  useEffect(() => {
    // The focused link disappeared with the last page, so focus moves to the end marker.
    if (next === null && isPressed.current && document.activeElement === document.body) announcement.current?.focus()
  }, [next])
  return (
    <div className={className}>
      <ul aria-busy={state === 'loading'}>
        {rows.map((row) => (
          <li key={keyOf(row)}>{children(row)}</li>
        ))}
      </ul>
      <div ref={end} className="grid min-h-14 place-items-center gap-2 p-3 text-center text-sm text-muted">
        <p ref={announcement} role="status" tabIndex={-1} className={state === 'loading' ? 'sr-only' : 'outline-none'}>
          {state === 'loading'
            ? t('loading')
            : state === 'failed'
              ? t('load_failed')
              : next === null && rows.length > 0 && t('no_more')}
        </p>
        {/* Single element for both states, so that focus stays on it. */}
        {next !== null && (
          <a
            href={moreTo(next)}
            aria-disabled={state === 'loading' || undefined}
            onClick={(event) => {
              event.preventDefault()
              isPressed.current = true
              if (state !== 'loading') more()
            }}
            className="button button-quiet button-sm"
          >
            {state === 'loading' && <span aria-hidden="true" className="spinner" />}
            {t(state === 'failed' ? 'retry' : 'load_more')}
          </a>
        )}
      </div>
    </div>
  )
}

/** Calls `act` when the element approaches the viewport. */
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
