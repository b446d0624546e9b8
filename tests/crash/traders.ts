// Registers traders through the API, as any client would. The code of each is read from the outbox table of the directory.

import type { StartedApp } from '../support/miniflare'
import { type Random, seededRandom } from './random'
import { Trader } from './trader'

export const PASSWORD = 'a long password'

export async function registerTraders(
  app: StartedApp,
  { count, seed }: { count: number; seed: number },
): Promise<Trader[]> {
  const traders: Trader[] = []
  for (let index = 0; index < count; index += 1) {
    traders.push(await registerTrader(app, `trader-${seed}-${index}`, seededRandom(seed * 1000 + index)))
  }
  return traders
}

async function registerTrader(app: StartedApp, name: string, random: Random): Promise<Trader> {
  const { userId, token } = await registerUser(app, name, random)
  return new Trader(name, userId, token, random)
}

export interface RegisteredUser {
  readonly userId: number
  readonly token: string
}

export async function registerUser(
  app: StartedApp,
  name: string,
  random: Random,
  inviteCode = '',
): Promise<RegisteredUser> {
  const email = `${name}@example.com`
  // Each trader has its own address: another test covers the limits per address.
  const address = `10.0.${Math.floor(random() * 255)}.${Math.floor(random() * 255)}`
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
