// Sweep step that keeps house gallery works on sale: unsold works are offered again.

import { saleStatements } from '#db/platform/seed/gallery-statements'
import { isGalleryIdle } from '#db/platform/nft-studio'

export async function keepGallery(env: Pick<Env, 'DB'>, now: number): Promise<void> {
  if (!(await isGalleryIdle(env.DB, now))) return
  await env.DB.batch(saleStatements(now).map((statement) => env.DB.prepare(statement)))
}
