// Creates a user: one per address, with a personal invite code, and pending play money in demo mode.

import { findInviterId, findUser, insertUser } from '#db/platform/user'
import { assert } from '#domain/assert'
import { parseInviteCode } from '#domain/identity'
import type { Language } from '#domain/language'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { AccountName } from './account-name'
import { DEMO_GRANT_REF } from './pending-commands'
import { randomInviteCode, randomNickname } from './random'

export interface NewUserFacts {
  readonly passwordHash: string
  readonly payPasswordHash: string | null
  /** Null: one is drawn. */
  readonly nickname: string | null
  readonly language: Language
  readonly inviterId: number | null
  readonly now: number
}

/** Maximum draws of an invite code out of 32^8; repeated collisions indicate another fault. */
const INVITE_CODE_DRAWS = 5

/** The new user's id; of parallel registrations of one address one gets it and the others `account_exists`. */
export async function createUser(
  env: Env,
  account: AccountName,
  { passwordHash, payPasswordHash, nickname, language, inviterId, now }: NewUserFacts,
): Promise<Outcome<{ readonly userId: number }, 'account_exists'>> {
  const address = {
    email: account.channel === 'mail' ? account.target : null,
    mobile: account.channel === 'sms' ? account.target : null,
    mobileNational: account.national,
  }
  const pendingDemoGrant = env.DEMO_MODE === 'on' ? DEMO_GRANT_REF : null
  for (let draw = 0; draw < INVITE_CODE_DRAWS; draw += 1) {
    const drawn = { inviteCode: randomInviteCode(), nickname: nickname ?? randomNickname() }
    const row = {
      ...address,
      ...drawn,
      passwordHash,
      payPasswordHash,
      language,
      inviterId,
      pendingDemoGrant,
      isPromotionPending: true,
      createdAt: now,
    }
    const userId = await insertUser(env.DB, row)
    if (userId !== null) return done({ userId })
    if (await findUser(env.DB, account.target)) return refuse('account_exists')
  }
  assert(false, 'an invite code that nobody has is soon drawn')
}

/** Inviter of a typed code; null when no code was typed and none is required. */
export async function findInviter(
  env: Env,
  typed: string | null,
  isCompulsory: boolean,
): Promise<Outcome<number | null, 'invite_code_missing' | 'invite_code_unknown'>> {
  const inviteCode = parseInviteCode(typed)
  if (!inviteCode.ok) return inviteCode
  if (inviteCode.value === null) return isCompulsory ? refuse('invite_code_missing') : done(null)
  const inviterId = await findInviterId(env.DB, inviteCode.value)
  return inviterId === null ? refuse('invite_code_unknown') : done(inviterId)
}
