// A user with a session, made by a row and a signature: no code, no form, no login.

import { env } from 'cloudflare:workers'
import { openSession } from '#services/identity/entry'
import { createUser } from '#services/identity/new-user'
import { sendPendingCommands } from '#services/identity/pending-commands'
import { hashPassword } from '#services/identity/password'
import { findUserById } from '#db/platform/user'

export interface Entered {
  readonly userId: number
  readonly token: string
  readonly sessionId: string
}

/** A user with the play money of a new account and no messages. */
export async function person(email: string, password: string): Promise<Entered> {
  const created = await createUser(
    env,
    { channel: 'mail', target: email, national: null },
    {
      passwordHash: await hashPassword(env, password),
      payPasswordHash: null,
      nickname: null,
      language: 'en',
      inviterId: null,
      now: Date.now(),
    },
  )
  if (!created.ok) throw new Error(`${email}: ${created.refusal.code}`)
  const { userId } = created.value
  const user = await findUserById(env.DB, userId)
  if (!user) throw new Error(`${email} is nobody`)
  await sendPendingCommands(env, user)
  const session = await openSession(env, { userId, device: 'a test', kind: 'api' })
  if (!session.ok) throw new Error(`${email}: ${session.refusal.code}`)
  return { userId, ...session.value }
}
