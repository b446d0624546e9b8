// `npm run check`: everything that can be said about the code without running the app.

import { check } from './lib/check.mjs'
import { fail } from './lib/run.mjs'

try {
  if (!(await check())) process.exit(1)
} catch (error) {
  fail(error)
}
