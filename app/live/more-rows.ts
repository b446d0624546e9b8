// Loader of further list pages.

import type { ListPage } from './list-pages'
import { type TurnedAway, readTurnedAway } from '../visitor/turning-away'

/** The answer redirects the visitor (type 999 or 998). */
export class TurnedAwayError extends Error {
  constructor(readonly turned: TurnedAway) {
    super(turned.message)
  }
}

/** Rows of the list at `path`. Rejects on failure; throws `TurnedAwayError` for answers of type 999 or 998. */
export async function fetchRows<Row>(
  path: '/assets/more' | '/messages/more',
  search: URLSearchParams,
): Promise<ListPage<Row>> {
  const answer = await fetch(`${path}?${search.toString()}`)
  if (!answer.ok) throw await refusedBy(answer)
  // Response type of this endpoint.
  return answer.json<ListPage<Row>>()
}

async function refusedBy(answer: Response): Promise<Error> {
  // A proxy in front of our server answers without JSON.
  const turned = readTurnedAway(await answer.json<unknown>().catch(() => null))
  return turned ? new TurnedAwayError(turned) : new Error(`no further page: ${answer.status}`)
}

export const fetchMore = <Row>(
  list: 'bills' | 'transfers',
  search: URLSearchParams,
  next: string,
): Promise<ListPage<Row>> => fetchRows('/assets/more', new URLSearchParams([...search, ['list', list], ['page', next]]))
