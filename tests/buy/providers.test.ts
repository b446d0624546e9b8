// Provider messages and their effects; the adapters against a local fake with the real protocol.

import { createHmac } from 'node:crypto'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type JudgedOrder, type JudgedPayment, type Verdict, judgePayment } from '#domain/buy/payment'
import { BUY_STATES, findReference, formatMinor, minorOf, readMinor } from '#domain/buy/terms'
import { closeCheckout, openCheckout, readCardEvent, refundCard } from '#services/buy/card'
import { HOUR_MS } from '#domain/time'
import { cardProvider, isSigned, rampProvider, signatureHeader } from '#services/buy/providers'
import { isSignedSearch, rampAddress, readRampEvent } from '#services/buy/ramp'

const NOW = Date.parse('2026-11-25T12:00:00Z')
const CONFIGURED = {
  ENVIRONMENT: 'production',
  SESSION_SECRET: 'x'.repeat(32),
  SITE_URL: 'https://cm.example',
  CARD_SOURCE: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  RAMP_SOURCE: 'signed',
  RAMP_URL: 'https://ramp.example',
  RAMP_KEY: 'pk_1',
  RAMP_SECRET: 'sk_1',
  RAMP_WEBHOOK_SECRET: 'wk_1',
  RAMP_WALLET: '0xHouse',
}

describe('a provider', () => {
  test('is there only with all of its secrets; an embedded one only in development and tests', () => {
    expect(cardProvider(CONFIGURED)).toMatchObject({ isEmbedded: false, url: 'https://api.stripe.com' })
    expect(rampProvider(CONFIGURED)).toMatchObject({ isEmbedded: false, wallet: '0xHouse' })
    for (const missing of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'SITE_URL'])
      expect(cardProvider({ ...CONFIGURED, [missing]: '' })).toBeNull()
    for (const missing of ['RAMP_URL', 'RAMP_KEY', 'RAMP_SECRET', 'RAMP_WEBHOOK_SECRET', 'RAMP_WALLET'])
      expect(rampProvider({ ...CONFIGURED, [missing]: '' })).toBeNull()
    for (const [environment, isThere] of [
      ['development', true],
      ['test', true],
      ['production', false],
    ] as const) {
      const play = { ENVIRONMENT: environment, SESSION_SECRET: 'x', CARD_SOURCE: 'embedded', RAMP_SOURCE: 'embedded' }
      expect([cardProvider(play) !== null, rampProvider(play) !== null]).toEqual([isThere, isThere])
    }
    expect(cardProvider({ ENVIRONMENT: 'test', SESSION_SECRET: 'x', CARD_SOURCE: 'off' })).toBeNull()
  })
})

describe('a signature', () => {
  const body = '{"id":"evt_1"}'
  test('is good for five minutes either way, under this secret, of this body alone', () => {
    const header = signatureHeader('whsec', body, 'v1', NOW)
    expect(isSigned('whsec', header, body, 'v1', NOW + 299_000)).toBe(true)
    expect(isSigned('whsec', header, body, 'v1', NOW + 301_000)).toBe(false)
    expect(isSigned('whsec', header, body, 'v1', NOW - 301_000)).toBe(false)
    expect(isSigned('other', header, body, 'v1', NOW)).toBe(false)
    expect(isSigned('whsec', header, `${body} `, 'v1', NOW)).toBe(false)
    expect(isSigned('whsec', header, body, 's', NOW)).toBe(false)
    // A time that was not signed does not make an old signature new.
    expect(isSigned('whsec', header.replace(/t=\d+/, `t=${NOW / 1000 + 600}`), body, 'v1', NOW + 600_000)).toBe(false)
    expect(isSigned('whsec', `${signatureHeader('old', body, 'v1', NOW)},${header.split(',')[1]}`, body, 'v1', NOW)).toBe(true) // prettier-ignore
    for (const nonsense of ['', 't=', 't=x,v1=y', header.replace('v1', 'v0')])
      expect(isSigned('whsec', nonsense, body, 'v1', NOW)).toBe(false)
  })
})

