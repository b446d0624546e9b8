// Pages of a long list, appended as they load. Pure.

export interface ListPage<Row> {
  readonly rows: readonly Row[]
  /** Cursor of the next page; null on the last page. */
  readonly next: string | null
}

export interface ListPages<Row> {
  readonly rows: readonly Row[]
  readonly next: string | null
  readonly state: 'ready' | 'loading' | 'failed'
}

export const startPages = <Row>(first: ListPage<Row>): ListPages<Row> => ({ ...first, state: 'ready' })

export type PageEvent<Row> =
  | { readonly kind: 'asked' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'arrived'; readonly for: string; readonly page: ListPage<Row> }

/** A row that moved to a later page during scrolling is received twice and kept once. */
export function addPage<Row>(
  pages: ListPages<Row>,
  event: PageEvent<Row>,
  keyOf: (row: Row) => string,
): ListPages<Row> {
  switch (event.kind) {
    case 'asked':
      return pages.next === null ? pages : { ...pages, state: 'loading' }
    case 'failed':
      return { ...pages, state: 'failed' }
    case 'arrived': {
      // Answer to a request made before the list was reset.
      if (event.for !== pages.next) return pages
      const known = new Set(pages.rows.map(keyOf))
      const fresh = event.page.rows.filter((row) => !known.has(keyOf(row)))
      return { rows: [...pages.rows, ...fresh], next: event.page.next, state: 'ready' }
    }
  }
}
