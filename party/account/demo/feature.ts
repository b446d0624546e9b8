// Demo mode: play money, given once, and put back to that when its owner asks.

import * as v from 'valibot'
import type { AccountState } from '../state'
import { command, feature, system } from '../feature'
import { positive, wallet } from '../fields'
import { grantDemo } from './demo-grant'
import { resetDemo } from './demo-reset'

export const demo = feature({
  name: 'demo',
  open: (account: AccountState) => account,
  commands: {
    /** The service has verified demo mode and the owner's proof. */
    reset_demo: command({
      input: v.strictObject({
        grants: v.array(v.strictObject({ assetId: positive, amount: v.string(), wallet })),
      }),
      // The grants are the Worker's.
      content: () => null,
      commit: 'tables',
      run: (account: AccountState, { grants }, turn) => resetDemo(account, grants, turn),
    }),
  },
  system: {
    /** `isGranted` is false when this ref was granted before. */
    grant_demo: system({ commit: 'tables', run: grantDemo }),
  },
})
