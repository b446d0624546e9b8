// List section of the account page: table with export, filters and its own pager. A list without an empty text is
// hidden while empty.

import { Link, useSearchParams } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CsvLink, DeskTable, Panel } from '../../admin/page'
import type { Column } from '../../components/data-table'
import { PAGE_SIZE } from '../../lists/query'

interface AccountListProps<Row> {
  readonly title: string
  /** Name of the CSV export. */
  readonly csv?: string
  readonly filters?: ReactNode
  readonly none?: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** Absent when all rows fit one page. */
  readonly pages?: PagesProps
}

export function AccountList<Row>({ title, csv, filters, none, columns, rows, keyOf, pages }: AccountListProps<Row>) {
  const total = pages?.total ?? rows.length
  if (total === 0 && none === undefined) return null
  return (
    <Panel title={title} end={csv && <CsvLink what={csv} />}>
      {filters}
      {rows.length === 0 && none !== undefined ? (
        <p className="p-4 text-sm text-muted">{none}</p>
      ) : (
        <DeskTable caption={title} rows={rows} keyOf={keyOf} columns={columns} />
      )}
      {pages && <Pages {...pages} />}
    </Panel>
  )
}

interface PagesProps {
  readonly name: 'entries' | 'holds' | 'orders' | 'conditionals' | 'reviews'
  readonly page: number
  readonly total: number
}

/** Each list has its own page parameter in the URL. */
export function Pages({ name, page, total }: PagesProps) {
  const { t } = useTranslation('shell')
  const [search] = useSearchParams()
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE))
  if (pages === 1) return null
  const to = (target: number) => {
    const next = new URLSearchParams(search)
    next.set(name, String(target))
    next.delete('done')
    return `?${next.toString()}`
  }
  return (
    <nav aria-label={t('page_of', { page, pages })} className="flex items-center justify-center gap-3 p-3 text-sm">
      {page > 1 && (
        <Link to={to(page - 1)} preventScrollReset rel="prev" className="button button-quiet button-sm">
          {t('previous')}
        </Link>
      )}
      <span className="text-muted">{t('page_of', { page, pages })}</span>
      {page < pages && (
        <Link to={to(page + 1)} preventScrollReset rel="next" className="button button-quiet button-sm">
          {t('next')}
        </Link>
      )}
    </nav>
  )
}
