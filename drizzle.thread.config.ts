// Migrations of the thread of support from its schema: `npm run db:generate -- thread`.

import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'sqlite',
  driver: 'durable-sqlite',
  schema: './db/thread/schema.ts',
  out: './db/thread/migrations',
})
