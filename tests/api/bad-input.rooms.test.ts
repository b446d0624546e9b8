// Wrong types, missing fields, huge and negative numbers, wrong sessions, reused keys: for every declared endpoint.
// Each is refused in words of the language asked for, nothing internal shows, and nothing changes.

import { beforeAll, describe, expect, it, vi } from 'vitest'
import { routes } from '#api/app'
import { type Answer, type Person, call, join, ok, refused, seed } from './client'
import { SERVER_WORDS } from '../../locales/list'
import type { Field, Fields, Kind } from './bad-input-fields'

const { fields: japaneseFields, refusals: japanese } = SERVER_WORDS.jp

/** Every endpoint with its fields, from all features' rows. */
const ENDPOINTS: Readonly<Record<string, Fields>> = Object.assign(
  {},
  ...Object.values(
    import.meta.glob<Readonly<Record<string, Fields>>>('../*/bad-input.ts', { eager: true, import: 'ENDPOINTS' }),
  ),
)

const HUGE = '9'.repeat(400)
const HOSTILE: Readonly<Record<Kind, readonly unknown[]>> = {
  whole: ['-1', '1.5', 'NaN', '٣', "1' OR '1'='1", HUGE, -1, 1e300, true, {}, [1]],
  decimal: ['-1', '+1', '1e-3', '1,000', '.5', HUGE, -0.1, 1e300, 1e-9, {}, ['1']],
  choice: ['-1', 'constructor', HUGE, 7.5, {}, []],
  text: ['a\u0000b', 'x'.repeat(5000), {}, []],
  secret: ['x'.repeat(5000), {}, [], [1]],
}

/** Query values are always text, so a text field has no wrong type there. */
const hostileValues = (endpoint: string, kind: Kind): readonly unknown[] =>
  HOSTILE[kind].filter((value) => typeof value === 'string' || kind !== 'text' || !/^(GET|DELETE)/.test(endpoint))

const WORDED = new Set(Object.keys(japanese))
let alice: Person

// Hundreds of calls in one test, maybe on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

beforeAll(async () => {
  await seed()
  alice = await join('Alice')
})

/** Sends fields the way the method carries them. */
async function attempt(
  endpoint: string,
  fields: Record<string, unknown>,
  token: string = alice.token,
): Promise<Answer> {
  const [method = '', path = ''] = endpoint.split(' ')
  if (method !== 'GET' && method !== 'DELETE') return call(method, path, { json: { ...fields, lang: 'jp' }, token })
  const query: Record<string, string> = { lang: 'jp' }
  for (const [name, value] of Object.entries(fields))
    query[name] = typeof value === 'string' ? value : JSON.stringify(value)
  return call(method, path, { query, token })
}

/** A failure's message, checked to be our own Japanese text and not an internal error. */
function sentenceOf(answer: Answer): string {
  const text = String(answer.code === undefined ? answer.message : answer.msg)
  expect(text).not.toBe(japanese.internal_error)
  expect(text).toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/)
  return text
}

/** "998" is the refusal that leads to identity verification. */
const isRefusal = (answer: Answer): boolean =>
  answer.code === undefined ? answer.type === 'error' || answer.type === '998' : answer.code === -1

/** Alice's balances, orders and watchlist. */
async function possessions(): Promise<unknown> {
  const [wallets, orders, watches] = await Promise.all([
    ok<Record<string, { balance: unknown }>>('POST', '/wallet/list', { token: alice.token }),
    ok('GET', '/v1/orders', { token: alice.token }),
    ok('GET', '/optional/list', { token: alice.token }),
  ])
  const balances = Object.entries(wallets).flatMap(([name, block]) =>
    name.endsWith('_wallet') ? [withoutPrices(block.balance)] : [],
  )
  return { balances, orders, watches }
}

const withoutPrices = (rows: unknown): unknown =>
  JSON.parse(JSON.stringify(rows, (key, value: unknown) => (key.endsWith('_price') ? undefined : value)))

