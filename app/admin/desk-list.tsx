// Paged desk list in a panel, with an empty state.

import type { ComponentProps } from 'react'
import { Empty } from '../components/empty'
import type { IconName } from '../components/icon'
import { PagedList } from '../components/paged-list'
import { DeskTable, Panel } from './page'

type DeskListProps<Row> = ComponentProps<typeof DeskTable<Row>> & {
  readonly title?: string
  readonly none: { readonly icon: IconName; readonly words: string }
  /** Absent when all rows fit one page. */
  readonly pages?: { readonly page: number; readonly total: number; readonly size?: number }
  /** Field of the loader data with the rows of the list. */
  readonly field?: string
}

export function DeskList<Row>({ title, none, pages, field = 'rows', ...table }: DeskListProps<Row>) {
  const show = (rows: readonly Row[]) =>
    rows.length === 0 ? <Empty icon={none.icon}>{none.words}</Empty> : <DeskTable {...table} rows={rows} />
  return (
    <Panel title={title}>
      {pages ? (
        <PagedList
          rows={table.rows}
          keyOf={table.keyOf}
          rowsOf={(data: Readonly<Record<string, readonly Row[]>>) => data[field] ?? []}
          {...pages}
        >
          {show}
        </PagedList>
      ) : (
        show(table.rows)
      )}
    </Panel>
  )
}
