// Buyers with orders paid in fiat, and the signed messages of payment providers about them.

import { expect } from 'vitest'
import type { ProviderKind } from '#domain/buy/payment'
import { hookSecretOf, signatureHeader } from '#services/buy/providers'
import { openUserFile } from '#services/desk/users'
import { listMessages } from '#services/messages'
import { verifySession } from '#session/session'
import type { StartedApp } from '../kit/miniflare'
import { bindingsOf } from './lives'
import { type RegisteredUser, registerUser } from './traders'

const SWEEPS_MAX = 60
const ROUTE = { card: '11', ramp: '21' } as const
const HEADER = { card: 'Stripe-Signature', ramp: 'Moonpay-Signature-V2' } as const
const SIGNED_AS = { card: 'v1', ramp: 's' } as const

export interface Order {
  readonly id: number
  readonly reference: string
  readonly kind: ProviderKind
  /** The provider refunds this payment at some time. */
  readonly isBack: boolean
}

export interface Message {
  readonly kind: ProviderKind
  readonly body: string
  readonly secret: string
}

export interface Buyer extends RegisteredUser {
  readonly orders: readonly Order[]
}

/** A verified user with one unpaid order per kind: five at most, and the fifth is refunded. */
export async function openBuyer(app: StartedApp, name: string, kinds: readonly ProviderKind[]): Promise<Buyer> {
  const { DB } = await bindingsOf(app)
  const buyer = await registerUser(app, name)
  await DB.prepare(
    `INSERT INTO verification (id, user_id, level, state, id_type, country, name, number_sealed, number_hash, submitted_at)
     VALUES (?1, ?2, 1, 'passed', 'passport', 'US', 'LEE ANN', 'x', ?1, 1)`,
  )
    .bind(name, buyer.userId)
    .run()
  await DB.prepare('UPDATE user SET review_status = 2 WHERE id = ?').bind(buyer.userId).run()
  const orders: Order[] = []
  for (const [index, kind] of kinds.entries())
    orders.push({ ...(await place(app.url, buyer.token, ROUTE[kind])), kind, isBack: index === 4 })
  return { ...buyer, orders }
}

async function place(url: string, token: string, route: string): Promise<Pick<Order, 'id' | 'reference'>> {
  const post = async <Answer>(path: string, fields: Readonly<Record<string, string>>): Promise<Answer> => {
    const headers = { Authorization: token, 'Idempotency-Key': crypto.randomUUID() }
    const response = await fetch(url + path, { method: 'POST', headers, body: new URLSearchParams(fields) })
    const { type, message } = await response.json<{ type: string; message: unknown }>()
    if (type !== 'ok') throw new Error(`${path} answered ${type}: ${String(message)}`)
    // The contract's own tests check the answer shapes.
    return message as Answer
  }
  const { quote_id } = await post<{ quote_id: string }>('/api/v1/buy/quote', { route_id: route, pay: '100' })
  const payer = { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com', phone: '+15550001111' }
  const made = await post<{ order_id: number; reference: string }>('/api/v1/buy/order', { quote_id, ...payer })
  return { id: made.order_id, reference: made.reference }
}

/** All messages of a provider about an order, oldest first. */
export async function messagesOf(app: StartedApp, order: Order): Promise<Message[]> {
  const secret = hookSecretOf(await bindingsOf(app), order.kind) ?? ''
  return bodiesOf(order).map((body) => ({ kind: order.kind, body, secret }))
}

function bodiesOf({ kind, reference, isBack }: Order): readonly string[] {
  if (kind === 'ramp') {
    const data = { id: `t-${reference}`, externalTransactionId: reference, baseCurrencyAmount: 100, baseCurrency: { code: 'usd' }, currency: { code: 'usdt' }, walletAddress: 'play', customer: { firstName: 'Ann', lastName: 'Lee' } } // prettier-ignore
    return ['pending', 'completed'].map((status) =>
      JSON.stringify({ type: 'transaction_updated', data: { ...data, status } }),
    )
  }
  const object = { payment_intent: `pi_${reference}`, currency: 'usd' }
  const paid = { ...object, client_reference_id: reference, payment_status: 'paid', amount_total: 10_000, customer_details: { name: 'Ann Lee' } } // prettier-ignore
  const back = { ...object, metadata: { order: reference }, amount: 10_000, amount_refunded: 10_000 }
  return [
    { id: `evt_${reference}_1`, type: 'checkout.session.completed', data: { object: paid } },
    { id: `evt_${reference}_2`, type: 'checkout.session.async_payment_succeeded', data: { object: paid } },
    ...(isBack ? [{ id: `evt_${reference}_3`, type: 'charge.refunded', data: { object: back } }] : []),
  ].map((event) => JSON.stringify(event))
}

/** HTTP status of the answer; throws when the process is gone. */
export async function tellPayment(url: string, { kind, body, secret }: Message): Promise<number> {
  const headers = { [HEADER[kind]]: signatureHeader(secret, body, SIGNED_AS[kind], Date.now()) }
  const signal = AbortSignal.timeout(60_000)
  const response = await fetch(`${url}/api/v1/buy/hooks/${kind}`, { method: 'POST', headers, body, signal })
  await response.arrayBuffer()
  return response.status
}

/** The sweep finishes events stored but not applied, and orders decided but not credited. */
export async function settlePayments(app: StartedApp, buyers: readonly Buyer[]): Promise<void> {
  const database = await app.miniflare.getD1Database('DB')
  const own = `user_id IN (${buyers.map(({ userId }) => userId).join()})`
  const owed = () =>
    database
      .prepare(
        `SELECT (SELECT count(*) FROM buy_event WHERE applied_at IS NULL)
           + (SELECT count(*) FROM buy_order WHERE state IN ('to_pay', 'paid') AND ${own}) AS n`,
      )
      .first<number>('n')
  for (let sweep = 0; sweep < SWEEPS_MAX && (await owed()) !== 0; sweep += 1) await app.sweep()
  expect(await owed()).toBe(0)
}

/** Each payment is credited once, or refunded and never credited, and its buyer is notified once. */
export async function expectCreditedOnce(app: StartedApp, { userId, token, orders }: Buyer): Promise<void> {
  const env = await bindingsOf(app)
  const pages = { holdsPage: 1, ordersPage: 1, entriesPage: 1, entryFilter: {}, limit: 500 }
  const file = await openUserFile(env, userId, pages)
  const owed: string[] = []
  for (const { id, isBack } of orders) {
    const state = await env.DB.prepare('SELECT state FROM buy_order WHERE id = ?').bind(id).first<string>('state')
    // A payment refunded before its credit has no credit; afterwards the desk decides.
    if (!isBack) expect(state).toBe('done')
    else expect(['done', 'refunded']).toContain(state)
    const entries = file?.account.entries.rows.filter(({ ref }) => ref === `buy:${id}`)
    expect(entries?.map(({ reason }) => reason)).toEqual(state === 'done' ? ['buy'] : [])
    owed.push(`buy_${state}`)
  }
  const session = await verifySession(env, token, Date.now())
  if (!session) throw new Error('the session did not survive')
  const listed = await listMessages(env, session, { group: null, page: 1, limit: 100, language: 'en' })
  const kinds = listed.ok ? listed.value.rows.map(({ kind }) => kind) : []
  expect(kinds.filter((kind) => kind.startsWith('buy_')).sort()).toEqual(owed.sort())
}
