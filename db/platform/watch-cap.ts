// The house's largest exposure in a symbol on one side, by feature, in the quote's smallest unit. A feature without an entry has no cap.

import { eq } from 'drizzle-orm'
import type { Amount } from '#domain/money/amount'
import { openDirectory } from './directory'
import { futuresTerm } from './futures-schema'
import { optionTerm } from './options-schema'

export async function readWatchCaps(db: D1Database, symbol: string): Promise<ReadonlyMap<string, Amount | null>> {
  const directory = openDirectory(db)
  const [[futures], [options]] = await directory.batch([
    directory.select({ cap: futuresTerm.exposureMax }).from(futuresTerm).where(eq(futuresTerm.symbol, symbol)),
    directory.select({ cap: optionTerm.exposureMax }).from(optionTerm).where(eq(optionTerm.symbol, symbol)),
  ])
  return new Map([
    ...(futures ? [['futures', futures.cap] as const] : []),
    ...(options ? [['options', options.cap] as const] : []),
  ])
}
