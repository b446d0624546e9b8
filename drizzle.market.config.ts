// Migrations of one pair's room from its schema: `npm run db:generate -- market`.

import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'sqlite',
  driver: 'durable-sqlite',
  schema: ['./db/market/house.ts', './db/market/journal.ts', './db/market/stocks.ts'],
  out: './db/market/migrations',
})
