// Proofs of which only wrong ones count. Each takes a try before it is looked at, so that guesses at once cannot share one; and a right one
// gives all of them back. So whoever finds no try left while others of the same person are under way waits for what those come to: right
// proofs are not refused because of each other, as long as no crowd of them comes.

import { readTries, startTry } from '#db/platform/attempt'
import { type Outcome, done, refuse } from '#domain/outcome'
import { SECOND_MS } from '#domain/time'
import { enterCrowd, leaveCrowd } from './crowd'
import { type Limit, forgiveAttempts, judgeCounts } from './limit'

/** Longer than any proof takes: one that was cut off holds up nobody after that. */
const UNDER_WAY_MS = 30 * SECOND_MS
/** How long somebody waits for others, and how long between two looks, which become rarer. */
const PATIENCE_MS = 10 * SECOND_MS
const PAUSE_MIN_MS = 150
const PAUSE_MAX_MS = SECOND_MS

interface Counted {
  /** Whose tries they are, and at what: "step-up:10001". */
  readonly whose: string
  readonly limits: readonly Limit[]
}

/** Says whether the proof is right, or refuses to look at it. */
export async function countProof(
  env: Env,
  { whose, limits }: Counted,
  now: number,
  isRight: () => Promise<boolean>,
): Promise<Outcome<boolean, 'too_many_requests'>> {
  const id = crypto.randomUUID()
  if (!enterCrowd(whose, { id, until: Date.now() + PATIENCE_MS + UNDER_WAY_MS }))
    return refuse('too_many_requests', SOON)
  try {
    const mark = await takeTry(env, { whose, limits, id }, now)
    return mark.ok ? done(await finish(env, { limits, mark: mark.value }, isRight)) : mark
  } finally {
    leaveCrowd(whose, id)
  }
}

/** What a crowd is told: it is gone as soon as the proofs in it are looked at. */
const SOON = { seconds: String(PATIENCE_MS / SECOND_MS) }

/** The mark of a try that is under way, at once or when others have given theirs back. */
async function takeTry(
  env: Env,
  { whose, limits, id }: Counted & { readonly id: string },
  now: number,
): Promise<Outcome<string, 'too_many_requests'>> {
  const aheadMs = now - Date.now()
  const clock = () => Date.now() + aheadMs
  const deadline = now + PATIENCE_MS
  const tries = { limits, prefix: `under-way:${whose}:` }
  const key = `${tries.prefix}${id}`
  for (;;) {
    const at = clock()
    const { counts, others } = await startTry(env.DB, { ...tries, key, expiresAt: at + UNDER_WAY_MS }, at)
    const counted = await judgeCounts(env, { limits, counts }, at)
    if (counted.ok) return done(key)
    const isWorthAnother = others > 0 && (await waitForRoom(env, tries, { clock, deadline }))
    if (!isWorthAnother) return counted
  }
}

/** Only reads. False when none is under way any more and no try was given back, or when patience ends. */
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

/** A wrong proof keeps its try. */
async function finish(
  env: Env,
  { limits, mark }: { readonly limits: readonly Limit[]; readonly mark: string },
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  const given = [mark]
  try {
    const right = await isRight()
    if (right) given.push(...limits.map(({ key }) => key))
    return right
  } finally {
    await forgiveAttempts(env, given)
  }
}

/** Not all of them at once. */
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms * (0.5 + Math.random()))
  })
