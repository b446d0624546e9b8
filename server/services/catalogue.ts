// Catalogue of listed assets and pairs, cached for 30 s per isolate: changes by operators become visible within that
// time.

import type { Catalogue } from '#domain/catalogue'
import { loadCatalogue as readCatalogue } from '#db/platform/catalogue'
import { IsolateCache } from '#domain/isolate-cache'

const catalogueCache = new IsolateCache<D1Database, Catalogue>(30_000)

/** The catalogue, at most half a minute old. */
export async function loadCatalogue(env: Pick<Env, 'DB'>): Promise<Catalogue> {
  const found = catalogueCache.get(env.DB, Date.now())
  if (found) return found
  const catalogue = await readCatalogue(env.DB)
  // Do not cache the empty catalogue of an unseeded directory.
  if (catalogue.pairs.length > 0) catalogueCache.set(env.DB, catalogue, Date.now())
  return catalogue
}
