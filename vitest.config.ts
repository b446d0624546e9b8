// Kinds of test: unit (Node), rooms (inside the Workers runtime), pages (the served app without a browser), e2e (a browser),
// crash (the process is killed).

import { availableParallelism } from 'node:os'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/kit/longest-first'
import { asItIs, oneModule } from './tests/kit/one-module'
import { forgetSurroundings } from './tests/kit/surroundings'
import { testVariables } from './tests/kit/variables'
import { askVerifiers } from './tests/kit/verifiers'

const ROOMS = 'tests/**/*.rooms.test.ts'
const PAGES = 'tests/**/*.pages.test.ts'
const root = import.meta.dirname
const NO_PAGES = { 'virtual:remix/server-build': `${root}/tests/kit/no-pages.ts` }

forgetSurroundings()

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        root,
        test: {
          name: 'unit',
          isolate: false,
          environment: 'node',
          // Reading every word of every language takes seconds on a busy machine.
          testTimeout: 30_000,
          expect: { poll: { timeout: 20_000 } },
          include: ['tests/**/*.test.{ts,tsx}'],
          maxWorkers: availableParallelism(),
          exclude: [ROOMS, PAGES, 'tests/e2e/**', 'tests/crash/**'],
        },
      },
      {
        root,
        plugins: [
          oneModule(root, NO_PAGES),
          cloudflareTest(async () => {
            // It reads the environment as it loads.
            const { workerOptions } = await import('./scripts/lib/runtime.mjs')
            const TEST_MIGRATIONS = await readD1Migrations(`${root}/db/platform/migrations`)
            const variables = { ...testVariables(), TEST_MIGRATIONS }
            // Not the built assets: the build beside the room tests empties their folder.
            const options = await workerOptions(variables, `${root}/public`)
            return {
              main: './server/worker.ts',
              miniflare: { ...options, serviceBindings: { VERIFIERS: askVerifiers } },
            }
          }),
          asItIs(),
        ],
        // Pages are the browser tests' business; the rooms run without a build.
        resolve: { alias: NO_PAGES },
        test: {
          name: 'rooms',
          include: [ROOMS],
          // The rooms' runtime has no disk to read it from.
          fsModuleCache: false,
          // Files share a runtime, because its start costs more than most of them; each begins with empty storage.
          isolate: false,
          // Of two processors: a worker waits for a sixth of its time, and for half of it at the end.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          // Stories of many steps, on a machine that may be busy; nothing here is about speed.
          testTimeout: 30_000,
          expect: { poll: { timeout: 20_000 } },
          setupFiles: ['./tests/kit/cloudflare-env.ts'],
          // The runtime has an environment of its own.
          env: { LONG: process.env['LONG'] ?? '' },
          // What a room writes that a test has killed would never reach Vitest, and its file would be waited for without end.
          disableConsoleIntercept: true,
        },
      },
      {
        root,
        test: {
          name: 'pages',
          environment: 'node',
          include: [PAGES],
          globalSetup: ['./tests/kit/served-app.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
          expect: { poll: { timeout: 20_000 } },
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        root,
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['tests/e2e/**/*.e2e.test.ts'],
          globalSetup: ['./tests/kit/served-app.ts'],
          setupFiles: ['./tests/kit/failed-pages.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // As long as a page is waited for: a second is little where other files draw beside it.
          expect: { poll: { timeout: 20_000 } },
          // One browser for many files.
          isolate: false,
          // Each file has users of its own; the market and the outbox that they share are made for many.
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
        },
      },
      {
        root,
        test: {
          name: 'crash',
          environment: 'node',
          include: ['tests/crash/**/*.crash.test.ts'],
          testTimeout: 1_800_000,
          hookTimeout: 120_000,
          // Loads are counted and not timed, so that they run beside the browsers.
          maxWorkers: 1,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
})
