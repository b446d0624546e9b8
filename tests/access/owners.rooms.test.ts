// Bob with everything that names something of Alice's: her orders, requests, addresses, cards, pictures, coupons, messages. Each is refused
// as if it were not there, and what she has stays as it was. Guests and forged sessions: tests/api/bad-input.rooms.test.ts.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { routes } from '#api/app'
import { callAccountAsSystem } from '#services/account-room'
import { type Person, PASSWORD, call, join, ok, refused, seed } from '../api/client'
import { makeJpeg, pictureForm, pathOf } from '../kit/pictures'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const TRON = 'TBYYvaPXw1BJgoTcvy8Y1hNKEJ5fLm4svM'

let alice: Person
let bob: Person
/** Alice's objects, by the kind of name that a request uses. */
let hers: Record<
  | 'alert'
  | 'order'
  | 'conditional'
  | 'position'
  | 'option'
  | 'lock'
  | 'invest'
  | 'application'
  | 'purchase'
  | 'loan'
  | 'deposit'
  | 'withdrawal'
  | 'address'
  | 'picture'
  | 'coupon'
  | 'watch',
  string
>

beforeAll(async () => {
  await seed()
  alice = await join('Alice')
  bob = await join('Bob')
  const { token } = alice
  const picture = pathOf(await ok<string>('POST', '/upload', { body: pictureForm(makeJpeg()), token }))
  const form = { symbol: 'BTC-USDT', side: 'buy', kind: 'limit', price: '58000', quantity: '0.01' }
  const order = await ok<{ order_id: number }>('POST', '/v1/order', { form, token })
  await ok('POST', '/user/wallet/save', { form: { currency: '3', type: 'TRC20', name: 'hers', address: TRON }, token })
  await ok('POST', '/user/cash_save', {
    form: { real_name: 'Alice', bank_name: 'A bank', bank_account: '6222021234567890123', bank_dizhi: 'Here' },
    token,
  })
  await ok('POST', '/wallet/charge_req', {
    form: { account: picture, amount: '10', currency: '3', type: '0', sub_type: 'TRC20' },
    token,
  })
  // She has a pay password, and her address has waited long enough.
  await env.DB.prepare('UPDATE user SET pay_password_hash = password_hash WHERE id = ?').bind(alice.userId).run()
  await env.DB.prepare('UPDATE saved_address SET changed_at = 1 WHERE user_id = ?').bind(alice.userId).run()
  const out = { currency: '3', number: '20', address: TRON, type: '0', network: 'TRC20', pay_password: PASSWORD }
  await ok('POST', '/wallet/out', { form: out, token })
  const watch = await ok<{ id: number }>('POST', '/optional/add', { form: { currency_id: '2' }, token })
  const moved = { from_field: 'change', to_field: 'lever', currency_id: '3', number: '100' }
  await ok('POST', '/wallet/change', { form: moved, token })
  const waits = { symbol: 'BTC-USDT', direction: 'long', kind: 'limit', lots: '1', leverage: '10', price: '30000' }
  const position = await ok<{ position_id: number }>('POST', '/v1/futures/order', { form: waits, token })
  await ok('POST', '/wallet/change', { form: { ...moved, to_field: 'micro' }, token })
  const rise = { symbol: 'BTC-USDT', direction: 'rise', seconds: '600', stake: '10' }
  const option = await ok<{ order_id: number }>('POST', '/v1/options/order', { form: rise, token })
  const locked = { product_id: '2', amount: '10' }
  const lock = await ok<{ deposit_id: number }>('POST', '/v1/mining/lock', { form: locked, token })
  const [series] = await ok<{ series_id: number }[]>('GET', '/v1/invest/series', { query: { kind: 'put' } })
  const shares = { series_id: String(series?.series_id), shares: '1' }
  const invest = await ok<{ order_id: number }>('POST', '/v1/invest/buy', { form: shares, token })
  const stop = { symbol: 'BTC-USDT', side: 'sell', kind: 'stop', trigger_price: '30000', quantity: '0.001' }
  const stopped = await ok<{ conditional: { conditional_id: number } }>('POST', '/v1/conditional/order', {
    form: stop,
    token,
  })
  // A sale open on any day with play money.
  const { list } = await ok<{ list: { id: number; time_status: number }[] }>('GET', '/project')
  const sale = { project_id: String(list.find((one) => one.time_status === 2)?.id), quantity: '10', pay: 'USDT' }
  const application = await ok<{ order_id: number }>('POST', '/v1/ieo/order', { form: sale, token })
  // Identity verification, for the purchase only.
  const verify = (status: number) =>
    env.DB.prepare('UPDATE user SET review_status = ? WHERE id = ?').bind(status, alice.userId).run()
  await verify(2)
  const quote = await ok<{ quote_id: string }>('POST', '/v1/buy/quote', { form: { route_id: '1', pay: '100' }, token })
  const payer = { first_name: 'Alice', last_name: 'Lee', email: 'alice@example.com', phone: '5550001111' }
  const purchase = await ok<{ order_id: number }>('POST', '/v1/buy/order', {
    form: { quote_id: quote.quote_id, ...payer },
    token,
  })
  await env.DB.prepare('UPDATE user SET is_professional = 1 WHERE id = ?').bind(alice.userId).run()
  const grants = [{ assetId: 3, amount: '500000000000', wallet: 'margin' }] as const
  await callAccountAsSystem(env, alice.userId, { type: 'grant_demo', ref: 'margin', grants })
  const borrowed = { term_id: '12', amount: '600000', margin_currency_id: '3' }
  const loan = await ok<{ loan_id: number }>('POST', '/v1/loan/request', { form: borrowed, token })
  await verify(0)
  const terms = { kind: 'trial_bonus', assetId: 3, amount: '10000000' } as const
  const expiresAt = Date.now() + 86_400_000
  await callAccountAsSystem(env, alice.userId, { type: 'grant_coupon', ref: 'alice:1', couponId: 99, terms, expiresAt })
  const alert = await ok<{ alert_id: number }>('POST', '/v1/alerts/price', {
    form: { symbol: 'BTC-USDT', price: '30000' },
    token,
  })
  hers = {
    alert: String(alert.alert_id),
    order: String(order.order_id),
    conditional: String(stopped.conditional.conditional_id),
    position: String(position.position_id),
    option: String(option.order_id),
    lock: String(lock.deposit_id),
    invest: String(invest.order_id),
    application: String(application.order_id),
    purchase: String(purchase.order_id),
    loan: String(loan.loan_id),
    deposit: await idOf('deposit'),
    withdrawal: await idOf('withdrawal'),
    address: await idOf('saved_address'),
    picture,
    coupon: 'alice:1',
    watch: String(watch.id),
  }
})

