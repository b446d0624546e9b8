// Cards, the third party and bank statements, with real rooms: signed messages through the public door, in every order and more than once.

import { env, exports } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { findBuyOrder } from '#db/platform/buy'
import { findBuyPayment } from '#db/platform/buy-payment'
import { callAccount, callAccountAsSystem } from '#services/account-room'
import { listDeskPurchases } from '#services/buy/desk-lists'
import { buyRefundReview, buyReview } from '#services/buy/review'
import { hookSecretOf, signatureHeader } from '#services/buy/providers'
import { sweepBuyEvents } from '#services/buy/payments'
import { sweepBuyOrders } from '#services/buy/orders'
import { readPlayCheckout, sendPlayMessage } from '#services/buy/embedded'
import { askAboutLine, assignLine, importStatement } from '#services/buy/statement'
import { declareCustomer } from '#services/desk/own-account'
import { claimReview, decideReview } from '#services/desk/queue'
import { ok, refused, seed } from '../api/client'
import { type Hired, codeOf, commandId, decide, hireTeam, readFacts } from '../desk/office'
import { type Caller, balance, enter, expectSound, value } from '../funds/customers'
import { messagesOf } from './told'
import { waitFor } from '../kit/wait-for'

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
/** A user verified as Ann Lee. */
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

const BTC = 1
/** USDT in all wallets. */
const holdings = async (user: Caller) =>
  value(await callAccount(env, user, { type: 'balances' }))
    .filter(({ assetId }) => assetId === 3)
    .reduce((sum, { available, held }) => sum + BigInt(available) + BigInt(held), 0n)
