// Trader administration: list with log figures, and stopping a trader. Trades are never changed.

import { type ShownTraderRow, closeTraderStatement, findTrader, isTraderActive, listTraders } from '#db/platform/copy'
import type { Slice } from '#db/platform/slice'
import { REASON_LENGTH_MAX } from '#domain/desk/review'
import { type Outcome, done, refuse } from '#domain/outcome'
import { notifyClosedSoon } from '../copy/applications'
import { type AuditRefusal, writeAudited } from './audit'
import { checkNotOwn } from './own-account'
import { type StaffMember, checkPermission } from './session'

/** By id when a cursor is given; otherwise by followers, descending. */
export const listDeskTraders = (
  env: Pick<Env, 'DB'>,
  slice: Slice,
): Promise<{ readonly rows: ShownTraderRow[]; readonly total: number }> =>
  listTraders(env.DB, { order: 'followers', states: ['review', 'active', 'closed', 'rejected'] }, slice)

export type StopRefusal =
  | AuditRefusal
  | 'permission_missing'
  | 'own_account'
  | 'copy_trader_not_found'
  | 'reason_missing'
  | 'reason_too_long'

export interface StopCommand {
  readonly userId: number
  readonly reason: string
  readonly commandId: string
  readonly at: number
}

/** Stops a trader; followers keep their copies as own positions. The sweep repeats the command until the account confirms. */
export async function stopTrader(env: Env, by: StaffMember, input: StopCommand): Promise<Outcome<null, StopRefusal>> {
  const admitted = checkPermission(by, 'users:freeze')
  if (!admitted.ok) return admitted
  const { userId, commandId, at } = input
  const reason = input.reason.trim()
  if (!(await findTrader(env.DB, userId))) return refuse('copy_trader_not_found')
  const foreign = await checkNotOwn(env, by, { ...input, target: `user:${userId}` })
  if (!foreign.ok) return foreign
  if (reason === '') return refuse('reason_missing')
  if (reason.length > REASON_LENGTH_MAX) return refuse('reason_too_long', { bound: String(REASON_LENGTH_MAX) })
  const entry = {
    staffId: by.id,
    action: 'trader_stopped',
    target: `user:${userId}`,
    facts: { reason },
    commandId,
    at,
  } as const
  const written = await writeAudited(env, entry, {
    precondition: isTraderActive(userId),
    statements: [closeTraderStatement(env.DB, { userId, reason, at })],
  })
  if (!written.ok) return written
  await notifyClosedSoon(env, userId)
  return done(null)
}
