// The one gate before a commit: looks, lint, types, who imports whom, and the unit tests.

import { testStep, toolStep, twoAtATime } from './steps.mjs'

const LAYERS = ['app', 'server', 'party', 'db']
/** The longest first, so that the last ends beside others. */
const TOOLS = [
  () => toolStep('types and lint', 'oxlint', ['--deny-warnings']),
  () => toolStep('format', 'oxfmt', ['--check', '.']),
  () => toolStep('dependencies', 'depcruise', ['--config', '.dependency-cruiser.mjs', ...LAYERS]),
]

/** Every step runs, so that one sitting shows all that is wrong. Answers whether all went well. `first` runs beside the tools. */
export async function check(first = []) {
  const results = await twoAtATime([...first, ...TOOLS])
  results.push(await testStep('unit'))
  return results.every(Boolean)
}
