// Money that came and pays no order, before the desk: a provider's payment and a line of a bank statement. Two people say that it is seen to
// (sent back, settled with its owner, or nothing of ours). Nothing is credited here.

import { type BuyLineRow, findLine, setLineAside } from '#db/platform/buy-line'
import { findBuyPayment, settlePayment } from '#db/platform/buy-payment'
import { findBuyOrder } from '#db/platform/buy'
import { formatMinor } from '#domain/buy/terms'
import type { FactLabel, ReviewDecision, ReviewFacts } from '#domain/desk/review'
import { ROLES } from '#domain/desk/role'
import { type Outcome, done, refuse } from '#domain/outcome'
import { reviewKind } from '../desk/review-kind'
import { readPaymentPayer } from './payments'

const SHARED = {
  people: 2,
  roles: { read: ROLES, decide: ['reviewer', 'finance', 'admin'] },
  isAboutUser: false,
  columns: ['payment'],
} as const

export const buyPaymentReview = reviewKind({
  ...SHARED,
  name: 'buy_payment',
  read: readPayment,
  approve: async (env, { subjectId, at }) => {
    const row = await findBuyPayment(env.DB, parseInt(subjectId, 10))
    if (!row) return refuse('buy_order_not_found')
    await settlePayment(env.DB, row.id, at)
    return done(null)
  },
  refuse: async (env, { subjectId }) =>
    (await findBuyPayment(env.DB, parseInt(subjectId, 10))) ? done(null) : refuse('buy_order_not_found'),
})

export const buyLineReview = reviewKind({
  ...SHARED,
  name: 'buy_line',
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
