// `npm test`: build, checks and rooms, two steps at a time; then browsers beside killed processes.

import { installShell } from './lib/browser.mjs'
import { build } from './lib/build.mjs'
import { CHECKS } from './lib/check.mjs'
import { fail } from './lib/run.mjs'
import { atATime, countTests, failedSteps, failedTests, flakes, slowestFiles, step, testStep } from './lib/steps.mjs'

const isLong = process.env.LONG === '1'
const ALL = ['unit', 'rooms', 'pages', 'e2e', 'crash']

try {
  installShell()
  let size = ''
  const built = step('build', async () => {
    size = await build()
    return true
  })
  const onceBuilt = (project) => async () => (await built) && testStep(project)
  // Rooms and pages wait for each other much of their time. Browsers wait for a sixth of theirs, and a killed process for a quarter; the long
  // loads of a nightly run would hold browsers up.
  const results = [
    ...(await atATime(2, [() => built, () => testStep('rooms'), ...CHECKS, onceBuilt('pages')])),
    ...(await atATime(isLong ? 1 : 2, [onceBuilt('e2e'), onceBuilt('crash')])),
  ]
  console.log(`  Worker bundle: ${size}`)

  const { passed, failed, skipped } = countTests(ALL)
  // In nightly runs a flake is a failure.
  const isGood = results.every(Boolean) && (!isLong || flakes.length === 0)
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