const idOf = async (table: 'deposit' | 'withdrawal' | 'saved_address'): Promise<string> => {
  const row = await env.DB.prepare(`SELECT id FROM ${table} WHERE user_id = ?`)
    .bind(alice.userId)
    .first<{ id: number }>()
  return String(row?.id)
}

/** All of Alice's records, as she reads them. */
const possessions = async () => {
  const reads = [
    '/v1/alerts',
    '/v1/orders',
    '/v1/conditional/orders',
    '/v1/futures/history',
    '/v1/options/orders',
    '/v1/mining/deposits',
    '/v1/ieo/orders',
    '/v1/buy/orders',
    '/v1/loan/loans',
    '/user/wallet/list',
    '/recharge/log',
    '/user/withdraw/list',
    '/v1/coupons',
    '/optional/list',
  ]
  const { token } = alice
  return {
    ...Object.fromEntries(
      await Promise.all(reads.map(async (path) => [path, await ok('GET', path, { token })] as const)),
    ),
    cards: await ok('POST', '/user/cash_info', { token }),
    wallets: withoutPrices(await ok('POST', '/wallet/list', { token })),
    info: await ok('GET', '/user/info', { token }),
    messages: await ok('GET', '/mailMessage/getCount', { token }),
  }
}

/** Her balances stay; their values move with the market. */
const withoutPrices = (wallets: unknown): unknown =>
  JSON.parse(JSON.stringify(wallets, (key, value: unknown) => (/(?:_price|totle)$/.test(key) ? undefined : value)))

