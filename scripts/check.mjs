// `npm run check`: all checks of the code that do not run the app.

import { CHECKS } from './lib/check.mjs'
import { fail } from './lib/run.mjs'
import { atATime } from './lib/steps.mjs'

try {
  // Every step runs even after a failure, to report all problems at once.
  const results = await atATime(2, CHECKS)
  if (!results.every(Boolean)) process.exit(1)
} catch (error) {
  fail(error)
}
