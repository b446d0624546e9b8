// Bank statement import: a file is imported completely or not at all, each line once. A line pays the order with equal
// reference, amount and currency; other lines are listed for staff. Crediting requires the order's review.

import { findBuyOrder, openBuyReview } from '#db/platform/buy'
import {
  type BuyLineRow,
  addLineStatement,
  askStatements,
  findLine,
  findLineOfOrder,
  isLineOpen,
  isLineUnasked,
  listNewLines,
  matchLine,
  matchStatements,
  noteLineProblem,
} from '#db/platform/buy-line'
import { findOrderByReference } from '#db/platform/buy-payment'
import { STATEMENT_KB_MAX, type StatementRefusal, judgeLine, readStatement } from '#domain/buy/statement'
import { findReference } from '#domain/buy/terms'
import { NO_USER, REASON_LENGTH_MAX } from '#domain/desk/review'
import { type Outcome, done, refuse } from '#domain/outcome'
import { sha256 } from '#lib/digest'
import { type AuditRefusal, writeAudited } from '../desk/audit'
import { checkNotOwn } from '../desk/own-account'
import { type StaffMember, checkPermission } from '../desk/session'
import { type Swept, sweepRows } from '../each-alone'

interface Command {
  readonly commandId: string
  readonly at: number
}

export type LineRefusal =
  | AuditRefusal
  | StatementRefusal
  | 'permission_missing'
  | 'own_account'
  | 'line_not_found'
  | 'line_does_not_fit'
  | 'buy_order_not_found'
  | 'reason_missing'
  | 'reason_too_long'

/** Known lines are skipped, so files may overlap. */
export async function importStatement(
  env: Env,
  by: StaffMember,
  { csv, commandId, at }: Command & { readonly csv: string },
): Promise<Outcome<null, LineRefusal>> {
  const admitted = checkPermission(by, 'purchases:write')
  if (!admitted.ok) return admitted
  if (Buffer.byteLength(csv) > STATEMENT_KB_MAX * 1024)
    return refuse('statement_long', { max: `${STATEMENT_KB_MAX} kB` })
  const read = readStatement(csv)
  if (!read.ok) return read
  const lines = read.value.map((line) => ({ ...line, digest: sha256(line.identity) }))
  const entry = {
    staffId: by.id,
    action: 'statement_imported',
    target: `statement:${sha256(csv).slice(0, 12)}`,
    facts: { lines: String(lines.length) },
    commandId,
    at,
  } as const
  const statements = lines.map((line) => addLineStatement(env.DB, line, { by: by.id, at }))
  const written = await writeAudited(env, entry, { statements })
  if (!written.ok) return written
  await matchNewLines(env, MATCHED_AT_IMPORT, at)
  return done(null)
}

/** Lines of one import at most; its queue matches the rest. */
const MATCHED_AT_IMPORT = 400

/** Matches lines that are not matched yet. */
export const matchNewLines = async (env: Env, limit: number, now: number): Promise<Swept> =>
  sweepRows(await listNewLines(env.DB, limit), limit, {
    work: (line) => match(env, line, now),
    failed: ({ id }) => `line ${id} of a bank statement: not matched`,
  })

async function match(env: Env, line: BuyLineRow, at: number): Promise<void> {
  const reference = findReference(line.text)
  const order = reference === null ? null : await findOrderByReference(env.DB, reference)
  const problem = judgeLine(line, order && { ...order, hasLine: (await findLineOfOrder(env.DB, order.id)) !== null })
  if (problem !== null) return noteLineProblem(env.DB, line.id, problem)
  if (!order) return
  if (await matchLine(env.DB, line, order.id, at)) await putBefore(env, order.id, at)
  else await noteLineProblem(env.DB, line.id, 'extra')
}

async function putBefore(env: Env, orderId: number, at: number): Promise<void> {
  const row = await findBuyOrder(env.DB, orderId)
  if (row?.state === 'review' && row.reviewedAt === null) await openBuyReview(env.DB, row, at)
}

/** Assigns a line without reference to an order; amount and currency must still match. */
export async function assignLine(
  env: Env,
  by: StaffMember,
  { lineId, reference, commandId, at }: Command & { readonly lineId: number; readonly reference: string },
): Promise<Outcome<null, LineRefusal>> {
  const admitted = checkPermission(by, 'purchases:write')
  if (!admitted.ok) return admitted
  const line = await findLine(env.DB, lineId)
  if (!line) return refuse('line_not_found')
  const order = await findOrderByReference(env.DB, findReference(reference) ?? '')
  if (!order) return refuse('buy_order_not_found')
  const foreign = await checkNotOwn(env, by, { userId: order.userId, target: `line:${lineId}`, commandId, at })
  if (!foreign.ok) return foreign
  const payer = await findLineOfOrder(env.DB, order.id)
  const isRepeated = payer?.id === lineId
  if (!isRepeated && judgeLine(line, { ...order, hasLine: payer !== null }) !== null) return refuse('line_does_not_fit')
  const entry = {
    staffId: by.id,
    action: 'line_assigned',
    target: `line:${lineId}`,
    facts: { order: order.reference },
    commandId,
    at,
  } as const
  const written = await writeAudited(env, entry, {
    precondition: isLineOpen(lineId),
    statements: matchStatements(env.DB, line, order.id, at),
  })
  if (!written.ok) return written
  await putBefore(env, order.id, at)
  return done(null)
}

/** Requests a review that marks a line as resolved without an order: returned, or unrelated. */
export async function askAboutLine(
  env: Env,
  by: StaffMember,
  input: Command & { readonly lineId: number; readonly reason: string },
): Promise<Outcome<null, LineRefusal>> {
  const admitted = checkPermission(by, 'purchases:write')
  if (!admitted.ok) return admitted
  const { lineId, commandId, at } = input
  const note = input.reason.trim()
  if (note === '') return refuse('reason_missing')
  if (note.length > REASON_LENGTH_MAX) return refuse('reason_too_long', { bound: String(REASON_LENGTH_MAX) })
  const line = await findLine(env.DB, lineId)
  if (!line) return refuse('line_not_found')
  const entry = {
    staffId: by.id,
    action: 'line_reviewed',
    target: `line:${lineId}`,
    facts: { reason: note },
    commandId,
    at,
  } as const
  const written = await writeAudited(env, entry, {
    precondition: isLineUnasked(lineId),
    statements: await askStatements(env.DB, line, { note, userId: NO_USER, at }),
  })
  return written.ok ? done(null) : written
}
