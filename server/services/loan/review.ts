// Loan review: after two approvals the Account credits the loan once, if the margin wallet still has sufficient
// collateral. A decision repeated after a crash has the same result.

import { type LoanRequestRow, decideLoanRequest, findLoanRequest } from '#db/platform/loan'
import { reopenReview } from '#db/platform/review-request'
import { findAsset, findKnownAsset } from '#domain/catalogue'
import type { FactLabel, ReviewDecision, ReviewFacts } from '#domain/desk/review'
import { ROLES } from '#domain/desk/role'
import { OPENING_RATE, riskOf, riskRate, withLoan, worthAt } from '#domain/loan/risk'
import { checkBorrower } from '#domain/loan/terms'
import { type Amount, ZERO, encodeAmount, formatTrimmed, formatUnits } from '#domain/money/amount'
import { VALUE_SCALE } from '#domain/money/valuation'
import { formatPercentTrimmed } from '#domain/money/rate'
import { type Outcome, done, refuse } from '#domain/outcome'
import { callAccountAsSystem } from '../account-room'
import { loadCatalogue } from '../catalogue'
import { reviewKind } from '../desk/review-kind'
import { notify } from '../messages'
import { indexPrices } from '../quotes'
import { readMargin } from './margin'
import { readBorrower } from './requests'
import { findLoanTerms } from './terms'

export const loanReview = reviewKind({
  name: 'loan',
  approvalsNeeded: 2,
  roles: { read: ROLES, decide: ['reviewer', 'finance', 'admin'] },
  concerns: 'user',
  columns: ['amount', 'days'],
  read: readFacts,
  checkApproval: async (env, subjectId) => {
    const row = await find(env, subjectId)
    return row?.state === 'review' ? checkNow(env, row) : done(null)
  },
  approve: credit,
  refuse: turnDown,
})

const find = (env: Env, subjectId: string) => findLoanRequest(env.DB, parseInt(subjectId, 10))

/** Checks eligibility and the debt limit again at approval; the Account repeats the check at the credit. */
async function checkNow(env: Env, row: LoanRequestRow): Promise<Outcome<null>> {
  const entitled = checkBorrower(await readBorrower(env, row.userId))
  if (!entitled.ok) return entitled
  const [catalogue, prices, inspected, worthMax] = await Promise.all([
    loadCatalogue(env),
    indexPrices(env),
    callAccountAsSystem(env, row.userId, { type: 'inspect_loans', page: 1, limit: 1 }),
    mostOwed(env, row),
  ])
  const { lines } = readMargin(catalogue, prices, inspected.standing, [row.assetId])
  if (!lines) return refuse('no_reference_price')
  return checkOwed(worthAt(riskOf(withLoan(lines, row.assetId, row.amount)).debt, VALUE_SCALE), worthMax)
}

const checkOwed = (owed: Amount, most: Amount): Outcome<null, 'loan_above_total'> =>
  owed > most ? refuse('loan_above_total', { max: formatTrimmed({ scale: VALUE_SCALE }, most) }) : done(null)

/** Maximum total debt of a user in USDT by current terms; zero once the terms are removed. */
const mostOwed = async (env: Env, { termId }: LoanRequestRow): Promise<Amount> =>
  (await findLoanTerms(env, termId))?.worthMax ?? ZERO