type Attempt = readonly [endpoint: string, of: keyof typeof hers, form: (id: string) => Record<string, string>]

/** Every private endpoint that takes an id, a reference or a name. */
const ATTEMPTS: readonly Attempt[] = [
  ['PUT /coin/trade', 'order', (id) => ({ id })],
  ['GET /v1/order', 'order', (order_id) => ({ order_id })],
  ['DELETE /v1/order', 'order', (order_id) => ({ order_id })],
  ['PUT /v1/order', 'order', (order_id) => ({ order_id, quantity: '0.001' })],
  ['GET /v1/conditional/order', 'conditional', (conditional_id) => ({ conditional_id })],
  ['DELETE /v1/conditional/order', 'conditional', (conditional_id) => ({ conditional_id })],
  ['DELETE /v1/alerts', 'alert', (alert_id) => ({ alert_id })],
  ['POST /v1/alerts/fill', 'order', (order_id) => ({ order_id })],
  ['POST /v1/alerts/liquidation', 'position', (position_id) => ({ position_id, percent: '5' })],
  ['POST /lever/close', 'position', (id) => ({ id })],
  ['POST /lever/setstop', 'position', (id) => ({ id, target_profit_price: '90000' })],
  ['POST /lever/cancel', 'position', (id) => ({ id })],
  ['DELETE /v1/futures/order', 'position', (position_id) => ({ position_id })],
  ['GET /v1/futures/position', 'position', (position_id) => ({ position_id })],
  ['POST /v1/futures/close', 'position', (position_id) => ({ position_id })],
  ['POST /v1/futures/reverse', 'position', (position_id) => ({ position_id })],
  ['POST /v1/futures/stops', 'position', (position_id) => ({ position_id, take_profit: '90000' })],
  ['POST /v1/futures/margin', 'position', (position_id) => ({ position_id, amount: '1' })],
  ['POST /follow/selfHolding', 'position', (transaction_id) => ({ transaction_id })],
  ['POST /v1/copy/self-hold', 'position', (position_id) => ({ position_id })],
  ['GET /microtrade/get_result', 'option', (id) => ({ id })],
  ['GET /v1/options/order', 'option', (order_id) => ({ order_id })],
  ['POST /lh/deposit/order/cancel', 'lock', (id) => ({ id })],
  ['GET /v1/mining/deposit', 'lock', (deposit_id) => ({ deposit_id })],
  ['GET /v1/invest/order', 'invest', (order_id) => ({ order_id })],
  ['GET /v1/mining/yields', 'lock', (deposit_id) => ({ deposit_id })],
  ['GET /v1/mining/redemption', 'lock', (deposit_id) => ({ deposit_id })],
  ['POST /v1/mining/redeem', 'lock', (deposit_id) => ({ deposit_id })],
  ['POST /v1/mining/renewal', 'lock', (deposit_id) => ({ deposit_id, auto_renew: '1' })],
  ['GET /v1/ieo/order', 'application', (order_id) => ({ order_id })],
  ['GET /v1/buy/order', 'purchase', (order_id) => ({ order_id })],
  ['POST /v1/buy/voucher', 'purchase', (order_id) => ({ order_id, voucher: '/uploads/AAAAAAAAAAAAAAAAAAAAAA' })],
  ['POST /v1/buy/checkout', 'purchase', (order_id) => ({ order_id })],
  ['POST /v1/buy/cancel', 'purchase', (order_id) => ({ order_id })],
  ['GET /v1/loan/loan', 'loan', (loan_id) => ({ loan_id })],
  ['GET /v1/loan/interest', 'loan', (loan_id) => ({ loan_id })],
  ['POST /v1/loan/withdraw', 'loan', (loan_id) => ({ loan_id })],
  ['POST /v1/loan/repay', 'loan', (loan_id) => ({ loan_id, amount: '1' })],
  ['POST /recharge/cancel', 'deposit', (id) => ({ id })],
  ['POST /user/withdraw/cancel', 'withdrawal', (id) => ({ id })],
  [
    'POST /user/wallet/save',
    'address',
    (id) => ({ id, currency: '3', type: 'TRC20', name: 'mine now', address: TRON }),
  ],
  ['POST /user/wallet/delete', 'address', (id) => ({ id })],
  ['POST /wallet/out', 'address', () => ({ currency: '3', number: '20', address: TRON, type: '0', network: 'TRC20' })],
  ['POST /wallet/charge_req', 'picture', (account) => ({ account, amount: '10', currency: '3', sub_type: 'TRC20' })],
  ['POST /user/uploadHeadPortrait', 'picture', (head_portrait) => ({ head_portrait })],
  ['POST /v1/coupons/use', 'coupon', (ref) => ({ ref })],
  ['POST /optional/del', 'watch', (id) => ({ id })],
  ['GET /mailMessage/detail', 'order', () => ({ id: '1' })],
]

