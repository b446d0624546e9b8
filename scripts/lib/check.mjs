// Checks before a commit: formatting, lint, types, unused exports, module dependencies and unit tests.

import { testStep, toolStep } from './steps.mjs'

/** More than the types take: collections near a limit that is too low would never end. */
const TYPES_GIB = 10
/** Of a container's own limit, too; what runs beside has the rest. */
const hasRoom = process.availableMemory() >= 1.5 * TYPES_GIB * 2 ** 30
/** Types are checked in Go. With two checkers every type is computed twice; collections of garbage double the processor time. */
const ONE_CHECKER = { GOMAXPROCS: '1', ...(hasRoom && { GOGC: 'off', GOMEMLIMIT: `${TYPES_GIB}GiB` }) }
const LAYERS = ['app', 'server', 'party', 'db']
/** Longest first, so that the last one ends beside others. */
export const CHECKS = [
  () => toolStep('types and lint', 'oxlint', ['--deny-warnings'], ONE_CHECKER),
  () => testStep('unit'),
  () => toolStep('format', 'oxfmt', ['--check', '.']),
  () => toolStep('unused code', 'knip', ['--no-progress']),
  () => toolStep('dependencies', 'depcruise', ['--config', '.dependency-cruiser.mjs', ...LAYERS]),
]
