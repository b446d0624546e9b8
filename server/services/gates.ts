// Country gates: whether a product may be opened from the user's country. Closing is never gated.

import { isOpenIn } from '#domain/gate'
import { IsolateCache } from '#domain/isolate-cache'
import { type Outcome, done, refuse } from '#domain/outcome'
import { type GateRow, loadGates } from '#db/platform/gate'

const kept = new IsolateCache<D1Database, readonly GateRow[]>(30_000)

/** `country` is an ISO 3166 code, or empty if unknown. A product without a gate row is closed. */
export async function checkGate(
  env: Pick<Env, 'DB'>,
  product: string,
  country: string,
): Promise<Outcome<null, 'product_not_in_country'>> {
  const known = kept.get(env.DB, Date.now())
  const rows = known ?? (await loadGates(env.DB))
  if (!known) kept.set(env.DB, rows, Date.now())
  return isOpenIn(rows, product, country) ? done(null) : refuse('product_not_in_country')
}
