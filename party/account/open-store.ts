// The store of an account. Tables of what a user never uses are never made: an account is small, and wakes quickly.

import { migrateOnDemand } from '#party/lib/migrations'
import { type Store, type StorePort, openStore } from '#party/lib/store'
import accountMigrations from '../../db/account/migrations/migrations'

export { accountMigrations }

/** Tables that every account uses, or that statements and triggers of other tables name. */
export const TABLES_AT_ONCE: ReadonlySet<string> = new Set([
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

/** Opens an account's store outside its room. */
export const openAccountStore = (storage: StorePort): Store =>
  migrateOnDemand(openStore(storage), accountMigrations, TABLES_AT_ONCE)
