// Migrations of the directory (D1) from its schema: `npm run db:generate -- platform`.

import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'sqlite',
  schema: './db/platform/*schema.ts',
  out: './db/platform/migrations',
})
