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

/** How often an act tries when others write their lines first, and how long it lets them at the most, in milliseconds. */
export interface Patience {
  readonly tries: number
  readonly pauseMax: number
}

const PATIENCE: Patience = { tries: 40, pauseMax: 150 }
/** Of what may as well be asked for again: many files that are taken away at once leave room for deeds. */
export const LITTLE_PATIENCE: Patience = { tries: 12, pauseMax: 800 }
const FIRST_PAUSE_MS = 10

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

/**
 * overtaken: what the act was conditional on is not so any more. row_contradicts: a rule of the tables forbids it. log_busy: others wrote
 * all the time; nothing is done, and the same command may come again.
 */
export type ActRefusal =
  'precondition_failed' | 'row_contradicts' | 'command_id_malformed' | 'command_id_reused' | 'log_busy'

export interface Acted {
  /** True when the same command had been carried out before. */
  readonly isRepeated: boolean
}

const COMMAND_ID = /^[\w.:-]{8,80}$/
const ALWAYS = sql`1`
/** For a command that can only be a repetition. */
export const NEVER = sql`0`

type Facts = Act['facts']

interface Terms {
  readonly isSo?: SQL
  readonly statements: readonly Statement[]
  readonly patience?: Patience
  /** Whether these facts are of the same command, where it is told otherwise once it is carried out. */
  readonly isSame?: (known: Facts) => boolean
}

/** Carries out an act once. `isSo` must hold just before it; where it does not, nothing is written. */
export async function act(
  env: Pick<Env, 'DB'>,
  deed: Act,
  { isSo = ALWAYS, statements, patience = PATIENCE, isSame }: Terms,
): Promise<Outcome<Acted, ActRefusal>> {
  if (!COMMAND_ID.test(deed.commandId)) return refuse('command_id_malformed')
  for (let attempt = 0; attempt < patience.tries; attempt += 1) {
    if (attempt > 0) await pause(Math.min(FIRST_PAUSE_MS * 2 ** attempt, patience.pauseMax))
    const [last, known] = await Promise.all([findLastAudit(env.DB), findAuditByCommand(env.DB, deed.commandId)])
    if (known) return repeated(deed, known, isSame)
    const written = await writeAudit(env.DB, chain(last, deed), { isSo, statements })
    if (written === 'written') return done({ isRepeated: false })
    if (written === 'void') return afterVoid(env, deed, isSame)
    if (written === 'contradicted') return refuse('row_contradicts')
  }
  return refuse('log_busy')
}

/** Not all as long, or they would meet again. */
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms * Math.random())
  })

/** The condition may fail because the same command has just made it so. */
async function afterVoid(
  env: Pick<Env, 'DB'>,
  deed: Act,
  isSame: Terms['isSame'],
): Promise<Outcome<Acted, ActRefusal>> {
  const known = await findAuditByCommand(env.DB, deed.commandId)
  return known ? repeated(deed, known, isSame) : refuse('precondition_failed')
}

function repeated(
  deed: Act,
  known: AuditRow,
  isSame = (facts: Facts) => JSON.stringify(facts) === JSON.stringify(deed.facts),
): Outcome<Acted, ActRefusal> {
  const isOfSame = known.staffId === deed.staffId && known.action === deed.action && known.target === deed.target
  if (!isOfSame) return refuse('command_id_reused')
  // The system makes its ids of what it does, which may be told otherwise by then: a row has changed, a name is another.
  if (deed.staffId === null) return done({ isRepeated: true })
  // `chain` alone writes these texts.
  return isSame(JSON.parse(known.facts) as Facts) ? done({ isRepeated: true }) : refuse('command_id_reused')
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
