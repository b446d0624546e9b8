// Migrations of the pool of a quiz event from its schema: `npm run db:generate -- event`.

import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'sqlite',
  driver: 'durable-sqlite',
  schema: './db/event/schema.ts',
  out: './db/event/migrations',
})
