// Access to backup and restore: the holder of BACKUP_TOKEN, at a bounded rate.

import { TokenBucket } from '#domain/token-bucket'
import { type Admission, admitBearer } from '../operating/access'

/** Calls of one isolate: far above what one backup needs, far below what would burden the site. */
const calls = new TokenBucket({ atOnceMax: 500, perSecond: 100 }, 0)

export async function admitOperator(
  env: Env,
  shown: { readonly authorization: string | null; readonly ip: string },
  now: number,
): Promise<Admission> {
  const admission = await admitBearer(env, 'BACKUP_TOKEN', shown, now)
  return admission === 'admitted' && calls.take(1, now) > 0 ? 'too_many' : admission
}
