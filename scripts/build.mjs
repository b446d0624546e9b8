// `npm run build`: pages and Worker, when their sources changed.

import { build } from './lib/build.mjs'
import { fail } from './lib/run.mjs'

try {
  console.log(await build())
} catch (error) {
  fail(error)
}
