// Reviews of payouts by two people: batches, transactions that no node can show, and payments that went wrong.

import { type PayoutSendRow, askAgain, endSend, findSend, listSendsOf, markSent } from '#db/platform/payout'
import { isNoneSigning, listWithdrawalsById, openBatchStatements } from '#db/platform/payout-batch'
import { listSealed } from '#db/platform/sealed'
import { type WithdrawalRow, changeWithdrawal, findWithdrawal } from '#db/platform/withdrawal'
import { type PayoutProposal, type Proposal, isPayoutProposal } from '#domain/desk/proposal'
import { type ReviewDecision, type ReviewFacts } from '#domain/desk/review'
import { ROLES } from '#domain/desk/role'
import { PAYOUT_PROBLEMS, type PayoutProblem } from '#domain/funds/payout'
import { formatTrimmed } from '#domain/money/amount'
import { type Outcome, done, refuse } from '#domain/outcome'
import { callAccountAsSystem } from '../account-room'
import { loadCatalogue } from '../catalogue'
import { openPayer } from '../chains/networks'
import { writeAudited } from '../desk/audit'
import { proposedEntry, readProposal, refuseProposal } from '../desk/proposal'
import { reviewKind } from '../desk/review-kind'
import { withdrawalFacts } from '../funds/facts'
import { notifyOfWithdrawal } from '../funds/notice'
import { notify } from '../messages'
import { screenPayable } from '../screening/subjects'
import { assetOf, confirmationsOf, dueOf, newSend, paymentOf } from './payments'
import { finishPaid, post, settleTold } from './settle'

const DECIDERS = ['finance', 'admin'] as const

export const payoutReview = reviewKind({
  name: 'payout',
  approvalsNeeded: 2,
  roles: { read: ['finance', 'admin', 'auditor'], decide: DECIDERS },
  needsFreshLogin: true,
  concerns: async (env, subjectId) => (await proposedRows(env, subjectId)).map(({ userId }) => userId),
  columns: ['network', 'payments'],
  read: proposedFacts,
  approve: carryOutProposal,
  refuse: refuseProposal,
})

const idsOf = (proposal: PayoutProposal): readonly number[] =>
  proposal.act === 'payout_batch' ? proposal.withdrawalIds : proposal.references.map(([id]) => id)

async function proposedRows(env: Pick<Env, 'DB'>, subjectId: string): Promise<readonly WithdrawalRow[]> {
  const proposal: Proposal | null = await readProposal(env, subjectId)
  return proposal && isPayoutProposal(proposal) ? listWithdrawalsById(env.DB, idsOf(proposal)) : []
}

async function proposedFacts(env: Env, subjectId: string): Promise<ReviewFacts | null> {
  const proposal = await readProposal(env, subjectId)
  if (!proposal || !isPayoutProposal(proposal)) return null
  const [catalogue, rows] = await Promise.all([loadCatalogue(env), proposedRows(env, subjectId)])
  const sealed = await listSealed(
    env.DB,
    rows.map(({ userId }) => userId),
  )
  const references = new Map(proposal.act === 'payout_told' ? proposal.references : [])
  const [first] = rows
  return {
    lines: [
      { label: 'network', value: first?.network ?? '' },
      { label: 'on_approval', value: proposal.act },
      ...rows.map((row) => {
        const asset = assetOf(catalogue, row)
        const isHidden = sealed.has(row.userId) && !IS_TO_PAY.has(row.state)
        const payee = isHidden ? [] : [row.target, row.memo, references.get(row.id) ?? '']
        const value = [`#${row.id}`, formatTrimmed(asset, dueOf(row)), asset.code, ...payee]
        return { label: 'payments', value: value.filter(Boolean).join(' ') } as const
      }),
    ].filter(({ value }) => value !== '') as ReviewFacts['lines'],
    images: [],
  }
}

/** Payees stay visible at the desk even for closed accounts. */
const IS_TO_PAY: ReadonlySet<string> = new Set(['approved', 'signing', 'sent'])

async function carryOutProposal(env: Env, decision: ReviewDecision): Promise<Outcome<unknown>> {
  const proposal = await readProposal(env, decision.subjectId)
  if (!proposal || !isPayoutProposal(proposal)) return refuse('proposal_not_found')
  const ids = idsOf(proposal)
  if (proposal.act === 'payout_batch') {
    const { network, method } = proposal
    const payable = await screenPayable(env, await listWithdrawalsById(env.DB, ids), decision.at)
    const entry = proposedEntry('payout_batched', decision, {
      target: `payouts:${network || 'bank'}`,
      facts: { withdrawals: ids.join(' ') },
    })
    const written = await writeAudited(env, entry, {
      precondition: isNoneSigning(network),
      statements: openBatchStatements(env.DB, {
        network,
        method,
        ids: payable.map(({ id }) => id),
        proposalId: decision.subjectId,
        createdAt: decision.at,
      }),
    })
    return !written.ok && written.refusal.code === 'precondition_failed' ? refuse('payout_batch_open') : written
  }
  for (const [id, txId] of proposal.references) await payTold(env, id, txId, decision.at)
  return done(null)
}

async function payTold(env: Env, id: number, txId: string, at: number): Promise<void> {
  const row = await findWithdrawal(env.DB, id)
  if (!row || (row.state !== 'signing' && row.state !== 'sent')) return
  await markSent(env.DB, newSend(row, txId, at), confirmationsOf(await loadCatalogue(env), row))
  await settleTold(env, id, txId, at)
}

