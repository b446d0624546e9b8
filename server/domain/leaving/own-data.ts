// Export of personal data: columns excluded because they hold secrets, seeds of future draws, or staff; and retention periods.

import { DAY_MS, MINUTE_MS } from '#domain/time'

/** By the last word or words of a column's name. A new secret has one of these names, which a test holds. */
const SECRET = /(?:^|_)(?:secret|seed|salt|hash|sealed|auth|p256dh|challenge|counter|quote_id|command_id)$/

/** Who of the desk did something. */
const STAFF = /^(?:staff_id|claimed_by|proposed_by)$/

export const isSecretColumn = (name: string): boolean => SECRET.test(name) || STAFF.test(name)

/** How long the law wants records of customers kept after the end of a business relationship. */
export const RETENTION_YEARS = 5
export const RETENTION_MS = RETENTION_YEARS * 366 * DAY_MS

/** How long the address of a person's file is good. */
export const FILE_LIFE_MS = 10 * MINUTE_MS
