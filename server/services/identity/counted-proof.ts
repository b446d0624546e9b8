// Rate limits for proofs (passwords, codes) that count only wrong ones. Each proof takes a try before its check, so
// that concurrent guesses cannot share one; a right proof returns it. Without tries left, but with other proofs of the
// same person in flight, a proof waits for their result. At most IN_FLIGHT_MAX proofs wait per isolate, which bounds
// the load on D1.

import { readTries, startTry } from '#db/platform/attempt'
import { type Outcome, done, refuse } from '#domain/outcome'
import { SECOND_MS } from '#domain/time'
import { type Limit, forgiveAttempts, judgeCounts, uncountAttempt } from './limit'

/** Upper bound (ms) of a proof's duration: an aborted proof blocks others no longer than this. */
const IN_FLIGHT_MS = 30 * SECOND_MS
/** How long a proof waits for others, and the backoff between two reads. */
const WAIT_MAX_MS = 10 * SECOND_MS
const PAUSE_MIN_MS = 150
const PAUSE_MAX_MS = SECOND_MS
/** More concurrent proofs than any page or client sends. */
const IN_FLIGHT_MAX = 20

interface Counted {
  /** Subject and kind of the tries: "step-up:10001". */
  readonly whose: string
  readonly limits: readonly Limit[]
}

/** Returns whether the proof is correct, or refuses to check it. Null if `isRight` could not check it, which costs no attempt. */
export async function countProof(
  env: Env,
  { whose, limits }: Counted,
  now: number,
  isRight: () => Promise<boolean | null>,
): Promise<Outcome<boolean | null, 'too_many_requests'>> {
  const id = crypto.randomUUID()
  if (!enterProof(whose, { id, until: Date.now() + WAIT_MAX_MS + IN_FLIGHT_MS }))
    return refuse('too_many_requests', SOON)
  try {
    const mark = await takeTry(env, { whose, limits, id }, now)
    return mark.ok ? done(await finish(env, { limits, mark: mark.value }, isRight)) : mark
  } finally {
    leaveProof(whose, id)
  }
}

interface ProofInFlight {
  readonly id: string
  /** Latest end of the proof, since an aborted request does not deregister. */
  readonly until: number
}

const proofsInFlight = new Map<string, readonly ProofInFlight[]>()

/** False if this isolate already handles too many proofs of the person. */
function enterProof(whose: string, proof: ProofInFlight): boolean {
  const now = Date.now()
  const known = (proofsInFlight.get(whose) ?? []).filter(({ until }) => until > now)
  if (known.length >= IN_FLIGHT_MAX) return false
  proofsInFlight.set(whose, [...known, proof])
  return true
}

function leaveProof(whose: string, id: string): void {
  const known = (proofsInFlight.get(whose) ?? []).filter((proof) => proof.id !== id)
  if (known.length > 0) proofsInFlight.set(whose, known)
  else proofsInFlight.delete(whose)
}

/** The proofs in flight are decided within this time. */
const SOON = { seconds: String(WAIT_MAX_MS / SECOND_MS) }

/** Reserves an attempt, at once or when concurrent ones are returned. Returns its key. */
async function takeTry(
  env: Env,
  { whose, limits, id }: Counted & { readonly id: string },
  now: number,
): Promise<Outcome<string, 'too_many_requests'>> {
  const aheadMs = now - Date.now()
  const clock = () => Date.now() + aheadMs
  const deadline = now + WAIT_MAX_MS
  const tries = { limits, prefix: `under-way:${whose}:` }
  const key = `${tries.prefix}${id}`
  for (;;) {
    const at = clock()
    const { counts, others } = await startTry(env.DB, { ...tries, key, expiresAt: at + IN_FLIGHT_MS }, at)
    const counted = await judgeCounts(env, { limits, counts }, at)
    if (counted.ok) return done(key)
    const isWorthAnother = others > 0 && (await waitForRoom(env, tries, { clock, deadline }))
    if (!isWorthAnother) return counted
  }
}

/** Read-only wait. False if no other proof is in flight and no try was returned, or after WAIT_MAX_MS. */
async function waitForRoom(
  env: Env,
  tries: { readonly limits: readonly Limit[]; readonly prefix: string },
  { clock, deadline }: { readonly clock: () => number; readonly deadline: number },
): Promise<boolean> {
  for (let pauseMs = PAUSE_MIN_MS; clock() < deadline; pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS)) {
    await pause(pauseMs)
    const { hasRoom, others } = await readTries(env.DB, tries, clock())
    if (hasRoom) return true
    if (others === 0) return false
  }
  return false
}

/** Checks the proof: a correct one clears the counters, a wrong one remains counted. */
async function finish(
  env: Env,
  { limits, mark }: { readonly limits: readonly Limit[]; readonly mark: string },
  isRight: () => Promise<boolean | null>,
): Promise<boolean | null> {
  const given = [mark]
  try {
    const right = await isRight()
    if (right) given.push(...limits.map(({ key }) => key))
    if (right === null) await uncountAttempt(env, limits)
    return right
  } finally {
    await forgiveAttempts(env, given)
  }
}

/** Random jitter, so that waiting proofs do not read simultaneously. */
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms * (0.5 + Math.random()))
  })
