// Cards, the third party and bank statements, with real rooms: signed messages through the public door, in every order and more than once.

import { env, exports } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { findBuyOrder } from '#db/platform/buy'
import { hookSecretOf, signatureHeader } from '#services/buy/providers'
import { sweepBuyEvents } from '#services/buy/payments'
import { sweepBuyOrders } from '#services/buy/orders'
import { readPlayCheckout, sendPlayMessage } from '#services/buy/embedded'
import { askAboutLine, assignLine, importStatement } from '#services/buy/statement'
import { ok, refused, seed } from '../api/client'
import { type Hired, codeOf, commandId, decide, hireTeam, readFacts } from '../desk/office'
import { type Caller, balance, enter, expectSound } from '../funds/customers'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const [US_BANK, US_CARD, US_RAMP] = ['1', '11', '21']
const ANN = { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com', phone: '+15550001111' }

interface Order {
  readonly order_id: number
  readonly reference: string
  readonly state: string
  readonly receives: string
  readonly pay_until: number
  readonly pay_address: string
}

let rita: Hired, fiona: Hired
beforeAll(async () => {
  await seed()
  ;({ rita, fiona } = await hireTeam())
})

let people = 0
/** Somebody whose identity is that of Ann Lee. */
async function ann(): Promise<Caller> {
  people += 1
  const user = await enter(`Ann${people}`)
  await env.DB.prepare(
    `INSERT INTO verification (id, user_id, level, state, id_type, country, name, number_sealed, number_hash, submitted_at)
     VALUES (?, ?, 1, 'passed', 'passport', 'US', 'LEE ANN', 'x', ?, 1)`,
  )
    .bind(`ann-${people}`, user.userId, `ann-${people}`)
    .run()
  return user
}

async function place(user: Caller, route: string, pay = '100'): Promise<Order> {
  const { quote_id: id } = await ok<{ quote_id: string }>('POST', '/v1/buy/quote', { form: { route_id: route, pay }, token: user.token }) // prettier-ignore
  return ok<Order>('POST', '/v1/buy/order', { form: { quote_id: id, ...ANN }, token: user.token })
}

const stateOf = async ({ order_id: id }: Order) => (await findBuyOrder(env.DB, id))?.state
const rowOf = async ({ order_id: id }: Order) => findBuyOrder(env.DB, id)
const gained = async (user: Caller, before: string) => BigInt((await balance(user))[0]) - BigInt(before)

const caseOf = async (kind: string, subject: string | number) =>
  (await env.DB.prepare('SELECT id FROM review WHERE kind = ? AND subject_id = ? ORDER BY id DESC')
    .bind(kind, String(subject))
    .first<number>('id')) ?? 0
async function approve(kind: string, subject: string | number) {
  const review = await caseOf(kind, subject)
  await decide(rita, review, 'approve', Date.now())
  await decide(fiona, review, 'approve', Date.now())
}
const waiting = async (kind: string, subject: string | number) =>
  env.DB.prepare('SELECT state FROM review WHERE kind = ? AND subject_id = ? ORDER BY id DESC')
    .bind(kind, String(subject))
    .first<string>('state')

interface Sent {
  readonly kind?: 'card' | 'ramp'
  readonly signature?: string
}
/** As the provider sends it; answers the status. */
async function send(content: unknown, { kind = 'card', signature }: Sent = {}): Promise<number> {
  const body = typeof content === 'string' ? content : JSON.stringify(content)
  const signed =
    signature ?? signatureHeader(hookSecretOf(env, kind) ?? '', body, kind === 'card' ? 'v1' : 's', Date.now())
  const headers = { [kind === 'card' ? 'Stripe-Signature' : 'Moonpay-Signature-V2']: signed }
  const answer = await exports.default.fetch(`http://cm.test/api/v1/buy/hooks/${kind}`, {
    method: 'POST',
    headers,
    body,
  })
  await answer.arrayBuffer()
  return answer.status
}

let events = 0
const event = (type: string, object: Readonly<Record<string, unknown>>, id = `evt_${(events += 1)}`) => ({ id, type, data: { object } }) // prettier-ignore
const session = ({ reference }: Order, differs: Readonly<Record<string, unknown>> = {}) => ({
  payment_intent: `pi_${reference}`,
  client_reference_id: reference,
  payment_status: 'paid',
  amount_total: 10_000,
  currency: 'usd',
  customer_details: { name: 'Ann Lee' },
  ...differs,
})
const completed = (order: Order, differs = {}, id?: string) =>
  event('checkout.session.completed', session(order, differs), id)
const refund = ({ reference }: Order, refunded: number) =>
  event('charge.refunded', { payment_intent: `pi_${reference}`, metadata: { order: reference }, amount: 10_000, amount_refunded: refunded, currency: 'usd' }) // prettier-ignore
const transaction = ({ reference }: Order, id: string, status = 'completed') => ({
  type: 'transaction_updated',
  data: { id, status, externalTransactionId: reference, baseCurrencyAmount: 100, baseCurrency: { code: 'usd' }, customer: { firstName: 'Ann', lastName: 'Lee' } }, // prettier-ignore
})

describe('a card', () => {
  it('is paid at the embedded checkout, from two tabs, and credited once', async () => {
    const user = await ann()
    const [before] = await balance(user)
    const order = await place(user, US_CARD)
    expect(order).toMatchObject({ state: 'to_pay', receives: '97.100000' })
    expect(order.pay_address).toMatch(/^\/buy\/checkout\?session=/)
    const open = () => readPlayCheckout(env, order.pay_address.slice('/buy/checkout'.length))
    const [one, other] = [await open(), await open()]
    if (!one || !other || one === 'closed' || other === 'closed') throw new Error('no checkout')
    expect(one).toMatchObject({ kind: 'card', reference: order.reference, paid: '100.00', currency: 'USD' })
    expect(await readPlayCheckout(env, '?session=made.up')).toBeNull()
    await Promise.all(
      [one, other].map((tab) => sendPlayMessage(env, tab, { isPaid: true, name: 'Ann Lee' }, Date.now())),
    )
    expect([await stateOf(order), await gained(user, before)]).toEqual(['done', 97_100_000n])
    // Its way out at the embedded provider, once more: nothing comes of it.
    await sendPlayMessage(env, one, { isPaid: false, name: '' }, Date.now())
    expect(await stateOf(order)).toBe('done')
    await expectSound(user)
  })

  it('whose message is forged, old, sent to the wrong door or no message changes nothing', async () => {
    const user = await ann()
    const order = await place(user, US_CARD)
    const body = JSON.stringify(completed(order))
    const secret = hookSecretOf(env, 'card') ?? ''
    expect(await send(body, { signature: '' })).toBe(400)
    expect(await send(body, { signature: signatureHeader('guess', body, 'v1', Date.now()) })).toBe(400)
    expect(await send(body, { signature: signatureHeader(secret, body, 'v1', Date.now() - 301_000) })).toBe(400)
    expect(await send(body, { signature: signatureHeader(secret, `${body} `, 'v1', Date.now()) })).toBe(400)
    expect(await send(body, { kind: 'ramp', signature: signatureHeader(secret, body, 'v1', Date.now()) })).toBe(400)
    expect(await send('{"id":1}')).toBe(400)
    expect(await send('x'.repeat(70_000))).toBe(413)
    expect(await send(event('customer.created', {}))).toBe(200)
    expect(await stateOf(order)).toBe('to_pay')
  })

  it('whose message comes many times at once is credited once; a new message of the same payment too', async () => {
    const user = await ann()
    const [before] = await balance(user)
    const order = await place(user, US_CARD)
    const message = completed(order)
    const statuses = await Promise.all([1, 2, 3, 4].map(() => send(message)))
    expect(statuses).toEqual([200, 200, 200, 200])
    await send(completed(order))
    await send(event('checkout.session.async_payment_succeeded', session(order)))
    await send(event('checkout.session.expired', session(order, { payment_intent: null })))
    expect([await stateOf(order), await gained(user, before)]).toEqual(['done', 97_100_000n])
  })

  it('with another amount, currency or name goes before two people', async () => {
    const user = await ann()
    const [before] = await balance(user)
    for (const [problem, differs] of [
      ['amount', { amount_total: 9_999 }],
      ['amount', { currency: 'thb' }],
      ['payer', { customer_details: null }],
      ['payer', { customer_details: { name: 'Bob Lee' } }],
    ] as const) {
      const order = await place(user, US_CARD)
      await send(completed(order, differs))
      expect(await rowOf(order)).toMatchObject({ state: 'review', problem })
      const facts = await readFacts(env, { kind: 'buy', subjectId: String(order.order_id), language: 'en' })
      expect(facts?.lines).toContainEqual({ label: 'problem', value: problem })
    }
    expect(await gained(user, before)).toBe(0n)
    const { order_id: last } =
      (await ok<{ list: Order[] }>('GET', '/v1/buy/orders', { token: user.token })).list[0] ?? {}
    await approve('buy', last ?? 0)
    expect(await gained(user, before)).toBe(97_100_000n)
  })

  it('that is paid late, after its time or after it was taken back, is not lost: people look, and it may be sent back', async () => {
    const user = await ann()
    const [before] = await balance(user)
    const [late, taken] = [await place(user, US_CARD), await place(user, US_CARD)]
    await send(event('checkout.session.expired', session(late, { payment_intent: null })))
    expect(await stateOf(late)).toBe('expired')
    expect(await ok<Order>('POST', '/v1/buy/cancel', { form: { order_id: String(taken.order_id) }, token: user.token })).toMatchObject({ state: 'cancelled', pay_address: '' }) // prettier-ignore
    await sweepBuyOrders(env, Date.now())
    for (const order of [late, taken]) {
      await send(completed(order))
      expect(await rowOf(order)).toMatchObject({ state: 'review', problem: 'late' })
    }
    // The desk sends one back at the provider, which says so.
    await send(refund(late, 4_000))
    expect(await rowOf(late)).toMatchObject({ state: 'review', problem: 'partly_refunded' })
    await send(refund(late, 10_000))
    expect([await stateOf(late), await waiting('buy', late.order_id)]).toEqual(['refunded', 'cancelled'])
    await approve('buy', taken.order_id)
    expect([await stateOf(taken), await gained(user, before)]).toEqual(['done', 97_100_000n])
    const form = { order_id: String(taken.order_id), lang: 'en' }
    expect(await refused('POST', '/v1/buy/cancel', { form, token: user.token })).toContain('no longer waits')
    expect(await refused('POST', '/v1/buy/checkout', { form, token: user.token })).toContain('no longer waits')
  })

  it('whose refund is told before its payment is not credited, in whichever order both come', async () => {
    const user = await ann()
    const [before] = await balance(user)
    const [first, second] = [await place(user, US_CARD), await place(user, US_CARD)]
    await send(refund(first, 10_000))
    expect(await stateOf(first)).toBe('to_pay')
    await send(completed(first))
    expect([await stateOf(first), await gained(user, before)]).toEqual(['refunded', 0n])
    // The other way round it was credited: people see to what was taken back.
    await send(completed(second))
    await send(refund(second, 10_000))
    const { paymentId } = (await rowOf(second)) ?? { paymentId: null }
    expect([await stateOf(second), await gained(user, before)]).toEqual(['done', 97_100_000n])
    const facts = await readFacts(env, { kind: 'buy_payment', subjectId: String(paymentId), language: 'en' })
    expect(facts?.lines).toContainEqual({ label: 'problem', value: 'taken_back' })
    await approve('buy_payment', paymentId ?? 0)
    expect(await waiting('buy_payment', paymentId ?? 0)).toBe('approved')
  })

  it('that failed ends its order; one that a crash kept from being applied or credited the sweep applies', async () => {
    const user = await ann()
    const [before] = await balance(user)
    const [failed, crashed, halfway] = [
      await place(user, US_CARD),
      await place(user, US_CARD),
      await place(user, US_CARD),
    ]
    await send(event('checkout.session.async_payment_failed', session(failed, { payment_status: 'unpaid' })))
    expect(await stateOf(failed)).toBe('refused')
    await sweepBuyOrders(env, Date.now())
    const message = completed(crashed)
    await send(message)
    // As a crash after the message was kept would leave it.
    await env.DB.batch([
      env.DB.prepare('UPDATE buy_event SET applied_at = NULL WHERE event_id = ?').bind(message.id),
      env.DB.prepare("UPDATE buy_order SET state = 'to_pay', payment_id = NULL, paid_at = NULL WHERE id = ?").bind(crashed.order_id), // prettier-ignore
    ])
    await sweepBuyEvents(env, Date.now())
    expect([await stateOf(crashed), await gained(user, before)]).toEqual(['done', 97_100_000n])
    await env.DB.prepare("UPDATE buy_order SET state = 'paid' WHERE id = ?").bind(halfway.order_id).run()
    await sweepBuyOrders(env, Date.now())
    expect([await stateOf(halfway), await gained(user, before)]).toEqual(['done', 194_200_000n])
    await expectSound(user)
  })

  it('cannot be paid for where the provider fails (buy_checkout_failed), and is asked for again', async () => {
    const user = await ann()
    const order = await place(user, US_CARD)
    await env.DB.prepare("UPDATE buy_order SET checkout_id = '', checkout_url = '' WHERE id = ?")
      .bind(order.order_id)
      .run()
    const form = { order_id: String(order.order_id), lang: 'en' }
    const sealing = vi.spyOn(crypto.subtle, 'encrypt').mockRejectedValue(new Error('away'))
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect(await refused('POST', '/v1/buy/checkout', { form, token: user.token })).toContain('cannot be reached')
    sealing.mockRestore()
    log.mockRestore()
    expect((await ok<Order>('POST', '/v1/buy/checkout', { form, token: user.token })).pay_address).toContain('session=')
  })
})

describe('a third party', () => {
  it('that two tabs pay brings what one paid; the other payment goes before people', async () => {
    const user = await ann()
    const [before] = await balance(user)
    const order = await place(user, US_RAMP)
    expect(order.pay_address).toMatch(/^\/buy\/checkout\?apiKey=play&.*&signature=/)
    expect(await readPlayCheckout(env, order.pay_address.slice('/buy/checkout'.length).replace('100', '1'))).toBeNull()
    await send(transaction(order, 't-0', 'failed'), { kind: 'ramp' })
    expect(await stateOf(order)).toBe('to_pay')
    await Promise.all(['t-1', 't-2'].map((id) => send(transaction(order, id), { kind: 'ramp' })))
    expect([await stateOf(order), await gained(user, before)]).toEqual(['done', 98_000_000n])
    const extra = await env.DB.prepare("SELECT id FROM buy_payment WHERE problem = 'extra' AND order_id = ?").bind(order.order_id).first<number>('id') // prettier-ignore
    expect(await waiting('buy_payment', extra ?? 0)).toBe('open')
    // Sent back by the third party itself: nobody has to look any more.
    const { provider_id: id } = (await env.DB.prepare('SELECT provider_id FROM buy_payment WHERE id = ?').bind(extra).first<{ provider_id: string }>()) ?? { provider_id: '' } // prettier-ignore
    await send(transaction(order, id, 'refunded'), { kind: 'ramp' })
    expect(await waiting('buy_payment', extra ?? 0)).toBe('cancelled')
  })

  it('that takes money for nothing here is seen to by people', async () => {
    await send(transaction({ reference: 'CMNOTHINGHERE' } as Order, 't-9'), { kind: 'ramp' })
    const id = await env.DB.prepare("SELECT id FROM buy_payment WHERE provider_id = 't-9'").first<number>('id')
    expect(await waiting('buy_payment', id ?? 0)).toBe('open')
  })
})

describe('a bank statement', () => {
  const HEAD = 'date,amount,currency,payer,reference'
  const take = (lines: readonly string[], by = fiona) =>
    importStatement(env, by.member, { csv: [HEAD, ...lines].join('\n'), commandId: commandId(), at: Date.now() })
  const lineOf = (text: string) =>
    env.DB.prepare('SELECT id, state, problem, order_id FROM buy_line WHERE text = ?').bind(text).first<{ id: number; state: string; problem: string | null; order_id: number | null }>() // prettier-ignore

  it('pays orders by reference and amount, each line once, and leaves two people to decide', async () => {
    const user = await ann()
    const [before] = await balance(user)
    const [order, late] = [await place(user, US_BANK), await place(user, US_BANK)]
    await sweepBuyOrders(env, late.pay_until + 1)
    expect(await stateOf(late)).toBe('expired')
    const [spaced, plain] = [`ref ${order.reference.slice(0, 4)} ${order.reference.slice(4)}`, late.reference]
    // The first ran out as well: the statement brings both back before people.
    const lines = [`2026-11-25,100.00,USD,Ann Lee,${spaced}`, `2026-11-25,100,USD,Ann Lee,${plain}`]
    expect(codeOf(await take(lines, rita))).toBe('permission_missing')
    expect(codeOf(await take(lines))).toBe('ok')
    expect(codeOf(await take([...lines, `2026-11-26,100,USD,Ann Lee,again ${order.reference}`]))).toBe('ok')
    expect(await lineOf(spaced)).toMatchObject({ state: 'matched', order_id: order.order_id })
    expect(await lineOf(`again ${order.reference}`)).toMatchObject({ state: 'open', problem: 'extra' })
    expect(await env.DB.prepare('SELECT count(*) AS n FROM buy_line').first('n')).toBe(3)
    for (const each of [order, late]) expect(await rowOf(each)).toMatchObject({ state: 'review', problem: 'late' })
    const facts = await readFacts(env, { kind: 'buy', subjectId: String(order.order_id), language: 'en' })
    expect(facts?.lines).toContainEqual({ label: 'bank_line', value: '2026-11-25 · 100.00 USD · Ann Lee' })
    expect(await gained(user, before)).toBe(0n)
    await approve('buy', order.order_id)
    expect([await stateOf(order), await gained(user, before)]).toEqual(['done', 100_000_000n])
  })

  it('leaves what pays nothing to people: assigned where it fits, set aside by two where it does not', async () => {
    const user = await ann()
    const order = await place(user, US_BANK)
    const wrong = `wrong ${order.reference}`
    await take([
      `2026-11-25,99,USD,Ann Lee,${wrong}`,
      '2026-11-25,100,USD,Ann Lee,no words',
      '2026-11-25,7,USD,Bob,CMABCDEFGHJK',
    ])
    expect(await lineOf(wrong)).toMatchObject({ state: 'open', problem: 'amount' })
    expect(await lineOf('CMABCDEFGHJK')).toMatchObject({ problem: 'no_order' })
    const [short, wordless] = [await lineOf(wrong), await lineOf('no words')]
    const assign = (lineId: number, reference: string, by = fiona) =>
      assignLine(env, by.member, { lineId, reference, commandId: commandId(), at: Date.now() })
    expect(codeOf(await assign(short?.id ?? 0, order.reference))).toBe('line_does_not_fit')
    expect(codeOf(await assign(wordless?.id ?? 0, 'CMZZZZZZZZZZ'))).toBe('buy_order_not_found')
    expect(codeOf(await assign(999, order.reference))).toBe('line_not_found')
    expect(codeOf(await assign(wordless?.id ?? 0, order.reference, rita))).toBe('permission_missing')
    expect(codeOf(await assign(wordless?.id ?? 0, order.reference))).toBe('ok')
    expect(await rowOf(order)).toMatchObject({ state: 'review', problem: null })

    const ask = (reason: string) =>
      askAboutLine(env, fiona.member, { lineId: short?.id ?? 0, reason, commandId: commandId(), at: Date.now() })
    expect(codeOf(await ask(' '))).toBe('reason_missing')
    expect(codeOf(await ask('x'.repeat(301)))).toBe('reason_too_long')
    expect(codeOf(await ask('Sent back to Ann.'))).toBe('ok')
    expect(codeOf(await ask('Sent back to Ann.'))).toBe('precondition_failed')
    await decide(rita, await caseOf('buy_line', short?.id ?? 0), 'reject', Date.now())
    expect(codeOf(await ask('Sent back, with proof.'))).toBe('ok')
    await approve('buy_line', short?.id ?? 0)
    expect(await lineOf(wrong)).toMatchObject({ state: 'aside' })
    expect(codeOf(await take([]))).toBe('statement_empty')
    expect(codeOf(await take(['2026-11-25,1,USD']))).toBe('statement_line')
  })
})
