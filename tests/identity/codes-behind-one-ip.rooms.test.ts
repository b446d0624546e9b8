// Users behind one address, possibly of a whole town: a code belongs to the browser that requested it.

import { env } from 'cloudflare:workers'
import { beforeEach, expect, it } from 'vitest'
import type { Outcome } from '#domain/outcome'
import { checkCode, sendCode } from '#services/identity'
import { listOutbox } from '#services/outbox'
import { makeRequesterSecret } from '#session/requester-cookie'
import { refusalText } from '#services/words'
import { action as registerAction } from '../../app/routes/register/data.server'

const TOWN = '203.0.113.90'
const [ELSEWHERE, FARTHER, NOWHERE] = ['203.0.113.91', '203.0.113.92', '203.0.113.93'] as const
const MINE = makeRequesterSecret()
const WRONG = '111111'
const OTHER_WRONG = '222222'

beforeEach(async () => {
  await env.DB.batch(
    ['attempt_counter', 'verification_code', 'outbox_message'].map((table) => env.DB.prepare(`delete from ${table}`)),
  )
})

const codeOf = <Value>(outcome: Outcome<Value>): string => (outcome.ok ? 'ok' : outcome.refusal.code)

async function ask(text: string, browser: string | null): Promise<string> {
  await env.DB.prepare(`delete from attempt_counter where key like 'code:%'`).run()
  const disclosure = { kind: 'silent' } as const
  const account = { text }
  const asked = await sendCode(env, {
    account,
    purpose: 'register',
    language: 'en',
    clientIp: TOWN,
    browser,
    disclosure,
  })
  expect(codeOf(asked)).toBe('ok')
  const messages = await listOutbox(env)
  return (messages.ok && /\b\d{6}\b/.exec(messages.value[0]?.body ?? '')?.[0]) || 'no code'
}

const bring = async (text: string, code: string, browser: string | null, clientIp = TOWN): Promise<string> =>
  codeOf(await checkCode(env, { account: { text }, purpose: 'register', code, clientIp, browser }))

const not = (code: string): string => (code === WRONG ? OTHER_WRONG : WRONG)

it('wrong codes of neighbours behind the address of Ann, with browsers of their own or with none, leave hers good', async () => {
  const code = await ask('ann@example.com', MINE)
  for (let guess = 0; guess < 8; guess += 1) {
    expect(await bring('ann@example.com', not(code), null)).toBe('code_wrong')
    expect(await bring('ann@example.com', not(code), makeRequesterSecret())).toBe('code_wrong')
  }
  expect(await bring('ann@example.com', code, MINE)).toBe('ok')
})

it('a new secret for each guess makes no more guesses: five are left to the address, even for the right code', async () => {
  const code = await ask('bea@example.com', MINE)
  for (let guess = 0; guess < 5; guess += 1) await bring('bea@example.com', not(code), makeRequesterSecret())
  expect(await bring('bea@example.com', code, makeRequesterSecret())).toBe('code_wrong')
})

it('five wrong codes of the browser that asked use its code up, for itself and not for who brings it from elsewhere', async () => {
  const code = await ask('cleo@example.com', MINE)
  await Promise.all(Array.from({ length: 6 }, () => bring('cleo@example.com', not(code), MINE)))
  expect(await bring('cleo@example.com', code, MINE)).toBe('code_wrong')
  const elsewhere = { account: { text: 'cleo@example.com' }, purpose: 'register', code } as const
  expect(codeOf(await checkCode(env, { ...elsewhere, clientIp: '198.51.100.7' }))).toBe('ok')
})

it('a neighbour who asks for a code to the address of Dot does not replace the one that she waits for', async () => {
  const code = await ask('dot@example.com', MINE)
  await ask('dot@example.com', makeRequesterSecret())
  const last = await ask('dot@example.com', null)
  expect(await bring('dot@example.com', code, MINE)).toBe('ok')
  // Whichever message she reads first.
  expect(await bring('dot@example.com', last, MINE)).toBe('ok')
})

