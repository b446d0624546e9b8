// Review of catalogue and coupon changes with financial effect. Applied once after two approvals, only if the cells are
// unchanged meanwhile.

import { findRow, insertRowStatement, isRowMissing, isRowUnchanged, updateRowStatement } from '#db/platform/sheet'
import {
  type CouponProposal,
  type Proposal,
  type RowProposal,
  isCouponProposal,
  isFlagProposal,
  isPayoutProposal,
  isRecoveryProposal,
  isSealProposal,
  isStaffProposal,
} from '#domain/desk/proposal'
import { type ReviewDecision, type ReviewFacts } from '#domain/desk/review'
import { SHEETS, checkRow } from '#domain/desk/sheet'
import { type Sheet, type StoredRow, cellText } from '#domain/desk/sheet-cell'
import { type Outcome, refuse } from '#domain/outcome'
import { loadCatalogue } from '../../catalogue'
import { writeAudited } from '../audit'
import { proposedEntry, readProposal, refuseProposal } from '../proposal'
import { reviewKind } from '../review-kind'
import { readContext, rowName } from '../sheet-row'
import { couponFacts, writeCoupon } from './coupon-change'

export const changeReview = reviewKind({
  name: 'change',
  approvalsNeeded: 2,
  roles: { read: ['finance', 'admin', 'auditor'], decide: ['finance', 'admin'] },
  concerns: 'nobody',
  columns: [],
  read: changeFacts,
  approve: write,
  refuse: refuseProposal,
})

const isChange = (proposal: Proposal): proposal is RowProposal | CouponProposal =>
  !isStaffProposal(proposal) &&
  !isRecoveryProposal(proposal) &&
  !isFlagProposal(proposal) &&
  !isSealProposal(proposal) &&
  !isPayoutProposal(proposal)

async function write(env: Env, decision: ReviewDecision): Promise<Outcome<unknown>> {
  const proposal = await readProposal(env, decision.subjectId)
  if (!proposal || !isChange(proposal)) return refuse('proposal_not_found')
  if (isCouponProposal(proposal)) return writeCoupon(env, decision, proposal)
  return proposal.act === 'row_change' ? changeRow(env, decision, proposal) : addRow(env, decision, proposal)
}

async function changeRow(
  env: Env,
  decision: ReviewDecision,
  { sheet: name, key, before, after }: Extract<RowProposal, { readonly act: 'row_change' }>,
): Promise<Outcome<unknown>> {
  const sheet: Sheet = SHEETS[name]
  const row = await findRow(env.DB, sheet, key)
  if (!row) return refuse('row_not_found')
  const whole = checkRow(name, { ...row, ...after })
  if (!whole.ok) return whole
  const facts = Object.fromEntries(changeLines(sheet, { row: { ...row, ...before }, after }))
  return writeAudited(
    env,
    proposedEntry('row_changed', decision, { target: `${sheet.table}:${key.join('/')}`, facts }),
    {
      precondition: isRowUnchanged(sheet, key, before, Object.keys(after)),
      statements: [updateRowStatement(sheet, key, after)],
    },
  )
}

async function addRow(
  env: Env,
  decision: ReviewDecision,
  { sheet: name, row }: Extract<RowProposal, { readonly act: 'row_add' }>,
): Promise<Outcome<unknown>> {
  const sheet: Sheet = SHEETS[name]
  const key = sheet.keys.map((column) => String(row[column] ?? ''))
  const written = await writeAudited(
    env,
    proposedEntry('row_added', decision, { target: `${sheet.table}:${key.join('/')}`, facts: {} }),
    {
      precondition: isRowMissing(sheet, key),
      statements: [insertRowStatement(sheet, row)],
    },
  )
  return !written.ok && written.refusal.code === 'precondition_failed' ? refuse('row_exists') : written
}

/** Changed cells: name, with values before and after. */
const changeLines = (
  sheet: Sheet,
  { row, after }: { readonly row: StoredRow; readonly after: StoredRow },
): (readonly [string, string])[] =>
  sheet.cells
    .filter(({ name }) => name in after)
    .map((cell) => [cell.name, `${cellText(cell, row) || '—'} → ${cellText(cell, { ...row, ...after }) || '—'}`])

async function changeFacts(env: Env, subjectId: string): Promise<ReviewFacts | null> {
  const proposal = await readProposal(env, subjectId)
  if (!proposal || !isChange(proposal)) return null
  return isCouponProposal(proposal) ? couponFacts(env, proposal) : rowFacts(env, proposal)
}

async function rowFacts(env: Env, proposal: RowProposal): Promise<ReviewFacts> {
  const sheet: Sheet = SHEETS[proposal.sheet]
  const lines =
    proposal.act === 'row_add' ? await newLines(env, sheet, proposal.row) : await oldLines(env, sheet, proposal)
  const key = proposal.act === 'row_add' ? sheet.keys.map((name) => String(proposal.row[name] ?? '')) : proposal.key
  return {
    lines: [
      { label: 'row', value: rowName(await loadCatalogue(env), sheet, key) } as const,
      ...lines.map(([name, value]) => ({ label: `cell_${name}` as const, value })),
    ],
    images: [],
  }
}

async function oldLines(env: Env, sheet: Sheet, { key, before, after }: Extract<RowProposal, { act: 'row_change' }>) {
  const row = (await findRow(env.DB, sheet, key)) ?? {}
  return changeLines(sheet, { row: { ...row, ...before }, after })
}

async function newLines(env: Env, sheet: Sheet, row: StoredRow) {
  const texts = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value ?? '')]))
  const whole = { ...(await readContext(env, sheet, texts)), ...row }
  return sheet.cells.map((cell) => [cell.name, cellText(cell, whole) || '—'] as const)
}
