// How much the house stands for in a symbol on one side at most, by feature and in the quote's smallest unit. A feature without an entry has no cap.

import { eq } from 'drizzle-orm'
import type { Amount } from '#domain/money/amount'
import { openDirectory } from './directory'
import { futuresTerm } from './futures-schema'

export async function readWatchCaps(db: D1Database, symbol: string): Promise<ReadonlyMap<string, Amount | null>> {
  const row = await openDirectory(db)
    .select({ cap: futuresTerm.exposureMax })
    .from(futuresTerm)
    .where(eq(futuresTerm.symbol, symbol))
    .get()
  return new Map(row ? [['futures', row.cap]] : [])
}
