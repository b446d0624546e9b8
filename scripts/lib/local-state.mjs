// What a local server needs before it starts: a secret, a migrated directory, the seed. Each is done once and kept.

import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { ROOT, mustRun } from './run.mjs'
import { whenStale } from './stale.mjs'

const SEED_SCRIPT = 'scripts/seed.mjs'

export async function prepareLocalState() {
  writeSecretIfMissing()
  // The stamps lie with the data: who deletes .wrangler/state starts anew.
  await whenStale({
    stamp: '.wrangler/state/migrated',
    inputs: ['db/platform/migrations'],
    work: () => mustRun('wrangler', ['d1', 'migrations', 'apply', 'cm', '--local']),
  })
  if (!existsSync(ROOT + SEED_SCRIPT)) return
  await whenStale({
    stamp: '.wrangler/state/seeded',
    inputs: [SEED_SCRIPT, 'db/platform/seed', 'db/platform/migrations'],
    work: async () => {
      await import(`../../${SEED_SCRIPT}`)
    },
  })
}

/** A random secret for this machine. Never overwritten: sessions would end. */
function writeSecretIfMissing() {
  const file = `${ROOT}.dev.vars`
  if (existsSync(file)) return
  const example = readFileSync(`${ROOT}.dev.vars.example`, 'utf8')
  const secret = randomBytes(32).toString('base64url')
  writeFileSync(file, example.replace(/^SESSION_SECRET=.*$/m, `SESSION_SECRET="${secret}"`), { mode: 0o600 })
}
