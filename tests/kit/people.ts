// People of a served app without registration: the row, play money and session that registration writes, by the product's own services.
// Test files run beside the app and not with it, so they ask for a person at an address of this machine.

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
import { settleOwed } from '#services/identity/owed'
import { hashPassword } from '#services/identity/password'
import type { StartedApp } from '../support/miniflare'

export interface PersonWishes {
  readonly language?: Language
  /** Drawn where none is said. */
  readonly email?: string
  /** Without a password no hash is computed and password login fails. */
  readonly password?: string
}

export interface OpenedPerson {
  readonly userId: number
  readonly email: string
  readonly token: string
}

/** Answers where people are asked for, and how to close it. */
export async function servePeople({ miniflare }: Pick<StartedApp, 'miniflare'>) {
  // The app's own bindings, seen from this process.
  const env = await miniflare.getBindings<Env>()
  const server = createServer((request, answer) => {
    text(request)
      .then((body): Promise<unknown> =>
        request.url === '/saved-yesterday'
          ? makeSavedYesterday(env, JSON.parse(body) as { email: string })
          : openPerson(env, JSON.parse(body) as PersonWishes),
      )
      .then((person) => answer.end(JSON.stringify(person)))
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
  await settleOwed(env, user)
  const { token } = await openSession(env, { userId, device: 'a test', kind: 'browser' })
  return { userId, email, token }
}

/** The addresses and cards of this person have waited long enough to be used. */
async function makeSavedYesterday(env: Env, { email }: { email: string }): Promise<true> {
  const owner = '(select id from user where email = ?)'
  await env.DB.batch(
    ['saved_address', 'bank_card'].map((table) =>
      env.DB.prepare(`update ${table} set changed_at = changed_at - 86400000 where user_id = ${owner}`).bind(email),
    ),
  )
  return true
}
