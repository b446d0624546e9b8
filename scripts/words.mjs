// `npm run words`: regenerates the list of translation files after one was added or removed.

import { writeWordList } from './lib/word-list.mjs'
import { ROOT } from './lib/run.mjs'

writeWordList(ROOT)
