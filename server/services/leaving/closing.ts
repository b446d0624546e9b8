// Closing an account by its owner. The Account room decides, because money may be on its way while the owner asks: nothing in it may be
// unfinished, and what arrives later opens the account again at the next login. The address stays with the closed account, so that no
// stranger enters by it, until the data that the law keeps is deleted.

import { countUnfinished, forgetPerson, listForgettable, ownUploads, setAccountClosed } from '#db/platform/leaving'
import { RETENTION_MS } from '#domain/leaving/own-data'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { OwnerProof } from '#domain/security'
import type { Session } from '#session/session'
import { callAccount, callAccountAsSystem } from '../account-room'
import { type Swept, sweepRows } from '../each-alone'
import { noticeChange } from '../security/notice'
import { type OwnerRefusal, proveOwner } from '../security/owner'
import { deleteFile } from '../uploads'

/** Open matters that prevent closing: number of each, by word key. */
export type Unfinished = Readonly<Record<string, number>>

export type ClosingRefusal = OwnerRefusal | 'session_ended' | 'account_unfinished' | 'closing_not_confirmed'

export async function readUnfinished(env: Env, session: Session): Promise<Outcome<Unfinished>> {
  const [own, counted] = await Promise.all([
    callAccount(env, session, { type: 'unfinished' }),
    countUnfinished(env.DB, session.userId),
  ])
  return own.ok ? done({ ...own.value.left, ...Object.fromEntries(counted) }) : own
}

export interface Closing {
  readonly proof: OwnerProof
  /** The owner has read what closing does. */
  readonly isConfirmed: boolean
}

export async function closeAccount(
  env: Env,
  session: Session,
  { proof, isConfirmed }: Closing,
  now: number,
): Promise<Outcome<{ readonly closedAt: number }, ClosingRefusal>> {
  const left = await readUnfinished(env, session)
  // The room's other refusals concern API keys, which can't close an account.
  if (!left.ok) return refuse('session_ended')
  const count = Object.keys(left.value).length
  if (count > 0) return refuse('account_unfinished', { count: String(count) })
  if (!isConfirmed) return refuse('closing_not_confirmed')
  const owner = await proveOwner(env, session, proof, now)
  if (!owner.ok) return owner
  // Asked before the room ends every session: afterwards the owner could no longer be told.
  const closed = await callAccountAsSystem(env, session.userId, {
    type: 'close_account',
    sessionId: session.sessionId,
  })
  if (!closed.ok) return closed
  await setAccountClosed(env.DB, session.userId, closed.value.closedAt)
  await noticeChange(env, session.userId, 'account_closed', now)
  return closed
}

/** Deletes what tells who closed an account, once the law no longer keeps it. Repeated after a failure. */
export const forgetLeavers = async (env: Env, limit: number, now: number): Promise<Swept> =>
  sweepRows(await listForgettable(env.DB, now - RETENTION_MS, limit), limit, {
    work: async (userId) => {
      for (const { id } of await ownUploads(env.DB, userId)) await deleteFile(env, id)
      await forgetPerson(env.DB, userId)
    },
    failed: (userId) => `user ${userId}: not forgotten yet`,
  })