function nameInWords(name: string): string {
  const words = Object.entries(japaneseFields).find(([field]) => field === name)
  if (!words) throw new Error(`${name} has no words`)
  return words[1]
}

const valuesOf = (fields: Readonly<Record<string, Field>>, isWanted: (field: Field) => boolean) =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, field]) => (isWanted(field) ? [[name, field.valid]] : [])))
const requiredOf = (fields: Readonly<Record<string, Field>>) => valuesOf(fields, (field) => !field.isOptional)

describe('bad input', () => {
  it('is tried on every declared endpoint', () => {
    expect(routes.map((route) => `${route.method} ${route.path}`).sort()).toEqual(Object.keys(ENDPOINTS).sort())
    expect(WORDED.has('field_malformed')).toBe(true)
  })

  it.each(Object.entries(ENDPOINTS))(
    '%s: a field of the wrong kind is refused by name and changes nothing',
    async (endpoint, fields) => {
      const before = endpoint.startsWith('GET') ? null : await possessions()
      for (const [name, field] of Object.entries(fields)) {
        for (const value of hostileValues(endpoint, field.kind)) {
          if (field.accepts?.some((accepted) => accepted === value)) continue
          const answer = await attempt(endpoint, { ...requiredOf(fields), [name]: value })
          expect({ endpoint, name, value, isRefusal: isRefusal(answer) }).toEqual({
            endpoint,
            name,
            value,
            isRefusal: true,
          })
          expect(sentenceOf(answer)).toBe(
            japanese.field_malformed.replace('{{field}}', nameInWords(field.label ?? name)),
          )
        }
      }
      if (before) expect(await possessions()).toEqual(before)
    },
  )

  it.each(Object.entries(ENDPOINTS))('%s: a missing or empty field is asked for by name', async (endpoint, fields) => {
    for (const [name, field] of Object.entries(fields)) {
      if (field.isOptional) continue
      const { [name]: _, ...others } = requiredOf(fields)
      for (const sent of [others, { ...others, [name]: '' }]) {
        const answer = await attempt(endpoint, sent)
        expect(isRefusal(answer)).toBe(true)
        expect(sentenceOf(answer)).toBe(japanese.field_missing.replace('{{field}}', nameInWords(field.label ?? name)))
      }
    }
  })

  it.each(Object.entries(ENDPOINTS))('%s: text that looks like an attack is only text', async (endpoint, fields) => {
    for (const [name, field] of Object.entries(fields)) {
      if (field.kind !== 'text') continue
      for (const value of ["'; DROP TABLE user; --", '<script>{{7*7}}</script>', '%00🙂../../etc']) {
        const answer = await attempt(endpoint, { ...requiredOf(fields), [name]: value })
        if (isRefusal(answer)) sentenceOf(answer)
        else expect(answer.type).toBe('ok')
      }
    }
  })

  it('a body that is not what it says, or too large, is refused in words', async () => {
    const headers = { 'Content-Type': 'application/json' }
    const broken = await call('POST', '/wallet/change?lang=jp', {
      body: '{"currency_id":',
      headers,
      token: alice.token,
    })
    expect(broken).toEqual({ type: 'error', message: japanese.body_malformed })
    const large = await call('POST', '/wallet/change?lang=jp', { body: 'x'.repeat(65 * 1024), token: alice.token })
    expect(large).toEqual({ type: 'error', message: japanese.body_too_large.replace('{{bound}}', '64') })
  })

  it('a method that an endpoint does not have answers the envelope', async () => {
    expect((await call('GET', '/coin/trade', { token: alice.token })).type).toBe('error')
    expect((await call('DELETE', '/coin/list', { token: alice.token })).type).toBe('error')
    expect((await call('GET', '/wallet/change', { token: alice.token })).type).toBe('error')
  })
})

