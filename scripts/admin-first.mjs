// `npm run admin:first -- <email> [--url https://site]`: invites one of the desk's first two admins and prints a
// one-time link, valid for a day. Refused while two admins are active. For a deployed database add
// `--remote --env production`.

import { randomBytes } from 'node:crypto'
import { knownAddress } from './lib/address.mjs'
import { execute, query, readArguments, sha256 } from './lib/desk.mjs'
import { importProduct } from './lib/product.mjs'
import { fail } from './lib/run.mjs'

const DAY_MS = 24 * 60 * 60 * 1000

const { own, words, where } = readArguments(['--url'])
const email = words[0]?.trim().toLowerCase()
if (!email || words.length > 1) fail('Say one e-mail address: npm run admin:first -- someone@example.com')

const { ADMINS_AT_WORK, LAST_LINE, firstAdminStatements } = await importProduct('db/platform/first-admin.ts')
const { FIRST_HASH } = await importProduct('server/domain/desk/audit.ts')
if ((await query(where, ADMINS_AT_WORK)).length >= 2)
  fail('Two admins are at work already: ask them for an invitation.')

const [last = { seq: 0, hash: FIRST_HASH }] = await query(where, LAST_LINE)
const token = randomBytes(32).toString('base64url')
const at = Date.now()
const admin = { email, inviteHash: sha256(token), inviteExpiresAt: at + DAY_MS, at, last }
await execute(where, firstAdminStatements(admin, sha256))

const site = own['--url'] ?? knownAddress()
console.log(`${site}/admin/enrol?token=${token}`)
