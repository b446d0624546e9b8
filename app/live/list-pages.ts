// Further pages of a long list, appended as they load. Pure.

/** One page of a list. */
export interface ListPage<Row> {
  readonly rows: readonly Row[]
  /** Its number, from 1. */
  readonly page: number
  /** Rows of all pages. */
  readonly total: number
}

export interface ListPages<Row> {
  /** Identity of the list; changes with navigations and first rows. */
  readonly of: object
  /** Rows of the pages after the first. */
  readonly rows: readonly Row[]
  /** Number of the last page. */
  readonly page: number
  readonly state: 'ready' | 'loading' | 'failed'
}

export const startPages = <Row>(of: object, page: number): ListPages<Row> => ({ of, rows: [], page, state: 'ready' })

/** `page` is the number of the requested page. */
export type PageEvent<Row> = { readonly of: object; readonly page: number } & (
  | { readonly kind: 'asked' | 'failed' }
  | { readonly kind: 'arrived'; readonly rows: readonly Row[] }
)

export function addPage<Row>(before: ListPages<Row>, event: PageEvent<Row>): ListPages<Row> {
  const pages = before.of === event.of ? before : startPages<Row>(event.of, event.page - 1)
  switch (event.kind) {
    case 'asked':
      return { ...pages, state: 'loading' }
    case 'failed':
      return { ...pages, state: 'failed' }
    case 'arrived':
      if (event.page !== pages.page + 1) return pages
      return { ...pages, rows: [...pages.rows, ...event.rows], page: event.page, state: 'ready' }
  }
}

/** Rows of all pages. A row that moved to a later page during loading is received twice and shown once. */
export function joinRows<Row>(
  first: readonly Row[],
  later: readonly Row[],
  keyOf: (row: Row) => string,
): readonly Row[] {
  if (later.length === 0) return first
  const known = new Set(first.map(keyOf))
  return [...first, ...later.filter((row) => !known.has(keyOf(row)) && known.add(keyOf(row)))]
}
