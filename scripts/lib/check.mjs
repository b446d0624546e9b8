// Checks before a commit: formatting, lint, types, module dependencies and unit tests.

import { testStep, toolStep, twoAtATime } from './steps.mjs'

const LAYERS = ['app', 'server', 'party', 'db']
/** Longest first, so that the last one ends beside others. */
const TOOLS = [
  () => toolStep('types and lint', 'oxlint', ['--deny-warnings']),
  () => toolStep('format', 'oxfmt', ['--check', '.']),
  () => toolStep('dependencies', 'depcruise', ['--config', '.dependency-cruiser.mjs', ...LAYERS]),
]

/** Runs every step even after a failure, to report all problems at once. True when all passed. `first` runs beside the tools. */
export async function check(first = []) {
  const results = await twoAtATime([...first, ...TOOLS])
  results.push(await testStep('unit'))
  return results.every(Boolean)
}
