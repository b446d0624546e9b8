// Receipts as the directory keeps them for everybody: put once, never changed.

import { eq } from 'drizzle-orm'
import { openDirectory } from './directory'
import { receipt } from './receipt-schema'

/** D1 takes a hundred values in a statement. */
const ROWS_PER_STATEMENT = 30

/** One that is there stays. */
export async function keepReceipts(db: D1Database, receipts: readonly (typeof receipt.$inferSelect)[]): Promise<void> {
  const directory = openDirectory(db)
  for (let from = 0; from < receipts.length; from += ROWS_PER_STATEMENT)
    await directory
      .insert(receipt)
      .values(receipts.slice(from, from + ROWS_PER_STATEMENT))
      .onConflictDoNothing()
}

/** The text of a receipt; null when there is none of that name. */
export async function findReceipt(db: D1Database, id: string): Promise<string | null> {
  const row = await openDirectory(db).select({ body: receipt.body }).from(receipt).where(eq(receipt.id, id)).get()
  return row?.body ?? null
}
