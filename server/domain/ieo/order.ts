// States of an application, and the terms that it keeps: later edits don't affect it.

import type { IeoMode } from './terms'

/**
 * `held`: the payment is held, the application not counted yet. `applied`: counted. `allotted`: paid, tokens not delivered yet.
 * `unlocking`: delivered, unlocked day by day. `done`: complete. `refused`: never counted.
 */
export type IeoState = 'held' | 'refused' | 'applied' | 'allotted' | 'unlocking' | 'done'

/** Why the directory did not count an application. */
export type IeoCause = 'sold_out' | 'above_user_max'

export interface StoredIeoTerms {
  readonly mode: IeoMode
  /** Of one token in USDT's smallest unit, as integer text. */
  readonly cost: string
  readonly userMax: number
  readonly endsAt: number
  readonly listingAt: number
  readonly lockDays: number
}

/** Application to register as a claim in the directory. */
export interface IeoClaim {
  readonly projectId: number
  readonly orderNo: number
  readonly quantity: number
}

/** The directory's answer: claim number, or refusal with the remaining supply. */
export type IeoClaimed =
  | { readonly isCounted: true; readonly claimNo: number }
  | { readonly isCounted: false; readonly cause: IeoCause; readonly left: number }

/** The name under which the directory counts applications. */
export const IEO_PRODUCT = 'ieo'

/** Claim of an application: the reference of its hold, prefixed by the account. */
export const claimOf = (userId: number, { projectId, orderNo, quantity }: IeoClaim) => ({
  product: IEO_PRODUCT,
  item: String(projectId),
  ref: `${userId}:ieo:${orderNo}`,
  quantity,
})

/** The directory's answer to a claim, converted for its application. */
export const claimedBy = (
  answer:
    | { readonly isGranted: true; readonly no: number }
    | { readonly isGranted: false; readonly refusal: IeoCause; readonly left: number },
): IeoClaimed =>
  answer.isGranted
    ? { isCounted: true, claimNo: answer.no }
    : { isCounted: false, cause: answer.refusal, left: answer.left }
