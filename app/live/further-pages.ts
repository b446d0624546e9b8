// Loading of further list pages through the loader of their route. A failed load is an answer and not the error page.

import { type ClientLoaderFunctionArgs, isRouteErrorResponse } from '@remix-run/react'

export interface FurtherPage<Data> {
  readonly address: string
  /** Null after a failed load. */
  readonly data: Data | null
}

class Further<Data> implements FurtherPage<Data> {
  constructor(
    readonly address: string,
    readonly data: Data | null,
  ) {}
}

/** Addresses requested as further pages; a navigation to the same address is no such request. */
const asked = new Set<string>()

export function askPage(load: (address: string) => void, address: string): void {
  asked.add(address)
  load(address)
}

/** The further page in a fetcher's data; null for other answers, such as those of a revalidation. */
export const readFurtherPage = <Data>(answer: unknown): FurtherPage<Data> | null =>
  answer instanceof Further ? (answer as Further<Data>) : null

/** `clientLoader` of a route with a `PagedList`. */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<unknown> {
  const { pathname, search } = new URL(request.url)
  const address = pathname + search
  if (!asked.delete(address)) return serverLoader()
  try {
    return new Further(address, await serverLoader())
  } catch (failure) {
    // Refusals that lead away: an ended session, a missing identity check.
    if (failure instanceof Response || (isRouteErrorResponse(failure) && failure.status < 500)) throw failure
    return new Further(address, null)
  }
}
