// List section of the account page: table with export, filters and its own page parameter. A list without an empty text
// is hidden while empty.

import type { useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { CsvLink, DeskTable, Panel } from '../../admin/page'
import type { Column } from '../../components/data-table'
import { PagedList, type PagedListProps } from '../../components/paged-list'
import type { loader } from './data.server'

/** Loader data of the account page. */
export type AccountFile = ReturnType<typeof useLoaderData<typeof loader>>

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
  readonly pages?: Pick<PagedListProps<Row, AccountFile>, 'page' | 'total' | 'rowsOf'> & { readonly name: string }
}

export function AccountList<Row>({ title, csv, filters, none, columns, rows, keyOf, pages }: AccountListProps<Row>) {
  const total = pages?.total ?? rows.length
  if (total === 0 && none === undefined) return null
  const show = (shown: readonly Row[]) => <DeskTable caption={title} rows={shown} keyOf={keyOf} columns={columns} />
  return (
    <Panel title={title} end={csv && <CsvLink what={csv} />}>
      {filters}
      {rows.length === 0 && none !== undefined ? (
        <p className="p-4 text-sm text-muted">{none}</p>
      ) : pages ? (
        <PagedList rows={rows} keyOf={keyOf} param={pages.name} {...pages}>
          {show}
        </PagedList>
      ) : (
        show(rows)
      )}
    </Panel>
  )
}
