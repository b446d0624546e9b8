// `npm run db:generate [-- store name]`: writes the migration that brings a store to its schema. All stores without a name.
// Migrations are append-only: commit what it writes, and never edit it once it has run anywhere but here.

import { fail, run } from './lib/run.mjs'

const STORES = ['platform', 'account', 'market', 'quotes']

const [store, name] = process.argv.slice(2)
if (store && !STORES.includes(store)) fail(`There is no store "${store}"; there are ${STORES.join(', ')}.`)

for (const each of store ? [store] : STORES) {
  const options = ['--config', `drizzle.${each}.config.ts`, ...(name ? ['--name', name] : [])]
  const { code } = await run('drizzle-kit', ['generate', ...options])
  if (code !== 0) fail(`The migration of ${each} was not written.`)
}
