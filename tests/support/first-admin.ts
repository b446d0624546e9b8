// The link of the desk's first admin in a served app, as `npm run admin:first` makes it. It is good once.

import { createHash, randomBytes } from 'node:crypto'
import { firstAdminStatements } from '#db/platform/first-admin'
import { FIRST_HASH } from '#domain/desk/audit'
import type { StartedApp } from './miniflare'

export const FIRST_ADMIN = 'ada@cm.example'
const DAY_MS = 86_400_000

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export async function inviteFirstAdmin({ miniflare }: Pick<StartedApp, 'miniflare'>): Promise<string> {
  const database = await miniflare.getD1Database('DB')
  const token = randomBytes(32).toString('base64url')
  const at = Date.now()
  const admin = { email: FIRST_ADMIN, inviteHash: sha256(token), inviteExpiresAt: at + DAY_MS, at }
  const last = { seq: 0, hash: FIRST_HASH }
  for (const statement of firstAdminStatements({ ...admin, last }, sha256)) await database.prepare(statement).run()
  return `/admin/enrol?token=${token}`
}