describe('a wrong session', () => {
  const privateRoutes = routes.filter((route) => route.isPrivate).map((route) => `${route.method} ${route.path}`)

  it.each(privateRoutes)(
    '%s answers the string "999" without a token, with a forged one and with rubbish',
    async (endpoint) => {
      const fields = requiredOf(ENDPOINTS[endpoint] ?? {})
      const [payload = '', signature = ''] = alice.token.split('.')
      const forged = `${payload}.${signature.slice(0, -2)}${signature.endsWith('AA') ? 'BB' : 'AA'}`
      const stolen = `${btoa(`${alice.userId}.stolen-session.${Date.now()}`).replaceAll('=', '')}.${signature}`
      for (const token of ['', 'rubbish', `Bearer ${alice.token}`, forged, stolen, 'x'.repeat(4000)]) {
        expect(await attempt(endpoint, fields, token)).toEqual({ type: '999', message: japanese.session_missing })
      }
    },
  )

  it('that its owner has ended reads and does nothing anywhere; to end it once more is no harm', async () => {
    const gone = await join('Gone')
    await ok('POST', '/user/logout', { token: gone.token })
    const answered = new Set<string>()
    for (const endpoint of privateRoutes) {
      const { type } = await attempt(endpoint, requiredOf(ENDPOINTS[endpoint] ?? {}), gone.token)
      if (type === 'ok') answered.add(endpoint)
    }
    expect([...answered]).toEqual(['GET /user/logout'])
  })

  it('Bob cannot cancel, read or amend the order of Alice', async () => {
    const bob = await join('Bob')
    const order = await placeResting(alice)
    const before = await possessions()
    const name = { order_id: String(order.order_id), lang: 'jp' }
    const answers = [
      await refused('PUT', '/coin/trade', { form: { id: String(order.order_id), lang: 'jp' }, token: bob.token }),
      await refused('GET', '/v1/order', { query: name, token: bob.token }),
      await refused('DELETE', '/v1/order', { query: name, token: bob.token }),
      await refused('PUT', '/v1/order', { form: { ...name, quantity: '0.001' }, token: bob.token }),
    ]
    expect(new Set(answers)).toEqual(new Set([japanese.order_not_found]))
    expect(await possessions()).toEqual(before)
    await ok('DELETE', '/v1/orders', { token: alice.token })
  })

  it('a browser that was led here from another site changes nothing', async () => {
    const before = await possessions()
    const form = { currency_id: '3', number: '1', from_field: 'change', to_field: 'lever', lang: 'jp' }
    const Cookie = `cm_session=${alice.token}`
    for (const headers of [{ Cookie }, { Cookie, Origin: 'https://elsewhere.test' }, { Cookie, Origin: 'null' }]) {
      expect(await refused('POST', '/wallet/change', { form, headers })).toBe(japanese.origin_refused)
    }
    expect(await possessions()).toEqual(before)
    await ok('POST', '/wallet/change', { form, headers: { Cookie, Origin: 'http://cm.test' } })
    await ok('POST', '/wallet/change', {
      form: { ...form, from_field: 'lever', to_field: 'change' },
      token: alice.token,
    })
  })
})

