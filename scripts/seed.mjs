// Writes the directory's seed into the local database, or with --remote into production. Operators' changes are kept,
// so it may run at any time: `npm start` runs it when the seed changed, `npm run deploy` before a new version is
// deployed.

import { mkdirSync, writeFileSync } from 'node:fs'
import { ROOT, mustRun } from './lib/run.mjs'
import { readSeed } from './lib/seed.mjs'

const FILE = '.cache/seed.sql'
const isRemote = process.argv.includes('--remote')
const PLACE = isRemote ? ['--env', 'production', '--remote'] : ['--local']

mkdirSync(`${ROOT}.cache`, { recursive: true })
writeFileSync(ROOT + FILE, `${(await readSeed({ isDemo: !isRemote })).join(';\n')};\n`)
await mustRun('wrangler', ['d1', 'execute', 'cm', ...PLACE, '--file', FILE, '--yes'])
