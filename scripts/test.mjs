// `npm test`: build, check, then the tests that need the runtime, a browser, or a process to kill. All of it, on any machine with Node.

import { build } from './lib/build.mjs'
import { check } from './lib/check.mjs'
import { fail } from './lib/run.mjs'
import { countTests, step, testStep } from './lib/steps.mjs'

const HEAVY = ['rooms', 'e2e', 'crash']

try {
  let size = ''
  const isBuilt = await step('build', async () => {
    size = await build()
    return true
  })
  console.log(`  Worker bundle: ${size}`)
  const results = [isBuilt, await check()]
  for (const project of HEAVY) results.push(await testStep(project))

  const { passed, failed, skipped } = countTests(['unit', ...HEAVY])
  const isGood = results.every(Boolean)
  if (!isGood) console.log('\nSomething failed; the steps marked ✗ above say what.')
  // The last line, alone, in this form: other programs read it.
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  process.exit(isGood ? 0 : 1)
} catch (error) {
  fail(error)
}
