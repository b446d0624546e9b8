// What a reset of play money may find unfinished: it moves no money by itself.

/** By the names of what must end before an account is closed. */
export const LEFT_AT_RESET: ReadonlySet<string> = new Set(['balances', 'followings', 'trading', 'verification'])
