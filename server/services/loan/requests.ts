// Loans for users and clients: a request under the desk's terms, repayments, lists. Two people decide on a request
// (review.ts); the sweep completes steps interrupted by a crash.

import type { ListPart } from '#domain/list-part'
import {
  type LoanRequestRow,
  cancelLoanRequest,
  findLoanByCommand,
  findLoanRequest,
  insertLoanRequest,
  isLoanTakenUp,
  listLoanRequests,
  listLoansInReview,
  listUnopenedLoans,
  openLoanReview,
} from '#db/platform/loan'
import { findDeskUser } from '#db/platform/desk-user'
import { findAsset, findKnownAsset } from '#domain/catalogue'
import { OPENING_RATE, isBelow, missingFor, riskOf, withLoan, worthAt } from '#domain/loan/risk'
import {
  type Borrower,
  LOAN_STATES,
  LOAN_WALLET,
  LOANS_LIVE_MAX,
  type LoanState,
  checkBorrower,
  checkLoanSize,
} from '#domain/loan/terms'
import { type Amount, ZERO, encodeAmount, formatTrimmed, parseAmount } from '#domain/money/amount'
import { VALUE_SCALE } from '#domain/money/valuation'
import { type Outcome, done, refuse } from '#domain/outcome'
import { levelPassed } from '#domain/verification'
import type { LoanEventRow, LoanHourRow, LoanRow } from '#party/protocol/loan'
import type { Page } from '#party/protocol/account'
import type { Session } from '#session/session'
import { callAccount, checkSession } from '../account-room'
import { loadCatalogue } from '../catalogue'
import { type Swept, sweepRows } from '../each-alone'
import { checkGate } from '../gates'
import { ownsUpload } from '../uploads'
import { loadMargin, worthIn } from './margin'
import { findLoanTerms } from './terms'

interface LoanForm {
  readonly termId: number
  /** Decimal text in the asset of the term. */
  readonly amount: string
  readonly marginAssetId: number
  /** References of uploads. */
  readonly pictures: readonly string[]
}

interface Asking {
  readonly commandId: string
  readonly form: LoanForm
  readonly country: string
}

/** Eligibility of a borrower, with the identity level. */
export interface BorrowerFile extends Borrower {
  readonly identity: number
}

export async function readBorrower(env: Pick<Env, 'DB'>, userId: number): Promise<BorrowerFile> {
  const user = await findDeskUser(env.DB, userId)
  return user
    ? { ...user, identity: levelPassed(user) }
    : { level: 0, isMarketMaker: false, isProfessional: false, identity: 0 }
}

/** Requests a loan; a retry of the command returns the same request. */
export async function requestLoan(
  env: Env,
  session: Session,
  { commandId, form, country }: Asking,
  now: number,
): Promise<Outcome<LoanRequestRow>> {
  const { userId } = session
  const [check, known, borrower] = await Promise.all([
    checkSession(env, session),
    findLoanByCommand(env.DB, userId, commandId),
    readBorrower(env, userId),
  ])
  if (!check.ok) return check
  if (known) return repeated(env, known, form)
  for (let tried = 0; tried < TRIES; tried += 1) {
    const admitted = await admit(env, session, { form, country, borrower })
    if (!admitted.ok) return admitted
    const { terms, amount, waiting } = admitted.value
    const asked = {
      userId,
      commandId,
      assetId: terms.asset.id,
      amount,
      marginAssetId: form.marginAssetId,
      termId: terms.id,
      termVersion: terms.version,
      days: terms.days,
      dailyRate: terms.dailyRate,
      lateRate: terms.lateRate,
      pictures: form.pictures.join(),
      createdAt: now,
    }
    await insertLoanRequest(env.DB, asked, waiting)
    const row = await findLoanByCommand(env.DB, userId, commandId)
    if (row) return repeated(env, row, form)
    // A concurrent request arrived: check both together, otherwise they could exceed the user's maximum debt.
    const idsOf = (rows: readonly LoanRequestRow[]) => rows.map(({ id }) => id).join()
    const isSame = idsOf(await listLoansInReview(env.DB, userId)) === idsOf(waiting)
    if (isSame) return refuse('loan_above_count', { max: String(LOANS_LIVE_MAX) })
  }
  throw new Error(`loan requests of user ${userId} did not stand still`)
}

