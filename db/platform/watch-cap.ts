// How much the house stands for in a symbol on one side at most, by feature and in the quote's smallest unit. A feature without an entry has no cap.

import type { Amount } from '#domain/money/amount'

/** No product has a cap yet. */
export const readWatchCaps = (_db: D1Database, _symbol: string): Promise<ReadonlyMap<string, Amount | null>> =>
  Promise.resolve(new Map<string, Amount | null>())
