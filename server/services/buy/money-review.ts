// Money that came and pays no order, before the desk: a provider's payment and a line of a bank statement. Two people say that it is seen to
// (settled with its owner, or nothing of ours), or have a card's sent back by its provider; what was credited for a payment that is gone is
// taken back. Nothing is credited here.

import { type BuyLineRow, findLine, setLineAside } from '#db/platform/buy-line'
import { type BuyPaymentRow, findBuyPayment, findOrderByReference, settlePayment } from '#db/platform/buy-payment'
import { findBuyOrder, noteReversed } from '#db/platform/buy'
import { reopenReview } from '#db/platform/review-request'
import { findReference, formatMinor } from '#domain/buy/terms'
import { findKnownAsset } from '#domain/catalogue'
import type { FactLabel, ReviewDecision, ReviewFacts } from '#domain/desk/review'
import { ROLES } from '#domain/desk/role'
import { formatTrimmed } from '#domain/money/amount'
import { type Outcome, done, refuse } from '#domain/outcome'
import { tellAccount } from '../account-room'
import { loadCatalogue } from '../catalogue'
import { reviewKind } from '../desk/review-kind'
import { notify } from '../messages'
import { readPaymentPayer } from './payments'
import { isSentByProvider, sendBack } from './refund'

const SHARED = {
  people: 2,
  roles: { read: ROLES, decide: ['reviewer', 'finance', 'admin'] },
  columns: ['payment'],
} as const

export const buyPaymentReview = reviewKind({
  ...SHARED,
  name: 'buy_payment',
  concerns: async ({ DB }, subjectId) => {
    const row = await findBuyPayment(DB, parseInt(subjectId, 10))
    const orders = [
      row?.orderId ? await findBuyOrder(DB, row.orderId) : null,
      row ? await findOrderByReference(DB, row.reference) : null,
    ]
    return orders.flatMap((order) => order?.userId ?? [])
  },
  read: readPayment,
  approve: async (env, decision) => {
    const row = await findBuyPayment(env.DB, parseInt(decision.subjectId, 10))
    if (!row) return refuse('buy_order_not_found')
    if (effectOf(env, row) === 'reversed') {
      const reversed = await reverseCredit(env, row, decision)
      if (!reversed.ok) return reversed
    } else if (!(await sendBack(env, row, decision))) return refuse('refund_not_taken')
    await settlePayment(env.DB, row.id, decision.at)
    if (row.kind === 'card' && row.problem === 'extra') await tellSentBack(env, row, decision.at)
    return done(null)
  },
  refuse: async (env, { subjectId }) =>
    (await findBuyPayment(env.DB, parseInt(subjectId, 10))) ? done(null) : refuse('buy_order_not_found'),
})

/** What becomes of it when two people approve. */
function effectOf(env: Env, payment: BuyPaymentRow): 'sent_by_provider' | 'reversed' | 'noted' {
  if (payment.problem === 'taken_back') return payment.refunded >= payment.amount ? 'reversed' : 'noted'
  return isSentByProvider(env, payment) ? 'sent_by_provider' : 'noted'
}

async function tellSentBack(env: Env, { id, orderId, amount, currency }: BuyPaymentRow, at: number): Promise<void> {
  const order = orderId === null ? null : await findBuyOrder(env.DB, orderId)
  if (!order) return
  const facts = { order: order.reference, paid: `${formatMinor(currency, amount)} ${currency}` }
  await notify(env, order.userId, { kind: 'buy_refunded', facts, ref: `buy_payment:${id}:refunded` }, at)
}

/** Takes back what a payment brought that is gone again. A user who no longer has it keeps the case before people. */
async function reverseCredit(
  env: Env,
  { orderId }: BuyPaymentRow,
  { reviewId, at }: ReviewDecision,
): Promise<Outcome<null>> {
  const order = orderId === null ? null : await findBuyOrder(env.DB, orderId)
  if (!order) return refuse('buy_order_not_found')
  const { state } = await tellAccount(env, order.userId, { type: 'reverse_buy', orderId: order.id })
  if (state === 'short') {
    await reopenReview(env.DB, reviewId, at)
    return refuse('buy_credit_spent')
  }
  await noteReversed(env.DB, order.id, at)
  const asset = findKnownAsset(await loadCatalogue(env), order.assetId)
  const facts = {
    order: order.reference,
    amount: asset ? formatTrimmed(asset, order.receives) : '',
    asset: asset?.code ?? '',
  }
  await notify(env, order.userId, { kind: 'buy_reversed', facts, ref: `buy:${order.id}:reversed` }, at)
  return done(null)
}

export const buyLineReview = reviewKind({
  ...SHARED,
  name: 'buy_line',
  concerns: async ({ DB }, subjectId) => {
    const named = findReference((await findLine(DB, parseInt(subjectId, 10)))?.text ?? '')
    const order = named === null ? null : await findOrderByReference(DB, named)
    return order ? [order.userId] : []
  },
  read: readLine,
  approve: async (env, decision) => onLine(env, decision, (line) => setLineAside(env.DB, line.id, decision.at)),
  refuse: async (env, decision) => onLine(env, decision, () => Promise.resolve()),
})

async function onLine(
  env: Env,
  { subjectId }: ReviewDecision,
  act: (line: BuyLineRow) => Promise<void>,
): Promise<Outcome<null>> {
  const line = await findLine(env.DB, parseInt(subjectId, 10))
  // It may have been matched to an order meanwhile.
  if (!line || line.state === 'matched') return refuse('line_not_found')
  await act(line)
  return done(null)
}

type Line = ReviewFacts['lines'][number]
const line = (label: FactLabel, value: string): Line[] => (value ? [{ label, value }] : [])

async function readPayment(env: Env, subjectId: string): Promise<ReviewFacts | null> {
  const row = await findBuyPayment(env.DB, parseInt(subjectId, 10))
  if (!row) return null
  const order = row.orderId === null ? null : await findBuyOrder(env.DB, row.orderId)
  const money = (minor: number) => `${formatMinor(row.currency, minor)} ${row.currency}`
  return {
    lines: [
      ...line('payment', money(row.amount)),
      ...line('on_approval', effectOf(env, row)),
      ...line('problem', row.problem ?? ''),
      ...line('reference', row.reference),
      ...line('transaction', row.providerId),
      ...line('payer', await readPaymentPayer(env, order?.userId ?? 0, row)),
      ...line('sent_back', row.refunded > 0 ? money(row.refunded) : ''),
      ...line('account', order ? String(order.userId) : ''),
    ],
    images: [],
  }
}

async function readLine(env: Env, subjectId: string): Promise<ReviewFacts | null> {
  const row = await findLine(env.DB, parseInt(subjectId, 10))
  if (!row) return null
  return {
    lines: [
      ...line('payment', `${formatMinor(row.currency, row.amount)} ${row.currency}`),
      ...line('problem', row.problem ?? ''),
      ...line('reference', row.text),
      ...line('payer', row.payer),
      ...line('requested_at', row.day),
      ...line('reason', row.note),
    ],
    images: [],
  }
}
