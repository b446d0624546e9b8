// Migrations of a trader's room from its schema: `npm run db:generate -- leader`.

import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'sqlite',
  driver: 'durable-sqlite',
  schema: './db/leader/schema.ts',
  out: './db/leader/migrations',
})
