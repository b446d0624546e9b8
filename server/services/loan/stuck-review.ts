// Review of stuck margin wallets: a debt without price, or collateral without a market. Approval only marks the case as
// handled; money moves by corrections with two approvals, and the next tick uses them to repay.

import { findLoanRequest } from '#db/platform/loan'
import { ROLES } from '#domain/desk/role'
import { done } from '#domain/outcome'
import { callAccountAsSystem } from '../account-room'
import { reviewKind } from '../desk/review-kind'
import { loanReview } from './review'

export const loanStuckReview = reviewKind({
  name: 'loan_stuck',
  approvalsNeeded: 2,
  roles: { read: ROLES, decide: ['reviewer', 'finance', 'admin'] },
  concerns: 'user',
  columns: ['amount'],
  read: async (env, subjectId, language) => {
    const [row, facts] = await Promise.all([
      findLoanRequest(env.DB, parseInt(subjectId, 10)),
      loanReview.read(env, subjectId, language),
    ])
    if (!row || !facts) return null
    const { standing } = await callAccountAsSystem(env, row.userId, { type: 'inspect_loans', page: 1, limit: 1 })
    const problem = standing.sellingSince === null ? 'loan_silent' : 'loan_unsold'
    const notes = [
      { label: 'problem', value: problem },
      { label: 'on_approval', value: 'noted' },
    ] as const
    return { ...facts, lines: [...notes, ...facts.lines] }
  },
  approve: () => Promise.resolve(done(null)),
  refuse: () => Promise.resolve(done(null)),
})
