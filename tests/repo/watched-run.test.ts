// A run of tests that stands still is ended, and says where it stood.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runWatched } from '../../scripts/lib/watched-run.mjs'

const ROOT = join(import.meta.dirname, '../..')
const CACHE = join(ROOT, '.cache')

let folder = ''
beforeAll(() => {
  mkdirSync(CACHE, { recursive: true })
  folder = mkdtempSync(join(CACHE, 'watched-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs one test file in a separate Vitest. */
function run(tests: string, silenceMs: number) {
  const file = join(folder, 'waits.test.mjs')
  writeFileSync(file, `import { test } from 'vitest'\n${tests}`)
  const config = join(folder, 'vitest.config.mjs')
  const options = { include: [relative(ROOT, file)], testTimeout: 0 }
  writeFileSync(config, `export default { test: ${JSON.stringify(options)} }`)
  const args = ['run', '--config', config]
  return runWatched(args, { limitMs: 600_000, silenceMs, startMs: 120_000, lookMs: 100 })
}

// Starting Vitest takes seconds on a busy machine.
test('a run that stands still in a test is ended, and names the test and what Node waits for', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  const result = await run(
    "test('that waits without end', () => new Promise(() => setInterval(() => {}, 1000)))",
    1_000,
  )
  expect(result).toMatchObject({ isGood: false, stoodStill: true })
  const words = said.mock.calls.join('\n')
  said.mockRestore()
  expect(words).toMatch(/^Ended: no test began or ended for \d+ s\. It was here:/)
  expect(words).toContain('> that waits without end')
  // Windows has no signal that asks for stacks.
  expect(words).toMatch(/Node waits for|no stacks/)
})

test('a run whose tests end is left alone, and says how long each file took, with what comes before its tests', async () => {
  const result = await run(
    "import { beforeAll } from 'vitest'\nbeforeAll(() => new Promise((go) => setTimeout(go, 50)))\ntest('that ends', () => undefined)",
    120_000,
  )
  expect(result).toMatchObject({ isGood: true, stoodStill: false })
  expect([...result.tookMs.values()]).toEqual([expect.toSatisfy((ms) => ms >= 45, 'with its hooks')])
})
