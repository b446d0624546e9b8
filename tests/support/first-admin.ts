// The links of the desk's first two admins in a served app, as `npm run admin:first` makes them. Each is good once.

import { createHash, randomBytes } from 'node:crypto'
import { LAST_LINE, firstAdminStatements } from '#db/platform/first-admin'
import { FIRST_HASH } from '#domain/desk/audit'
import type { StartedApp } from './miniflare'

export const FIRST_ADMINS = ['ada@cm.example', 'otto@cm.example'] as const
const DAY_MS = 86_400_000

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** In the order of `FIRST_ADMINS`. */
export async function inviteFirstAdmins({ miniflare }: Pick<StartedApp, 'miniflare'>): Promise<string[]> {
  const database = await miniflare.getD1Database('DB')
  const links: string[] = []
  for (const email of FIRST_ADMINS) {
    const token = randomBytes(32).toString('base64url')
    const at = Date.now()
    const last = (await database.prepare(LAST_LINE).first<{ seq: number; hash: string }>()) ?? {
      seq: 0,
      hash: FIRST_HASH,
    }
    const admin = { email, inviteHash: sha256(token), inviteExpiresAt: at + DAY_MS, at, last }
    for (const statement of firstAdminStatements(admin, sha256)) await database.prepare(statement).run()
    links.push(`/admin/enrol?token=${token}`)
  }
  return links
}
