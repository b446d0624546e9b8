// Request time limits (spec §9): one minute for an answer, two for a part of the page.

export const REQUEST_LIMIT_MS = 60_000
export const CHUNK_LIMIT_MS = 120_000

/**
 * Limits every `fetch` of the page, including the router's, to one minute; afterwards it fails like a network error.
 */
export function limitRequests(scope: Pick<typeof globalThis, 'fetch'>): void {
  const ask = scope.fetch.bind(scope)
  scope.fetch = (input, init) => {
    const limit = new AbortController()
    const given = init?.signal ?? (input instanceof Request ? input.signal : null)
    const giveUp = () => limit.abort(given?.reason)
    if (given?.aborted) giveUp()
    else given?.addEventListener('abort', giveUp, { once: true })
    const late = () => limit.abort(new TypeError('Failed to fetch: no answer within a minute'))
    const timer = setTimeout(late, REQUEST_LIMIT_MS)
    return ask(input, { ...init, signal: limit.signal }).finally(() => clearTimeout(timer))
  }
}

/** Number of page parts currently loading, for the loading notice. */
let waiting = 0
const listeners = new Set<() => void>()

export const isWaitingForPart = (): boolean => waiting > 0

export function subscribeToWaiting(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Resolves with the loaded part; rejects on timeout. Counted in the loading notice meanwhile. */
export function awaitPart<Part>(load: Promise<Part>): Promise<Part> {
  count(1)
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('a part of the page did not come within two minutes')), CHUNK_LIMIT_MS)
  })
  return Promise.race([load, late]).finally(() => {
    clearTimeout(timer)
    count(-1)
  })
}

function count(change: 1 | -1): void {
  waiting += change
  for (const listener of listeners) listener()
}
