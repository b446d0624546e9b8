// Demo mode: play money, given once.

import type { AccountBook } from '../book'
import { feature, system } from '../feature'
import { grantDemo } from './demo-grant'

export const demo = feature({
  name: 'demo',
  open: (book: AccountBook) => book,
  system: {
    /** `isGranted` is false when this ref was granted before. */
    grant_demo: system({ commit: 'tables', run: grantDemo }),
  },
})
