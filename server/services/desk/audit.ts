// Audit log of the desk. Every desk change goes through `writeAudited`: an audit line and its statements in one batch.
// A repeated command id changes nothing and gets the first answer; line numbers order all changes.

import { type SQL, sql } from 'drizzle-orm'
import {
  type AuditFilter,
  type AuditRow,
  findAuditByCommand,
  findLastAudit,
  listAudit,
  listAuditAfter,
  listAuditOf,
  writeAudit,
} from '#db/platform/audit'
import type { Statement } from '#db/platform/directory'
import type { Slice } from '#db/platform/slice'
import { type AuditAction, type AuditBreak, FIRST_HASH, auditText, findBreak } from '#domain/desk/audit'
import { type Outcome, done, refuse } from '#domain/outcome'
import { sha256 } from '#lib/digest'

export type { AuditFilter, AuditRow }

/** How often a write is tried while others write their lines first, and the longest pause between two tries, in milliseconds. */
export interface Retries {
  readonly tries: number
  readonly pauseMax: number
}

const RETRIES: Retries = { tries: 40, pauseMax: 150 }
/** Retry policy for audit lines of views: longer back-off, so that many parallel downloads do not starve changes. */
export const LOOK_RETRIES: Retries = { tries: 12, pauseMax: 800 }
const FIRST_PAUSE_MS = 10

const LINES_PER_READ = 500

export interface AuditEntry {
  /** Null for system actions. */
  readonly staffId: number | null
  readonly action: AuditAction
  /** The object of the action: "review:17", "user:10001", "pair:BTC-USDT". */
  readonly target: string
  readonly facts: Readonly<Record<string, string>>
  readonly commandId: string
  readonly at: number
}

/**
 * precondition_failed: state changed meanwhile. row_contradicts: a table constraint forbids the change. log_busy: too
 * many concurrent writers; nothing is written, and the command may be retried.
 */
export type AuditRefusal =
  | 'precondition_failed'
  | 'row_contradicts'
  | 'command_id_malformed'
  | 'command_id_reused'
  | 'log_busy'

export interface Audited {
  /** True when the command had been executed before. */
  readonly isRepeated: boolean
}

const COMMAND_ID = /^[\w.:-]{8,80}$/
const ALWAYS = sql`1`
/** Precondition that never holds, for a command that can only be a retry. */
export const NEVER = sql`0`

type Facts = AuditEntry['facts']

interface AuditedWrite {
  /** Checked atomically with the statements; if false, nothing is written. */
  readonly precondition?: SQL
  readonly statements: readonly Statement[]
  readonly retries?: Retries
  /** Compares the stored facts of a command id with the command. Needed where carrying a command out changes its facts. */
  readonly isSame?: (known: Facts) => boolean
}

/** Writes an audit line and the change that it records, once per command id. */
export async function writeAudited(
  env: Pick<Env, 'DB'>,
  entry: AuditEntry,
  { precondition = ALWAYS, statements, retries = RETRIES, isSame }: AuditedWrite,
): Promise<Outcome<Audited, AuditRefusal>> {
  if (!COMMAND_ID.test(entry.commandId)) return refuse('command_id_malformed')
  for (let attempt = 0; attempt < retries.tries; attempt += 1) {
    if (attempt > 0) await pause(Math.min(FIRST_PAUSE_MS * 2 ** attempt, retries.pauseMax))
    const [last, known] = await Promise.all([findLastAudit(env.DB), findAuditByCommand(env.DB, entry.commandId)])
    if (known) return repeated(entry, known, isSame)
    const written = await writeAudit(env.DB, chain(last, entry), { precondition, statements })
    if (written === 'written') return done({ isRepeated: false })
    if (written === 'precondition_failed') return afterFailedPrecondition(env, entry, isSame)
    if (written === 'constraint_failed') return refuse('row_contradicts')
  }
  return refuse('log_busy')
}

/** Full jitter: without it, two writers that collided once would collide again. */
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms * Math.random())
  })

/** The precondition may fail because the same command was executed concurrently. */
async function afterFailedPrecondition(
  env: Pick<Env, 'DB'>,
  entry: AuditEntry,
  isSame: AuditedWrite['isSame'],
): Promise<Outcome<Audited, AuditRefusal>> {
  const known = await findAuditByCommand(env.DB, entry.commandId)
  return known ? repeated(entry, known, isSame) : refuse('precondition_failed')
}

function repeated(
  entry: AuditEntry,
  known: AuditRow,
  isSame = (facts: Facts) => JSON.stringify(facts) === JSON.stringify(entry.facts),
): Outcome<Audited, AuditRefusal> {
  const isOfSame = known.staffId === entry.staffId && known.action === entry.action && known.target === entry.target
  if (!isOfSame) return refuse('command_id_reused')
  // System command ids derive from the action, and facts such as names may have changed since.
  if (entry.staffId === null) return done({ isRepeated: true })
  // `chain` alone writes these texts.
  return isSame(JSON.parse(known.facts) as Facts) ? done({ isRepeated: true }) : refuse('command_id_reused')
}

function chain(last: Pick<AuditRow, 'seq' | 'hash'> | null, { facts, ...entry }: AuditEntry): AuditRow {
  const line = {
    ...entry,
    seq: (last?.seq ?? 0) + 1,
    facts: JSON.stringify(facts),
    previousHash: last?.hash ?? FIRST_HASH,
  }
  return { ...line, hash: sha256(auditText(line)) }
}

export const readAudit = (env: Pick<Env, 'DB'>, filter: AuditFilter, slice: Slice) => listAudit(env.DB, filter, slice)

export const readAuditOf = (env: Pick<Env, 'DB'>, targets: readonly string[]): Promise<AuditRow[]> =>
  listAuditOf(env.DB, targets, LINES_PER_READ)

export interface AuditCheck {
  readonly lines: number
  /** Hash of the last line. Admins get it by mail: a copy kept elsewhere proves later that no line was cut off at the end. */
  readonly head: string
  readonly broken: AuditBreak | null
}

/** Walks the whole log and stops at the first break. */
export async function verifyAudit(env: Pick<Env, 'DB'>): Promise<AuditCheck> {
  let [lines, head] = [0, FIRST_HASH]
  for (;;) {
    const rows = await listAuditAfter(env.DB, lines, LINES_PER_READ)
    const broken = findBreak({ seq: lines, hash: head }, rows, sha256)
    if (broken) return { lines, head, broken }
    const last = rows.at(-1)
    if (!last) return { lines, head, broken: null }
    lines = last.seq
    head = last.hash
  }
}
