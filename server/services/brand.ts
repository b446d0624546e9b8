// Under which name and mark the site appears: as the desk has set them, else as the site was set up. Read anew where it is said once;
// pages keep it for half a minute per isolate, as long as the catalogue.

import { readSettings } from '#db/platform/setting'

export interface Brand {
  readonly name: string
  /** A picture of this site; null for none. */
  readonly logo: string | null
}

type Asking = Pick<Env, 'DB' | 'SITE_NAME'>

const KEPT_MS = 30_000

/** Keyed by the database, so that two environments in one isolate never share. */
const kept = new WeakMap<D1Database, { readonly brand: Brand; readonly until: number }>()

export async function readBrand({ DB, SITE_NAME }: Asking): Promise<Brand> {
  const settings = await readSettings(DB, ['site_name', 'site_logo'])
  return { name: settings.get('site_name') || SITE_NAME, logo: settings.get('site_logo') || null }
}

export async function loadBrand(env: Asking): Promise<Brand> {
  const found = kept.get(env.DB)
  if (found && found.until > Date.now()) return found.brand
  const brand = await readBrand(env)
  kept.set(env.DB, { brand, until: Date.now() + KEPT_MS })
  return brand
}

export const siteName = async (env: Asking): Promise<string> => (await readBrand(env)).name
