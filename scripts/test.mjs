// `npm test`: build, static checks, then tests that need the runtime, a browser, or killed processes.

import { build } from './lib/build.mjs'
import { check } from './lib/check.mjs'
import { fail } from './lib/run.mjs'
import { countTests, failedSteps, failedTests, flakes, slowestFiles, step, testStep } from './lib/steps.mjs'

const HEAVY = ['rooms', 'pages', 'e2e', 'crash']
const ALL = ['unit', ...HEAVY]

try {
  let size = ''
  const buildStep = () =>
    step('build', async () => {
      size = await build()
      return true
    })
  const results = [await check([buildStep])]
  console.log(`  Worker bundle: ${size}`)
  for (const project of HEAVY) results.push(await testStep(project))

  const { passed, failed, skipped } = countTests(ALL)
  // In nightly runs a flake is a failure.
  const isGood = results.every(Boolean) && (process.env.LONG !== '1' || flakes.length === 0)
  console.log(`\nThe slowest files:\n${slowestFiles(ALL, 10).join('\n')}`)
  console.log(`\nFlakes: ${flakes.length}`)
  for (const flake of flakes) console.log(`  ${flake}, and passed when run again`)
  // Printed last, because truncated logs keep their end.
  if (!isGood) console.log(['\nFailed:', ...failedSteps, ...failedTests(ALL)].join('\n'))
  // Last line, alone, in exactly this form: other programs parse it.
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  process.exit(isGood ? 0 : 1)
} catch (error) {
  fail(error)
}
