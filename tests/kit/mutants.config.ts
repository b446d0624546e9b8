// Unit tests as `npm run mutants` runs them: alone, and with the same random numbers each time.

import { defineConfig } from 'vitest/config'
import { forgetSurroundings } from './surroundings'

/** The rules' own tests: folders, or files. */
const places = (process.env['MUTANTS_TESTS'] ?? 'tests/**').split(',')
forgetSurroundings()

export default defineConfig({
  root: `${import.meta.dirname}/../..`,
  test: {
    isolate: false,
    environment: 'node',
    testTimeout: 30_000,
    include: places.map((place) => (place.endsWith('.ts') ? place : `${place}/*.test.ts`)),
    // Some of these read the rules' text, which is another here, or start a script, where no change is in force.
    exclude: [
      'tests/**/*.{rooms,pages,e2e,crash}.test.ts',
      'tests/tidy.test.ts',
      'tests/repo/**',
      'tests/fairness/rules-alone.test.ts',
      'tests/quotes/fairness.test.ts',
      'tests/log/verify-script.test.ts',
    ],
    setupFiles: ['./tests/kit/same-numbers.ts'],
  },
})
