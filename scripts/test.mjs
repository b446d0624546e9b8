// `npm test`: build, checks and rooms, two steps at a time; then tests that need a browser, or killed processes, alone.

import { installShell } from './lib/browser.mjs'
import { build } from './lib/build.mjs'
import { CHECKS } from './lib/check.mjs'
import { fail } from './lib/run.mjs'
import { countTests, failedSteps, failedTests, flakes, slowestFiles, step, testStep, twoAtATime } from './lib/steps.mjs'

const ALL = ['unit', 'rooms', 'pages', 'e2e', 'crash']

try {
  installShell()
  let size = ''
  const built = step('build', async () => {
    size = await build()
    return true
  })
  const onceBuilt = (project) => async () => (await built) && testStep(project)
  // Rooms and pages wait for each other much of their time; browsers use both processors.
  const results = [
    ...(await twoAtATime([() => built, () => testStep('rooms'), ...CHECKS, onceBuilt('pages')])),
    await onceBuilt('e2e')(),
    await onceBuilt('crash')(),
  ]
  console.log(`  Worker bundle: ${size}`)

  const { passed, failed, skipped } = countTests(ALL)
  // In nightly runs a flake is a failure.
  const isGood = results.every(Boolean) && (process.env.LONG !== '1' || flakes.length === 0)
  console.log(`\nThe slowest files:\n${slowestFiles(10).join('\n')}`)
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
