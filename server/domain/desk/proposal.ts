// Proposals by one person that a colleague must approve: desk roles, changes that concern money, or the removal of a user's lost
// authenticator app.
// Stored as proposed; texts are rendered on display.

import type { AccountFlag } from '../account-flag'
import type { PayoutMethod } from '../funds/payout'
import type { Language } from '../language'
import type { CouponTerms } from '../promotion/coupon'
import type { Role } from './role'
import type { SheetName } from './sheet'
import type { StoredRow, StoredValue } from './sheet-cell'

/** Roles at the desk. The invitation link goes by mail to the person's own address in this language; the desk never sees it. */
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
  /** Revokes the declaration of a customer account as this person's own. */
  | { readonly act: 'customer_removal'; readonly staffId: number; readonly userId: number }

type Values = Readonly<Record<string, StoredValue>>

/** Change of a table row. `before` is the row at the time of the proposal: a later change by someone else isn't overwritten. */
export type RowProposal =
  | {
      readonly act: 'row_change'
      readonly sheet: SheetName
      readonly key: readonly string[]
      readonly before: StoredRow
      readonly after: Values
    }
  | { readonly act: 'row_add'; readonly sheet: SheetName; readonly row: Values }

/** Editable fields of a coupon. Its terms are immutable: owners keep their promised terms. */
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

/** Removes the app confirmed at `appSince`: an app set up later stays. */
export interface RecoveryProposal {
  readonly act: 'app_removal'
  readonly userId: number
  readonly appSince: number
  /** How the proposer verified the user's identity. */
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

/** Shows the desk for a day who a closed account belonged to. */
export interface SealProposal {
  readonly act: 'seal_opening'
  readonly userId: number
  readonly reason: string
}

/** A batch of payouts to be signed, or transactions of a batch that no node can show. */
export type PayoutProposal =
  | {
      readonly act: 'payout_batch'
      /** Empty for banks. */
      readonly network: string
      readonly method: PayoutMethod
      readonly withdrawalIds: readonly number[]
    }
  | {
      readonly act: 'payout_told'
      readonly batchId: number
      readonly references: readonly (readonly [withdrawalId: number, txId: string])[]
    }

export type Proposal =
  | PayoutProposal
  | StaffProposal
  | RowProposal
  | CouponProposal
  | RecoveryProposal
  | FlagProposal
  | SealProposal

/** Raising a coupon's availability needs two approvals, lowering it one. */
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

export const isSealProposal = (proposal: Proposal): proposal is SealProposal => proposal.act === 'seal_opening'

export const isPayoutProposal = (proposal: Proposal): proposal is PayoutProposal =>
  proposal.act === 'payout_batch' || proposal.act === 'payout_told'

export const isStaffProposal = (proposal: Proposal): proposal is StaffProposal =>
  proposal.act === 'invite' ||
  proposal.act === 'reinvite' ||
  proposal.act === 'role' ||
  proposal.act === 'customer_removal'
