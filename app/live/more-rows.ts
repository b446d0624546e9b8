// The next page of a list of bills or transfers, as the end of the list asks for it.

import type { ListPage } from '../components/list-pages'

/** Rejects when there is no such answer. */
export async function fetchMore<Row>(
  list: 'bills' | 'transfers',
  search: URLSearchParams,
  next: string,
): Promise<ListPage<Row>> {
  const asked = new URLSearchParams([...search, ['list', list], ['page', next]])
  const answer = await fetch(`/assets/more?${asked.toString()}`)
  if (!answer.ok) throw new Error(`no further page: ${answer.status}`)
  // Our own server answers this address with the rows of that list.
  return answer.json<ListPage<Row>>()
}
