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
/** A room that lost its sockets hears of living programs again within this time. */
const CALL_TIMEOUT_MS = 5_000

export const switches = feature({
  name: 'switches',
  open: (account: AccountState) => account,
  commands: {
    cancel_all_after: command({
      byKey: 'trade',
      commit: 'log',
      /** `owner`: key or session, which has its own switch. `timeoutMs` 0 ends the switch. */
      input: v.strictObject({ owner: madeId, timeoutMs: v.pipe(count, v.maxValue(CANCEL_AFTER_MAX_MS)) }),
      run: (account: AccountState, { owner, timeoutMs }, { now }) => {
        const cancelAt = timeoutMs === 0 ? null : now + timeoutMs
        if (cancelAt === null) account.timers.clear('cancel_all_after', owner)
        else account.timers.set('cancel_all_after', cancelAt, owner)
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
        switchOff(account, connection)
        if (isOn) account.timers.set('cancel_on_disconnect', now + LOOK_EVERY_MS, connection)
        return done({ isOn })
      },
    }),
  },
  system: {
    program_gone: system({
      commit: 'tables',
      /** `wasOn`: the program's room knows that the switch was on, and orders came after it had fired. */
      run: (account: AccountState, { connection, wasOn }: { readonly connection: string; readonly wasOn: boolean }) => {
        const isOn = switchOff(account, connection) || wasOn
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
        else account.timers.set('cancel_unless_back', now + CALL_TIMEOUT_MS, ref)
      },
    },
    cancel_unless_back: {
      run: (account: AccountState, { ref }, { now }) => {
        if (account.isConnected(ref)) account.timers.set('cancel_on_disconnect', now + LOOK_EVERY_MS, ref)
        else account.capabilities.orders.cancelAll()
      },
    },
  },
})

/** Ends the socket's switch; answers whether it was on. */
function switchOff({ timers }: AccountState, connection: string): boolean {
  const kinds = ['cancel_on_disconnect', 'cancel_unless_back']
  const isOn = kinds.some((kind) => timers.has(kind, connection))
  for (const kind of kinds) timers.clear(kind, connection)
  return isOn
}
