// Paged desk list in a panel, with an empty state.

import type { ComponentProps } from 'react'
import { Empty } from '../components/empty'
import type { IconName } from '../components/icon'
import { Pager } from '../components/pager'
import { DeskTable, Panel } from './page'

type DeskListProps<Row> = ComponentProps<typeof DeskTable<Row>> & {
  readonly title?: string
  readonly none: { readonly icon: IconName; readonly words: string }
  /** Absent when all rows fit one page. */
  readonly pages?: { readonly page: number; readonly total: number }
}

export function DeskList<Row>({ title, none, pages, ...table }: DeskListProps<Row>) {
  return (
    <Panel title={title}>
      {table.rows.length === 0 ? <Empty icon={none.icon}>{none.words}</Empty> : <DeskTable {...table} />}
      {pages && <Pager {...pages} />}
    </Panel>
  )
}
