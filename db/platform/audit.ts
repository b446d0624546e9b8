// The desk's audit log in the directory. A line is written in one batch with the change that it records.

import { type SQL, and, asc, count, desc, eq, gt, gte, inArray, lt, sql } from 'drizzle-orm'
import type { ChainedAuditLine } from '#domain/desk/audit'
import { auditEntry } from './desk-schema'
import { openDirectory, type Statement, runBatch } from './directory'
import { type Slice, isAfter, offsetOf } from './slice'

export type AuditRow = typeof auditEntry.$inferSelect

export async function findLastAudit(db: D1Database): Promise<AuditRow | null> {
  const [row] = await openDirectory(db).select().from(auditEntry).orderBy(desc(auditEntry.seq)).limit(1)
  return row ?? null
}

/** Finds a line and the newest line, ascending; fewer rows when both coincide or one is missing. */
export const findAuditEnds = (db: D1Database, seq: number): Promise<Pick<AuditRow, 'seq' | 'hash'>[]> =>
  openDirectory(db)
    .select({ seq: auditEntry.seq, hash: auditEntry.hash })
    .from(auditEntry)
    .where(sql`${auditEntry.seq} IN (${seq}, (SELECT max(seq) FROM audit_entry))`)
    .orderBy(asc(auditEntry.seq))

export async function findAuditByCommand(db: D1Database, commandId: string): Promise<AuditRow | null> {
  const [row] = await openDirectory(db).select().from(auditEntry).where(eq(auditEntry.commandId, commandId)).limit(1)
  return row ?? null
}

/**
 * number_taken: another line was written first. precondition_failed: the precondition is false. constraint_failed: a table's constraint
 * refused a statement. In all three cases nothing was written.
 */
export type AuditWritten = 'written' | 'number_taken' | 'precondition_failed' | 'constraint_failed'

/**
 * Writes the line and then the statements, all or none. The precondition is judged before the statements: when it is false the line gets
 * no hash, its table refuses the line, and the batch is undone.
 */
export async function writeAudit(
  db: D1Database,
  line: ChainedAuditLine,
  { precondition, statements }: { readonly precondition: SQL; readonly statements: readonly Statement[] },
): Promise<AuditWritten> {
  const { seq, at, staffId, action, target, facts, commandId, previousHash, hash } = line
  const insert = sql`
    insert into audit_entry (seq, at, staff_id, action, target, facts, command_id, previous_hash, hash)
    select ${seq}, ${at}, ${staffId}, ${action}, ${target}, ${facts}, ${commandId}, ${previousHash},
      case when ${precondition} then ${hash} end`
  try {
    await runBatch(db, [insert, ...statements])
    return 'written'
  } catch (failure) {
    const text = failureText(failure)
    if (/NOT NULL constraint failed: audit_entry\.hash/.test(text)) return 'precondition_failed'
    if (/UNIQUE constraint failed: audit_entry\./.test(text)) return 'number_taken'
    if (/constraint failed/.test(text)) return 'constraint_failed'
    throw failure
  }
}

/** Messages of an error and its causes, including the database's message. */
function failureText(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure)
  return `${failure.message}\n${failure.cause === undefined ? '' : failureText(failure.cause)}`
}

export interface AuditFilter {
  readonly staffId?: number | undefined
  readonly action?: string | undefined
  readonly target?: string | undefined
  /** Instants: from inclusive, until exclusive. */
  readonly from?: number | undefined
  readonly until?: number | undefined
}

/** Newest first. */
export async function listAudit(
  db: D1Database,
  filter: AuditFilter,
  slice: Slice,
): Promise<{ rows: AuditRow[]; total: number }> {
  const directory = openDirectory(db)
  const where = and(
    filter.staffId === undefined ? undefined : eq(auditEntry.staffId, filter.staffId),
    filter.action === undefined ? undefined : eq(auditEntry.action, filter.action),
    filter.target === undefined ? undefined : eq(auditEntry.target, filter.target),
    filter.from === undefined ? undefined : gte(auditEntry.at, filter.from),
    filter.until === undefined ? undefined : lt(auditEntry.at, filter.until),
  )
  const [rows, totals] = await directory.batch([
    directory
      .select()
      .from(auditEntry)
      .where(and(where, isAfter(auditEntry.seq, slice, 'down')))
      .orderBy(desc(auditEntry.seq))
      .limit(slice.limit)
      .offset(offsetOf(slice)),
    directory.select({ total: count() }).from(auditEntry).where(where),
  ])
  return { rows, total: totals[0]?.total ?? 0 }
}

/** Lines after a number, ascending. */
export const listAuditAfter = (db: D1Database, seq: number, limit: number): Promise<AuditRow[]> =>
  openDirectory(db).select().from(auditEntry).where(gt(auditEntry.seq, seq)).orderBy(asc(auditEntry.seq)).limit(limit)

/** Actions on some targets, newest first. */
export const listAuditOf = (db: D1Database, targets: readonly string[], limit: number): Promise<AuditRow[]> =>
  openDirectory(db)
    .select()
    .from(auditEntry)
    .where(inArray(auditEntry.target, [...targets]))
    .orderBy(desc(auditEntry.seq))
    .limit(limit)
