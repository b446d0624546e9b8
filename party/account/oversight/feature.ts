// Desk operations on an account: read, freeze, and corrections approved by two people. No operation sets a balance directly.

import type { AccountState } from '../state'
import { feature, system } from '../feature'
import { correct } from './correction'
import { Freeze } from './freeze-state'
import { freezeAccount } from './freeze-command'
import { inspect, readEntries, readHolds } from './inspect'

export interface Oversight {
  readonly account: AccountState
  readonly freeze: Freeze
}

export const oversight = feature({
  name: 'oversight',
  open: (account: AccountState): Oversight => ({ account, freeze: new Freeze(account.store) }),
  provides: { permissions: ({ freeze }: Oversight) => freeze },
  unfinished: ({ freeze }: Oversight) => ({ freeze: freeze.frozen.trading || freeze.frozen.withdrawals ? 1 : 0 }),
  system: {
    freeze: system({ commit: 'tables', run: freezeAccount }),
    correct: system({ commit: 'tables', run: correct }),
    inspect: system({ commit: 'read', run: inspect }),
    read_entries: system({ commit: 'read', run: readEntries }),
    read_holds: system({ commit: 'read', run: readHolds }),
  },
})