describe('cards, by a local server that speaks the documented API', () => {
  interface Heard {
    readonly path: string
    readonly headers: Readonly<Record<string, string | string[] | undefined>>
    readonly form: URLSearchParams
  }
  const heard: Heard[] = []
  const kept = new Map<string, { body: string; answer: string }>()
  let server: Server
  let url = ''

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        heard.push({ path: request.url ?? '', headers: request.headers, form: new URLSearchParams(body) })
        const key = String(request.headers['idempotency-key'])
        const answer = (status: number, content: unknown) => {
          response.writeHead(status, { 'Content-Type': 'application/json' })
          response.end(JSON.stringify(content))
        }
        if (request.headers.authorization !== 'Bearer sk_test_1')
          return answer(401, { error: { type: 'invalid_request_error' } })
        if (request.url === '/v1/refunds' && body.includes('payment_intent=pi_gone'))
          return answer(400, { error: { type: 'invalid_request_error', code: 'charge_already_refunded' } })
        if (body.includes('payment_intent=pi_down')) return answer(500, { error: { type: 'api_error' } })
        const known = kept.get(key)
        if (known && known.body !== body) return answer(400, { error: { type: 'idempotency_error' } })
        const id = `cs_test_${kept.size + 1}`
        const refund = { id: 're_1', object: 'refund', status: body.includes('pi_closed') ? 'failed' : 'pending' }
        const session = { id, object: 'checkout.session', url: `https://checkout.stripe.com/c/pay/${id}` }
        const made = known?.answer ?? JSON.stringify(request.url === '/v1/refunds' ? refund : session)
        kept.set(key, { body, answer: made })
        return answer(200, JSON.parse(made))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close())

  // Only the embedded provider needs more configuration.
  const env = {} as Env
  const order = {
    id: 7,
    reference: 'CMABCDEFGHJK',
    currency: 'BRL',
    pay: 1_000,
    createdAt: NOW,
    payUntil: NOW + 2 * HOUR_MS,
  }
  const provider = () => {
    const found = cardProvider({ ...CONFIGURED, STRIPE_URL: url })
    if (!found) throw new Error('configured')
    return found
  }

  test('a session is asked for once per order, with the amount in the smallest unit', async () => {
    const made = await openCheckout(env, provider(), order, NOW)
    expect(made).toEqual({ id: 'cs_test_1', url: 'https://checkout.stripe.com/c/pay/cs_test_1' })
    // After a crash before the page was stored, the same order gets the same page.
    expect(await openCheckout(env, provider(), order, NOW + 60_000)).toEqual(made)
    const [{ path, headers, form } = { path: '', headers: {}, form: new URLSearchParams() }] = heard
    expect(path).toBe('/v1/checkout/sessions')
    expect(headers).toMatchObject({
      authorization: 'Bearer sk_test_1',
      'idempotency-key': `order-CMABCDEFGHJK-${(NOW + 2 * HOUR_MS) / 1000}`,
      'stripe-version': '2024-06-20',
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(Object.fromEntries(form)).toMatchObject({
      mode: 'payment',
      'line_items[0][price_data][currency]': 'brl',
      'line_items[0][price_data][unit_amount]': '100000',
      'line_items[0][quantity]': '1',
      client_reference_id: 'CMABCDEFGHJK',
      'payment_intent_data[metadata][order]': 'CMABCDEFGHJK',
      success_url: 'https://cm.example/buy/orders/7?back=1',
      cancel_url: 'https://cm.example/buy/orders/7',
      expires_at: String((NOW + 2 * HOUR_MS) / 1000),
    })
    await closeCheckout(env, provider(), made.id)
    expect(heard.at(-1)?.path).toBe('/v1/checkout/sessions/cs_test_1/expire')
  })

  test.each([
    ['whose time is nearly over', { payUntil: NOW + 60_000 }, NOW + 31 * 60_000],
    ['that may be paid for days', { payUntil: NOW + 48 * HOUR_MS }, NOW + 24 * HOUR_MS - 60_000],
    ['in a currency without a smaller unit', { currency: 'JPY' }, NOW + 2 * HOUR_MS],
  ])('an order %s has a session of 30 minutes to 24 hours', async (_, differs, until) => {
    await openCheckout(env, provider(), { ...order, reference: `CM${until}`, ...differs }, NOW)
    const { form } = heard.at(-1) ?? { form: new URLSearchParams() }
    expect(form.get('expires_at')).toBe(String(until / 1000))
    expect(form.get('line_items[0][price_data][unit_amount]')).toBe('currency' in differs ? '1000' : '100000')
  })

  test('a provider that refuses, or answers nonsense, gives no page', async () => {
    await expect(openCheckout(env, { ...provider(), key: 'wrong' }, order, NOW)).rejects.toThrow('answered 401')
    await expect(openCheckout(env, provider(), { ...order, pay: 2_000 }, NOW)).rejects.toThrow('answered 400')
  })

  test('money goes back once per decision; a refusal is told from what nobody knows', async () => {
    const asked = { paymentId: 'pi_1', reference: 'CMABCDEFGHJK', amount: 100_000, key: '7' }
    expect(await refundCard(env, provider(), asked)).toBe(true)
    const { path, headers, form } = heard.at(-1) ?? { path: '', headers: {}, form: new URLSearchParams() }
    expect([path, headers['idempotency-key']]).toEqual(['/v1/refunds', 'refund-7'])
    expect(Object.fromEntries(form)).toEqual({
      payment_intent: 'pi_1',
      amount: '100000',
      'metadata[order]': 'CMABCDEFGHJK',
    })
    expect(await refundCard(env, provider(), asked)).toBe(true)
    expect(await refundCard(env, provider(), { ...asked, paymentId: 'pi_gone', key: '8' })).toBe(false)
    expect(await refundCard(env, provider(), { ...asked, paymentId: 'pi_closed', key: '9' })).toBe(false)
    await expect(refundCard(env, provider(), { ...asked, paymentId: 'pi_down', key: '10' })).rejects.toThrow('500')
  })

  const session = { payment_intent: 'pi_1', client_reference_id: 'CMABCDEFGHJK', payment_status: 'paid', amount_total: 100_000, currency: 'brl', customer_details: { name: 'Ana Souza' } } // prettier-ignore
  const charge = { payment_intent: 'pi_1', metadata: { order: 'CMABCDEFGHJK' }, amount: 100_000, amount_refunded: 40_000, currency: 'brl' } // prettier-ignore
  test.each([
    [
      'checkout.session.completed',
      session,
      { type: 'paid', paymentId: 'pi_1', amount: 100_000, currency: 'BRL', payer: 'Ana Souza' },
    ],
    ['checkout.session.completed', { ...session, payment_status: 'unpaid' }, null],
    ['checkout.session.async_payment_succeeded', session, { type: 'paid', reference: 'CMABCDEFGHJK' }],
    ['checkout.session.async_payment_failed', { ...session, payment_status: 'unpaid' }, { type: 'failed' }],
    ['checkout.session.expired', { ...session, payment_intent: null }, { type: 'ended', paymentId: '' }],
    [
      'charge.refunded',
      charge,
      { type: 'refunded', paymentId: 'pi_1', reference: 'CMABCDEFGHJK', refunded: 40_000, amount: 100_000 },
    ],
    [
      'charge.dispute.funds_withdrawn',
      { id: 'du_1', payment_intent: 'pi_1', amount: 100_000, currency: 'brl', status: 'needs_response' },
      { type: 'refunded', paymentId: 'pi_1', reference: '', refunded: 0, disputes: { du_1: { out: 100_000 } } },
    ],
    [
      'charge.dispute.funds_withdrawn',
      { id: 'du_1', payment_intent: 'pi_1', amount: 100_000, currency: 'brl', status: 'needs_response', balance_transactions: [{ amount: -60_000, currency: 'brl' }, { amount: -9, currency: 'usd' }] }, // prettier-ignore
      { disputes: { du_1: { out: 60_000 } } },
    ],
    [
      'charge.dispute.funds_reinstated',
      { id: 'du_1', payment_intent: 'pi_1', amount: 100_000, currency: 'brl', status: 'won', balance_transactions: [] },
      { type: 'refunded', disputes: { du_1: { back: 100_000 } } },
    ],
    [
      'charge.dispute.funds_reinstated',
      { id: 'du_1', payment_intent: 'pi_1', amount: 100_000, currency: 'brl', status: 'lost', balance_transactions: [{ amount: -100_000, currency: 'brl' }, { amount: 40_000, currency: 'brl' }] }, // prettier-ignore
      { disputes: { du_1: { back: 40_000 } } },
    ],
    ['charge.dispute.created', { id: 'du_1', payment_intent: 'pi_1', status: 'warning_needs_response' }, null],
    ['charge.dispute.closed', { id: 'du_1', payment_intent: 'pi_1', status: 'lost' }, null],
    [
      'refund.failed',
      { id: 're_1', payment_intent: 'pi_1', amount: 100_000, currency: 'brl', status: 'failed' },
      { id: 're_1:failed', type: 'refund_failed', paymentId: 'pi_1' },
    ],
    [
      'charge.refund.updated',
      { id: 're_1', payment_intent: 'pi_1', amount: 100_000, currency: 'brl', status: 'failed' },
      { id: 're_1:failed', type: 'refund_failed', paymentId: 'pi_1' },
    ],
    ['refund.updated', { id: 're_1', payment_intent: 'pi_1', amount: 1, currency: 'brl', status: 'succeeded' }, null],
    ['customer.created', {}, null],
  ])('%s of %j says %j', (type, object, said) => {
    const read = readCardEvent(JSON.stringify({ id: 'evt_1', type, data: { object } }))
    if (said === null) expect(read).toBeNull()
    else expect(read).toMatchObject({ id: 'evt_1', ...said })
  })
  test('nonsense is not read', () => {
    for (const body of [
      '',
      '[]',
      '{"id":"evt"}',
      '{"id":"evt","type":"charge.refunded","data":{"object":{"amount":"1"}}}',
    ])
      expect(() => readCardEvent(body)).toThrow()
  })
})

describe('a third party', () => {
  const order = { id: 7, reference: 'CMABCDEFGHJK', currency: 'USD', pay: 100 }
  const provider = rampProvider(CONFIGURED)
  if (!provider) throw new Error('configured')
  const address = new URL(rampAddress(provider, order))

  test('is sent an address that is signed, as it checks it', () => {
    expect(address.origin).toBe('https://ramp.example')
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      apiKey: 'pk_1',
      currencyCode: 'usdt',
      walletAddress: '0xHouse',
      baseCurrencyCode: 'usd',
      baseCurrencyAmount: '100',
      externalTransactionId: 'CMABCDEFGHJK',
      redirectURL: 'https://cm.example/buy/orders/7?back=1',
    })
    expect(isSignedSearch(provider, address.search)).toBe(true)
    expect(isSignedSearch(provider, address.search.replace('Amount=100', 'Amount=1'))).toBe(false)
    expect(isSignedSearch({ secret: 'other' }, address.search)).toBe(false)
    expect(isSignedSearch(provider, '?apiKey=pk_1')).toBe(false)
    for (const signature of ['%', '%E0%A4%A', '%ff', '\u00e9'.repeat(44), '\u{1f600}'.repeat(22)])
      expect(isSignedSearch(provider, `?apiKey=pk_1&signature=${signature}`)).toBe(false)
  })

  test('that checks the address as its documentation says, and signs what it tells, is understood', async () => {
    const hmac = (key: string, text: string) => createHmac('sha256', key).update(text)
    // An independent implementation parses the address and the header.
    const server = createServer((request, response) => {
      const [original = '', signature = ''] = (request.url ?? '').split('&signature=')
      const expected = hmac('sk_1', new URL(original, 'https://ramp.example').search).digest('base64')
      if (decodeURIComponent(signature) !== expected) return response.writeHead(403).end()
      const query = new URL(original, 'https://ramp.example').searchParams
      const amount = Number(query.get('baseCurrencyAmount'))
      const told = { id: 't7', status: 'completed', externalTransactionId: query.get('externalTransactionId'), baseCurrencyAmount: amount - 4.55, feeAmount: 3.99, extraFeeAmount: 0, networkFeeAmount: 0.56, areFeesIncluded: true, walletAddress: query.get('walletAddress'), currency: { code: query.get('currencyCode') }, baseCurrency: { code: query.get('baseCurrencyCode') } } // prettier-ignore
      const body = JSON.stringify({ type: 'transaction_updated', data: told, externalCustomerId: null })
      const time = String(NOW / 1000)
      const signed = `t=${time},s=${hmac('wk_1', `${time}.${body}`).digest('hex')}`
      return response.writeHead(200, { 'Moonpay-Signature-V2': signed }).end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const answer = await fetch(rampAddress({ ...provider, url: `${url}/` }, order))
      const [body, header] = [await answer.text(), answer.headers.get('Moonpay-Signature-V2') ?? '']
      expect(isSigned('wk_1', header, body, 's', NOW)).toBe(true)
      expect(readRampEvent(body, provider.wallet)).toMatchObject({
        type: 'paid',
        reference: order.reference,
        amount: 10_000,
      })
      const tampered = rampAddress({ ...provider, url: `${url}/` }, order).replace('Amount=100', 'Amount=1')
      expect((await fetch(tampered)).status).toBe(403)
    } finally {
      server.close()
    }
  })

  const data = { id: 't1', status: 'completed', externalTransactionId: 'CMABCDEFGHJK', baseCurrencyAmount: 100.5, baseCurrency: { code: 'usd' }, currency: { code: 'usdt' }, walletAddress: '0xHouse', customer: { firstName: 'Ann', lastName: 'Lee' } } // prettier-ignore
  test.each([
    [data, { id: 't1:completed', type: 'paid', paymentId: 't1', amount: 10_050, currency: 'USD', payer: 'Ann Lee' }],
    [
      { ...data, status: 'failed' },
      { id: 't1:failed', type: 'failed' },
    ],
    [{ ...data, status: 'pending' }, null],
    [{ ...data, status: 'waitingPayment' }, null],
    // By the documentation: with included fees, the base amount is the remainder of 300.
    [
      { ...data, baseCurrencyAmount: 295.45, feeAmount: 3.99, extraFeeAmount: 0, networkFeeAmount: 0.56, areFeesIncluded: true }, // prettier-ignore
      { type: 'paid', amount: 30_000 },
    ],
    [
      { ...data, baseCurrencyAmount: 100, feeAmount: 4.99, areFeesIncluded: false, customer: undefined },
      { type: 'paid', amount: 10_000, payer: '' },
    ],
    // The buyer's own page under our key: the coins went to another wallet, or other coins. It doesn't pay the order.
    [{ ...data, walletAddress: '0xHOUSE' }, { reference: 'CMABCDEFGHJK' }],
    [
      { ...data, walletAddress: '0xBuyer' },
      { type: 'paid', reference: '' },
    ],
    [
      { ...data, walletAddress: undefined },
      { type: 'paid', reference: '' },
    ],
    [
      { ...data, currency: { code: 'shib' } },
      { type: 'paid', reference: '' },
    ],
    // An invalid amount counts as none, and the desk decides.
    [
      { ...data, baseCurrencyAmount: 0.001 },
      { type: 'paid', amount: 0 },
    ],
  ])('says by %j: %j', (told, said) => {
    const read = readRampEvent(JSON.stringify({ type: 'transaction_updated', data: told }), provider.wallet)
    if (said === null) expect(read).toBeNull()
    else expect(read).toMatchObject(said)
  })

  test('says nothing of payments in messages about something else; what cannot be read is not read', () => {
    for (const type of ['sell_transaction_updated', 'swap_transaction_updated', 'identity_check_updated'])
      expect(readRampEvent(JSON.stringify({ type, data }), provider.wallet)).toBeNull()
    expect(
      readRampEvent(JSON.stringify({ type: 'external_customer_id_changed', data: null }), provider.wallet),
    ).toBeNull()
    for (const body of ['', '[]', '{}', '{"type":"transaction_updated","data":{"id":"","status":"completed"}}'])
      expect(() => readRampEvent(body, provider.wallet)).toThrow()
  })
})

