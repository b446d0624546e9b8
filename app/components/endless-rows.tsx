// Table that loads further pages while scrolling. Without scripts it shows page links.

import { useFetcher } from '@remix-run/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PAGE_SIZE } from '../lists/query'
import { ListFoot } from './list-foot'

interface Answer<Row> {
  readonly page: number
  readonly ended: { readonly rows: readonly Row[]; readonly total: number }
}

interface EndlessRowsProps<Row> extends Answer<Row> {
  /** URL of a page; its loader answers like this page's. */
  readonly pathOf: (page: number) => string
  readonly keyOf: (row: Row) => string
  readonly children: (rows: readonly Row[]) => ReactNode
}

/** How far ahead of its end it asks for more. */
const AHEAD = '400px'

/** Keeps loaded rows in state; pass a new `key` to reset them after the first page changes. */
export function EndlessRows<Row>({ page, ended, pathOf, keyOf, children }: EndlessRowsProps<Row>) {
  const { t } = useTranslation('ui')
  const fetcher = useFetcher<Answer<Row>>()
  const [more, setMore] = useState<{ readonly page: number; readonly rows: readonly Row[] }>({ page, rows: ended.rows })
  const fetched = fetcher.data
  useEffect(() => {
    if (!fetched) return
    setMore((before) => {
      if (fetched.page !== before.page + 1) return before
      const known = new Set(before.rows.map(keyOf))
      // A row that moved to a later page is received twice.
      return {
        page: fetched.page,
        rows: [...before.rows, ...fetched.ended.rows.filter((row) => !known.has(keyOf(row)))],
      }
    })
    // oxlint-disable-next-line react/exhaustive-deps -- one answer is added once
  }, [fetched])
  const hasMore = more.page * PAGE_SIZE < ended.total
  const isLoading = fetcher.state !== 'idle'
  const end = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const shown = end.current
    if (!shown || !hasMore || isLoading) return
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) fetcher.load(pathOf(more.page + 1))
      },
      { rootMargin: AHEAD },
    )
    watcher.observe(shown)
    return () => watcher.disconnect()
    // oxlint-disable-next-line react/exhaustive-deps -- asked anew when a page has come
  }, [hasMore, isLoading, more.page])
  return (
    <>
      {children(more.rows)}
      <p ref={end} role="status" className="min-h-6 px-4 text-center text-sm text-muted">
        {isLoading && t('loading')}
      </p>
      <div className="px-4 lg:px-0">
        <ListFoot page={page} total={ended.total} />
      </div>
    </>
  )
}
