// Audited views without changes: CSV exports and private pictures. The audit line is written before the data is
// delivered.

import { type Outcome, done } from '#domain/outcome'
import { MINUTE_MS } from '#domain/time'
import { type AuditEntry, type AuditRefusal, LOOK_RETRIES, writeAudited } from './audit'
import type { StaffMember } from './session'

export interface Export {
  /** As its address names it: "users", "queue-deposit", "entries". */
  readonly list: string
  /** User of a single-user list. */
  readonly userId: number | null
  /** All filters in words, so that the line identifies the exported rows; empty without filters. */
  readonly filter: string
  readonly at: number
}

/** Each export is logged separately. */
export const logExport = (
  env: Pick<Env, 'DB'>,
  by: StaffMember,
  { list, userId, filter, at }: Export,
): Promise<Outcome<null, AuditRefusal>> =>
  log(env, {
    staffId: by.id,
    action: 'list_exported',
    target: userId === null ? `list:${list}` : `user:${userId}`,
    facts: { list, filter },
    commandId: `export:${crypto.randomUUID()}`,
    at,
  })

export interface Opening {
  readonly review: { readonly id: number; readonly kind: string; readonly userId: number }
  readonly reference: string
  readonly at: number
}

/** One log line per picture, review and person within a minute, because a page shows a picture in two sizes. */
export function logOpening(
  env: Pick<Env, 'DB'>,
  by: StaffMember,
  { review, reference, at }: Opening,
): Promise<Outcome<null, AuditRefusal>> {
  const name = reference.slice(reference.lastIndexOf('/') + 1)
  return log(env, {
    staffId: by.id,
    action: 'picture_opened',
    target: `user:${review.userId}`,
    facts: { kind: review.kind, review: String(review.id), picture: name },
    commandId: `picture:${by.id}:${review.id}:${name}:${Math.floor(at / MINUTE_MS)}`,
    at,
  })
}

async function log(env: Pick<Env, 'DB'>, entry: AuditEntry): Promise<Outcome<null, AuditRefusal>> {
  const written = await writeAudited(env, entry, { statements: [], retries: LOOK_RETRIES })
  return written.ok ? done(null) : written
}
