// The next page of a list, as the end of the list asks for it.

import type { ListPage } from './list-pages'

/** Rows that our own server answers at `path`. Rejects when there is no such answer. */
export async function fetchRows<Row>(
  path: '/assets/more' | '/messages/more',
  search: URLSearchParams,
): Promise<ListPage<Row>> {
  const answer = await fetch(`${path}?${search.toString()}`)
  if (!answer.ok) throw new Error(`no further page: ${answer.status}`)
  // The address answers with the rows of its list.
  return answer.json<ListPage<Row>>()
}

export const fetchMore = <Row>(
  list: 'bills' | 'transfers',
  search: URLSearchParams,
  next: string,
): Promise<ListPage<Row>> => fetchRows('/assets/more', new URLSearchParams([...search, ['list', list], ['page', next]]))
