// The store of an account. Tables of what a user never uses are never made: an account is small, and wakes quickly.

import { balance, bill, entry, hold } from '#db/account/ledger'
import { command, counter, session, timer, turnLog } from '#db/account/room'
import { migrateOnDemand } from '#party/lib/migrations'
import { type Store, type StorePort, openStore } from '#party/lib/store'
import { tableOf } from '#party/lib/table'
import accountMigrations from '../../db/account/migrations/migrations'

export { accountMigrations }

/** Tables that triggers or statements of other tables name, or that every account uses. */
export const TABLES_AT_ONCE: ReadonlySet<string> = new Set(
  [balance, bill, command, counter, entry, hold, session, timer, turnLog].map((schema) => tableOf(schema).name),
)

/** Opens an account's store where no room of its own does. */
export const openAccountStore = (storage: StorePort): Store =>
  migrateOnDemand(openStore(storage), accountMigrations, TABLES_AT_ONCE)
