// Withdrawal targets of a user: saved addresses and bank cards. A changed target has a new waiting time before its first withdrawal.

import { and, asc, desc, eq, not, sql } from 'drizzle-orm'
import { openDirectory } from './directory'
import { bankCard, savedAddress } from './funds-schema'

export type SavedAddressRow = typeof savedAddress.$inferSelect
export type NewSavedAddress = typeof savedAddress.$inferInsert
export type BankCardRow = typeof bankCard.$inferSelect
export type CardKind = BankCardRow['kind']

/** Null when the same address is saved already. */
export async function insertSavedAddress(db: D1Database, row: NewSavedAddress): Promise<number | null> {
  const [created] = await openDirectory(db)
    .insert(savedAddress)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: savedAddress.id })
  return created?.id ?? null
}

const ownAddress = (userId: number, id: number) => and(eq(savedAddress.userId, userId), eq(savedAddress.id, id))

export async function findSavedAddress(db: D1Database, userId: number, id: number): Promise<SavedAddressRow | null> {
  const [row] = await openDirectory(db).select().from(savedAddress).where(ownAddress(userId, id))
  return row ?? null
}

/** False when another row has the same target, or this number is gone. */
export async function updateSavedAddress(
  db: D1Database,
  { userId, id }: { readonly userId: number; readonly id: number },
  change: Omit<NewSavedAddress, 'id' | 'userId'> & { readonly memo: string },
): Promise<boolean> {
  const { assetId, network, address, memo } = change
  // Checked in the same statement: two rows may be changed to one target concurrently.
  const hasTwin = sql`exists (select 1 from ${savedAddress} as twin
    where twin.user_id = ${userId} and twin.id <> ${id} and twin.asset_id = ${assetId}
      and twin.network = ${network} and twin.address = ${address} and twin.memo = ${memo})`
  const changed = await openDirectory(db)
    .update(savedAddress)
    .set(change)
    .where(and(ownAddress(userId, id), not(hasTwin)))
    .returning({ id: savedAddress.id })
  return changed.length > 0
}

export async function deleteSavedAddress(db: D1Database, userId: number, id: number): Promise<boolean> {
  const gone = await openDirectory(db)
    .delete(savedAddress)
    .where(ownAddress(userId, id))
    .returning({ id: savedAddress.id })
  return gone.length > 0
}

/** Newest first. */
export const listSavedAddresses = (db: D1Database, userId: number): Promise<SavedAddressRow[]> =>
  openDirectory(db).select().from(savedAddress).where(eq(savedAddress.userId, userId)).orderBy(desc(savedAddress.id))

export const listCards = (db: D1Database, userId: number): Promise<BankCardRow[]> =>
  openDirectory(db).select().from(bankCard).where(eq(bankCard.userId, userId)).orderBy(asc(bankCard.kind))

export async function saveCard(db: D1Database, row: BankCardRow): Promise<void> {
  const { fields, changedAt } = row
  await openDirectory(db)
    .insert(bankCard)
    .values(row)
    .onConflictDoUpdate({ target: [bankCard.userId, bankCard.kind], set: { fields, changedAt } })
}

export async function deleteCard(db: D1Database, userId: number, kind: CardKind): Promise<boolean> {
  const gone = await openDirectory(db)
    .delete(bankCard)
    .where(and(eq(bankCard.userId, userId), eq(bankCard.kind, kind)))
    .returning({ kind: bankCard.kind })
  return gone.length > 0
}