/** Maximum retries due to concurrent requests of the user. */
const TRIES = 5

async function repeated(env: Env, row: LoanRequestRow, form: LoanForm): Promise<Outcome<LoanRequestRow>> {
  const asset = findKnownAsset(await loadCatalogue(env), row.assetId)
  const amount = asset && parseAmount(asset, form.amount)
  const isSame =
    row.termId === form.termId &&
    amount?.ok === true &&
    amount.value === row.amount &&
    row.marginAssetId === form.marginAssetId &&
    row.pictures === form.pictures.join()
  if (!isSame) return refuse('command_id_reused')
  if (row.state === 'review') await openLoanReview(env.DB, row, row.createdAt)
  return done(row)
}

async function admit(
  env: Env,
  session: Session,
  { form, country, borrower }: Omit<Asking, 'commandId'> & { readonly borrower: BorrowerFile },
) {
  const gate = await checkGate(env, 'loan', country)
  if (!gate.ok) return gate
  const entitled = checkBorrower(borrower)
  if (!entitled.ok) return entitled
  const terms = await findLoanTerms(env, form.termId)
  if (!terms) return refuse('loan_terms_not_found')
  const amount = parseAmount(terms.asset, form.amount)
  if (!amount.ok) return amount
  if (amount.value === 0n) return refuse('amount_not_positive')
  // Read requests before balances: a loan credited in between is then counted twice rather than missed.
  const waiting = await listLoansInReview(env.DB, session.userId)
  const margin = await loadMargin(env, session, [terms.asset.id, form.marginAssetId])
  if (!margin.ok) return margin
  const { catalogue, prices, lines } = margin.value
  const collateral = findAsset(catalogue, form.marginAssetId)
  if (!collateral?.wallets.includes(LOAN_WALLET)) return refuse('asset_not_found')
  const worth = worthIn(catalogue, prices, { assetId: terms.asset.id, amount: amount.value })
  const asked = waiting.map((row) => worthIn(catalogue, prices, row))
  if (!lines || worth === null || asked.some((each) => each === null)) return refuse('no_reference_price')
  const owed = asked.reduce<bigint>((sum, each) => sum + (each ?? 0n), riskOf(lines).debt)
  const size = checkLoanSize(terms, { worth: worthAt(worth, VALUE_SCALE), owed: worthAt(owed, VALUE_SCALE) })
  if (!size.ok) return size
  const after = waiting.reduce(
    (all, row) => withLoan(all, row.assetId, row.amount),
    withLoan(lines, terms.asset.id, amount.value),
  )
  if (isBelow(riskOf(after), OPENING_RATE)) {
    const missing = missingFor(after, collateral.id)
    return refuse('loan_collateral_short', { missing: formatTrimmed(collateral, missing), asset: collateral.code })
  }
  for (const picture of form.pictures)
    if (!(await ownsUpload(env, session.userId, picture))) return refuse('upload_not_found')
  return done({ terms, amount: amount.value, waiting })
}

/** Cancels an undecided request; idempotent. */
export async function withdrawLoan(
  env: Env,
  session: Session,
  loanId: number,
  now: number,
): Promise<Outcome<LoanRequestRow>> {
  const [check, row] = await Promise.all([checkSession(env, session), findLoanRequest(env.DB, loanId)])
  if (!check.ok) return check
  if (row?.userId !== session.userId) return refuse('loan_not_found')
  await cancelLoanRequest(env.DB, loanId, now)
  const stored = await findLoanRequest(env.DB, loanId)
  return stored?.state === 'cancelled' ? done(stored) : refuse('loan_decided')
}

