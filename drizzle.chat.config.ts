// Migrations of the chat room from its schema: `npm run db:generate -- chat`.

import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'sqlite',
  driver: 'durable-sqlite',
  schema: './db/chat/schema.ts',
  out: './db/chat/migrations',
})
