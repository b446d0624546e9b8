// The countries with their calling codes, for a picker that opens on a page. They are asked for beside Remix: a failed load of a
// fetcher would put the error page in place of a form that somebody is filling in.

import type { Area } from './country-list'

/** Once for each document: another language is another document. */
let asked: Promise<readonly Area[]> | null = null

/** Rejects when there is no such answer; the next call asks again. */
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
  // The address answers with all countries.
  const { areas } = await answer.json<{ readonly areas: readonly Area[] }>()
  return areas
}
