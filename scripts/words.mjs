// `npm run words`: lists the files of words anew, after one was added or removed.

import { writeWordList } from './lib/word-list.mjs'
import { ROOT } from './lib/run.mjs'

writeWordList(ROOT)
