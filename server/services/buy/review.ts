// Reviews of fiat orders: two people confirm a payment, then the Account credits once and the row is updated; or they
// reject it, and two people confirm the refund. A decision repeated after a crash has the same result.

import { approveBuyOrder } from '#db/platform/buy-credit'
import { type BuyOrderRow, findBuyOrder, refuseBuyOrder, settleBuyOrder } from '#db/platform/buy'
import { findBuyPayment } from '#db/platform/buy-payment'
import { reopenReview } from '#db/platform/review-request'
import { findLineOfOrder } from '#db/platform/buy-line'
import { findPassedBasic } from '#db/platform/verification'
import { isSameName, payerName } from '#domain/buy/payer'
import { creditFor, goneOf } from '#domain/buy/payment'
import { formatMinor, minorOf } from '#domain/buy/terms'
import { findKnownAsset } from '#domain/catalogue'
import type { FactLabel, ReviewDecision, ReviewFacts } from '#domain/desk/review'
import { ROLES } from '#domain/desk/role'
import { formatTrimmed, trimZeros } from '#domain/money/amount'
import { formatRate } from '#domain/money/rate'
import { type Outcome, done, refuse } from '#domain/outcome'
import { loadCatalogue } from '../catalogue'
import { reviewKind } from '../desk/review-kind'
import { notify } from '../messages'
import { creditBuyOrder } from './credit'
import { readBuyPayer } from './orders'
import { paidText, readPaymentPayer } from './payments'
import { isSentByProvider, sendBack } from './refund'

const SHARED = {
  approvalsNeeded: 2,
  roles: { read: ROLES, decide: ['reviewer', 'finance', 'admin'] },
  concerns: 'user',
  columns: ['amount', 'payment'],
  read: readFacts,
} as const

export const buyReview = reviewKind({
  ...SHARED,
  name: 'buy',
  checkApproval: async (env, subjectId) => {
    const row = await find(env, subjectId)
    return row?.state === 'review' ? creditNow(env, row) : done(null)
  },
  approve: credit,
  refuse: turnDown,
})

/** Amount credited on approval now: the remaining provider payment, or the ordered amount of a bank transfer. */
async function creditNow(env: Env, row: BuyOrderRow) {
  const [payment, catalogue] = await Promise.all([findPaymentOf(env, row), loadCatalogue(env)])
  const asset = findKnownAsset(catalogue, row.assetId)
  if (!payment) return done(null)
  if (!asset) return refuse('buy_not_creditable')
  const gone = goneOf(payment)
  const credit = creditFor(row, { ...payment, gone }, asset)
  if (!credit.ok) return credit
  return credit.value.arrived === 0 ? refuse('buy_not_creditable') : done({ payment, gone, credit: credit.value })
}

/** Maximum retries when a payment changes during the approval. */
const TRIES = 5

/**
 * Review of a refused order's payment: approval refunds a card at the provider; for other methods staff confirm that
 * they sent the refund. Not approvable without a payment.
 */
export const buyRefundReview = reviewKind({
  ...SHARED,
  name: 'buy_refund',
  read: async (env, subjectId) => {
    // A refused order has no credit, so the facts list no other effect.
    const [facts, row] = await Promise.all([readFacts(env, subjectId), find(env, subjectId)])
    const payment = row && (await findPaymentOf(env, row))
    const does = payment && isSentByProvider(env, payment) ? 'sent_by_provider' : 'sent_by_people'
    return facts && { ...facts, lines: [{ label: 'on_approval', value: does }, ...facts.lines] }
  },
  approve: noteRefund,
  refuse: async (env, { subjectId }) => ((await find(env, subjectId)) ? done(null) : refuse('buy_order_not_found')),
})

const findPaymentOf = (env: Env, { paymentId }: BuyOrderRow) =>
  paymentId === null ? null : findBuyPayment(env.DB, paymentId)

const find = (env: Env, subjectId: string) => findBuyOrder(env.DB, parseInt(subjectId, 10))

async function credit(env: Env, { subjectId, reviewId, at }: ReviewDecision): Promise<Outcome<null>> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const row = await find(env, subjectId)
    if (!row) return refuse('buy_order_not_found')
    if (row.state === 'paid' || row.state === 'done') {
      await creditBuyOrder(env, row, at)
      return done(null)
    }
    // The payment may have been returned since the decision; the row shows which happened first.
    if (row.state !== 'review') return refuse('buy_order_not_open')
    const paid = await creditNow(env, row)
    if (!paid.ok) {
      await reopenReview(env.DB, reviewId, at)
      return paid
    }
    await approveBuyOrder(env.DB, row.id, paid.value)
  }
  throw new Error(`order with fiat ${subjectId}: its payment did not stand still`)
}

