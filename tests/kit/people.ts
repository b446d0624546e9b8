// Users of a served app without registration: row, play money and session as registration writes them, by the product's own services. Test
// files run in another process than the app, so they request users at a local URL, which also changes directory rows (as time or other
// people would) and runs the minute's sweep.

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import { findUserById } from '#db/platform/user'
import type { Language } from '#domain/language'
import { parseAccount } from '#services/identity/account-name'
import { openSession } from '#services/identity/entry'
import { createUser } from '#services/identity/new-user'
import { sendPendingCommands } from '#services/identity/pending-commands'
import { hashPassword } from '#services/identity/password'
import { again } from '../../scripts/lib/again.mjs'
import type { StartedApp } from './miniflare'

export interface PersonWishes {
  readonly language?: Language
  /** Random by default. */
  readonly email?: string
  /** Without a password no hash is computed and password login fails. */
  readonly password?: string
}

export interface OpenedPerson {
  readonly userId: number
  readonly email: string
  readonly token: string
}

/** A SQL statement for the directory, and its parameters. */
export interface DirectoryChange {
  readonly sql: string
  readonly values: readonly (string | number)[]
}

/** Serves requests for people; returns the URL and a close function. */
export async function servePeople({ miniflare, sweep }: Pick<StartedApp, 'miniflare' | 'sweep'>) {
  // The app's own bindings, seen from this process.
  const env = await miniflare.getBindings<Env>()
  const answerTo = async (path: string, body: string): Promise<unknown> => {
    if (path === '/sweep') return sweep()
    if (path === '/directory') return changeDirectory(env, JSON.parse(body) as DirectoryChange)
    return openPerson(env, JSON.parse(body) as PersonWishes)
  }
  const server = createServer((request, answer) => {
    text(request)
      .then((body) => again(() => answerTo(request.url ?? '/', body)))
      .then((found) => answer.end(JSON.stringify(found ?? null)))
      .catch((failure: unknown) => answer.writeHead(500).end(String(failure)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Listens on a TCP port, not on a pipe.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function openPerson(
  env: Env,
  { language = 'en', email = `${randomUUID().slice(0, 8)}@example.com`, password }: PersonWishes,
): Promise<OpenedPerson> {
  const account = parseAccount({ text: email })
  if (!account.ok) throw new Error(account.refusal.code)
  const passwordHash = password === undefined ? 'none' : await hashPassword(env, password)
  const facts = { passwordHash, payPasswordHash: null, nickname: null, language, inviterId: null, now: Date.now() }
  const created = await createUser(env, account.value, facts)
  if (!created.ok) throw new Error(created.refusal.code)
  const { userId } = created.value
  const user = await findUserById(env.DB, userId)
  if (!user) throw new Error(`user ${userId} is not in the directory`)
  await sendPendingCommands(env, user)
  const session = await openSession(env, { userId, device: 'a test', kind: 'browser' })
  if (!session.ok) throw new Error(session.refusal.code)
  return { userId, email, token: session.value.token }
}

async function changeDirectory(env: Env, { sql, values }: DirectoryChange): Promise<unknown> {
  const { results } = await env.DB.prepare(sql)
    .bind(...values)
    .all()
  return results
}