it('each code that was asked for stands fifteen wrong guesses and no more, however many wait at once', async () => {
  const second = makeRequesterSecret()
  const codes = [await ask('eli@example.com', MINE), await ask('eli@example.com', second)]
  const wrong = ['333333', '444444', '555555'].find((text) => !codes.includes(text)) ?? ''
  for (let guess = 0; guess < 12; guess += 1) {
    for (const browser of [MINE, second]) await bring('eli@example.com', wrong, browser)
    for (const place of [TOWN, ELSEWHERE, FARTHER]) await bring('eli@example.com', wrong, null, place)
  }
  const { results } = await env.DB.prepare('select tries_left, own_tries_left from verification_code').all()
  expect(results).toEqual([0, 1].map(() => ({ tries_left: 0, own_tries_left: 0 })))
  for (const code of codes) expect(await bring('eli@example.com', code, null, NOWHERE)).toBe('code_wrong')
})

it('asking for one more code gives an address no new guesses at a neighbour’s', async () => {
  const code = await ask('flo@example.com', MINE)
  const wrong = not(code)
  for (let guess = 0; guess < 5; guess += 1) await bring('flo@example.com', wrong, null)
  await ask('flo@example.com', makeRequesterSecret())
  for (let guess = 0; guess < 5; guess += 1) await bring('flo@example.com', wrong, null)
  expect(await bring('flo@example.com', code, null, ELSEWHERE)).toBe('ok')
})

it('codes that are nobody’s, brought without end, do not keep a neighbour from bringing hers', async () => {
  const code = await ask('fay@example.com', MINE)
  const inVain = []
  for (let guess = 0; guess < 201; guess += 1) inVain.push(await bring('nobody@example.com', WRONG, null))
  expect(inVain.slice(0, 200)).not.toContain('too_many_requests')
  expect(inVain.at(-1)).toBe('too_many_requests')
  expect(await bring('fay@example.com', code, null)).toBe('too_many_requests')
  expect(await bring('fay@example.com', not(code), MINE)).toBe('code_wrong')
  expect(await bring('fay@example.com', code, MINE)).toBe('ok')
})

it('a right code that was asked for elsewhere costs its address nothing', async () => {
  const code = await ask('gia@example.com', MINE)
  for (let turn = 0; turn < 3; turn += 1) expect(await bring('gia@example.com', code, null)).toBe('ok')
  const counted = await env.DB.prepare(`select count from attempt_counter where key = 'check:ip:${TOWN}'`).first(
    'count',
  )
  expect(counted).toBe(0)
})

it('the page gives a browser its secret with the code, keeps one that it has, and over https sends it by https alone', async () => {
  const send = async (url: string, cookie: string) => {
    const headers = { Origin: new URL(url).origin, Cookie: cookie, 'cf-connecting-ip': TOWN }
    const body = new URLSearchParams({ intent: 'send_code', by: 'email', account: 'hal@example.com' })
    const request = new Request(url, { method: 'POST', headers, body })
    const answer = await registerAction({ request, params: {}, context: { env } as never })
    return new Headers('init' in answer ? answer.init?.headers : {}).get('Set-Cookie') ?? ''
  }
  const given = await send('http://localhost/register', '')
  expect(given).toMatch(/^cm_requester=[\w-]{43}; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax$/)
  expect(await send('http://localhost/register', `cm_requester=${MINE}`)).toContain(`cm_requester=${MINE};`)
  const secure = await send('https://localhost/register', '')
  expect(secure).toMatch(/^__Host-cm_requester=[\w-]{43}; .*; HttpOnly; SameSite=Lax; Secure$/)
})

it('the page takes the code of Ivy by the secret of her browser, whatever her neighbours have guessed', async () => {
  const code = await ask('ivy@example.com', MINE)
  for (let guess = 0; guess < 6; guess += 1) await bring('ivy@example.com', not(code), null)
  const entry = { by: 'email', account: 'ivy@example.com', code, password: 'a password', passwordAgain: 'a password' }
  const send = async (cookie: string, consent = 'on'): Promise<unknown> => {
    const headers = { Origin: 'http://localhost', Cookie: cookie, 'cf-connecting-ip': TOWN }
    const request = new Request('http://localhost/register', {
      method: 'POST',
      headers,
      body: new URLSearchParams({ ...entry, consent }),
    })
    return registerAction({ request, params: {}, context: { env } as never }).catch((thrown: unknown) => thrown)
  }
  // Without consent the form is refused, and the code stays valid.
  expect(await send(`cm_requester=${MINE}`, '')).toMatchObject({
    problem: { field: 'form', text: refusalText('jp', { code: 'consent_missing', facts: {} }) },
  })
  expect(await send('')).toMatchObject({ problem: { field: 'code' } })
  expect(await send(`cm_requester=${MINE}`)).toMatchObject({ status: 302 })
})
