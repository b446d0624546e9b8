// Builds pages and Worker when their sources changed: build/ is Remix's output, dist/ the Worker as deployed.

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { buildWords } from './built-words.mjs'
import { withLock } from './lock.mjs'
import { ROOT, mustRun } from './run.mjs'
import { buildServiceWorker } from './service-worker.mjs'
import { whenStale } from './stale.mjs'
import { buildVerifier } from './verifier.mjs'

const SOURCES = [
  'app',
  'server',
  'db',
  'party',
  'locales',
  'public',
  'docs/programs.md',
  'package-lock.json',
  'package.json',
]
const TOOLS = ['scripts', 'vite.config.ts', 'wrangler.toml']
const SIZE = '.cache/bundle-size'
/** Last results of the build's tools. */
const RESULTS = [
  'build/server/index.js',
  'build/client/sw.js',
  'build/client/verify.mjs',
  'build/client/page-words/jp.json',
  'build/server-words/list.js',
  'dist/worker.js',
  SIZE,
]
const STAMP = '.cache/build.hash'
const LOCK = `${ROOT}.cache/build.pid`

/** Builds stale outputs; returns wrangler's bundle size line. One build per checkout at a time, because a build empties folders that another reads. */
export const build = () =>
  withLock(LOCK, async () => {
    if (!RESULTS.every((path) => existsSync(ROOT + path))) rmSync(ROOT + STAMP, { force: true })
    await whenStale({
      stamp: STAMP,
      inputs: [...SOURCES, ...TOOLS],
      what: 'Building pages and Worker, for a minute or two',
      work: buildAll,
    })
    return readFileSync(ROOT + SIZE, 'utf8')
  })

/** Tests that build set another one, with which the development form of React gets into the Worker. */
const PRODUCTION = { env: { NODE_ENV: 'production' } }

async function buildAll() {
  await mustRun('remix', ['vite:build', '--logLevel', 'error'], PRODUCTION)
  await buildWords()
  await buildServiceWorker()
  await buildVerifier()
  // Texts and migrations of an earlier build have names of their own.
  rmSync(`${ROOT}dist`, { recursive: true, force: true })
  const said = await mustRun('wrangler', ['deploy', '--dry-run', '--outdir', 'dist'], PRODUCTION)
  writeFileSync(ROOT + SIZE, /Total Upload:.*/.exec(said)?.[0] ?? 'Total Upload: unknown')
}
