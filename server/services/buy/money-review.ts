// Review of unmatched money: provider payments and bank statement lines. Two people confirm it as resolved, or approve
// a card refund. The order's credit follows its payment: reduced after a reversal, restored when the money returns.

import { type BuyLineRow, findLine, setLineAside } from '#db/platform/buy-line'
import { type BuyPaymentRow, findBuyPayment, findOrderByReference, settlePayment } from '#db/platform/buy-payment'
import { findBuyOrder } from '#db/platform/buy'
import { noteAdjusted } from '#db/platform/buy-credit'
import { reopenReview } from '#db/platform/review-request'
import { creditFor, goneOf } from '#domain/buy/payment'
import { findReference, formatMinor } from '#domain/buy/terms'
import { findKnownAsset } from '#domain/catalogue'
import type { FactLabel, ReviewDecision, ReviewFacts } from '#domain/desk/review'
import { ROLES } from '#domain/desk/role'
import { type Amount, add, decodeAmount, encodeAmount, formatTrimmed, negate, subtract } from '#domain/money/amount'
import { type Outcome, done, refuse } from '#domain/outcome'
import { callAccountAsSystem } from '../account-room'
import { loadCatalogue } from '../catalogue'
import { reviewKind } from '../desk/review-kind'
import { notify } from '../messages'
import { questionCredit } from './credit'
import { readPaymentPayer } from './payments'
import { isSentByProvider, sendBack } from './refund'

const SHARED = {
  approvalsNeeded: 2,
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
    const gone = goneOf(row)
    if (isAdjusted(row)) return adjustCredit(env, row, decision)
    if (!(await sendBack(env, row, decision))) return refuse('refund_not_taken')
    await settlePayment(env.DB, row.id, gone, decision.at)
    if (row.kind === 'card' && row.problem === 'extra') await notifySentBack(env, row, decision.at)
    return done(null)
  },
  refuse: async (env, { subjectId }) => {
    const row = await findBuyPayment(env.DB, parseInt(subjectId, 10))
    if (!row) return refuse('buy_order_not_found')
    if (isAdjusted(row)) await questionCredit(env, row, false)
    return done(null)
  },
})

/** True when the order's credit must follow this payment. */
const isAdjusted = ({ problem }: BuyPaymentRow): boolean => problem === 'taken_back' || problem === 'given_back'

/** Current credit of the payment's order, and the change that approval would make. */
async function adjustmentOf(env: Env, payment: BuyPaymentRow) {
  const order = payment.orderId === null ? null : await findBuyOrder(env.DB, payment.orderId)
  const asset = order && findKnownAsset(await loadCatalogue(env), order.assetId)
  if (!order || !asset) return null
  const { userId, id: orderId, assetId } = order
  const creditStatus = await callAccountAsSystem(env, userId, { type: 'inspect_buy', orderId, assetId })
  const gone = goneOf(payment)
  const credit = creditFor(order, { ...payment, gone }, asset)
  const [owed, available] = [decodeAmount(creditStatus.owed), decodeAmount(creditStatus.available)]
  return { order, asset, gone, credit, has: creditStatus.amount, owed, available }
}

type Adjustment = NonNullable<Awaited<ReturnType<typeof adjustmentOf>>>

/** Predicted effect for the reviewers. For a purchase never credited: no debit, and no later credit. */
function adjustedAs({ credit, has, owed, available }: Adjustment) {
  if (!credit.ok) return 'not_creditable'
  const { receives } = credit.value
  if (has === null) return receives === 0n ? 'never_credited' : 'credited_part'
  const was = decodeAmount(has)
  if (receives === was) return owed > available ? 'credit_spent' : owed > 0n ? 'reversed' : 'noted'
  if (receives > was) return 'given_again'
  if (available < add(owed, subtract(was, receives))) return 'credit_spent'
  return receives === 0n ? 'reversed' : 'reduced'
}

/** Effect of an approval, for the reviewers. */
async function effectOf(env: Env, payment: BuyPaymentRow): Promise<readonly ReviewFacts['lines'][number][]> {
  const adjustment = isAdjusted(payment) ? await adjustmentOf(env, payment) : null
  if (!adjustment) return line('on_approval', isSentByProvider(env, payment) ? 'sent_by_provider' : 'noted')
  const { asset, credit, has, owed } = adjustment
  const money = (value: Amount) => `${formatTrimmed(asset, value)} ${asset.code}`
  return [
    ...line('on_approval', adjustedAs(adjustment)),
    ...line('credited', has === null ? '—' : money(decodeAmount(has))),
    ...line('arrival', credit.ok ? money(credit.value.receives) : '—'),
    ...line('missing', owed > 0n ? money(owed) : ''),
  ]
}

async function notifySentBack(env: Env, { id, orderId, amount, currency }: BuyPaymentRow, at: number): Promise<void> {
  const order = orderId === null ? null : await findBuyOrder(env.DB, orderId)
  if (!order) return
  const facts = { order: order.reference, paid: `${formatMinor(currency, amount)} ${currency}` }
  await notify(env, order.userId, { kind: 'buy_refunded', facts, ref: `buy_payment:${id}:refunded` }, at)
}

/** Adjusts the order's credit to its payment. An amount already spent becomes owed and keeps the review open. */
async function adjustCredit(
  env: Env,
  payment: BuyPaymentRow,
  { reviewId, at }: ReviewDecision,
): Promise<Outcome<null>> {
  const adjustment = await adjustmentOf(env, payment)
  if (!adjustment) return refuse('buy_order_not_found')
  const { order, asset, gone, credit } = adjustment
  if (!credit.ok) {
    await reopenReview(env.DB, reviewId, at)
    return credit
  }
  const { receives, fee } = credit.value
  const to = { assetId: order.assetId, amount: encodeAmount(receives), fee: encodeAmount(fee) }
  const adjusted = await callAccountAsSystem(env, order.userId, { type: 'adjust_buy', orderId: order.id, ...to })
  await noteAdjusted(env.DB, order, credit.value, at)
  await settlePayment(env.DB, payment.id, gone, at)
  const change = subtract(receives, decodeAmount(adjusted.before))
  const amount = formatTrimmed(asset, change < 0n ? negate(change) : change)
  const facts = { order: order.reference, amount, asset: asset.code }
  const kind = change < 0n ? 'buy_reversed' : 'buy_done'
  if (change !== 0n) await notify(env, order.userId, { kind, facts, ref: `buy:${order.id}:${reviewId}` }, at)
  if (adjusted.missing === '0') return done(null)
  await reopenReview(env.DB, reviewId, at)
  return refuse('buy_credit_spent')
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
  // The line may since have been matched to an order.
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
      ...(await effectOf(env, row)),
      ...line('problem', row.problem ?? ''),
      ...line('reference', row.reference),
      ...line('transaction', row.providerId),
      ...line('payer', await readPaymentPayer(env, order?.userId ?? 0, row)),
      ...line('sent_back', goneOf(row) > 0 ? money(goneOf(row)) : ''),
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
