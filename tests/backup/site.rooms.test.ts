// A site with people, money and open orders is backed up, deleted and restored. Then everything is as it was, to the unit.

import { createExecutionContext, runDurableObjectAlarm } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { writeSite } from '../../scripts/lib/backup-site.mjs'
import { restoredFrom } from '#domain/log/checkpoint'
import { addTotals } from '#db/platform/operating'
import { callAccountAsSystem } from '#services/account-room'
import { examine } from '#services/operating/doctor'
import worker from '../../server/worker'
import { PASSWORD, type Person, call, join, ok, seed } from '../api/client'
import { conservation } from '../kit/conservation'
import { ask, backUp, deleteEverything, from, restore, send, site, stateOf } from './operators'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** Of a machine that is busy. */
const PATIENT = { timeout: 30_000, interval: 50 }

let alice: Person
let bob: Person
let carol: Person
const people = () => [alice, bob, carol]

const own = (who: Person) => ({ token: who.token })
const move = (who: Person, to: string) =>
  ok('POST', '/wallet/change', {
    form: { from_field: 'change', to_field: to, currency_id: '3', number: '2000' },
    ...own(who),
  })

interface Head {
  readonly size: number
  readonly checkpoint: string
}
const checkpointNow = () => ok<Head>('GET', '/v1/log/checkpoint')
/** Lets the log read its sources at once. */
async function logNow(): Promise<void> {
  const log = env.Log.get(env.Log.idFromName('main'))
  await log.wake()
  await runDurableObjectAlarm(log)
}

const rowsOf = async (table: string) => (await env.DB.prepare(`SELECT * FROM ${table}`).all()).results

beforeAll(async () => {
  await seed()
  alice = await join('Alice')
  bob = await join('Bob')
  carol = await join('Carol')
  const price =
    0.98 * Number((await ok<{ price: string }[]>('GET', '/v1/quotes', { query: { symbol: 'BTC-USDT' } }))[0]?.price)
  // What meets the house waits for a round of prices: all of it for the same.
  const trade = async (who: Person) => {
    const order = { symbol: 'BTC-USDT', side: 'buy', kind: 'limit', price: String(Math.floor(price)), quantity: '0.01' }
    await ok('POST', '/v1/order', { form: order, ...own(who) })
    await ok('POST', '/v1/order', {
      form: { symbol: 'BTC-USDT', side: 'buy', kind: 'market', quote_amount: '100' },
      ...own(who),
    })
  }
  const open = async () => {
    await move(alice, 'lever')
    const contract = { share: '10', multiple: '10', type: '1', status: '1', target_price: '999', password: '' }
    await ok('POST', '/lever/submit', { form: { currency_id: '1', legal_id: '3', ...contract }, ...own(alice) })
  }
  const lock = () => ok('POST', '/lh/deposit', { form: { config_id: '2', amount: '100', lang: 'en' }, ...own(bob) })
  await Promise.all([...people().map(trade), open(), lock()])
  await env.UPLOADS.put('picture/one', new Uint8Array(2_500_000).fill(7), {
    httpMetadata: { contentType: 'image/png' },
  })
})