describe('an idempotency key', () => {
  it.each(['', 'two words', 'ключ', 'k'.repeat(65), 'a/b'])('that is malformed is refused: %j', async (key) => {
    const form = { currency_id: '3', number: '1', from_field: 'change', to_field: 'lever', lang: 'jp' }
    // A header takes bytes only, so other letters arrive as the client encoded them.
    const sent = { form, token: alice.token, key: encodeURI(key).replaceAll('%20', ' ') }
    expect(await refused('POST', '/wallet/change', sent)).toBe(japanese.command_id_malformed)
  })

  it('makes a repeated transfer one transfer, and is refused with other content', async () => {
    const form = { currency_id: '3', number: '7', from_field: 'change', to_field: 'micro', lang: 'jp' }
    const sent = { form, token: alice.token, key: 'transfer-1' }
    const before = await balanceOf('micro')
    const first = await ok('POST', '/wallet/change', sent)
    expect(await ok('POST', '/wallet/change', sent)).toBe(first)
    expect(await balanceOf('micro')).toBe(before + 7)
    const other = { ...sent, form: { ...form, number: '8' } }
    expect(await refused('POST', '/wallet/change', other)).toBe(japanese.command_id_reused)
    expect(await balanceOf('micro')).toBe(before + 7)
  })

  it('makes a repeated order one order, and is refused with other content', async () => {
    const price = await restingPrice()
    const form = { currency_id: '1', legal_id: '3', type: '1', amount: '0.002', target_price: price, lang: 'jp' }
    const sent = { form, token: alice.token, key: 'order-1' }
    expect(await ok('POST', '/coin/trade', sent)).toBe('')
    expect(await ok('POST', '/coin/trade', sent)).toBe('')
    const after = await possessions()
    expect(await refused('POST', '/coin/trade', { ...sent, form: { ...form, amount: '0.003' } })).toBe(
      japanese.command_id_reused,
    )
    expect(await possessions()).toEqual(after)
    const open = await ok<{ count: number }>('GET', '/v1/orders', { query: { stage: 'open' }, token: alice.token })
    expect(open.count).toBe(1)
    await ok('DELETE', '/v1/orders', { token: alice.token })
  })

  it('is remembered for cancels, amends and the watch list alike', async () => {
    const order = await placeResting(alice)
    const id = String(order.order_id)
    const token = alice.token
    await ok('PUT', '/v1/order', { form: { order_id: id, quantity: '0.001' }, token, key: 'amend-1' })
    expect(
      await refused('PUT', '/v1/order', {
        form: { order_id: id, quantity: '0.0005', lang: 'jp' },
        token,
        key: 'amend-1',
      }),
    ).toBe(japanese.command_id_reused)
    await ok('PUT', '/coin/trade', { form: { id }, token, key: 'cancel-1' })
    await ok('PUT', '/coin/trade', { form: { id }, token, key: 'cancel-1' })
    expect(await refused('PUT', '/coin/trade', { form: { id: '1000', lang: 'jp' }, token, key: 'cancel-1' })).toBe(
      japanese.command_id_reused,
    )
    const row = await ok<{ id: number }>('POST', '/optional/add', { form: { currency_id: '2' }, token, key: 'watch-1' })
    expect(await ok('POST', '/optional/add', { form: { currency_id: '2' }, token, key: 'watch-1' })).toEqual(row)
    expect(
      await refused('POST', '/optional/add', { form: { currency_id: '1', lang: 'jp' }, token, key: 'watch-1' }),
    ).toBe(japanese.command_id_reused)
    await ok('POST', '/optional/del', { form: { id: String(row.id) }, token })
  })
})

