// What knip counts as a beginning besides what package.json and the tools' own files name. Everything else that nothing imports is reported.

import { STORES } from './scripts/lib/stores.mjs'

const tables = Object.values(STORES).map((glob) => glob.replace('./', ''))

/** @type {import('knip').KnipConfig} */
export default {
  entry: [
    'scripts/*.mjs',
    'bench/*.mjs',
    // Rooms of the benches and of a test, bundled by name.
    'bench/bench-worker.ts',
    'tests/quotes/quotes-worker.ts',
    'app/pwa/service-worker.mjs',
    // Scripts bundle these by name (scripts/lib/product.mjs).
    'db/platform/first-admin.ts',
    'server/domain/operating/setup.ts',
    'db/platform/seed/quiz.ts',
    'locales/packed.ts',
    // Named by wrangler.toml.
    'server/lib/no-styles.ts',
    // Named by a pattern, and by a command line.
    'tests/api/bad-input.ts',
    'tests/kit/progress.ts',
    'tests/kit/mutants.config.ts',
    'tests/kit/same-numbers.ts',
  ],
  project: ['{app,server,party,db,tests,scripts,bench}/**/*.{ts,tsx,mjs,css}', '*.{ts,mjs}'],
  drizzle: false,
  // Prometheus' own checker, which the test of alarms asks where it is installed.
  ignoreBinaries: ['promtool'],
  // Two rates of loans are equal today and have a name each.
  exclude: ['duplicates'],
  // drizzle-kit reads every table of a store's files, also one that only SQL names.
  ignoreIssues: Object.fromEntries(tables.map((glob) => [glob, ['exports']])),
}
