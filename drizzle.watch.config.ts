// Migrations of the price feed's room from its schema: `npm run db:generate -- watch`.

import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'sqlite',
  driver: 'durable-sqlite',
  schema: './db/watch/schema.ts',
  out: './db/watch/migrations',
})
