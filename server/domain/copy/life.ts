// States of followings and copies.

/** `ended` keeps its row: what copies won and lost counts on when the same trader is followed again. */
export type FollowingState = 'active' | 'ended'
/** What ended a following. */
export type FollowingEnd = 'cancelled' | 'loss_reached' | 'trader_closed'

/** `missed`: not made, or cancelled before it opened; its row gives the reason. */
export type CopyState = 'live' | 'closed' | 'missed'

/** `review`: the desk decides. `closed`: by the trader or the desk; its page and log stay. */
export type TraderState = 'review' | 'rejected' | 'active' | 'closed'
