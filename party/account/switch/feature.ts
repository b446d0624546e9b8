// Switches of programs that may fail: every open spot order is cancelled when the program stops to renew its timer, or when its socket closes.
// Both are timers of the account's alarm, so a restart of any part leaves them set.

import * as v from 'valibot'
import { CANCEL_AFTER_MAX_MS } from '#domain/cancel-after'
import { done, refuse } from '#domain/outcome'
import type { AccountState } from '../state'
import { command, feature, system } from '../feature'
import { count, madeId } from '../fields'

/** While a socket is open, its switch is looked at this often: a room that lost its memory has no other sign that the socket went. */
const LOOK_EVERY_MS = 10_000

export const switches = feature({
  name: 'switches',
  open: (account: AccountState) => account,
  commands: {
    cancel_all_after: command({
      byKey: 'trade',
      commit: 'log',
      /** 0 switches off. */
      input: v.strictObject({ timeoutMs: v.pipe(count, v.maxValue(CANCEL_AFTER_MAX_MS)) }),
      run: (account: AccountState, { timeoutMs }, { now }) => {
        const cancelAt = timeoutMs === 0 ? null : now + timeoutMs
        if (cancelAt === null) account.timers.clear('cancel_all_after')
        else account.timers.set('cancel_all_after', cancelAt)
        return done({ cancelAt })
      },
    }),
    cancel_on_disconnect: command({
      byKey: 'trade',
      commit: 'log',
      /** `connection` names the program's socket. */
      input: v.strictObject({ connection: madeId, isOn: v.boolean() }),
      run: (account: AccountState, { connection, isOn }, { now }) => {
        if (!account.isConnected(connection)) return refuse('session_ended')
        if (isOn) account.timers.set('cancel_on_disconnect', now + LOOK_EVERY_MS, connection)
        else account.timers.clear('cancel_on_disconnect', connection)
        return done({ isOn })
      },
    }),
  },
  system: {
    program_gone: system({
      commit: 'tables',
      run: (account: AccountState, { connection }: { readonly connection: string }) => {
        const isOn = account.timers.has('cancel_on_disconnect', connection)
        account.timers.clear('cancel_on_disconnect', connection)
        if (isOn) account.capabilities.orders.cancelAll()
        return { isCancelling: isOn }
      },
    }),
  },
  timers: {
    cancel_all_after: { run: (account: AccountState) => account.capabilities.orders.cancelAll() },
    cancel_on_disconnect: {
      run: (account: AccountState, { ref }, { now }) => {
        if (account.isConnected(ref)) account.timers.set('cancel_on_disconnect', now + LOOK_EVERY_MS, ref)
        else account.capabilities.orders.cancelAll()
      },
    },
  },
})
