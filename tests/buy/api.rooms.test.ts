// Buying with fiat through the API and the desk, with real rooms: a quote, an order, a voucher, two people, and one credit.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { findBuyOrder } from '#db/platform/buy'
import { sweepBuyOrders } from '#services/buy/orders'
import { buyRefundReview, buyReview } from '#services/buy/review'
import { seal } from '#services/security/seal'
import { call, ok, refused, seed } from '../api/client'
import { type Hired, decide, hireTeam, readFacts } from '../desk/office'
import { type Caller, balance, enter, expectSound, setBank, voucherOf } from '../funds/customers'
import { messagesOf } from './told'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const HOUR = 3_600_000
const [US, BR, MX] = ['1', '5', '8']
const ANA = { full_name: 'Ana Souza', email: 'ana@example.com', phone: '+5511912345678', tax_id: '529.982.247-25' }
const ANN = { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com', phone: '+15550001111' }

interface Quote {
  readonly quote_id: string
  readonly receives: string
  readonly expires_at: number
}
interface Order {
  readonly order_id: number
  readonly reference: string
  readonly state: string
  readonly receives: string
  readonly pay_until: number
}

let rita: Hired, fiona: Hired
beforeAll(async () => {
  await seed()
  ;({ rita, fiona } = await hireTeam())
})

const quote = (user: Caller, route: string, pay: string) =>
  ok<Quote>('POST', '/v1/buy/quote', { form: { route_id: route, pay }, token: user.token })

async function place(user: Caller, route = BR, pay = '1000', payer: Readonly<Record<string, string>> = ANA) {
  const { quote_id: id } = await quote(user, route, pay)
  return ok<Order>('POST', '/v1/buy/order', { form: { quote_id: id, ...payer }, token: user.token })
}

const voucherForm = (order: Order, voucher: string) => ({ order_id: String(order.order_id), voucher, lang: 'en' })
const pay = async (user: Caller, order: Order, voucher?: string) =>
  ok<Order>('POST', '/v1/buy/voucher', {
    form: voucherForm(order, voucher ?? (await voucherOf(user, `of order ${order.order_id}`))),
    token: user.token,
  })

const caseOf = async (kind: string, { order_id: id }: Order): Promise<number> =>
  (await env.DB.prepare('SELECT id FROM review WHERE kind = ? AND subject_id = ?')
    .bind(kind, String(id))
    .first<number>('id')) ?? 0

const stateOf = async ({ order_id: id }: Order) => (await findBuyOrder(env.DB, id))?.state

async function decideBoth(order: Order, kind: string, verdict: 'approve' | 'reject' = 'approve') {
  const review = await caseOf(kind, order)
  await decide(rita, review, verdict, Date.now())
  if (verdict === 'approve') await decide(fiona, review, verdict, Date.now())
}

describe('a bank transfer', () => {
  it('is quoted, ordered, paid, checked by two people and credited once', async () => {
    const ana = await enter('Ana')
    const [before] = await balance(ana)
    const routes = await ok<{ route_id: number; rate: string; payer_fields: string[] }[]>('GET', '/v1/buy/routes')
    expect(routes.find(({ route_id: id }) => String(id) === BR)).toMatchObject({
      rate: '5.35000000',
      payer_fields: ['full_name', 'email', 'phone', 'tax_id'],
      is_open: true,
    })
    const order = await place(ana)
    expect(order).toMatchObject({ state: 'to_pay', receives: '185.981307', bank: { account: 'PLAY-BRL-0001' } })
    expect(order.reference).toMatch(/^CM[2-9A-Z]{10}$/)
    expect(await pay(ana, order)).toMatchObject({ state: 'review' })

    const facts = await readFacts(env, { kind: 'buy', subjectId: String(order.order_id), language: 'en' })
    const lines = Object.fromEntries((facts?.lines ?? []).map(({ label, value }) => [label, value]))
    // The verified name differs.
    expect(lines).toMatchObject({ payment: '1000 BRL', payer: 'Ana Souza', payer_differs: '—', tax_id: '52998224725' })
    expect(facts?.images).toHaveLength(1)

    const review = await caseOf('buy', order)
    await decide(rita, review, 'approve', Date.now())
    expect([await balance(ana), await stateOf(order)]).toEqual([[before, '0'], 'review'])
    await decide(fiona, review, 'approve', Date.now())
    const after = [String(BigInt(before) + 185_981_307n), '0']
    expect([await balance(ana), await stateOf(order)]).toEqual([after, 'done'])
    // A decision may be executed again after a crash.
    const decision = { reviewId: review, kind: 'buy', subjectId: String(order.order_id), userId: ana.userId, verdict: 'approve', reason: '', at: Date.now() } as const // prettier-ignore
    await env.DB.prepare("UPDATE buy_order SET state = 'review' WHERE id = ?").bind(order.order_id).run()
    for (const _ of [1, 2]) expect((await buyReview.approve(env, decision)).ok).toBe(true)
    expect([await balance(ana), await stateOf(order)]).toEqual([after, 'done'])
    expect((await buyReview.refuse(env, { ...decision, verdict: 'reject' })).ok).toBe(false)
    expect((await messagesOf(ana)).filter((title) => title === 'Your purchase has been credited')).toHaveLength(1)
    await expectSound(ana)
    const own = await ok<{ list: Order[]; count: number }>('GET', '/v1/buy/orders', { token: ana.token })
    expect([own.count, own.list[0]]).toMatchObject([1, { order_id: order.order_id, state: 'done' }])
  })

  it('is one order under its command, however often it is asked for; another quote or payer under it is refused (command_id_reused)', async () => {
    const ora = await enter('Ora')
    const [first, dearer, elsewhere] = [await quote(ora, BR, '1000'), await quote(ora, BR, '1200'), await quote(ora, MX, '1000')] // prettier-ignore
    const sent = { token: ora.token, key: 'buy-once' }
    const form = { quote_id: first.quote_id, ...ANA, lang: 'en' }
    const placed = await ok<Order>('POST', '/v1/buy/order', { ...sent, form })
    const other = 'This Idempotency-Key was already used for a request with other content.'
    for (const differs of [
      { quote_id: dearer.quote_id },
      { quote_id: elsewhere.quote_id },
      { quote_id: 'nothing' },
      { full_name: 'Ana Lima' },
      { email: 'lima@example.com' },
      { phone: '+5511912345679' },
      { tax_id: '111.444.777-35' },
    ])
      expect([differs, await refused('POST', '/v1/buy/order', { ...sent, form: { ...form, ...differs } })]).toEqual([differs, other]) // prettier-ignore
    // Even after the quote's expiry, since a retry may be late.
    vi.useFakeTimers({ now: first.expires_at + HOUR, toFake: ['Date'] })
    try {
      expect(await ok<Order>('POST', '/v1/buy/order', { ...sent, form })).toMatchObject({ order_id: placed.order_id })
    } finally {
      vi.useRealTimers()
    }
    expect(await ok<{ count: number }>('GET', '/v1/buy/orders', { token: ora.token })).toMatchObject({ count: 1 })
  })

  it('by the name of the buyer’s identity differs from nothing', async () => {
    const lee = await enter('Lee')
    await env.DB.prepare(
      `INSERT INTO verification (id, user_id, level, state, id_type, country, name, number_sealed, number_hash, submitted_at)
       VALUES ('lee', ?, 1, 'passed', 'passport', 'US', 'LEE ANN', 'x', 'lee', 1)`,
    )
      .bind(lee.userId)
      .run()
    const order = await place(lee, US, '100', ANN)
    await pay(lee, order)
    const facts = await readFacts(env, { kind: 'buy', subjectId: String(order.order_id), language: 'en' })
    expect(facts?.lines.map(({ label }) => label)).not.toContain('payer_differs')
    expect(facts?.lines).toContainEqual({ label: 'arrival', value: '100 USDT' })
  })

  it('that is refused is followed by the question whether it was sent back', async () => {
    const rosa = await enter('Rosa')
    const before = await balance(rosa)
    const order = await place(rosa)
    await pay(rosa, order)
    await decideBoth(order, 'buy', 'reject')
    expect(await stateOf(order)).toBe('refused')
    await decideBoth(order, 'buy_refund')
    expect([await stateOf(order), await balance(rosa)]).toEqual(['refunded', before])
    expect(await messagesOf(rosa)).toEqual(['Your payment has been sent back', 'Your purchase was refused'])

    const other = await place(rosa)
    await pay(rosa, other)
    await decideBoth(other, 'buy', 'reject')
    await decideBoth(other, 'buy_refund', 'reject')
    expect(await stateOf(other)).toBe('refused')
    const lost = { reviewId: 1, kind: 'buy', subjectId: '999999', userId: rosa.userId, verdict: 'approve', reason: '', at: 1 } as const // prettier-ignore
    expect((await buyRefundReview.refuse(env, lost)).ok).toBe(false)
  })

  it('that nobody pays in time ends, and its buyer is told once', async () => {
    const eva = await enter('Eva')
    const order = await place(eva)
    const late = order.pay_until
    await sweepBuyOrders(env, 40, late - 1)
    expect(await stateOf(order)).toBe('to_pay')
    await sweepBuyOrders(env, 40, late)
    await sweepBuyOrders(env, 40, late + HOUR)
    expect(await stateOf(order)).toBe('expired')
    expect(await messagesOf(eva)).toEqual(['Your purchase has expired'])
    const form = voucherForm(order, await voucherOf(eva, 'late'))
    expect(await refused('POST', '/v1/buy/voucher', { form, token: eva.token })).toBe(
      'This purchase no longer waits for payment.',
    )
  })

  it('whose review a crash kept from the desk is put before it by the sweep', async () => {
    const ida = await enter('Ida')
    const order = await place(ida)
    await env.DB.prepare("UPDATE buy_order SET state = 'review', voucher_digest = 'ida' WHERE id = ?")
      .bind(order.order_id)
      .run()
    await sweepBuyOrders(env, 40, Date.now())
    await sweepBuyOrders(env, 40, Date.now())
    expect(await caseOf('buy', order)).toBeGreaterThan(0)
  })
})

describe('one voucher', () => {
  it('pays one order, from however many tabs, and is no deposit besides', async () => {
    const una = await enter('Una')
    const [first, second] = [await place(una), await place(una)]
    const voucher = await voucherOf(una, 'the same picture')
    const again = await voucherOf(una, 'the same picture')
    const sent = await Promise.all([pay(una, first, voucher), pay(una, first, again)])
    expect(sent.map(({ state }) => state)).toEqual(['review', 'review'])
    const used = 'This proof of payment has already been used for another deposit.'
    const form = voucherForm(second, again)
    expect(await refused('POST', '/v1/buy/voucher', { form, token: una.token })).toBe(used)
    await setBank()
    const deposit = { account: again, amount: '30', currency: '3', type: '1', lang: 'en' }
    expect(await refused('POST', '/wallet/charge_req', { form: deposit, token: una.token })).toBe(used)
    // A paid order accepts no other voucher.
    const third = voucherForm(first, await voucherOf(una, 'another'))
    expect(await refused('POST', '/v1/buy/voucher', { form: third, token: una.token })).toContain('no longer waits')
    const missing = voucherForm(second, '/uploads/AAAAAAAAAAAAAAAAAAAAAA')
    expect((await call('POST', '/v1/buy/voucher', { form: missing, token: una.token })).type).toBe('error')
  })
})

describe('an order', () => {
  it('is made once by one command, also when the quote is over by then', async () => {
    const key = crypto.randomUUID()
    const noa = await enter('Noa')
    const { quote_id: id } = await quote(noa, BR, '1000')
    const sent = { form: { quote_id: id, ...ANA }, token: noa.token, key }
    const made = await ok<Order>('POST', '/v1/buy/order', sent)
    const late = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 11 * 60_000)
    expect((await ok<Order>('POST', '/v1/buy/order', sent)).order_id).toBe(made.order_id)
    expect(await refused('POST', '/v1/buy/order', { ...sent, key: crypto.randomUUID() })).toBe(
      'The quote has run out. Look at the new one and confirm.',
    )
    late.mockRestore()
  })

  it('opens one order with a quote, also when two commands use it at once; the other is refused by name (buy_quote_used)', async () => {
    const lea = await enter('Lea')
    const { quote_id: id } = await quote(lea, BR, '1000')
    const place = (key: string) =>
      call('POST', '/v1/buy/order', { form: { quote_id: id, ...ANA, lang: 'en' }, token: lea.token, key })
    const answers = await Promise.all(['one', 'two', 'three'].map(place))
    expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(1)
    const used = 'An order was already placed with this quote. Use a new quote for another one.'
    for (const { type, message } of [...answers, await place('four')]) if (type !== 'ok') expect(message).toBe(used)
    expect(await ok<{ count: number }>('GET', '/v1/buy/orders', { token: lea.token })).toMatchObject({ count: 1 })
  })

  it('takes no quote of somebody else, nor one that was made up or is of an earlier release', async () => {
    const [ola, pia] = [await enter('Ola'), await enter('Pia')]
    const { quote_id: id } = await quote(ola, BR, '1000')
    const early = await seal(env, { use: 'buy_quote', userId: pia.userId }, '{"routeId":1,"pay":100000}')
    for (const token of [id, 'made.up', early])
      expect(await refused('POST', '/v1/buy/order', { form: { quote_id: token, ...ANA }, token: pia.token })).toContain(
        'run out',
      )
    const order = await place(ola)
    const query = { order_id: String(order.order_id), lang: 'en' }
    expect(await refused('GET', '/v1/buy/order', { query, token: pia.token })).toBe('There is no such purchase.')
  })

  it('waits beside at most four others, or is refused as buy_orders_waiting', async () => {
    const max = await enter('Max')
    for (const _ of [1, 2, 3, 4, 5]) await place(max)
    const { quote_id: id } = await quote(max, BR, '1000')
    expect(await refused('POST', '/v1/buy/order', { form: { quote_id: id, ...ANA }, token: max.token })).toBe(
      'At most 5 purchases may be under way at once.',
    )
  })

  it.each([
    { reviewed: [0, 0], payment: '100', type: '998' },
    { reviewed: [2, 0], payment: '2000', type: 'ok' },
    { reviewed: [2, 0], payment: '2001', type: '998' },
    { reviewed: [2, 2], payment: '1000000', type: 'ok' },
  ])('of $payment USD at $reviewed answers $type', async ({ reviewed, payment, type }) => {
    const user = await enter('Capped')
    const review = (levels: readonly number[]) =>
      env.DB.prepare('UPDATE user SET review_status = ?, advanced_review_status = ? WHERE id = ?')
        .bind(...levels, user.userId)
        .run()
    // Quoted under a higher level: the order is checked against the level at its placement.
    await review([2, 2])
    const { quote_id: id } = await quote(user, US, payment)
    await review(reviewed)
    const answer = await call('POST', '/v1/buy/order', { form: { quote_id: id, ...ANN }, token: user.token })
    expect(answer.type).toBe(type)
  })

  it('is not quoted above the cap of the level passed (fiat_order_above_level), and a quote says the cap', async () => {
    const cap = await enter('Cap')
    expect(await quote(cap, US, '2000')).toMatchObject({ max: '2000' })
    const above = { form: { route_id: US, pay: '2001', lang: 'en' }, token: cap.token }
    expect(await refused('POST', '/v1/buy/quote', above)).toContain('2,000')
  })

  it('is refused by name where its country, its route (buy_route_closed) or its rate is not open', async () => {
    const zoe = await enter('Zoe')
    const { quote_id: id } = await quote(zoe, MX, '1000')
    const form = { quote_id: id, full_name: 'Zoe Diaz', email: 'zoe@example.com', phone: '5512345678' }
    const nameless = { ...form, full_name: '' }
    expect((await call('POST', '/v1/buy/order', { form: nameless, token: zoe.token })).type).toBe('error')
    await env.DB.prepare("INSERT INTO product_gate (product, country, is_open) VALUES ('buy', 'MX', 0)").run()
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
    expect(await refused('POST', '/v1/buy/order', { form, token: zoe.token })).toContain('not offered in your area')
    const ask = { form: { route_id: MX, pay: '1000' }, token: zoe.token }
    expect(await refused('POST', '/v1/buy/quote', ask)).toContain('not offered in your area')
    await env.DB.prepare("DELETE FROM product_gate WHERE product = 'buy' AND country = 'MX'").run()
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
    expect(await call('POST', '/v1/buy/quote', ask)).toMatchObject({ type: 'ok' })
    vi.restoreAllMocks()

    const set = (column: string, value: number) =>
      env.DB.prepare(`UPDATE buy_route SET ${column} = ? WHERE id = ?`).bind(value, MX).run()
    await set('rate_checked_at', Date.now() - 121 * HOUR)
    expect(await refused('POST', '/v1/buy/quote', ask)).toContain('The rate of MXN is older than 120 hours.')
    await set('is_offered', 0)
    expect(await refused('POST', '/v1/buy/quote', ask)).toBe('Buying with MXN is currently closed.')
    expect(await refused('POST', '/v1/buy/quote', { ...ask, form: { route_id: '77', pay: '1' } })).toBe(
      'There is no such way to pay.',
    )
    for (const [payment, said] of [
      ['10.5', 'whole number of BRL'],
      ['199', 'at least 200 BRL'],
      ['5000001', 'at most 5,000,000 BRL'],
    ] as const)
      expect(await refused('POST', '/v1/buy/quote', { form: { route_id: BR, pay: payment }, token: zoe.token })).toContain(said) // prettier-ignore
  })
})

it('nothing is bought at a rate that another has replaced, whichever of them is better', async () => {
  const stored = await env.DB.prepare("SELECT rate FROM fiat WHERE code = 'BRL'").first<{ rate: string }>()
  const before = Number(stored?.rate)
  const set = (rate: number) => env.DB.prepare("UPDATE fiat SET rate = ? WHERE code = 'BRL'").bind(String(rate)).run()
  // The catalogue is kept for half a minute of the latest clock, which stories before have set days ahead.
  const later = (minutes: number) => vi.spyOn(Date, 'now').mockReturnValue(Date.now() + minutes * 60_000)
  later(30 * 24 * 60)
  const una = await enter('Una')
  const { quote_id: id } = await quote(una, BR, '1000')
  const order = () => {
    later(1)
    return call('POST', '/v1/buy/order', { form: { quote_id: id, ...ANA, lang: 'en' }, token: una.token })
  }
  for (const factor of [1.01, 0.99]) {
    await set(Math.round(before * factor))
    expect((await order()).message).toBe('The quote has run out. Look at the new one and confirm.')
  }
  await set(before)
  expect((await order()).type).toBe('ok')
  vi.restoreAllMocks()
})
