// Sessions of desk members in a served app, for stories about other users: one session each, as cookies. Login by link, password and
// authenticator app has its own story.

import { createHash, randomBytes } from 'node:crypto'
import type { Role } from '#domain/desk/role'
import type { StartedApp } from './miniflare'

const PEOPLE = [
  ['ada', 'admin'],
  ['otto', 'admin'],
  ['rita', 'reviewer'],
  ['rob', 'reviewer'],
  ['fiona', 'finance'],
  ['frank', 'finance'],
  ['sam', 'support'],
] as const satisfies readonly (readonly [string, Role])[]

export type DeskTokens = Readonly<Record<(typeof PEOPLE)[number][0], string>>

const DAY_MS = 86_400_000

export async function openDeskSessions(app: Pick<StartedApp, 'miniflare'>): Promise<DeskTokens> {
  const tokens = { ada: '', otto: '', rita: '', rob: '', fiona: '', frank: '', sam: '' }
  for (const [name, role] of PEOPLE) tokens[name] = await openDeskSession(app, name, role)
  return tokens
}

/** Creates one member; returns the session cookie. */
export async function openDeskSession(
  { miniflare }: Pick<StartedApp, 'miniflare'>,
  name: string,
  role: Role,
): Promise<string> {
  const database = await miniflare.getD1Database('DB')
  const now = Date.now()
  const token = randomBytes(32).toString('base64url')
  // Placeholders: these members never log in with a password or an app.
  const sql = `insert into staff (email, name, role, state, password_hash, totp_secret, created_at)
    values (?, ?, ?, 'active', 'none', 'none', ?) returning id`
  const row = await database.prepare(sql).bind(`${name}@at-work.example`, name, role, now).first<{ id: number }>()
  await database
    .prepare(
      'insert into staff_session (id_hash, staff_id, opened_at, seen_at, expires_at, ip) values (?, ?, ?, ?, ?, ?)',
    )
    .bind(createHash('sha256').update(token).digest('hex'), row?.id ?? 0, now, now, now + DAY_MS, 'local')
    .run()
  return token
}
