// Checks before a commit: formatting, lint, types, unused exports, module dependencies and unit tests.

import { testStep, toolStep } from './steps.mjs'

/** Types are checked in Go. With two checkers every type is computed twice. A limit of memory below what the types take would collect garbage without end. */
const ONE_CHECKER = { GOMAXPROCS: '1' }
const LAYERS = ['app', 'server', 'party', 'db']
/** Longest first, so that the last one ends beside others. */
export const CHECKS = [
  () => toolStep('types and lint', 'oxlint', ['--deny-warnings'], ONE_CHECKER),
  () => testStep('unit'),
  () => toolStep('format', 'oxfmt', ['--check', '.']),
  () => toolStep('unused code', 'knip', ['--no-progress']),
  () => toolStep('dependencies', 'depcruise', ['--config', '.dependency-cruiser.mjs', ...LAYERS]),
]
