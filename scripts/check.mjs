// `npm run check`: all checks of the code that do not run the app.

import { CHECKS } from './lib/check.mjs'
import { fail } from './lib/run.mjs'
import { twoAtATime } from './lib/steps.mjs'

try {
  // Every step runs even after a failure, to report all problems at once.
  const results = await twoAtATime(CHECKS)
  if (!results.every(Boolean)) process.exit(1)
} catch (error) {
  fail(error)
}
