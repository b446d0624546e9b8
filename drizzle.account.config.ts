// Migrations of one user's room from its schema: `npm run db:generate -- account`.

import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'sqlite',
  driver: 'durable-sqlite',
  schema: './db/account/*.ts',
  out: './db/account/migrations',
})
