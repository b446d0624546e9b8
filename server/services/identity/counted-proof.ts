// Proofs of which only wrong ones count. Each takes a try before it is looked at, so that guesses at once cannot share one; and a right one
// gives all of them back. So whoever finds no try left while others of the same person are under way waits for what those come to: right
// proofs are never refused because of each other.

import { startTry } from '#db/platform/attempt'
import { type Outcome, done } from '#domain/outcome'
import { SECOND_MS } from '#domain/time'
import { type Limit, forgiveAttempts, judgeCounts } from './limit'

/** Longer than any proof takes: one that was cut off holds up nobody after that. */
const UNDER_WAY_MS = 30 * SECOND_MS
/** How long somebody waits for others, and how long between two looks. */
const PATIENCE_MS = 10 * SECOND_MS
const PAUSE_MS = 150

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
  const prefix = `under-way:${whose}:`
  const mark = { limits, prefix, key: `${prefix}${crypto.randomUUID()}` }
  for (let waitedMs = 0; ; waitedMs += PAUSE_MS) {
    const at = now + waitedMs
    const { counts, others } = await startTry(env.DB, { ...mark, expiresAt: at + UNDER_WAY_MS }, at)
    const counted = await judgeCounts(env, { limits, counts }, at)
    if (counted.ok) return done(await finish(env, { limits, mark: mark.key }, isRight))
    if (others === 0 || waitedMs >= PATIENCE_MS) return counted
    await pause()
  }
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
const pause = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, PAUSE_MS * (0.5 + Math.random()))
  })
