// A user's profile, read by its owner and changed: nickname, signature, avatar, language.

import { setHeadPortrait } from '#db/platform/upload'
import { type UserRow, findUserById, setLanguage, setNames } from '#db/platform/user'
import { type Language, knownLanguage } from '#domain/language'
import { type Outcome, done, refuse } from '#domain/outcome'
import { type NicknameRefusal, avatarIn, parseNickname, parseSignature } from '#domain/profile'
import type { Session } from '#session/session'
import { checkSession, callAccountAsSystem } from './account-room'
import { isSessionLive } from './sessions'
import { publishUpload, withdrawUpload } from './uploads'

export type ProfileRefusal = 'session_ended' | NicknameRefusal | 'signature_malformed' | 'upload_not_found'

/** Own profile of a user. */
export interface UserProfile {
  readonly id: number
  /** E-mail, or the mobile number when there is none. */
  readonly account: string
  readonly email: string | null
  readonly mobile: string | null
  readonly nickname: string
  readonly headPortrait: string
  readonly signature: string
  readonly score: number
  readonly level: number
  readonly inviteCode: string
  readonly reviewStatus: number
  readonly advancedReviewStatus: number
  readonly realName: string
  readonly isSeller: boolean
  /** Flags granted by staff; features check them here. */
  readonly isMarketMaker: boolean
  readonly isProfessional: boolean
  readonly language: Language
  readonly createdAt: number
}

interface CachedProfile {
  readonly revision: number
  readonly readAt: number
  readonly profile: UserProfile
}

/** By user. An entry is valid for one profile revision, and at most for CACHED_MS, because a VIP level changes without a new revision. */
const cached = new Map<number, CachedProfile>()
const CACHED_MS = 10_000
const CACHED_MAX = 5_000

/** Profile of a session's user; refused as `session_ended` when the session has ended. */
export async function getProfile(env: Env, session: Session): Promise<Outcome<UserProfile>> {
  const check = await checkSession(env, session)
  if (!check.ok) return check
  const { userId } = session
  const revision = check.value.profileRevision
  const known = cached.get(userId)
  const readAt = Date.now()
  if (known?.revision === revision && known.readAt > readAt - CACHED_MS) return done(known.profile)
  // Read after the revision: a later write changes the revision, so a cached profile is never outdated.
  const user = await findUserById(env.DB, userId)
  if (!user) return refuse('session_ended')
  const profile = profileOf(user)
  // A full cache means many users: clearing it is cheaper than tracking the order of use.
  if (cached.size >= CACHED_MAX) cached.clear()
  cached.set(userId, { revision, readAt, profile })
  return done(profile)
}

/** Invalidates cached profiles; call after every write to profile data. */
export const profileChanged = (env: Pick<Env, 'Account'>, userId: number): Promise<null> =>
  callAccountAsSystem(env, userId, { type: 'profile_changed' })

function profileOf(user: UserRow): UserProfile {
  const { id, email, mobile, nickname, headPortrait, signature, score, level, inviteCode, createdAt } = user
  const { reviewStatus, advancedReviewStatus, realName, isSeller, isMarketMaker, isProfessional } = user
  const shown = { id, email, mobile, nickname, headPortrait, signature, score, level, inviteCode, createdAt }
  const reviewed = { reviewStatus, advancedReviewStatus, realName, isSeller, isMarketMaker, isProfessional }
  return { ...shown, ...reviewed, account: email ?? mobile ?? '', language: knownLanguage(user.language) }
}

/** Changes nickname and signature together. An undefined signature is kept; an empty one removes it. */
export async function changeNames(
  env: Env,
  session: Session,
  typed: { readonly nickname: string; readonly signature?: string | undefined },
): Promise<Outcome<null, ProfileRefusal>> {
  if (!(await isSessionLive(env, session))) return refuse('session_ended')
  const nickname = parseNickname(typed.nickname)
  if (!nickname.ok) return nickname
  const signature = typed.signature === undefined ? null : parseSignature(typed.signature)
  if (signature && !signature.ok) return signature
  await setNames(env.DB, session.userId, {
    nickname: nickname.value,
    ...(signature && { signature: signature.value }),
  })
  await profileChanged(env, session.userId)
  return done(null)
}

/** Sets the language of future mails and messages. */
export async function changeLanguage(
  env: Env,
  session: Session,
  language: Language,
): Promise<Outcome<null, 'session_ended'>> {
  if (!(await isSessionLive(env, session))) return refuse('session_ended')
  await setLanguage(env.DB, session.userId, language)
  await profileChanged(env, session.userId)
  return done(null)
}

/** Sets a site avatar or an own upload; deletes the previous upload. */
export async function changeAvatar(
  env: Env,
  session: Session,
  reference: string,
): Promise<Outcome<null, ProfileRefusal>> {
  if (!(await isSessionLive(env, session))) return refuse('session_ended')
  const shown = avatarIn(reference) ?? (await publishUpload(env, session.userId, reference, Date.now()))
  if (shown === null) return refuse('upload_not_found')
  const before = await setHeadPortrait(env.DB, session.userId, shown)
  await profileChanged(env, session.userId)
  if (before !== null && before !== shown) await withdrawUpload(env, session.userId, before)
  return done(null)
}
