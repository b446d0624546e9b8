// What one person at the desk may ask for and another has to approve before it is so: power for somebody, a change that money hangs on, or
// that a user's lost authenticator app is taken away.
// Kept as it was asked for; the words of it are made when it is read.

import type { AccountFlag } from '../account-flag'
import type { Language } from '../language'
import type { CouponTerms } from '../promotion/coupon'
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
  /** A customer account that was declared as this person's own is not. */
  | { readonly act: 'customer_removal'; readonly staffId: number; readonly userId: number }

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

/** What of a coupon may be changed. Its terms never are: who has one keeps what was promised. */
export interface CouponSwitches {
  readonly stock: number
  readonly claimUntil: number
  readonly isListed: boolean
  readonly isWelcome: boolean
  readonly isEnabled: boolean
}

export interface ProposedCoupon {
  readonly code: string | null
  readonly terms: CouponTerms
  readonly stock: number
  readonly useWithinDays: number
  readonly claimFrom: number
  readonly claimUntil: number
  readonly isListed: boolean
  readonly isWelcome: boolean
  readonly createdAt: number
}

export type CouponProposal =
  | { readonly act: 'coupon_add'; readonly coupon: ProposedCoupon }
  | {
      readonly act: 'coupon_change'
      readonly couponId: number
      readonly before: CouponSwitches
      readonly after: CouponSwitches
    }

/** The app that the user had at `appSince`: one that was set up later is another, and stays. */
export interface RecoveryProposal {
  readonly act: 'app_removal'
  readonly userId: number
  readonly appSince: number
  /** How whoever asks made sure of who it is. */
  readonly note: string
}

/** A flag of an account, granted or withdrawn. */
export interface FlagProposal {
  readonly act: 'account_flag'
  readonly userId: number
  readonly flag: AccountFlag
  readonly isGranted: boolean
  readonly reason: string
}

export type Proposal = StaffProposal | RowProposal | CouponProposal | RecoveryProposal | FlagProposal

/** More of it for somebody: that takes two. Less takes one. */
export const isMoreCoupon = (before: CouponSwitches, after: CouponSwitches): boolean =>
  after.stock > before.stock ||
  after.claimUntil > before.claimUntil ||
  (after.isListed && !before.isListed) ||
  (after.isWelcome && !before.isWelcome) ||
  (after.isEnabled && !before.isEnabled)

export const isCouponProposal = (proposal: Proposal): proposal is CouponProposal =>
  proposal.act === 'coupon_add' || proposal.act === 'coupon_change'

export const isRecoveryProposal = (proposal: Proposal): proposal is RecoveryProposal => proposal.act === 'app_removal'

export const isFlagProposal = (proposal: Proposal): proposal is FlagProposal => proposal.act === 'account_flag'

export const isStaffProposal = (proposal: Proposal): proposal is StaffProposal =>
  proposal.act === 'invite' ||
  proposal.act === 'reinvite' ||
  proposal.act === 'role' ||
  proposal.act === 'customer_removal'