/** `amount` absent: all that is owed. */
export async function repayLoan(
  env: Env,
  session: Session,
  {
    commandId,
    loanId,
    amount,
  }: { readonly commandId: string; readonly loanId: number; readonly amount?: string | undefined },
): Promise<Outcome<LoanRow>> {
  if (amount === undefined) return callAccount(env, session, { type: 'repay_loan', commandId, loanId, amount: null })
  const [catalogue, row] = await Promise.all([loadCatalogue(env), findLoanRequest(env.DB, loanId)])
  if (row?.userId !== session.userId) return refuse('loan_not_found')
  const asset = findKnownAsset(catalogue, row.assetId)
  if (!asset) return refuse('asset_not_found')
  const value = parseAmount(asset, amount)
  if (!value.ok) return value
  if (value.value === 0n) return refuse('amount_not_positive')
  return callAccount(env, session, { type: 'repay_loan', commandId, loanId, amount: encodeAmount(value.value) })
}

/** Loan request with its resulting loan, if any. */
export interface OwnLoan {
  readonly request: LoanRequestRow
  /** Null before the credit. */
  readonly loan: LoanRow | null
  readonly events: readonly LoanEventRow[]
}

/** True when a staff member has claimed the request's review. */
export const isLookedAt = (env: Pick<Env, 'DB'>, { id, state }: LoanRequestRow): Promise<boolean> | boolean =>
  state === 'review' && isLoanTakenUp(env.DB, id)

export async function findOwnLoan(env: Env, session: Session, id: number): Promise<Outcome<OwnLoan>> {
  const [check, request] = await Promise.all([checkSession(env, session), findLoanRequest(env.DB, id)])
  if (!check.ok) return check
  if (request?.userId !== session.userId) return refuse('loan_not_found')
  const stored = await callAccount(env, session, { type: 'loan', loanId: id })
  // Before the credit, the loan is unknown to the Account.
  return done({ request, loan: stored.ok ? stored.value.loan : null, events: stored.ok ? stored.value.events : [] })
}

export const listOwnHours = (
  env: Env,
  session: Session,
  input: ListPart & { readonly loanId: number },
): Promise<Outcome<Page<LoanHourRow>>> => callAccount(env, session, { type: 'loan_hours', ...input })

/** Loan list filters: live, ended, all. */
const LOAN_STAGES = { live: ['review', 'running'], ended: ['cancelled', 'refused', 'lapsed', 'repaid', 'seized'], all: LOAN_STATES } as const satisfies Readonly<Record<string, readonly LoanState[]>> // prettier-ignore
export type LoanStage = keyof typeof LOAN_STAGES

/** Own loans, newest first; current debts come from the Account. */
export async function listOwnLoans(
  env: Env,
  session: Session,
  { stage, ...part }: ListPart & { readonly stage: LoanStage },
): Promise<Outcome<Page<Omit<OwnLoan, 'events'>>>> {
  const asked = { userId: session.userId, states: LOAN_STAGES[stage], ...part }
  const { rows, total } = await listLoanRequests(env.DB, asked)
  const loans = await callAccount(env, session, { type: 'loans_named', loanIds: rows.map(({ id }) => id) })
  if (!loans.ok) return loans
  const known = new Map(loans.value.map((loan) => [loan.loanId, loan]))
  return done({ rows: rows.map((request) => ({ request, loan: known.get(request.id) ?? null })), total })
}

/** Debt of a row from its Account, or as last reported to the directory. */
export const owedOn = ({ request, loan }: Pick<OwnLoan, 'request' | 'loan'>): Amount =>
  loan ? (BigInt(loan.owed) as Amount) : (request.owed ?? ZERO)

/** Opens reviews that a crash prevented. */
export const sweepLoans = async (env: Env, limit: number, now: number): Promise<Swept> =>
  sweepRows(await listUnopenedLoans(env.DB, limit), limit, {
    work: (row) => openLoanReview(env.DB, row, now),
    failed: ({ id }) => `loan request ${id}: not yet before the desk`,
  })
