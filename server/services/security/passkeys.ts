// A user's passkeys: added after a step-up proof, named, listed, removed.

import { deletePasskey, insertPasskey, listPasskeys, renamePasskey as rename } from '#db/platform/passkey'
import { type Outcome, done, refuse } from '#domain/outcome'
import { type OwnerProof, PASSKEYS_MAX } from '#domain/security'
import type { Session } from '#session/session'
import { callAccountAsSystem } from '../account-room'
import { addressOf } from '../identity/account-name'
import { siteName } from '../brand'
import { noticeChange } from './notice'
import { type OwnerRefusal, lockFrom, proveOwner, readOwnState } from './owner'
import { askPasskey } from './passkey-answer'
import { askNewCredential, passkeyName, takeNewCredential } from './passkey-ceremony'
import { forgetRecoveryCodes, makeRecoveryCodes } from './recovery-code'
import { proveOwnerOrRecovery } from './totp'

export type PasskeyRefusal =
  | OwnerRefusal
  | 'second_step_wrong'
  | 'passkey_refused'
  | 'passkeys_above_max'
  | 'passkey_not_found'

export interface PasskeyView {
  readonly id: string
  readonly name: string
  readonly createdAt: number
  readonly lastUsedAt: number | null
  /** True for a passkey synced to a cloud, which survives its device. */
  readonly isBackedUp: boolean
}

export async function listOwnPasskeys(env: Env, userId: number): Promise<PasskeyView[]> {
  const rows = await listPasskeys(env.DB, userId)
  return rows.map(({ id, name, createdAt, lastUsedAt, isBackedUp }) => ({
    id,
    name,
    createdAt,
    lastUsedAt,
    isBackedUp,
  }))
}

/** Step-up challenge for the user's own passkeys. */
export async function askStepUpPasskey(
  env: Env,
  session: Session,
  origin: string,
): Promise<Outcome<unknown, PasskeyRefusal>> {
  const now = Date.now()
  const state = await readOwnState(env, session, now)
  if (!state.ok) return state
  if (state.value.passkeyCount === 0) return refuse('passkey_not_found')
  return done(await askPasskey(env, { purpose: 'step_up', userId: session.userId, origin }, now))
}

const aboveMax = () => refuse('passkeys_above_max', { bound: String(PASSKEYS_MAX) })

/** Passkey creation options, after the owner proof. */
export async function askNewPasskey(
  env: Env,
  session: Session,
  input: { readonly proof: OwnerProof; readonly origin: string },
): Promise<Outcome<unknown, PasskeyRefusal>> {
  const now = Date.now()
  const known = await listPasskeys(env.DB, session.userId)
  if (known.length >= PASSKEYS_MAX) return aboveMax()
  const state = await proveOwner(env, session, input.proof, now)
  if (!state.ok) return state
  const account = addressOf(state.value).target
  const { userId } = session
  const newcomer = { purpose: 'add', userId, origin: input.origin, handle: String(userId), account } as const
  return done(await askNewCredential(env, { ...newcomer, site: await siteName(env), known }, now))
}

/** Stores a new passkey. Returns new recovery codes, or none if an app or an older passkey already provided them. */
export async function addPasskey(
  env: Env,
  session: Session,
  made: { readonly text: string; readonly name: string },
): Promise<Outcome<{ readonly recoveryCodes: readonly string[] }, PasskeyRefusal>> {
  const now = Date.now()
  const state = await readOwnState(env, session, now)
  if (!state.ok) return state
  // Concurrent additions may exceed the maximum; checking early saves the challenge.
  if (state.value.passkeyCount >= PASSKEYS_MAX) return aboveMax()
  const credential = await takeNewCredential(env, { purpose: 'add', userId: session.userId, text: made.text }, now)
  if (!credential) return refuse('passkey_refused')
  const name = passkeyName(made.name)
  const row = { ...credential, userId: session.userId, name, createdAt: now, lastUsedAt: null }
  const inserted = await insertPasskey(env.DB, row, PASSKEYS_MAX)
  if (inserted !== 'inserted') return inserted === 'full' ? aboveMax() : refuse('passkey_refused')
  const recoveryCodes = state.value.recoveryCodesLeft > 0 ? [] : await makeRecoveryCodes(env, session.userId)
  await noticeChange(env, session.userId, 'passkey_added', now)
  return done({ recoveryCodes })
}

export async function renamePasskey(
  env: Env,
  session: Session,
  named: { readonly id: string; readonly name: string },
): Promise<Outcome<null, PasskeyRefusal>> {
  const state = await readOwnState(env, session, Date.now())
  if (!state.ok) return state
  const isNamed = await rename(env.DB, { id: named.id, userId: session.userId, name: passkeyName(named.name) })
  return isNamed ? done(null) : refuse('passkey_not_found')
}

/** Removes a passkey, by an owner proof or a recovery code. Locks withdrawals and ends other sessions. */
export async function removePasskey(
  env: Env,
  session: Session,
  removed: { readonly id: string; readonly proof: OwnerProof & { readonly recoveryCode?: string } },
): Promise<Outcome<null, PasskeyRefusal>> {
  const now = Date.now()
  const state = await proveOwnerOrRecovery(env, session, removed.proof, now)
  if (!state.ok) return state
  const owned = { id: removed.id, userId: session.userId }
  if (!(await deletePasskey(env.DB, { ...owned, lockUntil: lockFrom(now) }))) return refuse('passkey_not_found')
  await callAccountAsSystem(env, session.userId, { type: 'end_other_sessions', sessionId: session.sessionId })
  const isLast = state.value.passkeyCount <= 1 && !state.value.hasTotp
  if (isLast) await forgetRecoveryCodes(env, session.userId)
  await noticeChange(env, session.userId, 'passkey_removed', now)
  return done(null)
}
