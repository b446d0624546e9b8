// The doctor names what is wrong with a site and what to do, and answers the operators alone, also while the site is not set up.

import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { noteBackup } from '#db/platform/operating'
import { noteSweep } from '#db/platform/sweep-run'
import type { Finding } from '#domain/operating/setup'
import { HOUR_MS } from '#domain/time'
import { type Examination, SITE_PARTS } from '#services/operating/doctor'
import worker from '../../server/worker'
import { seed } from '../api/client'

const PRODUCTION = {
  ENVIRONMENT: 'production',
  QUOTES_SOURCE: 'binance,kraken',
  DEMO_MODE: 'off',
  CHAIN_SOURCE: 'rpc',
  CARD_SOURCE: 'off',
  RAMP_SOURCE: 'off',
  PASSWORD_COST: '',
  SITE_URL: 'https://market.test',
  MAIL_SENDER: 'http',
  MAIL_FROM: 'a@market.test',
  MAIL_TOKEN: 'token',
}

const send = (body: unknown, from: object = {}, token = env.BACKUP_TOKEN) =>
  worker.fetch(
    new Request('http://cm.test/operator/doctor', {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    }),
    { ...env, ...from },
    createExecutionContext(),
  )

async function examine(from: object = {}, mail: string | null = null): Promise<Examination> {
  const answer = await send({ mail }, from)
  expect(answer.status).toBe(200)
  return answer.json()
}
const of = ({ findings }: Examination, part: string) => findings.filter((each) => each.part === part)
const texts = (findings: readonly Finding[]) => findings.map(({ state, says }) => `${state}: ${says}`)

beforeAll(seed)
afterEach(() => void vi.restoreAllMocks())

test('a site of this machine lacks by right what only other people’s money needs', async () => {
  const found = await examine()
  expect(found.findings.filter(({ state }) => state === 'bad')).toEqual([])
  expect(texts(of(found, 'feeds'))[0]).toMatch(/^good: [1-9]\d* of \d+ prices are fresh/)
  expect(texts(of(found, 'bindings'))).toEqual(['good: Directory, uploads and rooms answer.'])
  expect(texts(of(found, 'admins'))).toEqual([
    'note: 0 of two admins are at work: nothing that two must decide can be decided.',
  ])
  expect(Math.abs(found.at - Date.now())).toBeLessThan(60_000)
})

test('of a live site the same is wrong, and every finding that is says what to do', async () => {
  const found = await examine({ ...PRODUCTION, LOG_KEY: '', METRICS_TOKEN: '' })
  expect(texts(of(found, 'admins'))[0]).toMatch(/^bad: 0 of two/)
  expect(texts(of(found, 'backup'))).toEqual(['bad: No backup was ever made.'])
  expect(texts(of(found, 'secrets')).join()).toMatch(/bad: Not set: LOG_KEY/)
  expect(texts(of(found, 'alerts'))[0]).toMatch(/^bad: Nobody is told/)
  expect(texts(of(found, 'settings'))).toEqual(['good: The variables are those of a live site.'])
  expect(found.findings.filter(({ state, todo }) => state !== 'good' && todo === '')).toEqual([])
})

test('admins at work, a backup, and a sweep make theirs good; an old backup is not', async () => {
  const now = Date.now()
  await env.DB.batch(
    ['a', 'b'].map((name) =>
      env.DB.prepare(
        `INSERT INTO staff (email, name, role, state, totp_secret, password_hash, created_at) VALUES ('${name}@market.test', '${name}', 'admin', 'active', 'sealed', 'hash', 1)`,
      ),
    ),
  )
  await noteSweep(env.DB, { at: now, failed: 0 })
  await noteBackup(env.DB, now - HOUR_MS)
  const found = await examine(PRODUCTION)
  expect(texts(of(found, 'admins'))).toEqual(['good: Two admins are at work.'])
  expect(texts(of(found, 'backup'))[0]).toMatch(/^good/)
  expect(texts(of(found, 'clocks'))).toEqual([
    'good: Worker and directory have one time.',
    'good: The sweep runs every minute.',
  ])
  await noteBackup(env.DB, now - 27 * HOUR_MS)
  expect(texts(of(await examine(PRODUCTION), 'backup'))[0]).toMatch(/^bad: The last backup is of/)
})

test('webhooks and mail are tried, and a refusal is named without the secret of an address', async () => {
  const asked: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation((url) => {
    const { host } = new URL(url as string)
    asked.push(host)
    return Promise.resolve(new Response(null, { status: host === 'down.test' ? 500 : 200 }))
  })
  const hook = (host: string) => ({
    url: `https://${host}/in?key=hidden`,
    form: 'generic',
    secret: 'known to both of us',
  })
  const from = { ...PRODUCTION, OPERATOR_HOOKS: JSON.stringify([hook('up.test'), hook('down.test')]) }
  const found = await examine(from, 'me@market.test')
  expect(texts(of(found, 'alerts')).slice(0, 2)).toEqual([
    'good: The webhook at up.test took a trial.',
    'bad: The webhook at down.test answered 500.',
  ])
  expect(texts(of(found, 'mail'))).toEqual(['good: A trial went to me@market.test: see that it arrived.'])
  expect(asked.toSorted()).toEqual(['api.resend.com', 'down.test', 'up.test'])
  expect(JSON.stringify(found)).not.toContain('hidden')
  const unread = await examine({ ...PRODUCTION, OPERATOR_HOOKS: '[{', CHAIN_NODES: 'x', DEPOSIT_KEYS: '{}' })
  expect(texts([...of(unread, 'alerts'), ...of(unread, 'secrets')]).filter((text) => text.includes('read'))).toEqual([
    'bad: OPERATOR_HOOKS cannot be read.',
    'bad: CHAIN_NODES cannot be read.',
  ])
})

test('a part that fails is a finding, and the others are examined all the same', async () => {
  const UPLOADS = { list: () => Promise.reject(new Error('no such bucket')) }
  const found = await examine({ UPLOADS })
  expect(texts(of(found, 'bindings'))).toEqual(['bad: UPLOADS does not answer: no such bucket'])
  expect(new Set(found.findings.map(({ part }) => part)).size).toBe(Object.keys(SITE_PARTS).length)
})

test('a site whose configuration stops it still answers the doctor, and nobody else', async () => {
  const unsafe = { ...PRODUCTION, SESSION_SECRET: 'short', CARD_SOURCE: 'embedded' }
  const found = texts((await examine(unsafe)).findings)
  expect(found.join('\n')).toMatch(/bad: CARD_SOURCE is "embedded"/)
  expect(found.join('\n')).toMatch(/bad: SESSION_SECRET is shorter/)
  const page = await worker.fetch(new Request('http://cm.test/health'), { ...env, ...unsafe }, createExecutionContext())
  expect(page.status).toBe(503)
})

test('the token opens it, input is read strictly, and without a token there is nothing', async () => {
  expect((await send({ mail: null }, {}, 'another')).status).toBe(401)
  expect((await send({ mail: null }, { BACKUP_TOKEN: undefined })).status).toBe(404)
  for (const body of [null, {}, { mail: 'nobody' }, { mail: null, more: 1 }, { mail: 1 }])
    expect((await send(body)).status).toBe(400)
})
