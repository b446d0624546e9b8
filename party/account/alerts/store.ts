// Store of the user's alerts: open ones in memory, the newest ended ones in the table. It stores state only.

import type { ListPart } from '#domain/list-part'
import { type RowOf, tableOf } from '#party/lib/table'
import { CachedRows } from '#party/lib/cached-rows'
import type { Paging } from '#party/lib/slice'
import type { Store } from '#party/lib/store'
import type { Page } from '#party/protocol/account-rows'
import { ALERTS_ENDED_KEPT, type AlertRow } from '#party/protocol/alerts'
import { alert } from '#db/account/alerts'
import { type Condition, readList, readPage } from '../listing'

type Stored = RowOf<typeof alert>
type Changing = 'startSteps' | 'startAt' | 'state' | 'isSeen' | 'toldSteps' | 'endedAt'
export type Alert = Readonly<Omit<Stored, Changing>> & Pick<Stored, Changing>

const ALERTS = tableOf(alert)
const ENDED: Condition[] = [{ text: "state <> 'open'" }]

export class AlertStore extends CachedRows<typeof alert, Alert> {
  static readonly tables = [alert] as const

  constructor(store: Store) {
    const cached = "WHERE state = 'open' ORDER BY id"
    super(store, { schema: alert, number: 'alertNo', cached, isCached: ({ state }) => state === 'open' })
  }
}

export const toRow = ({ rate, since: _since, isSeen: _isSeen, lotsThen: _lots, ...row }: Alert): AlertRow => ({
  ...row,
  rate: rate === null ? null : rate.toString(),
})

/** Ended alerts, newest first. */
export function listEnded(store: Store, part: ListPart): Page<AlertRow> {
  const { rows, total } = readList(store, { table: ALERTS, key: 'id', at: 'set_at', conditions: ENDED }, part)
  return { rows: rows.map(toRow), total }
}

/** Alerts in every state, newest first. */
export function listEvery(store: Store, paging: Paging): Page<AlertRow> {
  const { rows, total } = readPage(store, { table: ALERTS, key: 'id', conditions: [] }, paging)
  return { rows: rows.map(toRow), total }
}

/** Deletes all ended alerts but the newest. */
export const dropOld = (store: Store): void =>
  ALERTS.removeAll(
    store,
    `WHERE state <> 'open' AND id NOT IN (
     SELECT id FROM alert WHERE state <> 'open' ORDER BY id DESC LIMIT ?)`,
    ALERTS_ENDED_KEPT,
  )
