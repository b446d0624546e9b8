// The store of an account. Tables of products that a user never uses are never made: an account is small, and wakes quickly.

import accountMigrations from '../../db/account/migrations/migrations'

export { accountMigrations }

/** Tables that every account uses, or that statements and triggers of other tables name. */
export const TABLES_AT_WAKE: ReadonlySet<string> = new Set([
  'balance',
  'bill',
  'command',
  'counter',
  'entry',
  'hold',
  'session',
  'timer',
  'turn_log',
])
