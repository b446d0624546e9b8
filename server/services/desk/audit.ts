// Everything that is done at the desk goes through `act`: one batch of a line in the log and of what the line tells of.
// The line's command id makes a repetition do nothing and answer as before; its number puts all acts in one order.

import { createHash } from 'node:crypto'
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
import type { Statement } from '#db/platform/batch'
import type { Slice } from '#db/platform/slice'
import { type AuditAction, type AuditBreak, FIRST_HASH, auditText, findBreak } from '#domain/desk/audit'
import { type Outcome, done, refuse } from '#domain/outcome'

export type { AuditFilter, AuditRow }

/** How often an act tries again when others wrote their lines first. */
const TRIES = 12
const LINES_PER_READ = 500

export interface Act {
  /** Null for what the system does by itself. */
  readonly staffId: number | null
  readonly action: AuditAction
  readonly target: string
  readonly facts: Readonly<Record<string, string>>
  readonly commandId: string
  readonly at: number
}

/** overtaken: what the act was conditional on is not so any more. row_contradicts: a rule of the tables forbids it. */
export type ActRefusal = 'overtaken' | 'row_contradicts' | 'command_id_malformed' | 'command_id_reused'

export interface Acted {
  /** True when the same command had been carried out before. */
  readonly isRepeated: boolean
}

const COMMAND_ID = /^[\w.:-]{8,80}$/
const ALWAYS = sql`1`
/** For a command that can only be a repetition. */
export const NEVER = sql`0`

/** Carries out an act once. `isSo` must hold just before it; where it does not, nothing is written. */
export async function act(
  env: Pick<Env, 'DB'>,
  deed: Act,
  { isSo = ALWAYS, statements }: { readonly isSo?: SQL; readonly statements: readonly Statement[] },
): Promise<Outcome<Acted, ActRefusal>> {
  if (!COMMAND_ID.test(deed.commandId)) return refuse('command_id_malformed')
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const [last, known] = await Promise.all([findLastAudit(env.DB), findAuditByCommand(env.DB, deed.commandId)])
    if (known) return repeated(deed, known)
    const written = await writeAudit(env.DB, chain(last, deed), { isSo, statements })
    if (written === 'written') return done({ isRepeated: false })
    if (written === 'void') return afterVoid(env, deed)
    if (written === 'contradicted') return refuse('row_contradicts')
  }
  throw new Error(`${deed.action} of ${deed.target}: the log was too busy`)
}

/** The condition may fail because the same command has just made it so. */
async function afterVoid(env: Pick<Env, 'DB'>, deed: Act): Promise<Outcome<Acted, ActRefusal>> {
  const known = await findAuditByCommand(env.DB, deed.commandId)
  return known ? repeated(deed, known) : refuse('overtaken')
}

function repeated(deed: Act, known: AuditRow): Outcome<Acted, ActRefusal> {
  const isSame = known.staffId === deed.staffId && known.action === deed.action && known.target === deed.target
  return isSame ? done({ isRepeated: true }) : refuse('command_id_reused')
}

function chain(last: Pick<AuditRow, 'seq' | 'hash'> | null, { facts, ...deed }: Act): AuditRow {
  const line = {
    ...deed,
    seq: (last?.seq ?? 0) + 1,
    facts: JSON.stringify(facts),
    previousHash: last?.hash ?? FIRST_HASH,
  }
  return { ...line, hash: sha256(auditText(line)) }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export const readAudit = (env: Pick<Env, 'DB'>, filter: AuditFilter, slice: Slice) => listAudit(env.DB, filter, slice)

export const readAuditOf = (env: Pick<Env, 'DB'>, targets: readonly string[]): Promise<AuditRow[]> =>
  listAuditOf(env.DB, targets, LINES_PER_READ)

export interface AuditCheck {
  readonly lines: number
  /** Hash of the last line: noted elsewhere, it also proves later that no line was cut off at the end. */
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