async function turnDown(env: Env, { subjectId, reason, at }: ReviewDecision): Promise<Outcome<null>> {
  const row = await find(env, subjectId)
  if (!row) return refuse('buy_order_not_found')
  if (row.state !== 'review' && row.state !== 'refused') return refuse('buy_order_not_open')
  if (row.state === 'review') await refuseBuyOrder(env.DB, row, { reason, at })
  const facts = { order: row.reference, reason }
  await notify(env, row.userId, { kind: 'buy_refused', facts, ref: `buy:${row.id}:refused` }, at)
  return done(null)
}

async function noteRefund(env: Env, decision: ReviewDecision): Promise<Outcome<null>> {
  const { subjectId, at } = decision
  const row = await find(env, subjectId)
  if (!row) return refuse('buy_order_not_found')
  if (row.state !== 'refused' && row.state !== 'refunded') return refuse('buy_order_not_open')
  const payment = row.state === 'refused' ? await findPaymentOf(env, row) : null
  if (payment && !(await sendBack(env, payment, decision))) return refuse('refund_not_taken')
  await settleBuyOrder(env.DB, row, 'refunded', at)
  const facts = { order: row.reference, paid: await paidText(env, row) }
  await notify(env, row.userId, { kind: 'buy_refunded', facts, ref: `buy:${row.id}:refunded` }, at)
  return done(null)
}

type Line = ReviewFacts['lines'][number]
const line = (label: FactLabel, value: string | undefined): Line[] => (value ? [{ label, value }] : [])

async function readFacts(env: Env, subjectId: string): Promise<ReviewFacts | null> {
  const row = await find(env, subjectId)
  if (!row) return null
  const [catalogue, payer, identity, statement, payment] = await Promise.all([
    loadCatalogue(env),
    readBuyPayer(env, row),
    findPassedBasic(env.DB, row.userId),
    findLineOfOrder(env.DB, row.id),
    findPaymentOf(env, row),
  ])
  const asset = findKnownAsset(catalogue, row.assetId)
  const money = (value: BuyOrderRow['fee']) => (asset ? `${formatTrimmed(asset, value)} ${asset.code}` : String(value))
  const name = payerName(payer)
  const verified = identity?.name ?? ''
  const minor = (currency: string, value: number) => `${formatMinor(currency, value)} ${currency}`
  const credited = row.state === 'review' ? await creditNow(env, row) : null
  const brings = credited?.ok && credited.value ? credited.value.credit : row
  const isPart = brings !== row && brings.arrived !== minorOf(row.currency, row.pay)
  const does = credited === null ? '' : credited.ok ? (isPart ? 'credited_part' : 'credited') : 'not_creditable'
  const gone = payment ? goneOf(payment) : 0
  return {
    lines: [
      ...line('on_approval', does),
      ...line('payment', `${row.pay} ${row.currency}`),
      ...line('problem', row.problem ?? ''),
      // Bank or provider data beside the order data.
      ...line(
        'bank_line',
        statement
          ? [statement.day, minor(statement.currency, statement.amount), statement.payer].join(' · ')
          : row.kind === 'bank'
            ? '—'
            : '',
      ),
      ...line('transaction', payment ? `${payment.providerId} · ${minor(payment.currency, payment.amount)}` : ''),
      ...line('provider_payer', payment ? (await readPaymentPayer(env, row.userId, payment)) || '—' : ''),
      ...line('sent_back', payment && gone > 0 ? minor(payment.currency, gone) : ''),
      ...line('reference', row.reference),
      ...line('destination', [row.kind === 'bank' ? bankOf(row) : '', row.country].filter(Boolean).join(' · ')),
      ...line('payer', name),
      // Third-party payment: shown early, so that reviewers cannot overlook it.
      ...line('payer_differs', isSameName(name, verified) ? '' : verified || '—'),
      ...line('tax_id', payer.tax_id),
      ...line('email', payer.email),
      ...line('phone', payer.phone),
      ...line('rate', `1 USDT = ${trimZeros(formatRate(row.rate))} ${row.currency}`),
      ...line('fee', money(brings.fee)),
      ...line('arrival', money(brings.receives)),
      ...line('reason', row.reason),
      ...line('requested_at', new Date(row.createdAt).toISOString()),
    ],
    images: row.voucher === '' ? [] : [row.voucher],
  }
}

/** Stored as a BuyBank when the order was placed. */
const bankOf = ({ bank }: BuyOrderRow): string => {
  const { name, holder, account } = JSON.parse(bank) as Readonly<Record<string, string>>
  return [name, holder, account].filter(Boolean).join(', ')
}
