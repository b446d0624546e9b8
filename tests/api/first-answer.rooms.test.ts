// A client whose answer was lost retries with the same key. An accepted command gets its first answer again, even if the desk has meanwhile
// halted the product, closed the country or removed the terms.

import { env } from 'cloudflare:workers'
import { beforeAll, expect, it, vi } from 'vitest'
import { forgetIsolateCaches } from '#domain/isolate-cache'
import { keepGallery } from '#services/nft/gallery'
import { SERVER_WORDS } from '../../locales/list'
import { type Answer, type Person, call, join, ok, seed } from './client'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const HOUR = 3_600_000

let alice: Person
/** Whom she follows. */
let tora: Person

beforeAll(async () => {
  await seed()
  await keepGallery(env, Date.now())
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO quiz_event (id, asset, option_count, fee, stake_min, stake_max, opens_at, closes_at, is_published, sort)
       VALUES (50, 'USDT', 2, '2000000', '1000000', '100000000', 0, ?, 1, 1)`,
    ).bind(Date.now() + HOUR),
    env.DB.prepare(
      "INSERT INTO quiz_text (event_id, language, question, source, option_1, option_2) VALUES (50, 'en', 'Which?', 'Here.', 'A', 'B')",
    ),
    env.DB.prepare(
      `INSERT INTO ieo_project (id, asset_id, mode, cost, supply, min_quantity, applicant_max, pays, starts_at, ends_at, listing_at, lock_days,
        is_open, picture, website, white_paper) VALUES (12, 9001, 'pro_rata', '50000', 1000, 10, 2000, 'USDT', ?, ?, ?, 2, 1, '/banners/moonb.svg', 'https://a.example', 'https://b.example')`,
    ).bind(Date.now() - HOUR, Date.now() + HOUR, Date.now() + 2 * HOUR),
    env.DB.prepare(
      "INSERT INTO ieo_text (project_id, language, title, summary, content) VALUES (12, 'en', 'Sale', 'A summary', '<p>Words</p>')",
    ),
  ])
  alice = await join('Alice')
  tora = await join('Tora')
  await env.DB.prepare(
    "INSERT INTO trader (user_id, application_id, nickname, words, share, state, applied_at) VALUES (?, 'tora', 'Tora', 'Trends.', '10000000', 'active', 1)",
  )
    .bind(tora.userId)
    .run()
  for (const to_field of ['micro', 'lever']) {
    const form = { from_field: 'change', to_field, currency_id: '3', number: '500' }
    await ok('POST', '/wallet/change', { form, token: alice.token })
  }
})

type Form = Readonly<Record<string, string>>

/** The same command each time: its key is its path. */
const ask = (path: string, form: Form): Promise<Answer> =>
  call('POST', path, { form: { lang: 'en', ...form }, token: alice.token, key: path.replaceAll('/', '.') })

async function makeForms(): Promise<Readonly<Record<string, Form>>> {
  const option = { symbol: 'BTC-USDT', direction: 'rise', seconds: '60', stake: '10' }
  const future = { symbol: 'BTC-USDT', direction: 'long', mode: 'isolated', lots: '1', leverage: '10' }
  const { position_id } = await ok<{ position_id: number }>('POST', '/v1/futures/order', {
    form: future,
    token: alice.token,
  })
  const { seed_no } = await ok<{ seed_no: number }>('POST', '/v1/game/seed', { token: alice.token })
  const proposal = await ok<{ proposal_id: string }>('POST', '/v1/options/proposals', {
    form: option,
    token: alice.token,
  })
  const series = await ok<{ series_id: number; symbol: string }[]>('GET', '/v1/invest/series')
  const [quote] = await ok<{ price: string }[]>('GET', '/v1/quotes', { query: { symbol: 'BTC-USDT' } })
  const priceOf = (share: number) => (Number(quote?.price) * share).toFixed(1)
  const [work] = await ok<{ code: string }[]>('GET', '/bind_box/getBoxList', { query: { pay_type: '1', status: '1' } })
  const [auction] = await ok<{ code: string; per_increase: number }[]>('GET', '/bind_box/getBoxList', {
    query: { pay_type: '2', status: '1' },
  })
  return {
    '/v1/options/proposal-order': { proposal_id: proposal.proposal_id },
    '/v1/options/order': option,
    '/v1/futures/order': future,
    '/v1/futures/stops': { position_id: String(position_id), stop_loss: '1' },
    '/v1/futures/margin': { position_id: String(position_id), amount: '1' },
    '/v1/game/round': { seed_no: String(seed_no), client_seed: 'c0ffee', under: '4950', stake: '1' },
    '/v1/mining/lock': { product_id: '2', amount: '100' },
    '/v1/invest/buy': {
      series_id: String(series.find(({ symbol }) => symbol === 'BTC-USDT')?.series_id),
      shares: '1',
    },
    '/v1/quiz/bet': { event_id: '50', option: '1', stake: '5' },
    '/v1/ieo/order': { project_id: '12', quantity: '10', pay: 'USDT' },
    '/bind_box/buyNFT': { code: String(work?.code) },
    '/bind_box/auctionNFT': { code: String(auction?.code), price: String(auction?.per_increase) },
    '/v1/copy/follow': { trader_id: String(tora.userId), kind: 'multiple', number: '1' },
    '/wallet/change': { from_field: 'change', to_field: 'legal', currency_id: '1', number: '0.001' },
    '/v1/order': { symbol: 'BTC-USDT', side: 'buy', price: priceOf(0.95), quantity: '0.001' },
    '/v1/conditional/order': { symbol: 'BTC-USDT', side: 'sell', kind: 'stop', trigger_price: priceOf(0.9), quantity: '0.001' }, // prettier-ignore
    '/user/Transfer': { from_currency_id: '3', to_currency_id: '1', number: '100' },
    '/optional/add': { currency_id: '2' },
    '/v1/limits': { limit_kind: 'stake', value: '1000' },
  }
}

/** Closes, halts or delists everything tradable. */
async function closeAll(): Promise<void> {
  await env.DB.batch(
    [
      'UPDATE product_gate SET is_open = 0',
      'UPDATE option_term SET is_open = 0',
      'UPDATE game_term SET is_open = 0',
      'UPDATE mining_product SET is_open = 0',
      'UPDATE ieo_project SET is_open = 0',
      "UPDATE trader SET state = 'closed'",
      'UPDATE asset SET is_listed = 0 WHERE id = 1',
    ].map((sql) => env.DB.prepare(sql)),
  )
  forgetIsolateCaches()
}

/** Price sources return no price. */
async function withoutPrices(work: () => Promise<void>): Promise<void> {
  const silent = { quotes: () => Promise.resolve([]) } as unknown as ReturnType<typeof env.Quotes.get>
  const asked = vi.spyOn(env.Quotes, 'get').mockReturnValue(silent)
  forgetIsolateCaches()
  await work()
  asked.mockRestore()
}

const PRICED = ['/v1/options/order', '/v1/futures/order', '/v1/futures/stops', '/v1/futures/margin'] as const

/** Per form, a change that makes another command. */
const CHANGED: Readonly<Record<string, Form>> = {
  '/v1/options/proposal-order': { proposal_id: 'another' },
  '/v1/options/order': { direction: 'fall' },
  '/v1/futures/order': { lots: '2' },
  '/v1/futures/stops': { stop_loss: '2' },
  '/v1/futures/margin': { amount: '2' },
  '/v1/game/round': { under: '4951' },
  '/v1/mining/lock': { amount: '101' },
  '/v1/invest/buy': { shares: '2' },
  '/v1/quiz/bet': { option: '2' },
  '/v1/ieo/order': { quantity: '11' },
  '/bind_box/buyNFT': { code: '1' },
  '/bind_box/auctionNFT': { price: '1' },
  '/v1/copy/follow': { number: '2' },
  '/wallet/change': { number: '0.002' },
  '/v1/order': { quantity: '0.002' },
  '/v1/conditional/order': { quantity: '0.002' },
  '/user/Transfer': { number: '2' },
  '/optional/add': { currency_id: '1' },
  '/v1/limits': { value: '900' },
}

/** A used idempotency key is refused for other content and for another product's command. */
async function expectKeysTaken(forms: Readonly<Record<string, Form>>): Promise<void> {
  expect(Object.keys(CHANGED).sort()).toEqual(Object.keys(forms).sort())
  const paths = Object.keys(forms)
  for (const [index, path] of paths.entries()) {
    const other = await ask(path, { ...forms[path], ...CHANGED[path] })
    expect([path, other.type]).toEqual([path, 'error'])
    const neighbour = paths[(index + 1) % paths.length] ?? ''
    const sent = { form: { lang: 'en', ...forms[neighbour] }, token: alice.token, key: path.replaceAll('/', '.') }
    expect([path, neighbour, (await call('POST', neighbour, sent)).message]).toEqual([path, neighbour, REUSED])
  }
}

/** Figures at the index price of the moment, which a repetition tells anew. */
const LIVE = ['unrealised', 'liquidation_price', 'warnings']

function lasting(answer: Answer): Answer {
  const { message } = answer
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return answer
  return { ...answer, message: Object.fromEntries(Object.entries(message).filter(([name]) => !LIVE.includes(name))) }
}

const REUSED = SERVER_WORDS.en.refusals.command_id_reused

it('a repetition is answered as the first time, whatever was closed since; a new command is refused', async () => {
  const forms = await makeForms()
  const first = new Map<string, Answer>()
  for (const [path, form] of Object.entries(forms)) first.set(path, lasting(await ask(path, form)))
  expect(
    Object.fromEntries([...first].map(([path, { type, message }]) => [path, type === 'ok' ? 'ok' : message])),
  ).toEqual(Object.fromEntries(Object.keys(forms).map((path) => [path, 'ok'])))
  await expectKeysTaken(forms)
  // A work's name isn't part of the client's command.
  await env.DB.prepare("UPDATE nft_work SET name = name || ', later'").run()
  for (const path of ['/bind_box/buyNFT', '/bind_box/auctionNFT'])
    expect(lasting(await ask(path, forms[path] ?? {})), path).toEqual(first.get(path))
  await withoutPrices(async () => {
    for (const path of PRICED) {
      const form = forms[path] ?? {}
      expect(lasting(await ask(path, form)), path).toEqual(first.get(path))
      const other = await call('POST', path, { form: { lang: 'en', ...form }, token: alice.token, key: 'another' })
      expect(other.message, path).toContain('price')
    }
  })
  await closeAll()
  const isClosed = (path: string) => path !== '/v1/futures/stops' && path !== '/v1/futures/margin'
  for (const [path, form] of Object.entries(forms).filter(([each]) => isClosed(each))) {
    expect(lasting(await ask(path, form)), path).toEqual(first.get(path))
    const other = await call('POST', path, { form, token: alice.token, key: 'another' })
    expect(other.type, path).toBe('error')
  }
})

it('the key of one command answers no other', async () => {
  const key = '.v1.options.order'
  const other = { symbol: 'BTC-USDT', direction: 'fall', seconds: '60', stake: '10' }
  const answer = await call('POST', '/v1/options/order', { form: other, token: alice.token, key })
  expect(answer.type).toBe('error')
  const round = { seed_no: '1', client_seed: 'c0ffee', under: '4950', stake: '1' }
  expect((await call('POST', '/v1/game/round', { form: round, token: alice.token, key })).type).toBe('error')
})
