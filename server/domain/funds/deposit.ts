// Deposits: how they come and how they stand. Pure.

/** Reported by a user with a voucher, for a coin or bank transfer; or seen on a chain. */
export const DEPOSIT_KINDS = ['coin', 'bank', 'chain'] as const
export type DepositKind = (typeof DEPOSIT_KINDS)[number]

/** A chain deposit is confirming until it has enough confirmations; in review, a person must decide. */
export const DEPOSIT_STATES = ['confirming', 'review', 'passed', 'failed', 'cancelled'] as const
export type DepositState = (typeof DEPOSIT_STATES)[number]

/** Coins worth one dollar, which a bank deposit may be credited in. */
const BANKED: ReadonlySet<string> = new Set(['USDT', 'USDC'])
export const isBanked = ({ code }: { readonly code: string }): boolean => BANKED.has(code)

/** Most deposits reported by one user that await review. */
export const TOLD_WAITING_MAX = 5

/** Review reason of a chain deposit. */
export const REORGANISED = 'reorganised'

/**
 * Consecutive failed checks of a deposit, and the time of the first. A lagging node, or two nodes that answer in turn, may miss an existing
 * deposit; so a deposit is acted on only after three failed checks over at least five minutes. A successful check resets the count; an
 * inconclusive one changes nothing.
 */
export interface Missed {
  readonly missedLooks: number
  readonly missedSince: number | null
}
const MISSED_LOOKS_MIN = 3
const MISSED_FOR_MIN_MS = 5 * 60_000
export const NOT_MISSED: Missed = { missedLooks: 0, missedSince: null }

export const countMissed = ({ missedLooks, missedSince }: Missed, now: number): Missed => ({
  missedLooks: missedLooks + 1,
  missedSince: missedSince ?? now,
})

export const isGone = ({ missedLooks, missedSince }: Missed, now: number): boolean =>
  missedLooks >= MISSED_LOOKS_MIN && missedSince !== null && now - missedSince >= MISSED_FOR_MIN_MS

/** A user's memo: the account number with a check digit, so a typo never matches another account. */
export const depositMemo = (userId: number): string => `${userId}${checkDigit(String(userId))}`

/** The account that a memo names, or null. */
export function readDepositMemo(text: string): number | null {
  if (!/^[1-9]\d{5,15}$/.test(text)) return null
  const [digits, digit] = [text.slice(0, -1), text.slice(-1)]
  return checkDigit(digits) === digit ? parseInt(digits, 10) : null
}

/** Luhn: every slip of one digit and nearly every swap of neighbours is found. */
function checkDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, text, index) => {
    const digit = parseInt(text, 10) * (index % 2 === 0 ? 2 : 1)
    return total + (digit > 9 ? digit - 9 : digit)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}
