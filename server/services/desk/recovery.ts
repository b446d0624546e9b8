// Recovery request for a user without authenticator and recovery codes: the staff member who talked to the user
// requests the removal and notes the identity check; another person approves (kinds/recovery.ts).

import { findTotp } from '#db/platform/totp'
import { findUserById } from '#db/platform/user'
import { REASON_LENGTH_MAX } from '#domain/desk/review'
import { type Outcome, refuse } from '#domain/outcome'
import { checkNotOwn } from './own-account'
import { type ProposeRefusal, propose } from './propose'
import { type StaffMember, checkPermission } from './session'

export type RecoveryRefusal =
  | ProposeRefusal
  | 'permission_missing'
  | 'own_account'
  | 'user_not_found'
  | 'totp_not_set'
  | 'reason_missing'
  | 'reason_too_long'

export interface ProposeRecovery {
  readonly userId: number
  readonly note: string
  readonly commandId: string
  readonly at: number
}

/** Confirmation time of the user's authenticator; null without one. */
export async function findUserApp(env: Pick<Env, 'DB'>, userId: number): Promise<number | null> {
  return (await findTotp(env.DB, userId))?.confirmedAt ?? null
}

/** Opens the review; the authenticator stays. */
export async function proposeRecovery(
  env: Env,
  by: StaffMember,
  input: ProposeRecovery,
): Promise<Outcome<null, RecoveryRefusal>> {
  const { userId, commandId, at } = input
  const admitted = checkPermission(by, 'recovery:propose')
  const note = input.note.trim()
  if (!admitted.ok) return admitted
  const [user, appSince] = await Promise.all([findUserById(env.DB, userId), findUserApp(env, userId)])
  if (!user) return refuse('user_not_found')
  const foreign = await checkNotOwn(env, by, { ...input, target: `user:${userId}` })
  if (!foreign.ok) return foreign
  if (appSince === null) return refuse('totp_not_set')
  if (note === '') return refuse('reason_missing')
  if (note.length > REASON_LENGTH_MAX) return refuse('reason_too_long', { bound: String(REASON_LENGTH_MAX) })
  const proposal = { act: 'app_removal', userId, appSince, note } as const
  return propose(env, by, { proposal, target: `user:${userId}`, facts: { note }, commandId, at })
}
