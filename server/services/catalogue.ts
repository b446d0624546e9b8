// What is listed, for handlers and loaders. Kept for half a minute per isolate: an operator's change shows within that time.

import type { Catalogue } from '#domain/catalogue'
import { loadCatalogue as readCatalogue } from '#db/platform/catalogue'

const KEPT_MS = 30_000

interface Kept {
  readonly catalogue: Catalogue
  readonly until: number
}

/** Keyed by the database, so that two environments in one isolate never share. */
const kept = new WeakMap<D1Database, Kept>()

/**
 * The catalogue, at most half a minute old. Only a finished read is kept: a promise of one request must not be
 * awaited by another, because it dies with its request.
 */
export async function loadCatalogue(env: Pick<Env, 'DB'>): Promise<Catalogue> {
  const found = kept.get(env.DB)
  if (found && found.until > Date.now()) return found.catalogue
  const catalogue = await readCatalogue(env.DB)
  // A directory that is not seeded yet must not be remembered as one that lists nothing.
  if (catalogue.pairs.length > 0) kept.set(env.DB, { catalogue, until: Date.now() + KEPT_MS })
  return catalogue
}
