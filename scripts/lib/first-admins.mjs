// The links of the desk's first two admins in a served app, as `npm run admin:first` makes them. Each is good once.

import { randomBytes } from 'node:crypto'
import { again } from './again.mjs'
import { sha256 } from './desk.mjs'
import { importProduct } from './product.mjs'

/** @type {readonly [string, string]} */
export const FIRST_ADMINS = ['ada@cm.example', 'otto@cm.example']
const DAY_MS = 86_400_000

/**
 * In the order of `FIRST_ADMINS`.
 * @param {{ miniflare: import('miniflare').Miniflare }} app
 * @returns {Promise<string[]>}
 */
export async function inviteFirstAdmins({ miniflare }) {
  const { LAST_LINE, firstAdminStatements } = await importProduct('db/platform/first-admin.ts')
  const { FIRST_HASH } = await importProduct('server/domain/desk/audit.ts')
  const database = await miniflare.getD1Database('DB')
  const links = []
  const invite = async (email) => {
    const token = randomBytes(32).toString('base64url')
    const at = Date.now()
    const last = (await database.prepare(LAST_LINE).first()) ?? { seq: 0, hash: FIRST_HASH }
    const admin = { email, inviteHash: sha256(token), inviteExpiresAt: at + DAY_MS, at, last }
    for (const statement of firstAdminStatements(admin, sha256)) await database.prepare(statement).run()
    return `/admin/enrol?token=${token}`
  }
  for (const email of FIRST_ADMINS) links.push(await again(() => invite(email)))
  return links
}
