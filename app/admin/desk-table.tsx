// A list of the desk: on a phone every card has the same two columns, so that labels line up from one row and one card to the next. Facts
// have the line for themselves.

import type { ComponentProps } from 'react'
import { DataTable } from '../components/data-table'

type TableProps<Row> = ComponentProps<typeof DataTable<Row>> & {
  /** A word or two: on a phone the title has the room that this leaves. */
  readonly isAsideBrief?: boolean
}

const BRIEF = 'max-lg:[&_.-order-2]:col-span-4 max-lg:[&_.-order-1]:col-span-2'

export function DeskTable<Row>({ columns, isAsideBrief = false, ...table }: TableProps<Row>) {
  return (
    <div className={`max-lg:[&_.card-part:has(dl)]:col-span-6 ${isAsideBrief ? BRIEF : ''}`}>
      <DataTable {...table} columns={columns.map((column) => ({ ...column, isWide: true }))} />
    </div>
  )
}
