// Alerts: messages that a user asks for, each sent once. The Watch of a symbol wakes this account with the prices that reach them.

import * as v from 'valibot'
import { SPAN_HOURS } from '#domain/alerts/alert'
import { done } from '#domain/outcome'
import type { AccountState } from '../state'
import { command, feature, query, system } from '../feature'
import { count, listPart, nothing, positive } from '../fields'
import { settleBands } from './bands'
import { removeAlert, setAlert } from './setting'
import { type Alerts, FEATURE_NAME } from './state'
import { AlertStore, dropOld, listEnded, listEvery, toRow } from './store'
import { onTick, checkLinkedAlerts } from './reaching'

const rate = v.pipe(v.string(), v.regex(/^[1-9]\d{0,9}$/))

export const alerts = feature({
  name: FEATURE_NAME,
  tables: AlertStore.tables,
  open: (account: AccountState): Alerts => ({
    account,
    store: new AlertStore(account.store),
    dirtySymbols: new Set(),
    riskChangesThen: null,
  }),
  commands: {
    set_price_alert: command({
      byKey: 'trade',
      /** The reference is zero while no price exists. */
      input: v.strictObject({ symbol: v.string(), targetSteps: positive, reference: count }),
      commit: 'log',
      // A retry has the Worker's current price, so only the user's own input is compared with the first command.
      content: ({ reference: _, ...input }) => input,
      run: (alerts: Alerts, input, { now }) => setAlert(alerts, { kind: 'price', ...input }, now),
    }),
    set_move_alert: command({
      byKey: 'trade',
      input: v.strictObject({ symbol: v.string(), rate, hours: v.picklist(SPAN_HOURS) }),
      commit: 'log',
      run: (alerts: Alerts, input, { now }) => setAlert(alerts, { kind: 'move', ...input }, now),
    }),
    set_fill_alert: command({
      byKey: 'trade',
      input: v.strictObject({ orderNo: positive }),
      commit: 'log',
      run: (alerts: Alerts, input, { now }) => setAlert(alerts, { kind: 'fill', ...input }, now),
    }),
    set_liquidation_alert: command({
      byKey: 'trade',
      input: v.strictObject({ positionNo: positive, rate }),
      commit: 'log',
      run: (alerts: Alerts, input, { now }) => setAlert(alerts, { kind: 'liquidation', ...input }, now),
    }),
    remove_alert: command({
      byKey: 'trade',
      input: v.strictObject({ alertNo: positive }),
      commit: 'log',
      run: (alerts: Alerts, { alertNo }, { now }) => removeAlert(alerts, alertNo, now),
    }),
  },
  queries: {
    /** Newest first. */
    alerts_open: query({ input: nothing, run: ({ store }: Alerts) => done(store.live().reverse().map(toRow)) }),
    alerts_ended: query({
      input: v.strictObject(listPart),
      run: ({ account }: Alerts, input) => done(listEnded(account.store, input)),
    }),
  },
  system: {
    /** One page for the desk. */
    inspect_alerts: system({
      commit: 'read',
      run: ({ account }: Alerts, input: { readonly page: number; readonly limit: number }) =>
        listEvery(account.store, input),
    }),
  },
  onWake: onTick,
  ending: (alerts: Alerts, { now }) => {
    checkLinkedAlerts(alerts, now)
    settleBands(alerts)
  },
  changes: ({ store }: Alerts) => {
    const changed = store.changed()
    return changed.length === 0 ? null : { alerts: changed.map(toRow) }
  },
  snapshot: ({ store }: Alerts) => ({ alerts: store.live().map(toRow) }),
  save: ({ store }: Alerts, log) => store.save(log),
  checkpointed: ({ store }: Alerts) => store.checkpointed(),
  prune: ({ account }: Alerts) => dropOld(account.store),
})
