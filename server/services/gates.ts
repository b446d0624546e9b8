// Whether a product may be opened from where its user is. Only opening asks.

import { isOpenIn } from '#domain/gate'
import { IsolateCache } from '#domain/isolate-cache'
import { type Outcome, done, refuse } from '#domain/outcome'
import { type GateRow, loadGates } from '#db/platform/gate'

const kept = new IsolateCache<D1Database, readonly GateRow[]>(30_000)

/** `country` is ISO 3166, or empty where nobody said. A product without any row is closed. */
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
