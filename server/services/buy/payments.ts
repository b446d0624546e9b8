// Provider webhooks: verified, stored by id, applied once. Each decision uses everything known about the payment, so
// event order is irrelevant and no received money is lost: unmatched payments go to staff review.

import { type BuyOrderRow, findBuyOrder, openBuyReview, renewBuyReview } from '#db/platform/buy'
import {
  type BuyEventRow,
  type BuyPaymentRow,
  closePayment,
  findBuyPayment,
  findOrderByReference,
  keepBuyEvent,
  listUnappliedEvents,
  moveForPayment,
  noteEventApplied,
  notePayment,
  putAside,
} from '#db/platform/buy-payment'
import { findPassedBasic } from '#db/platform/verification'
import { type PaymentEvent, type ProviderKind, type Verdict, goneOf, judgePayment } from '#domain/buy/payment'
import { formatMinor } from '#domain/buy/terms'
import { type Swept, eachAlone, sweepRows } from '../each-alone'
import { notify } from '../messages'
import { seal, unseal } from '../security/seal'
import { readCardEvent } from './card'
import { creditBuyOrder, questionCredit } from './credit'
import { hookSecretOf, isSigned, rampProvider } from './providers'
import { readRampEvent } from './ramp'

export interface SignedMessage {
  readonly kind: ProviderKind
  readonly body: string
  /** Header with timestamp and signature. */
  readonly signature: string
}

/** closed: provider not configured. forged: invalid or old signature. malformed: signed but unreadable. */
export type MessageAnswer = 'taken' | 'closed' | 'forged' | 'malformed'

const SIGNED_AS = { card: 'v1', ramp: 's' } as const

export async function takeMessage(
  env: Env,
  { kind, body, signature }: SignedMessage,
  now: number,
): Promise<MessageAnswer> {
  const secret = hookSecretOf(env, kind)
  if (secret === null) return 'closed'
  if (!isSigned(secret, signature, body, SIGNED_AS[kind], now)) return 'forged'
  let event: PaymentEvent | null
  try {
    event = kind === 'card' ? readCardEvent(body) : readRampEvent(body, rampProvider(env)?.wallet ?? '')
  } catch {
    return 'malformed'
  }
  if (event === null) return 'taken'
  const content = await seal(env, { use: 'buy_event', userId: 0 }, JSON.stringify(event))
  const stored = await keepBuyEvent(env.DB, { kind, eventId: event.id, type: event.type, content, receivedAt: now })
  // The insert succeeded, so a missing row means a storage failure.
  if (!stored) throw new Error(`message ${event.id} of a ${kind} provider was not kept`)
  if (stored.appliedAt === null) await applyStored(env, stored, now)
  return 'taken'
}

/** Applies a stored event; on failure the sweep retries, since the provider has delivered. */
const applyStored = (env: Env, row: BuyEventRow, now: number) => eachAlone([row], applying(env, now))

/** Idempotent: repeated by the sweep after a crash at any point. */
async function applyEvent(env: Env, row: BuyEventRow, at: number): Promise<void> {
  const text = await unseal(env, { use: 'buy_event', userId: 0 }, row.content)
  if (text === null) throw new Error(`message ${row.eventId} of a ${row.kind} provider cannot be read`)
  // Written from a PaymentEvent, above.
  const event = JSON.parse(text) as PaymentEvent
  if (event.type === 'paid' || event.type === 'refunded') await applyPayment(env, row.kind, event, at)
  else if (event.type === 'refund_failed') await putAside(env.DB, await note(env, row.kind, event, at), event.type, at)
  else await applyEnd(env, row.kind, event, at)
  await noteEventApplied(env.DB, row, at)
}

/** A card checkout ended unpaid. A third party reports single attempts instead: another attempt may follow until the order expires. */
async function applyEnd(env: Env, kind: ProviderKind, { type, reference }: PaymentEvent, at: number): Promise<void> {
  const order = await findOrderByReference(env.DB, reference)
  if (kind === 'ramp' || order?.kind !== kind || order.state !== 'to_pay') return
  const state = type === 'failed' ? 'refused' : 'expired'
  await moveForPayment(env.DB, order, { change: { state, settledAt: at, isNoticePending: true } })
}

/** Optimistic concurrency: maximum attempts when the order changes during its evaluation. */
const TRIES = 5

async function note(env: Env, kind: ProviderKind, event: PaymentEvent, at: number): Promise<BuyPaymentRow> {
  const named = await findOrderByReference(env.DB, event.reference)
  const payer = event.payer === '' ? '' : await seal(env, { use: 'buy_payer', userId: named?.userId ?? 0 }, event.payer)
  return notePayment(env.DB, { kind, event, orderId: named?.id ?? null, payer, at })
}

/** Stores the payment state of a message, then updates its order. Idempotent. */
export async function applyPayment(env: Env, kind: ProviderKind, event: PaymentEvent, at: number): Promise<void> {
  const payment = await note(env, kind, event, at)
  for (let tried = 0; tried < TRIES; tried += 1) {
    const order = payment.orderId === null ? null : await findBuyOrder(env.DB, payment.orderId)
    if (await carryOut(env, { order, payment, verdict: await judge(env, order, payment) }, at)) return
  }
  throw new Error(`payment ${payment.id}: its order did not stand still`)
}

