// Checks before a commit: formatting, lint, types, unused exports, module dependencies and unit tests.

import { testStep, toolStep } from './steps.mjs'

/**
 * Settings of Go, in which types are checked. With two checkers every type is computed twice. Garbage is collected only near the
 * limit: that takes a sixth less processor time than collections by growth, and less memory at its peak.
 */
const ONE_CHECKER = { GOMAXPROCS: '1', GOGC: 'off', GOMEMLIMIT: '6GiB' }
const LAYERS = ['app', 'server', 'party', 'db']
/** Longest first, so that the last one ends beside others. */
export const CHECKS = [
  () => toolStep('types and lint', 'oxlint', ['--deny-warnings'], ONE_CHECKER),
  () => testStep('unit'),
  () => toolStep('format', 'oxfmt', ['--check', '.']),
  () => toolStep('unused code', 'knip', ['--no-progress']),
  () => toolStep('dependencies', 'depcruise', ['--config', '.dependency-cruiser.mjs', ...LAYERS]),
]
