// Registers users through the API like a client. Each code is read from the directory's outbox table.

import type { StartedApp } from '../kit/miniflare'
import { type Random, seededRandom } from './random'

export const PASSWORD = 'a long password'

/** `count` users under load, each with a random sequence of its own. */
export async function registerSenders<User>(
  app: StartedApp,
  { name, count, seed }: { readonly name: string; readonly count: number; readonly seed: number },
  User: new (name: string, userId: number, token: string, random: Random) => User,
): Promise<User[]> {
  const users: User[] = []
  for (let index = 0; index < count; index += 1) {
    const { userId, token } = await registerUser(app, `${name}-${index}`)
    users.push(new User(`${name}-${index}`, userId, token, seededRandom(seed * 1000 + index)))
  }
  return users
}

export interface RegisteredUser {
  readonly userId: number
  readonly token: string
}

export async function registerUser(app: StartedApp, name: string, inviteCode = ''): Promise<RegisteredUser> {
  const email = `${name}@example.com`
  // Each user has its own address: another test covers the limits per address.
  const address = ['10', ...crypto.getRandomValues(new Uint8Array(3))].join('.')
  const post = (path: string, fields: Readonly<Record<string, string>>) => postForm(app.url + path, { address, fields })

  await post('/api/sms_mail', { user_string: email, scene: 'register', lang: 'en' })
  const code = await readCode(app, email)
  const secrets = { password: PASSWORD, re_password: PASSWORD }
  await post('/api/user/register', { user_string: email, code, ...secrets, extension_code: inviteCode, type: 'email' })
  const token = await post('/api/user/login', { user_string: email, password: PASSWORD })
  const info = await fetch(`${app.url}/api/user/info`, { headers: { Authorization: String(token) } })
  const { message } = await info.json<{ message: { id: number } }>()
  return { userId: message.id, token: String(token) }
}

/** Marks the user as verified and sets the login password as payment password. */
export async function letWithdraw(app: StartedApp, userId: number): Promise<void> {
  const database = await app.miniflare.getD1Database('DB')
  const sql = 'UPDATE user SET review_status = 2, pay_password_hash = password_hash WHERE id = ?'
  await database.prepare(sql).bind(userId).run()
}

async function postForm(
  url: string,
  { address, fields }: { address: string; fields: Readonly<Record<string, string>> },
): Promise<unknown> {
  const headers = { 'cf-connecting-ip': address }
  const response = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(fields) })
  const { type, message } = await response.json<{ type: string; message: unknown }>()
  if (type !== 'ok') throw new Error(`${url} answered ${type}: ${String(message)}`)
  return message
}

async function readCode(app: StartedApp, target: string): Promise<string> {
  const database = await app.miniflare.getD1Database('DB')
  const sent = database.prepare('SELECT body FROM outbox_message WHERE target = ? ORDER BY id DESC').bind(target)
  const code = /\b\d{6}\b/.exec((await sent.first<string>('body')) ?? '')?.[0]
  if (code === undefined) throw new Error(`no code was sent to ${target}`)
  return code
}
