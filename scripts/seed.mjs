// Writes the seed of the directory into the local database. Rows that are there already stay as they are, so it may run
// at any time. `npm start` runs it when the seed changed; by hand it is `node scripts/seed.mjs`.
// For a deployed database: `node scripts/seed.mjs --print > seed.sql`, then `wrangler d1 execute cm --remote --file seed.sql`.

import { mkdirSync, writeFileSync } from 'node:fs'
import { ROOT, mustRun } from './lib/run.mjs'
import { readSeed } from './lib/seed.mjs'

const FILE = '.cache/seed.sql'

const sql = `${(await readSeed()).join(';\n')};\n`
if (process.argv.includes('--print')) {
  process.stdout.write(sql)
} else {
  mkdirSync(`${ROOT}.cache`, { recursive: true })
  writeFileSync(ROOT + FILE, sql)
  await mustRun('wrangler', ['d1', 'execute', 'cm', '--local', '--file', FILE, '--yes'])
}