describe('Bob, with the numbers of what is Alice’s,', () => {
  it.each(ATTEMPTS)('is refused by %s, and nothing of hers changes', async (endpoint, of, form) => {
    const before = await possessions()
    const [method = '', path = ''] = endpoint.split(' ')
    const fields = { ...form(hers[of]), lang: 'en' }
    const sent = method === 'GET' || method === 'DELETE' ? { query: fields } : { form: fields }
    const answer = await call(method, path, { ...sent, token: bob.token })
    expect(['error', '998']).toContain(answer.type)
    // Answers like an unknown object: no name, number or amount of hers.
    expect(String(answer.message)).not.toMatch(/alice|hers|58000|6222/i)
    expect(await possessions()).toEqual(before)
  })

  it('sees his own and nothing of hers in every list', async () => {
    for (const { method, path, isPrivate, alsoBy } of routes) {
      if (!isPrivate || (method !== 'GET' && !alsoBy.includes('GET')) || path === '/user/logout') continue
      const answer = await call('GET', path, { token: bob.token, query: { page: '1', limit: '50', lang: 'en' } })
      expect({ path, said: JSON.stringify(answer) }).not.toMatchObject({
        said: expect.stringContaining('alice') as string,
      })
      expect(JSON.stringify(answer), path).not.toContain(TRON)
      expect(JSON.stringify(answer), path).not.toContain('6222021234567890123')
    }
  })

  it('learns no more by her session’s name under his own signature', async () => {
    const [payload = ''] = alice.token.split('.')
    const [, signature = ''] = bob.token.split('.')
    expect((await call('GET', '/user/info', { token: `${payload}.${signature}` })).type).toBe('999')
  })
})

it('every private endpoint that takes such a name is tried above', () => {
  const isNamed = (field: string) =>
    /^(?:id|ref|alert_id|order_id|conditional_id|position_id|head_portrait|address_id)$/.test(field)
  const named = routes.filter(({ isPrivate, input }) => {
    const entries = 'entries' in input ? Object.keys(input.entries as object) : []
    return isPrivate && entries.some(isNamed)
  })
  const tried = new Set(ATTEMPTS.map(([endpoint]) => endpoint))
  // Records that exist per user: the caller's own fills and messages. A series has the same id for all users. Paying for a won auction is
  // tested in tests/nft/market.rooms.test.ts.
  const OWN = new Set([
    'GET /v1/fills',
    'DELETE /v1/messages',
    'POST /dual/buyDual',
    'POST /bind_box/readNFTOrderMessage',
    'POST /bind_box/payNFTOrder',
    'POST /v1/nft/payment',
  ])
  const missing = named.map(({ method, path }) => `${method} ${path}`).filter((one) => !tried.has(one) && !OWN.has(one))
  expect(missing).toEqual([])
})

it('Bob, who asks for her messages, fills and orders by their numbers, deletes and reads his own only', async () => {
  const before = await possessions()
  await call('DELETE', '/v1/messages', { query: { id: '1' }, token: bob.token })
  expect(await ok('GET', '/v1/fills', { query: { order_id: hers.order }, token: bob.token })).toMatchObject({
    list: [],
  })
  expect(await refused('POST', '/user/real', { form: { real_type: '2', front_pic: hers.picture, reverse_pic: hers.picture, lang: 'en' }, token: bob.token })).not.toBe('') // prettier-ignore
  expect(await possessions()).toEqual(before)
})
