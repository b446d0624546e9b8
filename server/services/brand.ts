// Site name and logo: from desk settings, otherwise from configuration. Single uses read them fresh; pages cache them
// for 30 s per isolate, like the catalogue.

import { readSettings } from '#db/platform/setting'
import { IsolateCache } from '#domain/isolate-cache'

export interface Brand {
  readonly name: string
  /** A picture of this site; null for none. */
  readonly logo: string | null
}

type Asking = Pick<Env, 'DB' | 'SITE_NAME'>

const brandCache = new IsolateCache<D1Database, Brand>(30_000)

export async function readBrand({ DB, SITE_NAME }: Asking): Promise<Brand> {
  const settings = await readSettings(DB, ['site_name', 'site_logo'])
  return { name: settings.get('site_name') || SITE_NAME, logo: settings.get('site_logo') || null }
}

export async function loadBrand(env: Asking): Promise<Brand> {
  const found = brandCache.get(env.DB, Date.now())
  if (found) return found
  const brand = await readBrand(env)
  brandCache.set(env.DB, brand, Date.now())
  return brand
}

export const siteName = async (env: Asking): Promise<string> => (await readBrand(env)).name