export const payoutProblemReview = reviewKind({
  name: 'payout_problem',
  approvalsNeeded: 2,
  rejectionsNeeded: 2,
  needsFreshLogin: true,
  roles: { read: ROLES, decide: DECIDERS },
  concerns: 'user',
  columns: ['amount', 'network', 'problem'],
  read: problemFacts,
  approve: (env, decision) => decideProblem(env, decision, true),
  refuse: (env, decision) => decideProblem(env, decision, false),
})

async function problemFacts(env: Env, subjectId: string, language: Parameters<typeof withdrawalFacts>[2]) {
  const id = parseInt(subjectId, 10)
  const [row, facts, sends] = await Promise.all([
    findWithdrawal(env.DB, id),
    withdrawalFacts(env, subjectId, language),
    listSendsOf(env.DB, id),
  ])
  if (!row || !facts) return null
  const asset = assetOf(await loadCatalogue(env), row)
  const problem = problemOf(row, sends)
  const does = problem === 'paid_twice' ? 'noted' : problem === 'wrong_amount' ? 'payout_accepted' : 'payout_again'
  const said = (send: PayoutSendRow) => [send.txId, formatTrimmed(asset, send.paid), asset.code].join(' ')
  return {
    ...facts,
    lines: [
      ...(problem ? [{ label: 'problem', value: `payout_${problem}` } as const] : []),
      { label: 'on_approval', value: does } as const,
      ...(does === 'noted' ? [] : [{ label: 'on_rejection', value: 'payout_refund' } as const]),
      ...sends.map((send) => ({ label: 'transaction', value: said(send) }) as const),
      ...facts.lines,
    ],
  }
}

/** A stray transaction beside the payment was paid twice. */
const problemOf = (row: WithdrawalRow, sends: readonly PayoutSendRow[]): PayoutProblem | undefined =>
  PAYOUT_PROBLEMS.find((problem) => problem === row.problem) ??
  (sends.some(({ state }) => state === 'stray') ? 'paid_twice' : undefined)

/**
 * True if another transaction of the withdrawal awaits finality, or miners can still include a lost one: its nonce or coins are unspent, and every
 * holder of its bytes can send it. A new payment with its nonce excludes the lost one.
 */
async function mayBePaidYet(
  env: Env,
  row: WithdrawalRow,
  { send, isApproved, at }: { readonly send: PayoutSendRow | null; readonly isApproved: boolean; readonly at: number },
): Promise<boolean> {
  const others = (await listSendsOf(env.DB, row.id)).filter(({ txId }) => txId !== send?.txId)
  if (others.some(({ state }) => state === 'sent')) return true
  const lost = others.filter(
    ({ state, nonce }) => state === 'gone' && (nonce === null || !isApproved || nonce !== row.nonce),
  )
  if (lost.length === 0) return false
  const catalogue = await loadCatalogue(env)
  const payer = openPayer(env, { network: row.network, catalogue, now: at })
  if (!payer) return false
  for (const each of lost) {
    const sight = await payer.look(paymentOf(catalogue, row), each)
    // Its nonce or bytes are needed to prove exclusion.
    const isUnknown = sight.is === 'missing' && each.nonce === null && each.raw === ''
    const isExcluded = sight.is === 'replaced' || (sight.is === 'placed' && sight.hasFailed)
    if (!isUnknown && !isExcluded) return true
  }
  return false
}

/** Succeeds only while the Account still holds the money. */
async function payAgain(env: Env, { id, userId }: WithdrawalRow): Promise<Outcome<null>> {
  const { state } = await callAccountAsSystem(env, userId, { type: 'void_withdrawal', withdrawalId: id })
  if (state !== 'approved') return refuse('withdrawal_not_open')
  await changeWithdrawal(env.DB, { id, from: ['approved'] }, { problem: '', txId: '' })
  return done(null)
}

/**
 * Approved: a wrong amount is accepted as it arrived, and any other failure is paid again. Rejected: the user gets the money back, and what
 * left is the house's loss.
 */
async function decideProblem(
  env: Env,
  { subjectId, reason, at }: ReviewDecision,
  isApproved: boolean,
): Promise<Outcome<null>> {
  const row = await findWithdrawal(env.DB, parseInt(subjectId, 10))
  if (!row) return refuse('withdrawal_not_found')
  // A second payment is noted; a repetition finds nothing left to decide.
  if (row.problem === '' || row.state !== 'approved') return done(null)
  const send = row.problem === 'wrong_amount' ? await findSend(env.DB, row.id, row.txId) : null
  if (await mayBePaidYet(env, row, { send, isApproved, at })) {
    await askAgain(env.DB, row, at)
    return refuse('payout_watched')
  }
  const only = { id: row.id, from: ['approved'] } as const
  if (isApproved) {
    if (!send) return payAgain(env, row)
    await finishPaid(env, { send, row }, { ...send, confirmations: row.confirmations }, at)
    return done(null)
  }
  if (send) {
    await post(env, { send, row }, { ...send, isPayment: false })
    await endSend(env.DB, send, { ...send, state: 'stray', lookedAt: at })
  }
  const { state } = await callAccountAsSystem(env, row.userId, {
    type: 'settle_withdrawal',
    withdrawalId: row.id,
    verdict: 'refund',
  })
  // A transaction given up earlier has paid the withdrawal after all.
  if (state !== 'released') return refuse('withdrawal_not_open')
  await changeWithdrawal(env.DB, only, { state: 'failed', problem: '', txId: '', reason, settledAt: at })
  await notifyOfWithdrawal(env, { ...row, reason }, 'failed', at, notify)
  return done(null)
}