async function credit(env: Env, { subjectId, reviewId, at }: ReviewDecision): Promise<Outcome<null>> {
  const row = await find(env, subjectId)
  if (!row) return refuse('loan_not_found')
  if (row.state === 'lapsed') return notifyLapsed(env, row, at)
  if (row.state !== 'review')
    return row.state === 'refused' || row.state === 'cancelled' ? refuse('loan_not_running') : done(null)
  const again = async (refused: Outcome<null>) => {
    await reopenReview(env.DB, reviewId, at)
    return refused
  }
  const entitled = checkBorrower(await readBorrower(env, row.userId))
  // A loan credited before a crash stays credited.
  if (!entitled.ok && !(await isCredited(env, row))) return again(entitled)
  const { id, userId, assetId, amount, termVersion: version, days, dailyRate, lateRate } = row
  const terms = { version, days, dailyRate: dailyRate.toString(), lateRate: lateRate.toString() }
  const prices = await indexPrices(env)
  const most = await mostOwed(env, row)
  const loan = { loanId: id, assetId, amount: encodeAmount(amount), terms, prices, most: encodeAmount(most) }
  const answer = await callAccountAsSystem(env, userId, { type: 'credit_loan', ...loan })
  if (answer === 'above') return again(refuse('loan_above_total', { max: formatTrimmed({ scale: VALUE_SCALE }, most) }))
  await decideLoanRequest(env.DB, id, { state: answer === 'credited' ? 'running' : 'lapsed', reason: '', at })
  return answer === 'credited' ? done(null) : notifyLapsed(env, row, at)
}

async function isCredited(env: Env, { id, userId }: LoanRequestRow): Promise<boolean> {
  const { standing } = await callAccountAsSystem(env, userId, { type: 'inspect_loans', page: 1, limit: 1 })
  return standing.loans.some(({ loanId }) => loanId === id)
}

async function notifyLapsed(env: Env, { id, userId }: LoanRequestRow, at: number): Promise<Outcome<null>> {
  const facts = { order: String(id), bound: formatUnits(OPENING_RATE, 2) }
  await notify(env, userId, { kind: 'loan_lapsed', facts, ref: `loan:${id}:lapsed` }, at)
  return done(null)
}

async function turnDown(env: Env, { subjectId, reason, at }: ReviewDecision): Promise<Outcome<null>> {
  const row = await find(env, subjectId)
  if (!row) return refuse('loan_not_found')
  if (row.state !== 'review' && row.state !== 'refused') return refuse('loan_not_running')
  await decideLoanRequest(env.DB, row.id, { state: 'refused', reason, at })
  const facts = { order: String(row.id), reason }
  await notify(env, row.userId, { kind: 'loan_refused', facts, ref: `loan:${row.id}:refused` }, at)
  return done(null)
}

type Line = ReviewFacts['lines'][number]
const line = (label: FactLabel, value: string | undefined): Line[] => (value ? [{ label, value }] : [])

async function readFacts(env: Env, subjectId: string): Promise<ReviewFacts | null> {
  const row = await find(env, subjectId)
  if (!row) return null
  const [catalogue, prices, borrower, inspected] = await Promise.all([
    loadCatalogue(env),
    indexPrices(env),
    readBorrower(env, row.userId),
    callAccountAsSystem(env, row.userId, { type: 'inspect_loans', page: 1, limit: 1 }),
  ])
  const asset = findKnownAsset(catalogue, row.assetId)
  const { lines } = readMargin(catalogue, prices, inspected.standing, [row.assetId])
  const isWaiting = row.state === 'review'
  const after = lines && riskRate(riskOf(isWaiting ? withLoan(lines, row.assetId, row.amount) : lines))
  const right = [
    `VIP ${borrower.level}`,
    ...(borrower.isMarketMaker ? ['market maker'] : []),
    ...(borrower.isProfessional ? ['professional'] : []),
  ]
  return {
    lines: [
      ...line('amount', asset && `${formatTrimmed(asset, row.amount)} ${asset.code}`),
      ...line('days', String(row.days)),
      ...line('rate', `${formatPercentTrimmed(row.dailyRate)}%`),
      ...line('margin_asset', findAsset(catalogue, row.marginAssetId)?.code),
      // Current margin rate including the pending loan; below 133.34 % the credit is refused.
      ...line('loan_risk', after == null ? '' : `${formatUnits(after, 2)}%`),
      ...line('loan_right', right.join(' · ')),
      ...line('level', String(borrower.identity)),
      ...line('reason', row.reason),
      ...line('requested_at', new Date(row.createdAt).toISOString()),
    ],
    images: row.pictures === '' ? [] : row.pictures.split(','),
  }
}
