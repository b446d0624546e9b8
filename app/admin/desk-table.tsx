// A list of the desk: on a phone every card has the same two columns, so that labels line up from one row and one card to the next.

import type { ComponentProps } from 'react'
import { DataTable } from '../components/data-table'

type TableProps<Row> = ComponentProps<typeof DataTable<Row>>

export function DeskTable<Row>({ columns, ...table }: TableProps<Row>) {
  return <DataTable {...table} columns={columns.map((column) => ({ ...column, isWide: true }))} />
}
