// drizzle-kit's configuration of the store that STORE names. `npm run db:generate` sets it.

import { env } from 'node:process'
import { defineConfig } from 'drizzle-kit'
import { STORES } from './scripts/lib/stores.mjs'

const store = env['STORE'] ?? ''
const schema = STORES[store]
if (!schema) throw new Error(`STORE is one of ${Object.keys(STORES).join(', ')}.`)

export default defineConfig({
  dialect: 'sqlite',
  // The directory is a database of D1, all others are rooms.
  ...(store !== 'platform' && { driver: 'durable-sqlite' }),
  schema,
  out: `./db/${store}/migrations`,
})