describe('a site that is backed up and restored', () => {
  it('is the same to the unit, with its orders, and nobody is logged in', async () => {
    const [first, second] = [alice, bob]
    const before = await Promise.all(people().map(stateOf))
    await logNow()
    const logged = await checkpointNow()
    const entries = await backUp()
    const userRows = await rowsOf('user')
    const receiptRows = await rowsOf('receipt')
    await deleteEverything()
    expect(await rowsOf('user')).toEqual([])

    await restore(entries)
    expect(await Promise.all(people().map(stateOf))).toEqual(before)
    expect(await rowsOf('user')).toEqual(userRows)
    expect(await rowsOf('receipt')).toEqual(receiptRows)
    // Its log says that it was restored, and from what.
    await logNow()
    const restored = await checkpointNow()
    expect(restored.checkpoint).toMatch(/^\S+\/restored\/\d{13}\n/)
    expect(restored.size).toBeGreaterThan(logged.size)
    const keys = await ok<{ no: number; body: string }[]>('GET', '/v1/log/leaves', {
      query: { from: '0', source: 'key' },
    })
    const [, continued] = keys
    expect([keys.length, continued?.no, restoredFrom(continued?.body ?? '')?.size]).toEqual([
      2,
      logged.size,
      logged.size,
    ])
    expect((await ok<Head>('GET', `/v1/log/checkpoint?size=${logged.size}`)).checkpoint).toBe(logged.checkpoint)
    const { rows, problems } = await conservation(
      env,
      people().map(({ userId }) => userId),
    )
    expect(problems).toEqual([])
    expect(rows.filter(({ isConserved }) => !isConserved)).toEqual([])

    expect((await call('GET', '/user/info', own(first))).type).toBe('999')
    const login = { user_string: second.email, password: PASSWORD }
    const token = await ok<string>('POST', '/user/login', { form: login })
    expect((await ok<{ id: number }>('GET', '/user/info', { token })).id).toBe(second.userId)
    // The Market still has the order, and gives the money back.
    await ok('DELETE', '/v1/orders', { token })
    await expect
      .poll(async () => JSON.stringify((await stateOf(second)).orders), PATIENT)
      .not.toContain('"state":"open"')
    const upload = await env.UPLOADS.get('picture/one')
    expect(upload?.httpMetadata?.contentType).toBe('image/png')
    const picture = Buffer.from((await upload?.arrayBuffer()) ?? new ArrayBuffer(0))
    expect(picture.equals(Buffer.alloc(2_500_000, 7))).toBe(true)
  })
  it('of orders under way at that moment keeps every unit, and what was on its way arrives once', async () => {
    const index =
      0.999 * Number((await ok<{ price: string }[]>('GET', '/v1/quotes', { query: { symbol: 'BTC-USDT' } }))[0]?.price)
    let isOver = false
    const tokens = await Promise.all(
      people().map(({ email }) =>
        ok<string>('POST', '/user/login', { form: { user_string: email, password: PASSWORD } }),
      ),
    )
    const trading = tokens.map(async (token, who) => {
      for (let count = 0; !isOver; count += 1) {
        const form = {
          symbol: 'BTC-USDT',
          side: (count + who) % 2 ? 'sell' : 'buy',
          price: String(Math.floor(index)),
          quantity: '0.001',
        }
        await call('POST', '/v1/order', { form, token }).catch(() => null)
      }
    })
    const entries = await backUp()
    isOver = true
    await Promise.all(trading)
    await deleteEverything()
    await restore(entries)
    const ids = people().map(({ userId }) => userId)
    const market = env.Market.get(env.Market.idFromName('BTC-USDT'))
    await expect
      .poll(async () => {
        await market.sweep()
        const owed = await Promise.all(ids.map((userId) => callAccountAsSystem(env, userId, { type: 'sweep' })))
        return owed.reduce((sum, each) => sum + each.owed, (await market.report()).undeliveredMessages)
      }, PATIENT)
      .toBe(0)
    const { rows, problems } = await conservation(env, ids)
    expect(problems).toEqual([])
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ isConserved }) => !isConserved)).toEqual([])
    const known = await Promise.all(ids.map((userId) => callAccountAsSystem(env, userId, { type: 'verify' })))
    const heard = known.flatMap((report) => report.heard).filter(({ symbol }) => symbol === 'BTC-USDT')
    expect(heard.reduce((sum, { messages }) => sum + messages, 0)).toBe((await market.report()).messagesMade)
  })

  it('has the figures of its backup, though it counts meanwhile and answers are lost', async () => {
    const counted = (value: number) => addTotals(env.DB, [{ name: 'cm_requests', labels: { of: 'backup' }, value }])
    await counted(7)
    const entries = await backUp()
    await deleteEverything()
    const ask: typeof site.ask = async (path, body) => {
      if (path === '/restore/directory') await counted(5).then(() => site.ask(path, body))
      return site.ask(path, body)
    }
    await restore(entries, { ...site, ask })
    const figures = (await rowsOf('metric_total')).filter((row) => row['labels'] === '{"of":"backup"}')
    expect(figures).toEqual([expect.objectContaining({ value: 7 })])
  })

  it('serves nobody while its restore is broken off, also when its rooms are awake already, and the next one begins anew', async () => {
    const asked = () => worker.fetch(new Request('http://cm.test/api/v1/quotes'), env, createExecutionContext())
    const before = await Promise.all(people().map(stateOf))
    const entries = await backUp()
    await deleteEverything()
    const ask: typeof site.ask = async (path, body) => {
      if (path === '/restore/open') throw new Error('broken off')
      const answer = await site.ask(path, body)
      if (path !== '/restore/wake' && path !== '/restore/end') return answer
      // An answer was lost. Rooms start anew once they have answered.
      await scheduler.wait(50)
      return site.ask(path, body)
    }
    await expect(restore(entries, { ...site, ask })).rejects.toThrow('broken off')
    const closed = await asked()
    expect([closed.status, await closed.text()]).toEqual([503, expect.stringContaining('npm run restore')])
    expect((await examine(env, { mail: null, now: Date.now() })).findings).toMatchObject([
      { part: 'backup', state: 'bad', todo: expect.stringContaining('npm run restore') as string },
    ])
    await expect(site.ask('/start', {})).rejects.toThrow('npm run restore ends it')
    const list = new Request('http://cm.test/operator/screening/start', { method: 'POST', body: '{}' })
    expect((await worker.fetch(list, env, createExecutionContext())).status).toBe(503)
    await restore(entries)
    expect((await asked()).status).toBe(200)
    expect(await Promise.all(people().map(stateOf))).toEqual(before)
  })

  it('is not restored over people', async () => {
    const entries = await backUp()
    await expect(writeSite(site, from(entries))).rejects.toThrow('the site is not empty')
  })
})

