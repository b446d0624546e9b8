// What one person at the desk may ask for and another has to approve before it is so: power for somebody, or a change that money hangs on.
// Kept as it was asked for; the words of it are made when it is read.

import type { Language } from '../language'
import type { Role } from './role'
import type { SheetName } from './sheet'
import type { StoredRow, StoredValue } from './sheet-cell'

/** Power at the desk. A link goes by mail to the person's own address, in this language, and nobody at the desk sees it. */
export type StaffProposal =
  | {
      readonly act: 'invite'
      readonly email: string
      readonly name: string
      readonly role: Role
      readonly language: Language
    }
  | { readonly act: 'reinvite'; readonly staffId: number; readonly language: Language }
  | { readonly act: 'role'; readonly staffId: number; readonly from: Role; readonly to: Role }

type Values = Readonly<Record<string, StoredValue>>

/** A row of a sheet. `before` is what it said when it was asked for: what another has changed since is not written over. */
export type RowProposal =
  | {
      readonly act: 'row_change'
      readonly sheet: SheetName
      readonly key: readonly string[]
      readonly before: StoredRow
      readonly after: Values
    }
  | { readonly act: 'row_add'; readonly sheet: SheetName; readonly row: Values }

export type Proposal = StaffProposal | RowProposal

export const isStaffProposal = (proposal: Proposal): proposal is StaffProposal =>
  proposal.act === 'invite' || proposal.act === 'reinvite' || proposal.act === 'role'
