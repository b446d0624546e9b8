// Queue of password hashes. A hash blocks the thread that also publishes prices, so per isolate one runs and two wait; another is refused with
// the time to try again. An address or an account has at most two of the three places.

import { type Outcome, done, refuse } from '#domain/outcome'
import { SECOND_MS } from '#domain/time'
import { isOwnMachine } from '#session/client-ip'
import { costOf, hashPassword, isPasswordRight } from './password'

const PLACES = 3
const PLACES_PER_NAME = 2
/** Poll interval of a waiting hash. */
const LOOK_MS = 10
/** An aborted request cannot release its place, so a place without a poll for this long is free. */
const LEASE_MS = 5 * SECOND_MS
/** Pause after a hash of the usual cost: about as long as the hash. */
const REST_MS = 80
const USUAL_N = 2 ** 15

export type HashRefusal = 'hashing_busy'
/** A full queue is empty within a second. */
export const HASHING_BUSY = refuse('hashing_busy', { seconds: '1' })

/** Account of the password, and the client's address if known. */
export interface HashRequester {
  readonly account: string | number
  readonly ip?: string
}

/** True if the password matches the stored hash. Null means a missing account. */
export const checkPassword = (
  env: Env,
  requester: HashRequester,
  password: string,
  stored: string | null,
): Promise<Outcome<boolean, HashRefusal>> =>
  inTurn({ names: namesOf(env, requester), restMs: restOf(env) }, () => isPasswordRight(env, password, stored))

export const makeHash = (env: Env, requester: HashRequester, password: string): Promise<Outcome<string, HashRefusal>> =>
  inTurn({ names: namesOf(env, requester), restMs: restOf(env) }, () => hashPassword(env, password))

/** On a developer's machine all clients share one address, so addresses do not count there. */
const namesOf = (env: Env, { account, ip }: HashRequester): readonly string[] => [
  `account:${account}`,
  ...(ip === undefined || isOwnMachine(env, ip) ? [] : [`ip:${ip}`]),
]

const restOf = (env: Env): number => Math.floor((REST_MS * costOf(env).N) / USUAL_N)

interface QueuePlace {
  readonly names: readonly string[]
  /** Instant from which the place is free. */
  until: number
}

let places: readonly QueuePlace[] = []

/** Runs the work in its turn; refuses immediately if there is no place. */
export async function inTurn<Result>(
  { names, restMs }: { readonly names: readonly string[]; readonly restMs: number },
  work: () => Promise<Result>,
): Promise<Outcome<Result, HashRefusal>> {
  const place = takePlace(names)
  if (!place) return HASHING_BUSY
  try {
    await waitForTurn(place)
    return done(await work())
  } finally {
    // An instant and not a timer, because timers end with their request.
    place.until = Date.now() + restMs
  }
}

/** An end far beyond the lease was set before the clock went back, so that place is free too. */
const takenAt = (now: number): readonly QueuePlace[] =>
  places.filter(({ until }) => until > now && until <= now + 2 * LEASE_MS)

function takePlace(names: readonly string[]): QueuePlace | null {
  const now = Date.now()
  places = takenAt(now)
  const taken = (name: string) => places.filter((place) => place.names.includes(name)).length
  if (places.length >= PLACES || names.some((name) => taken(name) >= PLACES_PER_NAME)) return null
  const place = { names, until: now + LEASE_MS }
  places = [...places, place]
  return place
}

async function waitForTurn(place: QueuePlace): Promise<void> {
  for (;;) {
    const now = Date.now()
    place.until = now + LEASE_MS
    places = takenAt(now)
    // A place whose lease expired in a busy process continues.
    if (places[0] === place || !places.includes(place)) return
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_MS)
    })
  }
}