describe('while it is read', () => {
  it('a room and the directory refuse to write, and go on afterwards', async () => {
    const start = (await ask('/start', {})) as { until: number }
    const { until } = start
    await expect(env.DB.prepare("UPDATE user SET nickname = 'x'").run()).rejects.toThrow('paused for a backup')
    const rooms = [{ kind: 'Account', name: String(alice.userId), cursor: null }]
    await ask('/rooms', { until: start.until, rooms })
    const session = { type: 'open_session', sessionId: 'late', expiresAt: Date.now() + 60_000, device: 'test' } as const
    await expect(callAccountAsSystem(env, alice.userId, session)).rejects.toThrow('paused for a backup')
    const names = rooms.map(({ kind, name }) => ({ kind, name }))
    expect(await ask('/resume', { until, rooms: names })).toEqual([])
    expect(await ask('/end', { until })).toBe(true)
    await expect
      .poll(() =>
        callAccountAsSystem(env, alice.userId, session).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    // A second end has nothing that was still in force.
    expect(await ask('/resume', { until, rooms: names })).toEqual(names)
    expect(await ask('/end', { until })).toBe(false)
  })

  it('a pause that nobody ends ends by itself', async () => {
    await ask('/rooms', { until: Date.now() - 1, rooms: [{ kind: 'Account', name: String(bob.userId), cursor: null }] })
    const session = {
      type: 'open_session',
      sessionId: 'later',
      expiresAt: Date.now() + 60_000,
      device: 'test',
    } as const
    await callAccountAsSystem(env, bob.userId, session)
  })
})

describe('the endpoints', () => {
  it('are there with the token only, and without the binding for nobody', async () => {
    const post = { method: 'POST', body: '{}' }
    expect((await send('/start', post, { BACKUP_TOKEN: '' })).status).toBe(404)
    const wrong = { ...post, headers: { Authorization: 'Bearer wrong', 'CF-Connecting-IP': '192.0.2.7' } }
    expect((await send('/start', wrong)).status).toBe(401)
    for (let count = 0; count < 20; count += 1) await send('/start', wrong)
    expect((await send('/start', wrong)).status).toBe(429)
  })

  it.each([
    ['/list', { kind: 'Gateway', after: '' }],
    ['/rooms', { until: 1, rooms: [{ kind: 'Account', name: '../1', cursor: null }] }],
    ['/directory', { cursor: null, more: 1 }],
    ['/restore/rooms', { parts: 1 }],
  ])('refuse what is malformed: %s', async (path, body) => {
    expect((await send(path, { method: 'POST', body: JSON.stringify(body) })).status).toBe(400)
  })
})
