// Demo mode: play money, given once.

import type { AccountState } from '../state'
import { feature, system } from '../feature'
import { grantDemo } from './demo-grant'

export const demo = feature({
  name: 'demo',
  open: (account: AccountState) => account,
  system: {
    /** `isGranted` is false when this ref was granted before. */
    grant_demo: system({ commit: 'tables', run: grantDemo }),
  },
})
