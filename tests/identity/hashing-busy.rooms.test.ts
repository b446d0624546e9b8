// With the password hash queue full, every form with a password is refused with a retry time; codes and attempt counters stay unchanged.

import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { loginAtDesk } from '#services/desk/session'
import { inTurn } from '#services/identity/hash-queue'
import { hashPassword } from '#services/identity/password'
import { proveStepUp } from '#services/security/step-up'
import { readSession } from '#session/session'
import { PASSWORD, call, join, lastCode, ok, seed } from '../api/client'

const BUSY = 'Many passwords are being checked right now. Please try again in 1 s.'

beforeAll(async () => {
  await seed()
})

/** Fills the hash queue while the story runs. */
async function whileBusy<Value>(story: () => Promise<Value>): Promise<Value> {
  const gate = Promise.withResolvers<undefined>()
  const taken = ['one', 'two', 'three'].map((name) => inTurn({ names: [name], restMs: 0 }, () => gate.promise))
  try {
    return await story()
  } finally {
    gate.resolve(undefined)
    await Promise.all(taken)
  }
}

const said = async (path: string, form: Record<string, string>) => {
  const { type, message } = await call('POST', path, { form: { ...form, lang: 'en' } })
  return type === 'ok' ? 'ok' : message
}

test('a login is looked at a moment later, and nothing counts against it', async () => {
  const { email } = await join('Alice')
  const login = (password = PASSWORD) => said('/user/login', { user_string: email, password })
  // More often than the hourly limit per account.
  for (let times = 0; times < 60; times += 1) expect(await whileBusy(() => login('wrong horse'))).toBe(BUSY)
  expect(await login()).toBe('ok')
})

test('a code to register with stays good', async () => {
  const email = 'bob@example.com'
  await ok('POST', '/sms_mail', { form: { user_string: email, scene: 'register', lang: 'en' } })
  const code = await lastCode(email)
  const form = {
    user_string: email,
    code,
    password: PASSWORD,
    re_password: PASSWORD,
    extension_code: '',
    type: 'email',
  }
  expect(await whileBusy(() => said('/user/register', form))).toBe(BUSY)
  expect(await said('/user/register', form)).toBe('ok')
})

test('a pay password uses up none of its tries', async () => {
  const { userId, token } = await join('Carol')
  const hash = await hashPassword(env, PASSWORD)
  await env.DB.prepare('UPDATE user SET pay_password_hash = ? WHERE id = ?').bind(hash, userId).run()
  const session = await readSession(new Request('http://cm.test', { headers: { Authorization: token } }), env)
  if (!session) throw new Error('no session')
  const prove = async () => {
    const proven = await proveStepUp(env, session, { payPassword: PASSWORD }, Date.now())
    return proven.ok ? 'ok' : proven.refusal.code
  }
  for (let times = 0; times < 12; times += 1) expect(await whileBusy(prove)).toBe('hashing_busy')
  expect(await prove()).toBe('ok')
})

test('the desk says it too, whoever asks', async () => {
  const entry = { email: 'nobody@at-work.example', password: PASSWORD, code: '000000', clientIp: '203.0.113.7' }
  const login = async () => {
    const answer = await loginAtDesk(env, entry, Date.now())
    return answer.ok ? 'ok' : answer.refusal.code
  }
  for (let times = 0; times < 12; times += 1) expect(await whileBusy(login)).toBe('hashing_busy')
  expect(await login()).toBe('desk_login_wrong')
})
