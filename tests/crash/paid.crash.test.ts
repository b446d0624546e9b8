// Providers report card and third-party payments while the process is killed, and repeat unanswered messages. Each payment is credited
// once, or refunded and never credited; its buyer is notified once, and every ledger is sound.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { hookSecretOf, signatureHeader } from '#services/buy/providers'
import { openUserFile } from '#services/desk/users'
import { listMessages } from '#services/messages'
import { verifySession } from '#session/session'
import { LONG } from '../support/long'
import { type StartedApp, spawnApp } from '../support/miniflare'
import { bindingsOf, expectConserved, inApp } from './lives'
import { type Random, seededRandom } from './random'
import { type RegisteredUser, registerUser } from './traders'

const KILLS = Number(process.env['CRASH_KILLS'] ?? (LONG ? 20 : 3))
const SEED = Number(process.env['CRASH_SEED'] ?? 1)
const [BUYERS, ORDERS] = [2, 5]
/** Parallel messages, messages before a kill, and the kill's longest additional delay. */
const [SENDERS, MESSAGES_MIN, MESSAGES_MAX, DELAY_MS_MAX] = [4, 4, 8, 30]
const SWEEPS_MAX = 60
const ROUTE = { card: '11', ramp: '21' } as const
const HEADER = { card: 'Stripe-Signature', ramp: 'Moonpay-Signature-V2' } as const
const SIGNED_AS = { card: 'v1', ramp: 's' } as const

interface Order {
  readonly id: number
  readonly userId: number
  readonly reference: string
  readonly kind: 'card' | 'ramp'
  /** The provider refunds this payment at some time. */
  readonly isBack: boolean
}

interface Message {
  readonly kind: Order['kind']
  readonly body: string
  readonly secret: string
}

interface Story {
  readonly orders: readonly Order[]
  readonly buyers: readonly RegisteredUser[]
  /** Unanswered messages. */
  left: Message[]
  lost: number
}

test(`${BUYERS * ORDERS} payments are told through ${KILLS} kills, and each is credited once`, async () => {
  const persistDir = await mkdtemp(join(tmpdir(), 'cm-paid-'))
  const random = seededRandom(SEED)
  const story = await inApp(persistDir, (app) => openStory(app, random))
  for (let kill = 0; kill < KILLS; kill += 1) await tellUntilKilled(persistDir, story, random)
  const left = story.left.length
  await inApp(persistDir, async (app) => {
    await tell(app.url, story, () => false)
    expect(story.left).toEqual([])
    await settle(app)
    for (const buyer of story.buyers) await expectCreditedOnce(app, buyer, story.orders)
    await expectConserved(
      app,
      story.buyers.map(({ userId }) => userId),
    )
  })
  console.log(`${KILLS} kills, seed ${SEED}: ${story.lost} answers lost, ${left} messages left after the last kill`)
  // Guards against an empty run: every kind of action has happened.
  expect(story.lost).toBeGreaterThan(0)
  await rm(persistDir, { recursive: true, force: true })
})

async function openStory(app: StartedApp, random: Random): Promise<Story> {
  const env = await bindingsOf(app)
  const [buyers, orders]: [RegisteredUser[], Order[]] = [[], []]
  for (let index = 0; index < BUYERS; index += 1) {
    const buyer = await registerUser(app, `buyer-${SEED}-${index}`, seededRandom(SEED * 1000 + index))
    await env.DB.prepare(
      `INSERT INTO verification (id, user_id, level, state, id_type, country, name, number_sealed, number_hash, submitted_at)
       VALUES (?1, ?2, 1, 'passed', 'passport', 'US', 'LEE ANN', 'x', ?1, 1)`,
    )
      .bind(`ann-${index}`, buyer.userId)
      .run()
    await env.DB.prepare('UPDATE user SET review_status = 2 WHERE id = ?').bind(buyer.userId).run()
    buyers.push(buyer)
    for (let turn = 0; turn < ORDERS; turn += 1) {
      const kind = turn % 2 === 0 ? 'card' : 'ramp'
      const told = await place(app.url, buyer.token, ROUTE[kind])
      orders.push({ ...told, userId: buyer.userId, kind, isBack: turn === 4 })
    }
  }
  const secrets = { card: hookSecretOf(env, 'card') ?? '', ramp: hookSecretOf(env, 'ramp') ?? '' }
  const told = orders.flatMap((order) => bodiesOf(order).map((body) => ({ kind: order.kind, body, secret: secrets[order.kind] }))) // prettier-ignore
  // In random order, some of them twice.
  const messages = told.flatMap((message) => (random() < 0.3 ? [message, message] : [message]))
  const shuffled = messages.map((message) => ({ message, at: random() })).sort((one, other) => one.at - other.at)
  return { orders, buyers, left: shuffled.map(({ message }) => message), lost: 0 }
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

async function tellUntilKilled(persistDir: string, story: Story, random: Random): Promise<void> {
  const app = await spawnApp({ persistDir })
  let messagesLeft = MESSAGES_MIN + Math.floor(random() * (MESSAGES_MAX - MESSAGES_MIN))
  let [isOver, die] = [false, () => {}]
  const enough = new Promise<void>((resolve) => (die = resolve))
  const telling = tell(app.url, story, () => {
    messagesLeft -= 1
    if (messagesLeft === 0) die()
    return isOver
  })
  await Promise.race([enough, telling])
  await wait(random() * DELAY_MS_MAX)
  await app.kill()
  isOver = true
  await telling
}

/** Sends several in parallel, each until answered; `onSend` returns true once the process is gone. */
async function tell(url: string, story: Story, onSend: () => boolean): Promise<void> {
  const queue = story.left
  story.left = []
  const isAnswered = async ({ kind, body, secret }: Message): Promise<boolean> => {
    const headers = { [HEADER[kind]]: signatureHeader(secret, body, SIGNED_AS[kind], Date.now()) }
    try {
      const response = await fetch(`${url}/api/v1/buy/hooks/${kind}`, { method: 'POST', headers, body })
      await response.arrayBuffer()
      return response.status === 200
    } catch {
      story.lost += 1
      return false
    }
  }
  const work = async () => {
    for (let message = queue.shift(); message; message = queue.shift()) {
      if (!onSend() && (await isAnswered(message))) continue
      story.left.push(message)
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, work))
}

/** The sweep finishes events stored but not applied, and orders decided but not credited. */
async function settle(app: StartedApp): Promise<void> {
  const database = await app.miniflare.getD1Database('DB')
  const owed = () =>
    database
      .prepare(
        `SELECT (SELECT count(*) FROM buy_event WHERE applied_at IS NULL) + (SELECT count(*) FROM buy_order WHERE state IN ('to_pay', 'paid')) AS n`,
      )
      .first<number>('n')
  for (let sweep = 0; sweep < SWEEPS_MAX && (await owed()) !== 0; sweep += 1) await app.sweep()
  expect(await owed()).toBe(0)
}

async function expectCreditedOnce(
  app: StartedApp,
  { userId, token }: RegisteredUser,
  orders: readonly Order[],
): Promise<void> {
  const env = await bindingsOf(app)
  const pages = { holdsPage: 1, ordersPage: 1, entriesPage: 1, entryFilter: {}, limit: 500 }
  const file = await openUserFile(env, userId, pages)
  const owed: string[] = []
  for (const { id, isBack } of orders.filter((order) => order.userId === userId)) {
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