describe('a payment', () => {
  const order: JudgedOrder = { kind: 'card', state: 'to_pay', currency: 'USD', pay: 100, paymentId: null }
  const payment: JudgedPayment = { id: 1, kind: 'card', currency: 'USD', amount: 10_000, gone: 0, settledGone: 0, isPaid: true, payer: 'LEE Ann' } // prettier-ignore
  test.each([
    ['of the whole amount in the buyer’s name', {}, {}, { act: 'credit' }],
    ['of another amount', {}, { amount: 9_999 }, { act: 'review', problem: 'amount' }],
    ['of more', {}, { amount: 10_001 }, { act: 'review', problem: 'amount' }],
    ['in another currency', {}, { currency: 'THB' }, { act: 'review', problem: 'amount' }],
    ['by somebody else', {}, { payer: 'Bob Lee' }, { act: 'review', problem: 'payer' }],
    ['by nobody named', {}, { payer: '' }, { act: 'review', problem: 'payer' }],
    ['for an order that is over', { state: 'expired' }, {}, { act: 'review', problem: 'late' }],
    ['for one that was taken back', { state: 'cancelled' }, {}, { act: 'review', problem: 'late' }],
    ['that partly went back', {}, { gone: 1 }, { act: 'review', problem: 'partly_refunded' }],
    ['that went back before it was told', {}, { gone: 10_000 }, { act: 'refunded' }],
    ['that is not told yet', {}, { isPaid: false, gone: 10_000 }, { act: 'nothing' }],
    ['that is known', { state: 'done', paymentId: 1 }, {}, { act: 'nothing' }],
    ['that is a second one', { state: 'done', paymentId: 2 }, {}, { act: 'aside', problem: 'extra' }],
    ['for an order in review', { state: 'review' }, {}, { act: 'aside', problem: 'extra' }],
    ['for a transfer', { kind: 'bank' }, {}, { act: 'aside', problem: 'no_order' }],
    [
      'that went back after the credit',
      { state: 'done', paymentId: 1 },
      { gone: 1 },
      { act: 'aside', problem: 'taken_back' },
    ],
    ['of which people have seen to what is gone', { state: 'done', paymentId: 1 }, { gone: 1, settledGone: 1 }, { act: 'nothing' }], // prettier-ignore
    ['of which some came again', { state: 'done', paymentId: 1 }, { gone: 1, settledGone: 2 }, { act: 'aside', problem: 'given_back' }], // prettier-ignore
    ['of which some came again after all had gone', { state: 'refunded', paymentId: 1 }, { gone: 1, settledGone: 10_000 }, { act: 'aside', problem: 'given_back' }], // prettier-ignore
    ['that people sent back themselves', { state: 'refunded', paymentId: 1 }, {}, { act: 'nothing' }],
    ['that went back in review', { state: 'review', paymentId: 1 }, { gone: 10_000 }, { act: 'refunded' }],
    ['that went back after a refusal', { state: 'refused', paymentId: 1 }, { gone: 10_000 }, { act: 'refunded' }],
  ] as const)('%s', (_, differs, other, verdict) => {
    expect(judgePayment({ ...order, ...differs }, { ...payment, ...other }, 'Ann Lee')).toEqual(verdict)
  })

  test('for nothing here goes before people, unless it is back already', () => {
    expect(judgePayment(null, payment, '')).toEqual({ act: 'aside', problem: 'no_order' })
    expect(judgePayment(null, { ...payment, gone: 10_000 }, '')).toEqual({ act: 'nothing' })
  })

  test('is never credited unless all of it came once, in the buyer’s name, for an order that waited for it', () => {
    const amounts = fc.constantFrom(0, 1, 9_999, 10_000, 10_001)
    const drawn = fc.record({
      state: fc.constantFrom(...BUY_STATES),
      paymentId: fc.constantFrom(null, 1, 2),
      amount: amounts,
      gone: amounts,
      isPaid: fc.boolean(),
      payer: fc.constantFrom('', 'Ann Lee', 'Bob'),
    })
    fc.assert(
      fc.property(drawn, ({ state, paymentId, ...told }) => {
        const verdict: Verdict = judgePayment({ ...order, state, paymentId }, { ...payment, ...told }, 'Ann Lee')
        const isWhole = told.isPaid && told.amount === 10_000 && told.gone === 0 && told.payer === 'Ann Lee'
        expect(verdict.act === 'credit').toBe(isWhole && state === 'to_pay' && paymentId === null)
        // Money that arrived without a credit is always handled.
        const isHere = told.isPaid && told.amount > told.gone
        if (isHere && paymentId !== 1) expect(['credit', 'review', 'aside']).toContain(verdict.act)
      }),
    )
  })
})

