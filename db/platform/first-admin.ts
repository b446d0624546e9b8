// The first two admins of the desk, as SQL statements for the database's owner: every hiring at the desk needs two people, so the desk
// starts with two. When one of two leaves, the command adds another. Written for a command line (scripts/admin-first.mjs), so the values
// are checked here and written into the text.

import { type AuditLine, auditText } from '#domain/desk/audit'
import { assert } from '#domain/assert'

export interface FirstAdmin {
  readonly email: string
  /** SHA-256 of the link's token, in hexadecimal. */
  readonly inviteHash: string
  readonly inviteExpiresAt: number
  readonly at: number
  /** The log's last line, or number 0 and the hash that the first line is chained to. */
  readonly last: { readonly seq: number; readonly hash: string }
}

/** One row per active admin: with two, the command refuses. */
export const ADMINS_AT_WORK = "select id from staff where role = 'admin' and state = 'active' limit 2"
const ARE_TWO_AT_WORK = "(select count(*) from staff where role = 'admin' and state = 'active') >= 2"
export const LAST_LINE = 'select seq, hash from audit_entry order by seq desc limit 1'

/** Who was invited before, or has lost the app, gets a new link. The last statement fails when two admins are at work after all. */
export function firstAdminStatements(
  { email, inviteHash, inviteExpiresAt, at, last }: FirstAdmin,
  hashOf: (text: string) => string,
): string[] {
  assert(/^[a-z0-9.!#$%&*+/=?^_`{|}~-]{1,64}@[a-z0-9.-]{3,190}$/.test(email), 'an e-mail address in lower case')
  assert(/^[0-9a-f]{64}$/.test(inviteHash) && /^[0-9a-f]{64}$/.test(last.hash), 'hashes in hexadecimal')
  const line: AuditLine = {
    seq: last.seq + 1,
    at,
    staffId: null,
    action: 'staff_invited',
    target: `staff:${email}`,
    facts: JSON.stringify({ role: 'admin' }),
    commandId: `first-admin:${inviteHash}`,
    previousHash: last.hash,
  }
  return [
    `insert into staff (email, name, role, state, invite_hash, invite_expires_at, created_at)
      select '${email}', '${email.split('@')[0]}', 'admin', 'invited', '${inviteHash}', ${inviteExpiresAt}, ${at}
      where not ${ARE_TWO_AT_WORK}
      on conflict (email) do update set role = 'admin', state = 'invited', password_hash = null, totp_secret = null,
        invite_hash = excluded.invite_hash, invite_expires_at = excluded.invite_expires_at`,
    `delete from staff_passkey where staff_id in (select id from staff where invite_hash = '${inviteHash}')`,
    `insert into audit_entry (seq, at, staff_id, action, target, facts, command_id, previous_hash, hash)
      select ${line.seq}, ${at}, null, '${line.action}', '${line.target}', '${line.facts}', '${line.commandId}',
        '${line.previousHash}',
        case when exists (select 1 from staff where invite_hash = '${inviteHash}') then '${hashOf(auditText(line))}' end`,
  ]
}
