// Webhooks of operators: signed, in order, tried again after a failure, and told nothing twice.

import { createHmac } from 'node:crypto'
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, afterEach, expect, test, vi } from 'vitest'
import { changeAlarms, countUndelivered } from '#db/platform/alarm'
import type { Ringing } from '#domain/operating/alarms'
import { MINUTE_MS } from '#domain/time'
import { hookIds, readHooks, callHooks } from '#services/operating/hooks'
import { seed } from '../api/client'

const SECRET = 'known to the receiver'
const OPERATOR_HOOKS = JSON.stringify([
  { url: 'https://generic.example/in', form: 'generic', secret: SECRET },
  { url: 'https://slack.example/in?token=secret', form: 'slack', secret: SECRET },
])
const site = { ...env, OPERATOR_HOOKS }

interface Taken {
  readonly host: string
  readonly id: string
  readonly signature: string
  readonly body: string
}

let taken: Taken[] = []
let down = new Set<string>()
let now = Date.now()

beforeAll(seed)
beforeEach(async () => {
  taken = []
  down = new Set()
  now += 60 * MINUTE_MS
  for (const table of ['alarm_event', 'alarm_ringing', 'alarm_hook']) await env.DB.prepare(`DELETE FROM ${table}`).run()
  vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    const { host } = new URL(url as string)
    const headers = new Headers(init?.headers)
    if (down.has(host)) return Promise.resolve(new Response(null, { status: 500 }))
    taken.push({
      host,
      id: headers.get('X-Event-Id') ?? '',
      signature: headers.get('X-Signature') ?? '',
      body: init?.body as string,
    })
    return Promise.resolve(new Response('ok'))
  })
  await callHooks(site, now)
})
afterEach(() => void vi.restoreAllMocks())

const books: Ringing = { alarm: 'BooksOff', labels: {}, value: 1 }
const node: Ringing = { alarm: 'NodeBehind', labels: { network: 'Bitcoin' }, value: 90 }
const begin = (...begun: Ringing[]) => changeAlarms(env.DB, { at: now, begun, ended: [] })
const sweep = async (minutes = 1) => {
  now += minutes * MINUTE_MS
  await callHooks(site, now)
}
const toldTo = (host: string) => taken.filter((each) => each.host === host)

test('a beginning and an end are told to each, signed, in its form, and once', async () => {
  await begin(books)
  await begin(books)
  await sweep()
  await changeAlarms(env.DB, { at: now, begun: [], ended: [books] })
  await sweep()
  await sweep()
  const told = toldTo('generic.example')
  expect(told.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
    { alarm: 'BooksOff', state: 'ringing', urgency: 'now', metric: 'cm_books_off', page: '/admin/reports' },
    { alarm: 'BooksOff', state: 'over' },
  ])
  for (const { signature, body } of told) {
    const [, seconds = '', signed = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? []
    expect(signed).toBe(createHmac('sha256', SECRET).update(`${seconds}.${body}`).digest('hex'))
  }
  const words = toldTo('slack.example').map(({ body }) => (JSON.parse(body) as { text: string }).text)
  expect(words).toEqual(['CM: BooksOff, now. cm_books_off = 1. Desk: /admin/reports', 'CM: BooksOff is over'])
})

test('a receiver that is down gets everything later, in order, while the other is told at once', async () => {
  down.add('slack.example')
  await begin(books)
  await sweep()
  await begin(node)
  await sweep()
  expect(toldTo('slack.example')).toEqual([])
  expect(toldTo('generic.example')).toHaveLength(2)
  expect(await countUndelivered(env.DB, hookIds(site))).toMatchObject({ total: 2 })
  down.clear()
  await sweep(10)
  expect(toldTo('slack.example').map(({ id }) => id)).toEqual(toldTo('generic.example').map(({ id }) => id))
  expect(await countUndelivered(env.DB, hookIds(site))).toEqual({ total: 0, oldestAt: null })
})

test('two sweeps at once tell nothing twice', async () => {
  await begin(books, node)
  now += MINUTE_MS
  await Promise.all([callHooks(site, now), callHooks(site, now)])
  expect(toldTo('generic.example').map(({ id }) => id)).toEqual([
    ...new Set(toldTo('generic.example').map(({ id }) => id)),
  ])
  expect(toldTo('generic.example')).toHaveLength(2)
})

test('a list that cannot be read tells nobody, and its secrets stay out of the log', () => {
  const lines: string[] = []
  vi.spyOn(console, 'error').mockImplementation((text: unknown) => void lines.push(String(text)))
  expect(readHooks({ OPERATOR_HOOKS: `[{"url":"https://x.example","secret":"${SECRET}"}]` })).toEqual([])
  expect(lines.join()).toContain('OPERATOR_HOOKS')
  expect(lines.join()).not.toContain(SECRET)
})