describe('amounts in the smallest unit', () => {
  test.each([
    ['USD', '100', 10_000],
    ['USD', '100.5', 10_050],
    ['USD', '100.50000', 10_050],
    ['USD', '100.505', null],
    ['JPY', '500', 500],
    ['KRW', '500.00', 500],
    ['KWD', '5.124', 5_124],
    ['VND', '100000', 100_000],
    ['VND', '100000.5', null],
    ['USD', '-1', null],
    ['USD', '1e3', null],
  ])('%s %s is %s', (currency, text, minor) => {
    expect(readMinor(currency, text)).toBe(minor)
    if (minor !== null) expect(readMinor(currency, formatMinor(currency, minor))).toBe(minor)
  })
  test('of whole units', () => {
    expect([minorOf('USD', 5), minorOf('VND', 5), formatMinor('USD', 5)]).toEqual([500, 5, '0.05'])
  })
})

test.each([
  ['CMABCDEFGHJK', 'CMABCDEFGHJK'],
  ['transfer ref cm abcd efgh jk thanks', 'CMABCDEFGHJK'],
  ['//CM-ABCD-EFGH-JK/', 'CMABCDEFGHJK'],
  ['CMABCDEFGHJ1', null],
  ['invoice 17', null],
])('the reference in "%s" is %s', (text, reference) => {
  expect(findReference(text)).toBe(reference)
})

describe('a signature of other signs', () => {
  const body = '{}'
  const header = signatureHeader('whsec_1', body, 'v1', NOW)
  test.each([
    ['as many characters and more bytes', '\u00e9'.repeat(64)],
    ['as many bytes', '\u00e9'.repeat(32)],
    ['surrogates', '\u{1f600}'.repeat(32)],
    ['a lone surrogate', '\ud800'.repeat(64)],
    ['nothing', ''],
  ])('%s is wrong, and no error', (_, sign) => {
    expect(isSigned('whsec_1', `t=${Math.floor(NOW / 1000)},v1=${sign}`, body, 'v1', NOW)).toBe(false)
    // A right signature beside wrong ones is valid, as while a secret is replaced.
    expect(isSigned('whsec_1', `${header},v1=${sign}`, body, 'v1', NOW)).toBe(true)
  })
})
