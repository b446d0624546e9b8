// Answers that succeed, which `call` holds against their schemas. Every endpoint that only reads and needs no field is asked by somebody whose
// account is new; and what no story of a product asks for is asked here, after what it needs.

import { env } from 'cloudflare:workers'
import * as v from 'valibot'
import { runDurableObjectAlarm } from 'cloudflare:test'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { routes } from '#api/app'
import { sweepLiabilities } from '#services/liabilities/tree'
import { keepGallery } from '#services/nft/gallery'
import { type Person, call, join, ok, seed } from './client'

vi.setConfig({ testTimeout: 60_000 })

let nora: Person

beforeAll(async () => {
  await seed()
  await keepGallery(env, Date.now())
  nora = await join('Nora')
})

/** Each reads one thing, by either of two fields; cases of the contract’s walks. */
const BY_EITHER_FIELD = new Set(['/v1/order', '/bind_box/getBoxDetail'])
/** Logging out reads nothing, and ends the session of what follows. */
const ENDS_SESSION = '/user/logout'

const reads = routes.filter(
  ({ method, path, input }) =>
    method === 'GET' && path !== ENDS_SESSION && !BY_EITHER_FIELD.has(path) && v.safeParse(input, {}).success,
)

it.each(reads.map((route) => [route.path, route] as const))('%s succeeds for a new account', async (path, route) => {
  const answer = await call('GET', path, { query: { lang: 'en' }, token: route.isPrivate ? nora.token : undefined })
  const refusal = answer.type === 'ok' || answer.code === 1 ? '' : JSON.stringify(answer)
  expect([path, refusal]).toEqual([path, ''])
})

describe('after what it needs, there is an answer of', () => {
  const post = <Message>(path: string, form: Record<string, string>) =>
    ok<Message>('POST', path, { form, token: nora.token })
  const get = <Message>(path: string, query: Record<string, string>) =>
    ok<Message>('GET', path, { query, token: nora.token })

  it('a position that is reversed, and an alert of its distance to liquidation', async () => {
    await post('/wallet/change', { from_field: 'change', to_field: 'lever', currency_id: '3', number: '1000' })
    const order = { symbol: 'BTC-USDT', direction: 'long', lots: '5', leverage: '10' }
    const { position_id: opened } = await post<{ position_id: number }>('/v1/futures/order', order)
    const { opened: reversed } = await post<{ opened: { position_id: number; direction: string } }>(
      '/v1/futures/reverse',
      { position_id: String(opened) },
    )
    expect(reversed.direction).toBe('short')
    await post('/v1/alerts/liquidation', { position_id: String(reversed.position_id), percent: '5' })
  })

  it('an alert of a fill, and one of a move', async () => {
    const [quote] = await get<{ price: string }[]>('/v1/quotes', { symbol: 'BTC-USDT' })
    const price = (Number(quote?.price) * 0.95).toFixed(1)
    const order = { symbol: 'BTC-USDT', side: 'buy', kind: 'limit', price, quantity: '0.01' }
    const { order_id: id } = await post<{ order_id: number }>('/v1/order', order)
    await post('/v1/alerts/fill', { order_id: String(id) })
    await post('/v1/alerts/move', { symbol: 'BTC-USDT', percent: '2.5', hours: '24' })
  })

  it('a token sale, and an application to it', async () => {
    const { list } = await get<{ list: { id: number; time_status: number }[] }>('/project', { page: '1', limit: '50' })
    const project_id = String(list.find(({ time_status }) => time_status === 2)?.id)
    await get('/v1/ieo/project', { project_id })
    const applied = await post<{ order_id: number }>('/v1/ieo/order', { project_id, quantity: '10', pay: 'USDT' })
    await get('/v1/ieo/order', { order_id: String(applied.order_id) })
  })

  it('a dual investment', async () => {
    const series = await get<{ series_id: number; symbol: string }[]>('/v1/invest/series', { kind: 'put' })
    const id = String(series.find(({ symbol }) => symbol === 'BTC-USDT')?.series_id)
    const bought = await post<{ order_id: number }>('/v1/invest/buy', { series_id: id, shares: '1' })
    await get('/v1/invest/order', { order_id: String(bought.order_id) })
  })

  it('a work that is liked, and its bids', async () => {
    const work = await env.DB.prepare("SELECT id, code FROM nft_work WHERE state = 'listed'").first<{
      id: number
      code: string
    }>()
    await post('/v1/nft/favourite', { code: work?.code ?? '' })
    await get('/v1/nft/bids', { work_id: String(work?.id) })
  })

  it('the proof of a leaf of the log', async () => {
    const log = env.Log.get(env.Log.idFromName('main'))
    await log.wake()
    expect(await runDurableObjectAlarm(log)).toBe(true)
    await get('/v1/log/inclusion', { leaf: '0' })
  })

  it('the proof of a public fund', async () => {
    for (const minute of [0, 1, 2]) await sweepLiabilities(env, Date.now() + minute * 60_000)
    await get('/v1/fairness/liabilities/fund', { holder: 'insurance' })
  })
})
