// Requests to see who a closed account belonged to; opened for a day after a second approval (kinds/sealed.ts).

import { findDeskUser } from '#db/platform/desk-user'
import { REASON_LENGTH_MAX } from '#domain/desk/review'
import { type Outcome, refuse } from '#domain/outcome'
import { checkNotOwn } from './own-account'
import { type ProposeRefusal, propose } from './propose'
import { type StaffMember, checkPermission } from './session'

export type SealRefusal =
  | ProposeRefusal
  | 'permission_missing'
  | 'own_account'
  | 'user_not_found'
  | 'nothing_changed'
  | 'reason_missing'
  | 'reason_too_long'

export interface ProposeOpening {
  readonly userId: number
  readonly reason: string
  readonly commandId: string
  readonly at: number
}

export async function proposeOpening(
  env: Env,
  by: StaffMember,
  { userId, commandId, at, ...asked }: ProposeOpening,
): Promise<Outcome<null, SealRefusal>> {
  const admitted = checkPermission(by, 'standing:propose')
  if (!admitted.ok) return admitted
  const user = await findDeskUser(env.DB, userId)
  if (!user) return refuse('user_not_found')
  const target = `user:${userId}`
  const foreign = await checkNotOwn(env, by, { userId, target, commandId, at })
  if (!foreign.ok) return foreign
  const reason = asked.reason.trim()
  if (!user.isSealed) return refuse('nothing_changed')
  if (reason === '') return refuse('reason_missing')
  if (reason.length > REASON_LENGTH_MAX) return refuse('reason_too_long', { bound: String(REASON_LENGTH_MAX) })
  return propose(env, by, {
    proposal: { act: 'seal_opening', userId, reason },
    target,
    facts: { reason },
    commandId,
    at,
  })
}
