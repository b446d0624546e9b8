// The store of an account as its room opens it.

import { TABLES_AT_WAKE, accountMigrations } from '#party/account/open-store'
import { migrateOnDemand } from '#party/lib/migrations'
import { type Store, type StorePort, openStore } from '#party/lib/store'

export const openAccountStore = (storage: StorePort): Store =>
  migrateOnDemand(openStore(storage), accountMigrations, TABLES_AT_WAKE)
