// Order of test files: the slowest start first, so that no worker runs one alone at the end. A fresh checkout has no durations, so slow
// files are listed here, in the order of `npm test`'s list.

import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const LONGEST: readonly string[] = [
  'walks.rooms.test.ts',
  'drill.rooms.test.ts',
  'gateway.rooms.test.ts',
  'random-trading.rooms.test.ts',
  'deposit-withdrawal-flow.rooms.test.ts',
  'account-stream.rooms.test.ts',
  'conversion-retried.rooms.test.ts',
  'next-round.rooms.test.ts',
  'busy-process.rooms.test.ts',
  'paths.pages.test.ts',
  'sweep.e2e.test.ts',
  'terminal.e2e.test.ts',
  'shell.e2e.test.ts',
  'home-market.e2e.test.ts',
  'pwa.e2e.test.ts',
  'keyboard.e2e.test.ts',
  'identity.e2e.test.ts',
  'desk.e2e.test.ts',
  'futures.e2e.test.ts',
  'funds.e2e.test.ts',
  'gallery.e2e.test.ts',
  'assets.e2e.test.ts',
  'pages.e2e.test.ts',
  'private-events.e2e.test.ts',
  'story.pages.test.ts',
  'money.pages.test.ts',
  'pages.pages.test.ts',
  'all.crash.test.ts',
  'matured.crash.test.ts',
  // Only with LONG=1.
  'positions.crash.test.ts',
  'orders.crash.test.ts',
  'approve.crash.test.ts',
  'customers.crash.test.ts',
]

export class LongestFirst extends BaseSequencer {
  /** The other files keep Vitest's order. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = LONGEST.indexOf(basename(moduleId))
      return place < 0 ? LONGEST.length : place
    }
    return sorted.sort((one, other) => rank(one) - rank(other))
  }
}
