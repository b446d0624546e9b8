// What somebody asks for, in one line of the queue; all of it is on the review's own page.

import type { Catalogue } from '#domain/catalogue'
import type { Proposal } from '#domain/desk/proposal'
import type { ReviewFacts } from '#domain/desk/review'
import { SHEETS } from '#domain/desk/sheet'
import type { Sheet } from '#domain/desk/sheet-cell'
import { rowName } from './row-name'

export interface Subject {
  readonly lines: ReviewFacts['lines']
  /** Names of the cells that are to change. */
  readonly cells: readonly string[]
}

interface Known {
  readonly catalogue: Catalogue
  /** People of the desk, by id. */
  readonly names: ReadonlyMap<number, string>
}

/** Null for what nobody at the desk asked for. */
export function subjectOf(deed: string | null, known: Known): Subject | null {
  // `propose` alone writes these texts.
  return deed === null ? null : proposalSubject(JSON.parse(deed) as Proposal, known)
}

const subject = (...lines: ReviewFacts['lines']): Subject => ({ lines, cells: [] })

function proposalSubject(proposal: Proposal, { catalogue, names }: Known): Subject {
  const nameOf = (staffId: number): string => names.get(staffId) ?? `#${staffId}`
  switch (proposal.act) {
    case 'invite':
      return subject({ label: 'newcomer', value: proposal.email }, { label: 'role', value: proposal.role })
    case 'reinvite':
      return subject({ label: 'link_for', value: nameOf(proposal.staffId) })
    case 'role':
      return subject(
        { label: 'moved', value: nameOf(proposal.staffId) },
        { label: 'role_before', value: proposal.from },
        { label: 'role', value: proposal.to },
      )
    case 'row_add': {
      const sheet: Sheet = SHEETS[proposal.sheet]
      return subject({ label: 'row', value: rowName(catalogue, sheet, keyOf(sheet, proposal.row)) })
    }
    case 'row_change': {
      const value = rowName(catalogue, SHEETS[proposal.sheet], proposal.key)
      return { lines: [{ label: 'row', value }], cells: Object.keys(proposal.after) }
    }
    case 'coupon_add': {
      const { terms, code } = proposal.coupon
      return subject(
        { label: 'coupon', value: terms.kind },
        ...(code === null ? [] : [{ label: 'coupon_code', value: code } as const]),
      )
    }
    case 'coupon_change':
      return subject({ label: 'row', value: `coupon #${proposal.couponId}` })
    case 'app_removal':
      return subject()
  }
}

const keyOf = (sheet: Sheet, row: Readonly<Record<string, string | number>>): string[] =>
  sheet.keys.map((name) => String(row[name] ?? ''))