async function judge(env: Env, order: BuyOrderRow | null, payment: BuyPaymentRow): Promise<Verdict> {
  const [identity, payer] = await Promise.all([
    order ? findPassedBasic(env.DB, order.userId) : null,
    readPaymentPayer(env, order?.userId ?? 0, payment),
  ])
  const judged = { ...payment, gone: goneOf(payment), isPaid: payment.paidAt !== null, payer }
  return judgePayment(order, judged, identity?.name ?? '')
}

/** Decrypted payer name; empty when the provider sent none. */
export const readPaymentPayer = async (env: Env, userId: number, { payer }: BuyPaymentRow): Promise<string> =>
  payer === '' ? '' : ((await unseal(env, { use: 'buy_payer', userId }, payer)) ?? '')

interface Judged {
  readonly order: BuyOrderRow | null
  readonly payment: BuyPaymentRow
  readonly verdict: Verdict
}

/** True when a review is obsolete: the whole payment was returned, or the order's credit equals the remaining amount again. */
function isOver(order: BuyOrderRow | null, payment: BuyPaymentRow): boolean {
  const { problem, paidAt, amount, settledGone, settledAt } = payment
  const gone = goneOf(payment)
  if (problem === 'no_order' || problem === 'extra') return paidAt !== null && gone >= amount
  const isMoved = problem === 'taken_back' || problem === 'given_back'
  // A case left open after its decision concerns money still owed by the user.
  return isMoved && order?.paymentId === payment.id && gone === settledGone && settledAt === null
}

/** Executes a verdict. Returns false when the order changed since the verdict. */
async function carryOut(env: Env, { order, payment, verdict }: Judged, at: number): Promise<boolean> {
  if (verdict.act === 'aside') {
    // Question the credit first: after a crash the event is replayed and the payment is not yet set aside.
    if (verdict.problem === 'taken_back') await questionCredit(env, payment, true)
    await putAside(env.DB, payment, verdict.problem, at)
    return true
  }
  if (verdict.act === 'nothing') {
    if (isOver(order, payment)) {
      await closePayment(env.DB, payment.id, at)
      if (payment.problem === 'taken_back') await questionCredit(env, payment, false)
    }
    // A crash may have separated the order update from its credit or review.
    if (order && order.paymentId === payment.id) await continueOrder(env, order, at)
    return true
  }
  if (!order) return true
  const paid = { paymentId: payment.id, paidAt: order.paidAt ?? at, isNoticePending: false, reason: '' }
  switch (verdict.act) {
    case 'credit':
      if (!(await moveForPayment(env.DB, order, { change: { ...paid, state: 'paid', settledAt: null } }))) return false
      break
    case 'review': {
      const arrived = payment.amount - goneOf(payment)
      const change = { ...paid, state: 'review', problem: verdict.problem, arrived, settledAt: null } as const
      if (!(await moveForPayment(env.DB, order, { change }))) return false
      if (order.state === 'review' && order.arrived !== arrived) await renewBuyReview(env.DB, order.id, at)
      break
    }
    case 'refunded': {
      const change = { ...paid, state: 'refunded', settledAt: at } as const
      if (!(await moveForPayment(env.DB, order, { change, closes: { gone: goneOf(payment), at } }))) return false
    }
  }
  const moved = await findBuyOrder(env.DB, order.id)
  if (moved) await continueOrder(env, moved, at)
  return true
}

/** Amount actually paid, which may differ from the ordered one. */
export async function paidText(env: Env, { pay, currency, paymentId }: BuyOrderRow): Promise<string> {
  const payment = paymentId === null ? null : await findBuyPayment(env.DB, paymentId)
  return payment ? `${formatMinor(payment.currency, payment.amount)} ${payment.currency}` : `${pay} ${currency}`
}

/** Continues an order by its state. */
async function continueOrder(env: Env, order: BuyOrderRow, at: number): Promise<void> {
  if (order.state === 'paid') await creditBuyOrder(env, order, at)
  if (order.state === 'review' && order.reviewedAt === null) await openBuyReview(env.DB, order, at)
  if (order.state !== 'refunded') return
  const facts = { order: order.reference, paid: await paidText(env, order) }
  await notify(env, order.userId, { kind: 'buy_refunded', facts, ref: `buy:${order.id}:refunded` }, at)
}

/** Applies stored events left unapplied by a crash. */
export const sweepBuyEvents = async (env: Env, limit: number, now: number): Promise<Swept> =>
  sweepRows(await listUnappliedEvents(env.DB, limit), limit, applying(env, now))

const applying = (env: Env, now: number) => ({
  work: (row: BuyEventRow) => applyEvent(env, row, now),
  failed: ({ kind, eventId }: BuyEventRow) => `message ${eventId} of a ${kind} provider: not applied`,
})
