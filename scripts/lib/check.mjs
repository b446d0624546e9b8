// Checks before a commit: formatting, lint, types, unused exports, module dependencies and unit tests.

import { testStep, toolStep } from './steps.mjs'

/**
 * Settings of Go, in which types are checked. With two checkers every type is computed twice, and frequent collections take
 * a third of the time: 212 seconds of two processors, 108 this way, at an equal duration.
 */
const ONE_CHECKER = { GOMAXPROCS: '1', GOGC: '400' }
const LAYERS = ['app', 'server', 'party', 'db']
/** Longest first, so that the last one ends beside others. */
export const CHECKS = [
  () => toolStep('types and lint', 'oxlint', ['--deny-warnings'], ONE_CHECKER),
  () => testStep('unit'),
  () => toolStep('format', 'oxfmt', ['--check', '.']),
  () => toolStep('unused code', 'knip', ['--no-progress']),
  () => toolStep('dependencies', 'depcruise', ['--config', '.dependency-cruiser.mjs', ...LAYERS]),
]