describe('an order off the grid', () => {
  it.each([
    [
      'a price between two ticks',
      { target_price: '60000.05', amount: '0.01' },
      'price_off_tick',
      '0.1 USDT',
      '60,000 USDT',
    ],
    ['a price of zero', { target_price: '0', amount: '0.01' }, 'price_off_tick', '0.1 USDT', '0.1 USDT'],
    [
      'a quantity between two lots',
      { target_price: '60000', amount: '0.000015' },
      'quantity_off_lot',
      '0.00001 BTC',
      '0.00001 BTC',
    ],
  ] as const)('%s is refused by filter, bound and nearest value', async (_, fields, refusal, bound, nearest) => {
    const form = { currency_id: '1', legal_id: '3', type: '1', ...fields, lang: 'jp' }
    const expected = japanese[refusal].replace('{{bound}} {{asset}}', bound).replace('{{nearest}} {{asset}}', nearest)
    expect(await refused('POST', '/coin/trade', { form, token: alice.token })).toBe(expected)
  })

  it('an order worth too little, too large a quantity and a price far off the market are refused with their bounds', async () => {
    const price = await restingPrice()
    const base = { currency_id: '1', legal_id: '3', type: '1', lang: 'jp' }
    const trade = (fields: Record<string, string>) =>
      refused('POST', '/coin/trade', { form: { ...base, ...fields }, token: alice.token })
    expect(await trade({ target_price: price, amount: '0.00001' })).toBe(
      japanese.notional_below_min.replace('{{bound}}', '5').replace('{{asset}}', 'USDT'),
    )
    expect(await trade({ target_price: price, amount: '9000000' })).toMatch(
      /^最大注文数量は[\d,]+ BTCです。[\d,]+ BTC以下を入力してください。$/,
    )
    expect(await trade({ target_price: '5', amount: '10' })).toMatch(
      /^価格が市場価格から離れすぎています。最も近い有効な価格は\d{2},\d{3}(?:\.\d)? USDTです。$/,
    )
    expect(await trade({ target_price: '0060000', amount: '0.01' })).toBe(
      japanese.amount_malformed.replace('{{asset}}', 'USDT'),
    )
  })

  it('options that contradict each other are refused before anything is held', async () => {
    const order = { symbol: 'BTC-USDT', side: 'buy', lang: 'jp' }
    const place = (fields: Record<string, string>) =>
      refused('POST', '/v1/order', { form: { ...order, ...fields }, token: alice.token })
    const before = await possessions()
    expect(await place({ kind: 'market', quantity: '0.01', time_in_force: 'gtc' })).toBe(
      japanese.market_order_never_rests,
    )
    expect(await place({ kind: 'market', quantity: '0.01', post_only: 'true' })).toBe(japanese.post_only_needs_resting)
    expect(await place({ price: '60000', quantity: '0.01', post_only: 'true', time_in_force: 'ioc' })).toBe(
      japanese.post_only_needs_resting,
    )
    expect(await place({ price: '60000', quote_amount: '100' })).toBe(japanese.budget_needs_market_buy)
    expect(await place({ kind: 'market', side: 'sell', quote_amount: '100' })).toBe(japanese.budget_needs_market_buy)
    expect(await place({ kind: 'market', quote_amount: '0' })).toBe(japanese.amount_not_positive)
    expect(await place({ quantity: '0.01' })).toBe(japanese.price_missing)
    expect(await place({ price: '60000' })).toBe(japanese.quantity_missing)
    expect(await possessions()).toEqual(before)
  })

  it('a transfer finer than the asset, of nothing, or more than there is, is refused', async () => {
    const move = (fields: Record<string, string>) =>
      refused('POST', '/wallet/change', {
        form: { currency_id: '3', from_field: 'change', to_field: 'lever', lang: 'jp', ...fields },
        token: alice.token,
      })
    const before = await possessions()
    expect(await move({ number: '0.0000001' })).toBe(
      japanese.amount_too_precise.replace('{{asset}}', 'USDT').replace('{{decimals}}', '6'),
    )
    expect(await move({ number: '0' })).toBe(japanese.amount_not_positive)
    expect(await move({ number: '99999999999' })).toMatch(
      /^残高が不足しています（必要 99,999,999,999 USDT、利用可能 [\d,]+ USDT）。$/,
    )
    expect(await move({ number: '1', to_field: 'change' })).toBe(japanese.wallet_same)
    expect(await move({ number: '1', currency_id: '999' })).toBe(japanese.asset_not_found)
    expect(await possessions()).toEqual(before)
  })
})

interface PlacedOrder {
  readonly order_id: number
}

async function placeResting(owner: Person): Promise<PlacedOrder> {
  const form = { symbol: 'BTC-USDT', side: 'buy', price: await restingPrice(), quantity: '0.002' }
  return ok<PlacedOrder>('POST', '/v1/order', { form, token: owner.token })
}

/** 5% under the market, on the grid of BTC-USDT. */
async function restingPrice(): Promise<string> {
  const [quote] = await ok<{ price: string }[]>('GET', '/v1/quotes', { query: { symbol: 'BTC-USDT' } })
  return (Number(quote?.price) * 0.95).toFixed(1)
}

async function balanceOf(wallet: string): Promise<number> {
  const row = await ok<Record<string, string>>('POST', '/wallet/detail', {
    form: { currency: '3', type: wallet },
    token: alice.token,
  })
  return Number(row[`${wallet}_balance`])
}
