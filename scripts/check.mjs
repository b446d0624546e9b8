// `npm run check`: all checks of the code that do not run the app.

import { check } from './lib/check.mjs'
import { fail } from './lib/run.mjs'

try {
  if (!(await check())) process.exit(1)
} catch (error) {
  fail(error)
}
