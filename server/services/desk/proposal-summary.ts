// Summary of a proposal for its queue row; full details are on the review page.

import { findStaffById } from '#db/platform/staff'
import type { Proposal } from '#domain/desk/proposal'
import type { ReviewSummary } from '#domain/desk/review'
import { SHEETS } from '#domain/desk/sheet'
import type { Sheet } from '#domain/desk/sheet-cell'
import { loadCatalogue } from '../catalogue'
import { rowName } from './sheet-row'

type Lines = ReviewSummary['lines']

const summaryOf = (lines: Lines, cells: readonly string[] = []): ReviewSummary => ({ money: null, lines, cells })

export async function summarizeProposal(env: Pick<Env, 'DB'>, proposal: Proposal): Promise<ReviewSummary> {
  const nameOf = async (id: number): Promise<string> => (await findStaffById(env.DB, id))?.name ?? `#${id}`
  switch (proposal.act) {
    case 'invite':
      return summaryOf([
        { label: 'newcomer', value: proposal.email },
        { label: 'role', value: proposal.role },
      ])
    case 'reinvite':
      return summaryOf([{ label: 'link_for', value: await nameOf(proposal.staffId) }])
    case 'role':
      return summaryOf([
        { label: 'moved', value: await nameOf(proposal.staffId) },
        { label: 'role_before', value: proposal.from },
        { label: 'role', value: proposal.to },
      ])
    case 'customer_removal':
      return summaryOf([
        { label: 'name', value: await nameOf(proposal.staffId) },
        { label: 'account', value: `#${proposal.userId}` },
      ])
    case 'row_add': {
      const sheet: Sheet = SHEETS[proposal.sheet]
      const key = sheet.keys.map((name) => String(proposal.row[name] ?? ''))
      return summaryOf([{ label: 'row', value: rowName(await loadCatalogue(env), sheet, key) }])
    }
    case 'row_change': {
      const value = rowName(await loadCatalogue(env), SHEETS[proposal.sheet], proposal.key)
      return summaryOf([{ label: 'row', value }], Object.keys(proposal.after))
    }
    case 'coupon_add': {
      const { terms, code } = proposal.coupon
      const lines: Lines = [{ label: 'coupon', value: terms.kind }]
      return summaryOf(code === null ? lines : [...lines, { label: 'coupon_code', value: code }])
    }
    case 'coupon_change':
      return summaryOf([{ label: 'row', value: `coupon #${proposal.couponId}` }])
    case 'account_flag':
      return summaryOf([
        { label: 'flag', value: proposal.flag },
        { label: 'granted', value: proposal.isGranted ? '1' : '0' },
      ])
    case 'payout_batch':
      return summaryOf([
        ...(proposal.network === '' ? [] : [{ label: 'network', value: proposal.network } as const]),
        { label: 'payments', value: String(proposal.withdrawalIds.length) },
      ])
    case 'payout_told':
      return summaryOf([{ label: 'payments', value: String(proposal.references.length) }])
    case 'app_removal':
    case 'seal_opening':
      return summaryOf([])
  }
}
