// Country gates: whether a product may be opened from the user's country. Closing is never gated.

import { type GatedProduct, isOpenIn } from '#domain/gate'
import { IsolateCache } from '#domain/isolate-cache'
import { type Outcome, done, refuse } from '#domain/outcome'
import { type GateRow, loadGates } from '#db/platform/gate'

const gateCache = new IsolateCache<D1Database, readonly GateRow[]>(30_000)

/** `country` is an ISO 3166 code, or empty if unknown. A product without a gate row is closed. */
export async function checkGate(
  env: Pick<Env, 'DB'>,
  product: GatedProduct,
  country: string,
): Promise<Outcome<null, 'product_not_in_country'>> {
  return isOpenIn(await readGates(env), product, country) ? done(null) : refuse('product_not_in_country')
}

/** Gated products with their state in a country. */
export async function listProducts(
  env: Pick<Env, 'DB'>,
  country: string,
): Promise<readonly { readonly product: string; readonly isOpen: boolean }[]> {
  const rows = await readGates(env)
  const products = [...new Set(rows.map(({ product }) => product))].sort()
  return products.map((product) => ({ product, isOpen: isOpenIn(rows, product, country) }))
}

async function readGates(env: Pick<Env, 'DB'>): Promise<readonly GateRow[]> {
  const known = gateCache.get(env.DB, Date.now())
  const rows = known ?? (await loadGates(env.DB))
  if (!known) gateCache.set(env.DB, rows, Date.now())
  return rows
}
