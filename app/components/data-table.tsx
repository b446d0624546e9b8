// A table at desk width, cards on a phone: one list in one markup, whose cells become labelled lines.

import type { ReactNode } from 'react'

export interface Column<Row> {
  readonly key: string
  readonly head: ReactNode
  readonly cell: (row: Row) => ReactNode
  readonly isNumber?: boolean
  /** Card title on a phone, without label. */
  readonly isTitle?: boolean
  /** Long text: takes half a line of the card on a phone, where other cells take a third. */
  readonly isWide?: boolean
  /** Beside the card title on a phone, without label. */
  readonly isAside?: boolean
  /** A narrow table leaves it out; cards show it. */
  readonly isRoomy?: boolean
  /** Only a very narrow table leaves it out. */
  readonly isSpare?: boolean
  /** On a phone, another part of the card shows this column's text. */
  readonly isDesktopOnly?: boolean
  /**
   * True when the column has no content for this row: a phone omits the cell; desktop omits the column if all rows are
   * idle.
   */
  readonly isIdle?: (row: Row) => boolean
}

interface DataTableProps<Row> {
  /** Heard, not seen. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** Row actions; at a desk they stay at the right edge of a table that scrolls sideways. */
  readonly end?: (row: Row) => ReactNode
}

export function DataTable<Row>({ caption, columns: all, rows, keyOf, end }: DataTableProps<Row>) {
  const columns = all.filter(({ isIdle }) => !isIdle || rows.some((row) => !isIdle(row)))
  const titleSpan = columns.some(({ isAside }) => isAside) ? 'col-span-3' : 'col-span-6'
  return (
    <div
      className={`overflow-x-auto ${columns.some(({ isRoomy, isSpare }) => isRoomy || isSpare) ? '@container' : ''}`}
    >
      {/* Some browsers drop a table's roles when it is displayed as blocks, so they are set explicitly. */}
      <table role="table" className="block w-full text-sm lg:table lg:text-xs">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="hidden text-muted lg:table-header-group">
          <tr role="row">
            {columns.map((column) => (
              <Head key={column.key} column={column} />
            ))}
            {end && <td />}
          </tr>
        </thead>
        <tbody role="rowgroup" className="block divide-y divide-line border-line lg:table-row-group lg:border-t">
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              role="row"
              data-row={keyOf(row)}
              className="grid grid-cols-6 gap-x-3 gap-y-1.5 px-4 py-2.5 transition lg:table-row lg:p-0 lg:hover:bg-raised"
            >
              {columns.map((column) => (
                <Cell key={column.key} column={column} row={row} titleSpan={titleSpan} />
              ))}
              {end && (
                <td
                  role="cell"
                  className="col-span-6 pt-1 transition lg:sticky lg:right-0 lg:table-cell lg:bg-surface lg:px-1.5 lg:py-1.5 lg:pr-4 lg:text-right lg:[tr:hover>&]:bg-raised"
                >
                  {end(row)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

// A right-aligned number ends where the text of the next column begins, so that text gets padding (`number` is only a
// marker class).
const DESKTOP_NUMBER = 'number lg:text-right'
const DESKTOP_TEXT = 'lg:text-left lg:[.number+&]:pl-5'

const roomOf = ({ isRoomy, isSpare }: Pick<Column<never>, 'isRoomy' | 'isSpare'>): string =>
  isRoomy ? 'lg:@max-4xl:hidden' : isSpare ? 'lg:@max-2xl:hidden' : ''

function Head<Row>({ column: { head, isNumber, ...room } }: { column: Column<Row> }) {
  return (
    <th
      role="columnheader"
      scope="col"
      className={`desktop-cell font-normal ${isNumber ? DESKTOP_NUMBER : DESKTOP_TEXT} ${roomOf(room)}`}
    >
      {head}
    </th>
  )
}

interface CellProps<Row> {
  readonly column: Column<Row>
  readonly row: Row
  /** Columns of six in a card: a title alone takes the full line. */
  readonly titleSpan: string
}

/** Label and value, aligned with neighbouring cards; CSS arranges four parts as two by two. */
const CARD_PART = 'card-part'

function Cell<Row>({ column, row, titleSpan }: CellProps<Row>) {
  const { head, cell, isNumber, isIdle, isTitle, isWide, isAside, isDesktopOnly } = column
  const place = isTitle
    ? `${titleSpan} -order-2 font-semibold lg:font-normal`
    : isAside
      ? 'col-span-3 -order-1 text-right text-xs leading-5! text-muted lg:text-ink'
      : `${isWide ? 'col-span-3' : 'col-span-2'} [&_time]:max-lg:whitespace-normal ${isDesktopOnly || isIdle?.(row) ? '' : CARD_PART}`
  return (
    <td
      role="cell"
      className={`desktop-cell ${isNumber ? DESKTOP_NUMBER : DESKTOP_TEXT} ${isDesktopOnly || isIdle?.(row) ? 'max-lg:hidden' : ''} ${roomOf(column)} min-w-0 ${place}`}
    >
      {!isTitle && !isAside && <span className="block self-end text-xs text-muted lg:hidden">{head}</span>}
      <div className="min-w-0 wrap-anywhere">{cell(row)}</div>
    </td>
  )
}
