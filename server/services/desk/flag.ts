// Requests to grant or revoke an account flag; changed only after a second approval (kinds/flag.ts).

import { findDeskUser } from '#db/platform/desk-user'
import { type AccountFlag, hasFlag } from '#domain/account-flag'
import { REASON_LENGTH_MAX } from '#domain/desk/review'
import { type Outcome, refuse } from '#domain/outcome'
import { checkNotOwn } from './own-account'
import { type ProposeRefusal, propose } from './propose'
import { type StaffMember, checkPermission } from './session'

export type FlagRefusal =
  | ProposeRefusal
  | 'permission_missing'
  | 'own_account'
  | 'user_not_found'
  | 'nothing_changed'
  | 'reason_missing'
  | 'reason_too_long'

export interface ProposeFlag {
  readonly userId: number
  readonly flag: AccountFlag
  readonly isGranted: boolean
  readonly reason: string
  readonly commandId: string
  readonly at: number
}

export async function proposeFlag(
  env: Env,
  by: StaffMember,
  { userId, flag, isGranted, commandId, at, ...asked }: ProposeFlag,
): Promise<Outcome<null, FlagRefusal>> {
  const admitted = checkPermission(by, 'standing:propose')
  if (!admitted.ok) return admitted
  const user = await findDeskUser(env.DB, userId)
  if (!user) return refuse('user_not_found')
  const target = `user:${userId}`
  const foreign = await checkNotOwn(env, by, { userId, target, commandId, at })
  if (!foreign.ok) return foreign
  const reason = asked.reason.trim()
  if (hasFlag(user, flag) === isGranted) return refuse('nothing_changed')
  if (reason === '') return refuse('reason_missing')
  if (reason.length > REASON_LENGTH_MAX) return refuse('reason_too_long', { bound: String(REASON_LENGTH_MAX) })
  const proposal = { act: 'account_flag', userId, flag, isGranted, reason } as const
  return propose(env, by, { proposal, target, facts: { flag, granted: String(isGranted), reason }, commandId, at })
}
