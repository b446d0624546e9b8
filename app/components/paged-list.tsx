// A list of many rows: the first page comes with the document, further ones through the loader of the same route.
// Without scripts further pages are links.

import { Link, useFetcher, useLocation } from '@remix-run/react'
import { type ReactNode, useCallback, useEffect, useMemo, useReducer, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { PAGE_SIZE } from '../lists/query'
import { type FurtherPage, askPage, readFurtherPage } from '../live/further-pages'
import { type ListPages, type PageEvent, addPage, joinRows, startPages } from '../live/list-pages'

export interface PagedListProps<Row, Data> {
  /** Rows of the URL's page, its number (from 1), and the row count of all pages. */
  readonly rows: readonly Row[]
  readonly page: number
  readonly total: number
  /** Rows per page. */
  readonly size?: number
  /** Search parameter of the page number. */
  readonly param?: string
  /** Rows of a further page in the answer of the route's loader. The route exports `clientLoader` of `further-pages`. */
  readonly rowsOf: (data: Data) => readonly Row[]
  readonly keyOf: (row: Row) => string
  /** Load the next page when the end comes near. By default it is loaded when its link is pressed. */
  readonly isEager?: boolean
  readonly children: (rows: readonly Row[]) => ReactNode
}

/** How far ahead of its end an eager list loads more. */
const AHEAD = '400px'

/** Further pages stay as loaded until a navigation, such as a sent form or another filter, or other first rows. */
export function PagedList<Row, Data>({ rows, page, size = PAGE_SIZE, children, ...list }: PagedListProps<Row, Data>) {
  const { total, param = 'page', rowsOf, keyOf, isEager = false } = list
  const addressOf = usePageAddress(param)
  const name = [total, ...rows.map(keyOf)].join(' ')
  const { key } = useLocation()
  // oxlint-disable-next-line react/exhaustive-deps -- name and key identify the list
  const of = useMemo(() => ({}), [name, key])
  const [latest, dispatch] = useReducer(
    (before: ListPages<Row>, event: PageEvent<Row>) => addPage(before, event),
    startPages<Row>(of, page),
  )
  const loaded = latest.of === of ? latest : startPages<Row>(of, page)
  const fetcher = useFetcher<FurtherPage<Data>>()
  const asked = useRef<{ readonly of: object; readonly page: number; readonly address: string } | null>(null)
  const isLoading = loaded.state === 'loading'
  const hasMore = loaded.page * size < total
  const next = loaded.page + 1
  const load = fetcher.load
  const more = useCallback(() => {
    asked.current = { of, page: next, address: addressOf(next) }
    dispatch({ kind: 'asked', of, page: next })
    askPage(load, addressOf(next))
  }, [of, next, addressOf, load])
  const isIdle = fetcher.state === 'idle'
  useEffect(() => {
    if (asked.current === null || !isIdle) return
    const { of: list, page: arrived, address } = asked.current
    const further = readFurtherPage<Data>(fetcher.data)
    if (further?.address !== address) {
      // A revalidation replaces an unfinished load, and its answer is no further page: the list asks again.
      if (list === of) askPage(load, address)
      return
    }
    asked.current = null
    if (further.data === null) dispatch({ kind: 'failed', of: list, page: arrived })
    else dispatch({ kind: 'arrived', of: list, page: arrived, rows: rowsOf(further.data) })
    // oxlint-disable-next-line react/exhaustive-deps -- one answer is added once
  }, [fetcher.data, isIdle])
  return (
    <>
      {children(joinRows(rows, loaded.rows, keyOf))}
      <ListEnd
        pages={{ first: page, last: loaded.page, total: Math.max(1, Math.ceil(total / size)) }}
        state={loaded.state}
        addressOf={addressOf}
        onMore={more}
        isWatched={isEager && hasMore && !isLoading && loaded.state === 'ready'}
      />
    </>
  )
}

/** URL of a page, without the result of an earlier action. */
function usePageAddress(param: string): (page: number) => string {
  const { pathname, search } = useLocation()
  return useCallback(
    (page) => {
      const next = new URLSearchParams(search)
      next.delete('done')
      next.set(param, String(page))
      return `${pathname}?${next.toString()}`
    },
    [pathname, search, param],
  )
}

interface ListEndProps {
  /** URL's page, last loaded page, and page count. */
  readonly pages: { readonly first: number; readonly last: number; readonly total: number }
  readonly state: ListPages<unknown>['state']
  readonly addressOf: (page: number) => string
  readonly onMore: () => void
  readonly isWatched: boolean
}

function ListEnd({ pages: { first, last, total }, state, addressOf, onMore, isWatched }: ListEndProps) {
  const { t } = useTranslation('ui')
  const { t: tShell } = useTranslation('shell')
  const end = useWhenNear(isWatched, onMore)
  const announcement = useRef<HTMLParagraphElement>(null)
  const isPressed = useRef(false)
  const [hasMore, isLoading, isFailed] = [last < total, state === 'loading', state === 'failed']
  useEffect(() => {
    // The focused link disappeared with the last page, so focus moves to the end marker.
    if (!hasMore && isPressed.current && document.activeElement === document.body) announcement.current?.focus()
  }, [hasMore])
  if (total === 1 && first === 1) return null
  return (
    <div ref={end} className="grid min-h-14 place-items-center gap-2 p-3 text-center text-sm text-muted">
      <p ref={announcement} role="status" tabIndex={-1} className={isLoading ? 'sr-only' : 'outline-none'}>
        {isLoading ? t('loading') : isFailed ? t('load_failed') : !hasMore && t('no_more')}
      </p>
      <nav
        aria-label={tShell('page_of', { page: last, pages: total })}
        className="flex flex-wrap items-center justify-center gap-3"
      >
        {first > 1 && (
          <Link
            to={addressOf(Math.min(first - 1, total))}
            preventScrollReset
            rel="prev"
            className="button button-quiet button-sm"
          >
            {tShell('previous')}
          </Link>
        )}
        {first > 1 && <span>{tShell('page_of', { page: last, pages: total })}</span>}
        {/* One element for all states, so that focus stays on it. */}
        {hasMore && (
          <a
            href={addressOf(last + 1)}
            rel="next"
            aria-disabled={isLoading || undefined}
            onClick={(event) => {
              // With such a key the browser opens the page in another tab or window.
              if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
              event.preventDefault()
              isPressed.current = true
              if (!isLoading) onMore()
            }}
            className="button button-quiet button-sm"
          >
            {isLoading && <span aria-hidden="true" className="spinner" />}
            {t(isFailed ? 'retry' : 'load_more')}
          </a>
        )}
      </nav>
    </div>
  )
}

/** Calls `onNear` when the element approaches the viewport. */
function useWhenNear(isWatched: boolean, onNear: () => void) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isWatched || !element.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onNear(), { rootMargin: AHEAD })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [isWatched, onNear])
  return element
}
