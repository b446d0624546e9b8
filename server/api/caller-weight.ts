// Weight of requests without key or session, by network address, counted per Worker instance. The Account counts keyed requests and limits
// commands of sessions.

import { ADDRESS_WEIGHT_MAX, MinuteSum, secondsToNextMinute } from '#domain/request-weight'
import { type Outcome, done, refuse } from '#domain/outcome'
import { clientIp, isOwnMachine } from '#session/client-ip'
import { readSession } from '#session/session'

const ADDRESSES_KEPT = 20_000
const sums = new Map<string, MinuteSum>()

interface Weighed {
  readonly weight: number
  readonly now: number
}

/** The caller's sum with this request; null for a session. */
export const weighCaller = async (
  env: Env,
  request: Request,
  weighed: Weighed,
): Promise<Outcome<number | null, 'too_many_requests'>> =>
  (await readSession(request, env)) ? done(null) : weighAddress(env, request, weighed)

/**
 * The address's sum with this request, whatever session it shows: for doors that take none. A local machine outside
 * production is counted and never refused.
 */
export function weighAddress(
  env: Env,
  request: Request,
  { weight, now }: Weighed,
): Outcome<number, 'too_many_requests'> {
  const address = clientIp(request)
  const sum = sumOf(address)
  if (sum.at(now) + weight > ADDRESS_WEIGHT_MAX && !isOwnMachine(env, address))
    return refuse('too_many_requests', { seconds: String(secondsToNextMinute(now)) })
  return done(sum.add(weight, now))
}

function sumOf(address: string): MinuteSum {
  const sum = sums.get(address) ?? new MinuteSum()
  // The map is ordered by last use, so its first address is the one idle longest.
  sums.delete(address)
  sums.set(address, sum)
  const [quietest] = sums.keys()
  if (sums.size > ADDRESSES_KEPT && quietest !== undefined) sums.delete(quietest)
  return sum
}