/** Asks for 0.01 BTC past the Worker, whose own checks come before. */
const takeOut = (user: Caller) => {
  const terms = { fee: '1', btcValue: '1', level: 2 } as const
  const asked = { type: 'request_withdrawal', commandId: commandId(), withdrawalId: (people += 1) + 1_000 } as const
  return callAccount(env, user, { ...asked, assetId: BTC, amount: '1000000', terms })
}

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
  data: { id, status, externalTransactionId: reference, baseCurrencyAmount: 100, baseCurrency: { code: 'usd' }, currency: { code: 'usdt' }, walletAddress: 'play', customer: { firstName: 'Ann', lastName: 'Lee' } }, // prettier-ignore
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
    // A late failure message of the embedded provider has no effect.
    await sendPlayMessage(env, one, { isPaid: false, name: '' }, Date.now())
    expect(await stateOf(order)).toBe('done')
    await expectSound(user)
  })

  it('has one checkout, however often it is asked for: at once, again, and after it was paid', async () => {
    const user = await ann()
    const [before] = await balance(user)
    const order = await place(user, US_CARD)
    await env.DB.prepare("UPDATE buy_order SET checkout_id = '', checkout_url = '' WHERE id = ?")
      .bind(order.order_id)
      .run()
    const form = { order_id: String(order.order_id) }
    const ask = (key?: string) =>
      ok<Order>('POST', '/v1/buy/checkout', { form, token: user.token, ...(key !== undefined && { key }) })
    const asked = await Promise.all([ask('once'), ask('once'), ask()])
    const addresses = new Set([...asked, await ask('once'), await ask()].map(({ pay_address }) => pay_address))
    expect([...addresses]).toEqual([expect.stringMatching(/^\/buy\/checkout\?session=/)])
    await send(completed(order))
    expect(await ask('once')).toMatchObject({ order_id: order.order_id, state: 'done' })
    expect(await gained(user, before)).toBe(97_100_000n)
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
    expect(await send(body, { signature: `t=${Math.floor(Date.now() / 1000)},v1=${'\u00e9'.repeat(64)}` })).toBe(400)
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

  const factsOf = async (kind: string, subject: number | null) =>
    (await readFacts(env, { kind, subjectId: String(subject), language: 'en' }))?.lines ?? []
  const dispute = ({ reference }: Order, type: 'withdrawn' | 'reinstated', differs: Readonly<Record<string, unknown>> = {}) => // prettier-ignore
    event(`charge.dispute.funds_${type}`, { id: `du_${reference}`, payment_intent: `pi_${reference}`, amount: 10_000, currency: 'usd', metadata: {}, status: type === 'withdrawn' ? 'needs_response' : 'won', ...differs }) // prettier-ignore

  it('that brought less than was ordered is credited with what came, as the reviewers saw, also when it is late', async () => {
    const user = await ann()
    const [before] = await balance(user)
    const [order, late] = [await place(user, US_CARD), await place(user, US_CARD)]
    await send(completed(order, { amount_total: 6_000 }))
    expect(await factsOf('buy', order.order_id)).toEqual(
      expect.arrayContaining([
        { label: 'on_approval', value: 'credited_part' },
        { label: 'arrival', value: '58.26 USDT' },
      ]),
    )
    await approve('buy', order.order_id)
    const form = { query: { order_id: String(order.order_id) }, token: user.token }
    expect(await ok('GET', '/v1/buy/order', form)).toMatchObject({ state: 'done', arrived: '60.00', receives: '58.260000' }) // prettier-ignore
    await sweepBuyOrders(env, 40, late.pay_until + 1)
    await send(completed(late, { amount_total: 100 }))
    expect(await rowOf(late)).toMatchObject({ state: 'review', problem: 'late' })
    await approve('buy', late.order_id)
    expect(await gained(user, before)).toBe(58_260_000n + 971_000n)
    await expectSound(user)
  })

  it('that brought another currency, or more than was ordered, nobody can approve (buy_not_creditable) until the part too much is sent back', async () => {
    const user = await ann()
    const [before] = await balance(user)
    const [foreign, more] = [await place(user, US_CARD), await place(user, US_CARD)]
    await send(completed(foreign, { currency: 'thb' }))
    await send(completed(more, { amount_total: 15_000 }))
    const attempt = async ({ order_id: id }: Order) => {
      const command = { reviewId: await caseOf('buy', id), commandId: commandId(), at: Date.now() }
      await claimReview(env, rita.member, command)
      return codeOf(await decideReview(env, rita.member, { ...command, commandId: commandId(), verdict: 'approve', reason: '' })) // prettier-ignore
    }
    for (const order of [foreign, more]) {
      expect(await attempt(order)).toBe('buy_not_creditable')
      expect(await factsOf('buy', order.order_id)).toContainEqual({ label: 'on_approval', value: 'not_creditable' })
      // A decision on the old sum reopens the review.
      const decision = { reviewId: await caseOf('buy', order.order_id), kind: 'buy', subjectId: String(order.order_id), userId: user.userId, verdict: 'approve', reason: '', at: Date.now() } as const // prettier-ignore
      expect(codeOf(await buyReview.approve(env, decision))).toBe('buy_not_creditable')
      expect(await stateOf(order)).toBe('review')
    }
    await send(event('charge.refunded', { payment_intent: `pi_${more.reference}`, metadata: { order: more.reference }, amount: 15_000, amount_refunded: 5_000, currency: 'usd' })) // prettier-ignore
    await approve('buy', more.order_id)
    expect([await stateOf(more), await gained(user, before)]).toEqual(['done', 97_100_000n])
    await expectSound(user)
  })

  it('of which a part goes back between two approvals is looked at by two once more, and credited with the rest', async () => {
    const user = await ann()
    const [before] = await balance(user)
    const order = await place(user, US_CARD)
    await send(completed(order, { customer_details: { name: 'Bob Lee' } }))
    const first = await caseOf('buy', order.order_id)
    await decide(rita, first, 'approve', Date.now())
    const part = refund(order, 4_000)
    for (const _ of [1, 2]) await send(part)
    await send(refund(order, 4_000))
    expect(await caseOf('buy', order.order_id)).toBe(first + 1)
    await approve('buy', order.order_id)
    expect([await stateOf(order), await gained(user, before)]).toEqual(['done', 58_260_000n])
    await expectSound(user)
  })

  it('of which a part goes back after its credit, then the rest, is followed each time; one that a dispute gives back too', async () => {
    const user = await ann()
    const [before] = await balance(user)
    const order = await place(user, US_CARD)
    await send(completed(order))
    await send(refund(order, 4_000))
    const { paymentId } = (await rowOf(order)) ?? { paymentId: null }
    expect(await factsOf('buy_payment', paymentId)).toContainEqual({ label: 'on_approval', value: 'reduced' })
    await approve('buy_payment', paymentId ?? 0)
    expect([await stateOf(order), await gained(user, before)]).toEqual(['done', 58_260_000n])
    // The bank withdraws the rest: a dispute's amount adds to the refund.
    await send(dispute(order, 'withdrawn', { amount: 6_000 }))
    expect(await factsOf('buy_payment', paymentId)).toContainEqual({ label: 'on_approval', value: 'reversed' })
    await approve('buy_payment', paymentId ?? 0)
    expect([await stateOf(order), await gained(user, before)]).toEqual(['refunded', 0n])
    // The dispute is won: the returned amount is credited again, once.
    const won = dispute(order, 'reinstated', { amount: 6_000 })
    for (const _ of [1, 2]) await send(won)
    expect(await factsOf('buy_payment', paymentId)).toContainEqual({ label: 'on_approval', value: 'given_again' })
    await approve('buy_payment', paymentId ?? 0)
    await send(dispute(order, 'reinstated', { amount: 6_000 }))
    expect([await stateOf(order), await gained(user, before)]).toEqual(['done', 58_260_000n])
    expect(await waiting('buy_payment', paymentId ?? 0)).toBe('approved')
    await expectSound(user)
  })

  it('whose dispute is won before anybody decided, or told in the other order, keeps its credit', async () => {
    const user = await ann()
    const [before] = await balance(user)
    const [order, other] = [await place(user, US_CARD), await place(user, US_CARD)]
    for (const each of [order, other]) await send(completed(each))
    await send(dispute(order, 'withdrawn'))
    await send(dispute(other, 'reinstated'))
    const idOf = async (each: Order) => (await rowOf(each))?.paymentId ?? 0
    expect(await waiting('buy_payment', await idOf(order))).toBe('open')
    await send(dispute(order, 'reinstated'))
    await send(dispute(other, 'withdrawn'))
    expect(await waiting('buy_payment', await idOf(order))).toBe('cancelled')
    expect(await waiting('buy_payment', await idOf(other))).not.toBe('open')
    expect([await stateOf(order), await gained(user, before)]).toEqual(['done', 194_200_000n])
    // A second dispute of the same payment counts separately.
    await send(dispute(order, 'withdrawn', { id: 'du_second' }))
    expect(await waiting('buy_payment', await idOf(order))).toBe('open')
  })

  it('that is gone before it was credited is never credited: its reviewers see that nothing is taken', async () => {
    const user = await ann()
    const [before] = await balance(user)
    const order = await place(user, US_CARD)
    // Simulates a crash between the row and the Account.
    const stopped = vi.spyOn(env.Account, 'get').mockImplementation(() => {
      throw new Error('away')
    })
    await send(completed(order)).catch(() => undefined)
    stopped.mockRestore()
    expect([await stateOf(order), await gained(user, before)]).toEqual(['paid', 0n])
    await send(refund(order, 10_000))
    const { paymentId } = (await rowOf(order)) ?? { paymentId: null }
    expect(await factsOf('buy_payment', paymentId)).toContainEqual({ label: 'on_approval', value: 'never_credited' })
    await approve('buy_payment', paymentId ?? 0)
    await sweepBuyOrders(env, 40, Date.now())
    await sweepBuyEvents(env, 40, Date.now())
    await send(completed(order))
    expect([await stateOf(order), await gained(user, before)]).toEqual(['refunded', 0n])
    expect(await messagesOf(user)).not.toContain('Your purchase has been credited')
    await expectSound(user)
  })

  it('that is paid late, after its time or after it was taken back, is not lost: people look, and it may be sent back', async () => {
    const user = await ann()
    const [before] = await balance(user)
    const [late, taken] = [await place(user, US_CARD), await place(user, US_CARD)]
    await send(event('checkout.session.expired', session(late, { payment_intent: null })))
    expect(await stateOf(late)).toBe('expired')
    expect(await ok<Order>('POST', '/v1/buy/cancel', { form: { order_id: String(taken.order_id) }, token: user.token })).toMatchObject({ state: 'cancelled', pay_address: '' }) // prettier-ignore
    await sweepBuyOrders(env, 40, Date.now())
    // Its page was closed with time left: nothing ran out.
    expect(await messagesOf(user)).toContain('Your payment did not go through')
    expect(await messagesOf(user)).not.toContain('Your purchase has expired')
    for (const order of [late, taken]) {
      await send(completed(order))
      expect(await rowOf(order)).toMatchObject({ state: 'review', problem: 'late' })
    }
    // The desk refunds one payment at the provider, and the provider reports it.
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
    // With the credit first, the desk decides about the reversed payment.
    await send(completed(second))
    await send(refund(second, 10_000))
    const { paymentId } = (await rowOf(second)) ?? { paymentId: null }
    expect([await stateOf(second), await gained(user, before)]).toEqual(['done', 97_100_000n])
    const facts = await readFacts(env, { kind: 'buy_payment', subjectId: String(paymentId), language: 'en' })
    expect(facts?.lines).toContainEqual({ label: 'problem', value: 'taken_back' })
    expect(facts?.lines).toContainEqual({ label: 'on_approval', value: 'reversed' })
    // Two people reverse the credit, once: the purchase's entries sum to zero.
    await approve('buy_payment', paymentId ?? 0)
    expect(await waiting('buy_payment', paymentId ?? 0)).toBe('approved')
    expect([await stateOf(second), await gained(user, before)]).toEqual(['refunded', 0n])
    for (const _ of [1, 2]) {
      const told = { type: 'adjust_buy', orderId: second.order_id, assetId: 3, amount: '0', fee: '0' } as const
      expect(await callAccountAsSystem(env, user.userId, told)).toEqual({ before: '0', missing: '0' })
    }
    expect(await gained(user, before)).toBe(0n)
    await expectSound(user)
    expect(await messagesOf(user)).toContain('Your purchase has been taken back')
  })

  it('whose payment was taken back after its user had moved it is taken from wherever it is, and nothing is paid out meanwhile (purchase_reversed)', async () => {
    const user = await ann()
    const before = await holdings(user)
    const order = await place(user, US_CARD)
    await send(completed(order))
    const [all] = await balance(user)
    const moved = await callAccount(env, user, { type: 'transfer', commandId: commandId(), assetId: 3, amount: all, from: 'change', to: 'legal' }) // prettier-ignore
    expect(moved.ok).toBe(true)
    const earlier = await takeOut(user)
    expect(earlier.ok).toBe(true)
    await send(dispute(order, 'withdrawn'))
    expect(codeOf(await takeOut(user))).toBe('purchase_reversed')
    const paidOut = { type: 'settle_withdrawal', withdrawalId: earlier.ok ? earlier.value.withdrawalId : 0, verdict: 'approve' } as const // prettier-ignore
    expect(await callAccountAsSystem(env, user.userId, paidOut)).toEqual({
      state: 'held',
      heldFor: 'purchase_reversed',
    })
    const { paymentId } = (await rowOf(order)) ?? { paymentId: null }
    expect(await factsOf('buy_payment', paymentId)).toContainEqual({ label: 'on_approval', value: 'reversed' })
    await approve('buy_payment', paymentId ?? 0)
    expect([await stateOf(order), await waiting('buy_payment', paymentId ?? 0)]).toEqual(['refunded', 'approved'])
    expect([await holdings(user), await balance(user)]).toEqual([before, ['0', '0']])
    expect((await callAccountAsSystem(env, user.userId, paidOut)).state).toBe('approved')
    await expectSound(user)
  })

  it.each(['won', 'declined'])('whose dispute is %s pays out again what its user asks for', async (end) => {
    const user = await ann()
    const order = await place(user, US_CARD)
    await send(completed(order))
    await send(dispute(order, 'withdrawn'))
    expect(codeOf(await takeOut(user))).toBe('purchase_reversed')
    const { paymentId } = (await rowOf(order)) ?? { paymentId: null }
    if (end === 'won') await send(dispute(order, 'reinstated'))
    else await decide(rita, await caseOf('buy_payment', paymentId ?? 0), 'reject', Date.now())
    expect(codeOf(await takeOut(user))).toBe('ok')
  })

  it('whose payment was taken back after its user had spent it is owed: taken as it comes, and before people until then (buy_credit_spent)', async () => {
    const user = await ann()
    const order = await place(user, US_CARD)
    await send(completed(order))
    for (const { wallet, assetId, available } of value(await callAccount(env, user, { type: 'balances' }))) {
      const moved = { type: 'transfer', commandId: commandId(), assetId, amount: available, from: wallet, to: 'change' } as const // prettier-ignore
      if (assetId === 3 && wallet !== 'change' && available !== '0') value(await callAccount(env, user, moved))
    }
    const terms = { fee: '0', received: '1', ticks: [], acceptedAt: null, value: '1' }
    const spent = String((await holdings(user)) - 40_000_000n)
    value(await callAccount(env, user, { type: 'convert', commandId: commandId(), fromAssetId: 3, toAssetId: BTC, amount: spent, terms })) // prettier-ignore
    await send(dispute(order, 'withdrawn'))
    const { paymentId } = (await rowOf(order)) ?? { paymentId: null }
    const said = () => factsOf('buy_payment', paymentId)
    expect(await said()).toContainEqual({ label: 'on_approval', value: 'credit_spent' })
    await approve('buy_payment', paymentId ?? 0)
    expect([await stateOf(order), await waiting('buy_payment', paymentId ?? 0)]).toEqual(['refunded', 'open'])
    expect([await holdings(user), codeOf(await takeOut(user))]).toEqual([0n, 'purchase_reversed'])
    expect(await said()).toContainEqual({ label: 'missing', value: '57.1 USDT' })
    // Other messages of the dispute leave the case unchanged.
    await send(dispute(order, 'withdrawn'))
    expect(await waiting('buy_payment', paymentId ?? 0)).toBe('open')

    // Incoming amounts from any source pay the debt automatically; a repeated decision debits nothing twice.
    const grant = { type: 'grant_demo', ref: `late ${user.userId}`, grants: [{ assetId: 3, amount: '17100000', wallet: 'lever' }] } as const // prettier-ignore
    await callAccountAsSystem(env, user.userId, grant)
    await waitFor(async () => expect(await holdings(user)).toBe(0n), 10_000)
    await approve('buy_payment', paymentId ?? 0)
    expect(await said()).toContainEqual({ label: 'missing', value: '40 USDT' })
    // The dispute is won: the returned amount first pays the debt.
    await send(dispute(order, 'reinstated'))
    await approve('buy_payment', paymentId ?? 0)
    expect([await stateOf(order), await holdings(user)]).toEqual(['done', 57_100_000n])
    expect([await waiting('buy_payment', paymentId ?? 0), codeOf(await takeOut(user))]).toEqual(['approved', 'ok']) // prettier-ignore
    await expectSound(user)
  })

  it('that cannot be delivered two people send back through the provider, once; a refund that fails is seen to by people', async () => {
    const user = await ann()
    const [before] = await balance(user)
    const [order, twice] = [await place(user, US_CARD), await place(user, US_CARD)]
    await send(completed(order, { customer_details: { name: 'Bob Lee' } }))
    await decide(rita, await caseOf('buy', order.order_id), 'reject', Date.now())
    expect(await stateOf(order)).toBe('refused')
    const facts = await readFacts(env, { kind: 'buy_refund', subjectId: String(order.order_id), language: 'en' })
    expect(facts?.lines[0]).toEqual({ label: 'on_approval', value: 'sent_by_provider' })
    await approve('buy_refund', order.order_id)
    expect([await stateOf(order), await gained(user, before)]).toEqual(['refunded', 0n])
    const { paymentId } = (await rowOf(order)) ?? { paymentId: null }
    expect(await findBuyPayment(env.DB, paymentId ?? 0)).toMatchObject({ refunded: 10_000, problem: null })
    // The provider reports the refund too, and a decision may be executed again after a crash.
    await send(refund(order, 10_000))
    const decision = { reviewId: await caseOf('buy_refund', order.order_id), kind: 'buy_refund', subjectId: String(order.order_id), userId: user.userId, verdict: 'approve', reason: '', at: Date.now() } as const // prettier-ignore
    expect((await buyRefundReview.approve(env, decision)).ok).toBe(true)
    expect((await messagesOf(user)).filter((title) => title === 'Your payment has been sent back')).toHaveLength(1)
    const failed = { id: 're_9', payment_intent: `pi_${order.reference}`, amount: 10_000, currency: 'usd', status: 'failed' } // prettier-ignore
    for (const type of ['refund.failed', 'charge.refund.updated']) await send(event(type, failed))
    expect(await findBuyPayment(env.DB, paymentId ?? 0)).toMatchObject({ problem: 'refund_failed', settledAt: null })
    expect(await waiting('buy_payment', paymentId ?? 0)).toBe('open')
    await approve('buy_payment', paymentId ?? 0)
    expect(await waiting('buy_payment', paymentId ?? 0)).toBe('approved')

    // One order that was paid twice: the second payment goes back, the first one stays credited.
    await send(completed(twice))
    await send(completed(twice, { payment_intent: `pi_${twice.reference}_2` }))
    const extra = await env.DB.prepare("SELECT id FROM buy_payment WHERE problem = 'extra' AND order_id = ?").bind(twice.order_id).first<number>('id') // prettier-ignore
    const said = await readFacts(env, { kind: 'buy_payment', subjectId: String(extra), language: 'en' })
    expect(said?.lines).toContainEqual({ label: 'on_approval', value: 'sent_by_provider' })
    await approve('buy_payment', extra ?? 0)
    expect(await findBuyPayment(env.DB, extra ?? 0)).toMatchObject({ refunded: 10_000 })
    expect([await stateOf(twice), await gained(user, before)]).toEqual(['done', 97_100_000n])
    expect((await messagesOf(user)).filter((title) => title === 'Your payment has been sent back')).toHaveLength(2)
    await expectSound(user)
    const { rows, reviews } = await listDeskPurchases(env, 'refunded', { page: 1, limit: 50 })
    expect(rows.map(({ id }) => id)).toContain(order.order_id)
    expect(reviews.get(order.order_id)).toBe(decision.reviewId)
  })

  it('that the provider will not send back is before people again (refund_not_taken)', async () => {
    const user = await ann()
    const order = await place(user, US_CARD)
    await send(completed(order, { amount_total: 9_999 }))
    await decide(rita, await caseOf('buy', order.order_id), 'reject', Date.now())
    const decision = { reviewId: await caseOf('buy_refund', order.order_id), kind: 'buy_refund', subjectId: String(order.order_id), userId: user.userId, verdict: 'approve', reason: '', at: Date.now() } as const // prettier-ignore
    const away = { ...env, CARD_SOURCE: 'stripe', STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'wh', SITE_URL: 'https://cm.example', STRIPE_URL: 'https://card.test' } // prettier-ignore
    const asking = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({}, { status: 503 }))
    await expect(buyRefundReview.approve(away, decision)).rejects.toThrow('503')
    asking.mockResolvedValue(Response.json({ error: { code: 'charge_already_refunded' } }, { status: 400 }))
    expect(codeOf(await buyRefundReview.approve(away, decision))).toBe('refund_not_taken')
    asking.mockRestore()
    expect(await stateOf(order)).toBe('refused')
    expect(await caseOf('buy_refund', order.order_id)).toBeGreaterThan(decision.reviewId)
  })

  it('whose message cannot be stored is answered so that it comes again, and is credited then', async () => {
    const user = await ann()
    const [before] = await balance(user)
    const order = await place(user, US_CARD)
    const message = completed(order)
    await env.DB.prepare('ALTER TABLE buy_event RENAME TO buy_event_away').run()
    try {
      expect(await send(message)).toBe(503)
    } finally {
      await env.DB.prepare('ALTER TABLE buy_event_away RENAME TO buy_event').run()
    }
    expect([await stateOf(order), await gained(user, before)]).toEqual(['to_pay', 0n])
    expect(await send(message)).toBe(200)
    await sweepBuyOrders(env, 40, Date.now())
    expect([await stateOf(order), await gained(user, before)]).toEqual(['done', 97_100_000n])
    await expectSound(user)
  })

  it('whose message is stored and cannot be applied yet is taken, and the sweep applies it', async () => {
    const user = await ann()
    const [before] = await balance(user)
    const order = await place(user, US_CARD)
    await env.DB.prepare('ALTER TABLE buy_payment RENAME TO buy_payment_away').run()
    try {
      expect(await send(completed(order))).toBe(200)
    } finally {
      await env.DB.prepare('ALTER TABLE buy_payment_away RENAME TO buy_payment').run()
    }
    expect(await stateOf(order)).toBe('to_pay')
    await sweepBuyEvents(env, 40, Date.now())
    await sweepBuyOrders(env, 40, Date.now())
    expect([await stateOf(order), await gained(user, before)]).toEqual(['done', 97_100_000n])
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
    await sweepBuyOrders(env, 40, Date.now())
    const message = completed(crashed)
    await send(message)
    // Simulates a crash after the message was stored.
    await env.DB.batch([
      env.DB.prepare('UPDATE buy_event SET applied_at = NULL WHERE event_id = ?').bind(message.id),
      env.DB.prepare("UPDATE buy_order SET state = 'to_pay', payment_id = NULL, paid_at = NULL WHERE id = ?").bind(crashed.order_id), // prettier-ignore
    ])
    await sweepBuyEvents(env, 40, Date.now())
    expect([await stateOf(crashed), await gained(user, before)]).toEqual(['done', 97_100_000n])
    await env.DB.prepare("UPDATE buy_order SET state = 'paid' WHERE id = ?").bind(halfway.order_id).run()
    await sweepBuyOrders(env, 40, Date.now())
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
    // People send it back themselves: a third party has no call for that.
    const facts = await readFacts(env, { kind: 'buy_payment', subjectId: String(extra), language: 'en' })
    expect(facts?.lines).toContainEqual({ label: 'on_approval', value: 'noted' })
    await approve('buy_payment', extra ?? 0)
    expect(await waiting('buy_payment', extra ?? 0)).toBe('approved')
  })

  it('whose messages are forged, late, repeated or out of order credits once what was paid', async () => {
    const user = await ann()
    const [before] = await balance(user)
    const [order, late, unnamed] = [await place(user, US_RAMP), await place(user, US_RAMP), await place(user, US_RAMP)]
    const body = JSON.stringify(transaction(order, 't-20'))
    const secret = hookSecretOf(env, 'ramp') ?? ''
    for (const signature of [
      '',
      signatureHeader('guess', body, 's', Date.now()),
      signatureHeader(secret, body, 's', Date.now() - 301_000),
      signatureHeader(secret, body, 'v1', Date.now()),
      signatureHeader(hookSecretOf(env, 'card') ?? '', body, 's', Date.now()),
    ])
      expect(await send(body, { kind: 'ramp', signature })).toBe(400)
    expect(await send({ type: 'transaction_updated', data: { id: 't-20' } }, { kind: 'ramp' })).toBe(400)
    expect(await send({ type: 'sell_transaction_updated', data: { id: 't-20', status: 'completed' } }, { kind: 'ramp' })).toBe(200) // prettier-ignore
    expect(await stateOf(order)).toBe('to_pay')
    // The final message arrives first, then earlier ones, then the final one again, several times in parallel.
    const told = ['completed', 'pending', 'waitingPayment', 'completed', 'completed']
    for (const status of told.slice(0, 3)) expect(await send(transaction(order, 't-20', status), { kind: 'ramp' })).toBe(200) // prettier-ignore
    await Promise.all(told.slice(3).map((status) => send(transaction(order, 't-20', status), { kind: 'ramp' })))
    expect([await stateOf(order), await gained(user, before)]).toEqual(['done', 98_000_000n])
    await send(transaction(order, 't-20', 'failed'), { kind: 'ramp' })
    expect(await stateOf(order)).toBe('done')

    // Without a payer's name the order goes to review.
    const { data } = transaction(unnamed, 't-22')
    await send({ type: 'transaction_updated', data: { ...data, customer: undefined } }, { kind: 'ramp' })
    expect(await rowOf(unnamed)).toMatchObject({ state: 'review', problem: 'payer' })
    await sweepBuyOrders(env, 40, late.pay_until + 1)
    expect(await stateOf(late)).toBe('expired')
    await send(transaction(late, 't-21'), { kind: 'ramp' })
    expect(await rowOf(late)).toMatchObject({ state: 'review', problem: 'late' })
    expect(await gained(user, before)).toBe(98_000_000n)
    await expectSound(user)
  })

  it('that sent the coins to the buyer, by a page of the buyer’s own, brings nothing', async () => {
    const user = await ann()
    const [before] = await balance(user)
    const order = await place(user, US_RAMP)
    const { data, type } = transaction(order, 't-30')
    await send({ type, data: { ...data, walletAddress: '0xbuyer' } }, { kind: 'ramp' })
    expect([await stateOf(order), await gained(user, before)]).toEqual(['to_pay', 0n])
    const id = await env.DB.prepare("SELECT id FROM buy_payment WHERE provider_id = 't-30'").first<number>('id')
    expect(await waiting('buy_payment', id ?? 0)).toBe('open')
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
    await sweepBuyOrders(env, 40, late.pay_until + 1)
    expect(await stateOf(late)).toBe('expired')
    const [spaced, plain] = [`ref ${order.reference.slice(0, 4)} ${order.reference.slice(4)}`, late.reference]
    // The first order had expired as well: the statement reopens both reviews.
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

  it('and a payment that pays nothing are decided about by nobody whose order they name', async () => {
    const user = await ann()
    const [order, card] = [await place(user, US_BANK), await place(user, US_CARD)]
    await take([`2026-11-25,99,USD,Ann Lee,own ${order.reference}`])
    const line = (await lineOf(`own ${order.reference}`))?.id ?? 0
    const asked = { lineId: line, reason: 'Mine.', commandId: commandId(), at: Date.now() }
    expect(codeOf(await askAboutLine(env, fiona.member, asked))).toBe('ok')
    await send(completed(card))
    await send(completed(card, { payment_intent: `pi_${card.reference}_own` }))
    const extra = await env.DB.prepare("SELECT id FROM buy_payment WHERE problem = 'extra' AND order_id = ?").bind(card.order_id).first<number>('id') // prettier-ignore
    const declared = { userId: user.userId, commandId: commandId(), at: Date.now() }
    expect(codeOf(await declareCustomer(env, fiona.member, declared))).toBe('ok')
    const claim = async (reviewId: number, by: Hired) =>
      codeOf(await claimReview(env, by.member, { reviewId, commandId: commandId(), at: Date.now() }))
    for (const reviewId of [await caseOf('buy_line', line), await caseOf('buy_payment', extra ?? 0)]) {
      expect(await claim(reviewId, fiona)).toBe('own_account')
      expect(await claim(reviewId, rita)).toBe('ok')
    }
    const assigned = { lineId: line, reference: order.reference, commandId: commandId(), at: Date.now() }
    expect(codeOf(await assignLine(env, fiona.member, assigned))).toBe('own_account')
    await env.DB.prepare('DELETE FROM staff_customer').run()
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
