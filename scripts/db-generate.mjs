// `npm run db:generate [-- store]`: regenerates the baseline migration of a store: the tables of its schema files, then
// its handwritten.sql. Nothing is released yet, so each store has this single migration. From 1.0 on migrations are
// appended: see db/README.md.

import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { ROOT, fail, mustRun } from './lib/run.mjs'
import { STORES } from './lib/stores.mjs'

const NAMES = Object.keys(STORES)
const BASELINE = '0000_baseline.sql'
/** drizzle-kit writes the time and a random id, which would make every run a change. */
const WRITTEN_AT = Date.UTC(2026, 10, 24)
const SNAPSHOT_ID = '00000000-0000-0000-0000-000000000001'

const [only] = process.argv.slice(2)
if (only && !NAMES.includes(only)) fail(`There is no store "${only}"; there are ${NAMES.join(', ')}.`)

for (const store of only ? [only] : NAMES) {
  await writeBaseline(store)
  console.log(`db/${store}/migrations/${BASELINE}`)
}

async function writeBaseline(store) {
  const folder = `${ROOT}db/${store}/migrations/`
  for (const name of readdirSync(folder)) if (name.endsWith('.sql')) rmSync(folder + name)
  rmSync(`${folder}meta`, { recursive: true, force: true })
  // The directory is a database of D1, all others are rooms.
  const driver = store === 'platform' ? [] : ['--driver', 'durable-sqlite']
  const at = ['--schema', STORES[store], '--out', `./db/${store}/migrations`]
  await mustRun('drizzle-kit', ['generate', '--dialect', 'sqlite', ...driver, ...at, '--name', 'baseline'])

  const handwritten = `${ROOT}db/${store}/handwritten.sql`
  const parts = [folder + BASELINE, handwritten].filter(existsSync).map((file) => readFileSync(file, 'utf8').trim())
  writeFileSync(folder + BASELINE, `${parts.join('\n--> statement-breakpoint\n')}\n`)
  editJson(`${folder}meta/_journal.json`, ({ entries: [entry] }) => (entry.when = WRITTEN_AT))
  editJson(`${folder}meta/0000_snapshot.json`, (snapshot) => (snapshot.id = SNAPSHOT_ID))
}

function editJson(file, edit) {
  const content = JSON.parse(readFileSync(file, 'utf8'))
  edit(content)
  writeFileSync(file, JSON.stringify(content, null, 2))
}
