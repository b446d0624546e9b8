// Migrations of the price feed's room from its schema: `npm run db:generate -- quotes`.

import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'sqlite',
  driver: 'durable-sqlite',
  schema: './db/quotes/schema.ts',
  out: './db/quotes/migrations',
})
