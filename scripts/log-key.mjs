// `node scripts/log-key.mjs your.site/log`: a key of the log for `wrangler secret put LOG_KEY`, and its public half. A log keeps its name for
// ever. To change the key, make one of the same name, and set the old one as LOG_KEY_BEFORE: both then sign that it takes over.

import { drawLogKey } from './lib/log-key.mjs'
import { fail } from './lib/run.mjs'

const [name = ''] = process.argv.slice(2)
if (!/^[^\s+]+$/.test(name)) fail('node scripts/log-key.mjs your.site/log')
const { secret, key } = drawLogKey(name)
console.log(`LOG_KEY="${secret}"`)
console.log(`# public: ${key}`)
