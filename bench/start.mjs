// Processor time of a new isolate until its first answer, and size of the Worker (build first: `npm run build`).
//
//   node bench/start.mjs [--rounds 9] [--base DIR]
//
// Each start is a runtime of its own; the start of an empty Worker in the same round is taken off. `--base`: another checkout's dist/, started in
// alternation. Fails when the Worker is larger than its bound.

import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from '../scripts/lib/run.mjs'
import { GZIP_MAX, sizeOf } from '../scripts/lib/bundle-size.mjs'
import { readModules } from '../scripts/lib/miniflare.mjs'
import { readConfig, startRuntime } from '../scripts/lib/runtime.mjs'
import { Verdict } from './alternate.mjs'
import { median } from './load.mjs'
import { serverSeconds, watchOthers } from './machine.mjs'

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '9' }, base: { type: 'string' } },
})
const DIST = join(ROOT, 'dist')
const BINDINGS = { ENVIRONMENT: 'test', SESSION_SECRET: 'of-a-bench-on-this-machine-only-0123456789' }
const { compatibility_date: compatibilityDate } = await readConfig()
const EMPTY = {
  modules: [{ type: 'ESModule', path: 'empty.mjs', contents: `export default { fetch: () => new Response('') }` }],
}

/** Milliseconds of the runtime's processor from its start to the answer of one request that needs no room. */
async function start(modules) {
  const miniflare = await startRuntime({ workers: [{ name: 'cm', compatibilityDate, bindings: BINDINGS, ...modules }] })
  try {
    await (await miniflare.dispatchFetch('http://localhost/health')).text()
    return serverSeconds() * 1000
  } finally {
    await miniflare.dispose()
  }
}

const folders = options.base ? { base: options.base, here: DIST } : { here: DIST }
const others = watchOthers()
const empty = []
const taken = Object.fromEntries(Object.keys(folders).map((name) => [name, []]))
for (let round = 0; round < Number(options.rounds); round++) {
  empty.push(await start(EMPTY))
  for (const [name, folder] of Object.entries(folders))
    taken[name].push((await start(readModules(folder))) - empty.at(-1))
}
console.log(`empty Worker: ${median(empty).toFixed(0)} ms; other work ${others().toFixed(1)} cores`)
const verdict = new Verdict()
for (const [name, folder] of Object.entries(folders)) {
  const { raw, gzip } = sizeOf(folder)
  const range = `${Math.min(...taken[name]).toFixed(0)}-${Math.max(...taken[name]).toFixed(0)}`
  console.log(`${name}: ${median(taken[name]).toFixed(0)} ms [${range}] above it; ${raw} bytes, ${gzip} gzip`)
}
const { gzip } = sizeOf(DIST)
verdict.expect(gzip <= GZIP_MAX, `size of the Worker: ${gzip} bytes gzip, at most ${GZIP_MAX}`)
verdict.close()
