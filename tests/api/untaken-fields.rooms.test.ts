// Every optional field is sent with every order kind of every order endpoint: an unsupported field is refused by name, and no order is
// placed.

import { beforeAll, expect, it, vi } from 'vitest'
import { routes } from '#api/app'
import { SERVER_WORDS } from '../../locales/list'
import { type Person, call, join, seed } from './client'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const { fields: names, refusals } = SERVER_WORDS.en
let alice: Person

beforeAll(async () => {
  await seed()
  alice = await join('Alice')
})

const wordOf = (field: string): string => Object.entries(names).find(([name]) => name === field)?.[1] ?? field
const sentenceOf = (field: string): string => refusals.field_not_taken.replace('{{field}}', wordOf(field))

const PRICES = { price: '60000', trigger_price: '59000', stop_limit_price: '58000', worst_price: '61000' }
const WAYS_OUT = { take_profit: '70000', stop_loss: '50000', take_profit_lots: '1', stop_loss_lots: '1' }
const TRAILS = { trail_amount: '100', trail_percent: '1' }
/** All fields that limit a loss in some product. */
const LIMITS = { ...PRICES, ...WAYS_OUT, ...TRAILS }

const spot = { symbol: 'BTC-USDT', side: 'buy', quantity: '0.001' }
const contract = { symbol: 'BTC-USDT', direction: 'long', leverage: '10', lots: '1' }
const exits = ['take_profit', 'stop_loss']

/** Endpoint, request, and the limit fields that it supports. */
const CASES: readonly (readonly [endpoint: string, asked: Record<string, string>, takes: readonly string[]])[] = [
  ['POST /v1/order', { ...spot, kind: 'limit', price: '60000' }, ['price']],
  ['POST /v1/order', { ...spot, kind: 'market' }, []],
  ['PUT /v1/order', { order_id: '1' }, ['price']],
  ['DELETE /v1/order', { order_id: '1' }, []],
  ['POST /v1/conditional/order', { ...spot, kind: 'stop', trigger_price: '65000' }, ['trigger_price', 'price']],
  ['POST /v1/conditional/order', { ...spot, kind: 'take_profit', trigger_price: '55000' }, ['trigger_price', 'price']],
  ['POST /v1/conditional/order', { ...spot, kind: 'trailing', trail_amount: '100' }, ['trail_amount', 'trail_percent']],
  [
    'POST /v1/conditional/order',
    { ...spot, kind: 'oco', trigger_price: '65000', price: '55000' },
    ['trigger_price', 'price', 'stop_limit_price'],
  ],
  ['POST /v1/conditional/entry', { ...spot, kind: 'limit', price: '60000', stop_loss: '1' }, ['price', ...exits]],
  ['POST /v1/conditional/entry', { ...spot, kind: 'market', stop_loss: '1' }, exits],
  ['DELETE /v1/conditional/order', { conditional_id: '1' }, []],
  ['POST /v1/futures/order', { ...contract, kind: 'market' }, ['worst_price', ...exits]],
  ['POST /v1/futures/order', { ...contract, kind: 'limit', price: '1' }, ['price', ...exits]],
  ['POST /v1/futures/order', { ...contract, kind: 'stop', price: '1' }, ['price', ...exits]],
  ['POST /v1/futures/stops', { position_id: '1', ...WAYS_OUT }, Object.keys(WAYS_OUT)],
  ['POST /v1/futures/close', { position_id: '1' }, []],
  ['POST /v1/futures/margin', { position_id: '1', amount: '1' }, []],
  ['POST /v1/copy/follow', { trader_id: '1', kind: 'multiple', number: '1' }, []],
]

it.each(CASES)('%s %j takes %j and refuses every other limit by its name', async (endpoint, asked, takes) => {
  const [method = '', path = ''] = endpoint.split(' ')
  for (const [name, value] of Object.entries(LIMITS)) {
    const fields = { ...asked, [name]: value }
    const sent = method === 'DELETE' ? { query: fields } : { json: fields }
    const { message } = await call(method, path, { ...sent, token: alice.token })
    const isRefused = message === sentenceOf(name)
    expect({ endpoint, asked, name, message, isRefused }).toMatchObject({ isRefused: !takes.includes(name) })
  }
})

it.each(['market', 'limit'] as const)(
  'a preview of a %s contract refuses what the order would refuse',
  async (kind) => {
    const untaken = kind === 'market' ? 'price' : 'worst_price'
    const query = { ...contract, kind, ...(kind === 'limit' && { price: '60000' }), [untaken]: '61000' }
    const { message } = await call('GET', '/v1/futures/preview', { query })
    expect(message).toBe(sentenceOf(untaken))
  },
)

it('an order of a batch refuses what it does not take as an order alone does', async () => {
  for (const name of ['stop_loss', 'trigger_price'] as const) {
    const orders = [{ ...spot, kind: 'market', [name]: LIMITS[name] }]
    const { message } = await call('POST', '/v1/orders', { json: { orders }, token: alice.token })
    expect(message).toBe(sentenceOf(name))
  }
})

it('two sizes at once are refused by every kind that takes both', async () => {
  const asked = { ...spot, quote_amount: '100' }
  const kinds = [
    ['/v1/order', { kind: 'market' }],
    ['/v1/conditional/order', { kind: 'stop', trigger_price: '65000' }],
    ['/v1/conditional/order', { kind: 'trailing', trail_percent: '1' }],
    ['/v1/conditional/entry', { kind: 'market', stop_loss: '1' }],
  ] as const
  for (const [path, form] of kinds) {
    const { message } = await call('POST', path, { json: { ...asked, ...form }, token: alice.token })
    expect(message).toBe(refusals.budget_needs_market_buy)
  }
})

it('everything of /v1, previews and lists included, refuses a field that it does not know, and takes its language', async () => {
  const asked = routes.filter(({ path }) => path.startsWith('/v1/'))
  expect(asked.length).toBeGreaterThan(100)
  for (const { method, path, takesFile } of asked) {
    if (takesFile) continue
    const query = { no_such_limit: '1', lang: 'en' }
    const { message } = await call(method, path, { query, token: alice.token })
    expect([method, path, message]).toEqual([method, path, sentenceOf('no_such_limit')])
  }
})

it('an old client sends the price that it shows with an order of contracts at the market', async () => {
  const form = {
    currency_id: '1',
    legal_id: '3',
    type: '1',
    share: '1',
    multiple: '10',
    status: '1',
    target_price: '999',
  }
  const { message } = await call('POST', '/lever/submit', { form, token: alice.token })
  expect(message).not.toBe(sentenceOf('price'))
})
