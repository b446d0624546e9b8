// Unit tests as `npm run mutants` runs them: alone, and with the same random numbers each time.

import { defineConfig } from 'vitest/config'
import { forgetSurroundings } from './surroundings'

forgetSurroundings()

export default defineConfig({
  root: `${import.meta.dirname}/../..`,
  test: {
    isolate: false,
    environment: 'node',
    testTimeout: 30_000,
    include: ['tests/**/*.test.ts'],
    exclude: [
      'tests/**/*.{rooms,pages,e2e,crash}.test.ts',
      'tests/tidy.test.ts',
      'tests/repo/**',
      'tests/fairness/rules-alone.test.ts',
    ],
    setupFiles: ['./tests/kit/same-numbers.ts'],
  },
})
