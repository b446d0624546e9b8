// The door of the desk's queue for features: open a review beside one's own row, take it back, and what a decision is.
// A feature settles its decisions in `settle…Review(env, decision)`, which may be called again after a crash and then answers the same.

export { type ReviewRequest, cancelReviewStatement, openReviewStatement } from '#db/platform/review-request'
export type { FactLabel, ReviewDecision, ReviewFacts, ReviewKind, Verdict } from '#domain/desk/review'
