// Unfinished items that a reset of play money leaves as they are: none moves money by itself.

/** Names of items that must end before an account is closed. */
export const LEFT_AT_RESET: ReadonlySet<string> = new Set(['balances', 'followings', 'trading', 'verification'])
