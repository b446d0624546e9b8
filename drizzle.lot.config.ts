// Migrations of the sale from its schema: `npm run db:generate -- lot`.

import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'sqlite',
  driver: 'durable-sqlite',
  schema: './db/lot/schema.ts',
  out: './db/lot/migrations',
})
