// Countries with calling codes for the picker. Fetched outside Remix, because a failed fetcher load would replace a
// half-filled form with the error page.

import type { Area } from './country-list'

/** Cached per document; changing the language loads a new document. */
let asked: Promise<readonly Area[]> | null = null

/** Rejects on failure; the next call retries. */
export function fetchAreas(): Promise<readonly Area[]> {
  asked ??= askAreas().catch((failure: unknown) => {
    asked = null
    throw failure
  })
  return asked
}

async function askAreas(): Promise<readonly Area[]> {
  const answer = await fetch('/areas')
  if (!answer.ok) throw new Error(`no countries: ${answer.status}`)
  // Response type of this endpoint: all countries.
  const { areas } = await answer.json<{ readonly areas: readonly Area[] }>()
  return areas
}
