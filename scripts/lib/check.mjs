// The one gate before a commit: looks, lint, types, who imports whom, and the unit tests.

import { testStep, toolStep } from './steps.mjs'

/** Every step runs, so that one sitting shows all that is wrong. Answers whether all went well. */
export async function check() {
  const results = [
    await toolStep('format', 'prettier', ['--check', '.', '--log-level', 'warn']),
    await toolStep('types', 'tsc', ['--noEmit']),
    await toolStep('lint', 'eslint', ['.', '--max-warnings', '0']),
    await toolStep('dependencies', 'depcruise', ['--config', '.dependency-cruiser.mjs', ...LAYERS]),
    await testStep('unit'),
  ]
  return results.every(Boolean)
}

const LAYERS = ['app', 'server', 'party', 'db']
