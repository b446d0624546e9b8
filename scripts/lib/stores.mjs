// Stores of the app, and the files that declare their tables, as drizzle-kit reads them.

/** @type {Record<string, string>} */
export const STORES = {
  platform: './db/platform/*schema.ts',
  account: './db/account/*.ts',
  market: './db/market/{house,journal,stocks}.ts',
  quotes: './db/quotes/schema.ts',
  watch: './db/watch/schema.ts',
  leader: './db/leader/schema.ts',
  event: './db/event/schema.ts',
  thread: './db/thread/schema.ts',
  chat: './db/chat/schema.ts',
  lot: './db/lot/schema.ts',
  log: './db/log/schema.ts',
}
