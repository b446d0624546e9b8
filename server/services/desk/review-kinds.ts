// List of review kinds; each kind is defined in its own file.

import type { Role } from '#domain/desk/role'
import { traderReview } from '../copy/applications'
import { buyLineReview, buyPaymentReview } from '../buy/money-review'
import { buyRefundReview, buyReview } from '../buy/review'
import { depositReview } from '../funds/deposit-review'
import { withdrawalReview } from '../funds/withdrawal-review'
import { payoutProblemReview, payoutReview } from '../payouts/review'
import { loanReview } from '../loan/review'
import { loanStuckReview } from '../loan/stuck-review'
import { screeningReview } from '../screening/review'
import { identityReview } from '../verification/review'
import { artistReview } from '../nft/artists'
import { artworkReview } from '../nft/works'
import { objectionReview } from '../quiz-objection'
import { changeReview } from './kinds/change'
import { correctionReview } from './kinds/correction'
import { recoveryReview } from './kinds/recovery'
import { staffReview } from './kinds/staff'
import { flagReview } from './kinds/flag'
import { sealedReview } from './kinds/sealed'
import type { ReviewKind } from './review-kind'

/** In navigation order. */
export const REVIEW_KINDS = [
  identityReview,
  screeningReview,
  depositReview,
  withdrawalReview,
  payoutReview,
  payoutProblemReview,
  buyReview,
  buyRefundReview,
  buyPaymentReview,
  buyLineReview,
  loanReview,
  loanStuckReview,
  correctionReview,
  traderReview,
  artistReview,
  artworkReview,
  recoveryReview,
  flagReview,
  sealedReview,
  staffReview,
  objectionReview,
  changeReview,
] as const satisfies readonly ReviewKind[]

export type ReviewKindName = (typeof REVIEW_KINDS)[number]['name']

export const findKind = (name: string | undefined): (typeof REVIEW_KINDS)[number] | undefined =>
  REVIEW_KINDS.find((kind) => kind.name === name)

export const kindsReadBy = (role: Role): (typeof REVIEW_KINDS)[number][] =>
  REVIEW_KINDS.filter((kind) => kind.roles.read.includes(role))

/** True when the role may read or decide a review kind forbidden to `than`. */
export const hasMoreReviews = (role: Role, than: Role): boolean =>
  REVIEW_KINDS.some(({ roles }) =>
    [roles.read, roles.decide].some((allowed) => allowed.includes(role) && !allowed.includes(than)),
  )
