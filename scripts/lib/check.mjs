// Checks before a commit: formatting, lint, types, unused exports, module dependencies and unit tests.

import { testStep, toolStep } from './steps.mjs'

const LAYERS = ['app', 'server', 'party', 'db']
/** Longest first, so that the last one ends beside others. */
export const CHECKS = [
  () => toolStep('types and lint', 'oxlint', ['--deny-warnings']),
  () => testStep('unit'),
  () => toolStep('format', 'oxfmt', ['--check', '.']),
  () => toolStep('unused code', 'knip', ['--no-progress']),
  () => toolStep('dependencies', 'depcruise', ['--config', '.dependency-cruiser.mjs', ...LAYERS]),
]
