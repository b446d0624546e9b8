// Rows of positions for clients, and lists of them from saved state, newest first.

import type { FuturesEnd } from '#domain/futures/life'
import { netResult } from '#domain/futures/position'
import { storeTerms } from '#domain/futures/terms'
import type { ListPart } from '#domain/list-part'
import { encodeAmount } from '#domain/money/amount'
import type { Page } from '#party/protocol/account-rows'
import type { FuturesCloseRow, FuturesHistoryRow, FuturesRow } from '#party/protocol/futures'
import { futuresClose, futuresPosition } from '#db/account/futures'
import type { Store } from '#party/lib/store'
import { tableOf } from '#party/lib/table'
import type { RowHistory } from '#party/lib/slice'
import { type Condition, readList } from '../listing'
import type { Close, Position } from './store'

const CLOSES = tableOf(futuresClose)

export const toRow = (position: Position): FuturesRow => ({
  positionNo: position.positionNo,
  symbol: position.symbol,
  assetId: position.assetId,
  direction: position.direction,
  mode: position.mode,
  kind: position.kind,
  leverage: position.leverage,
  lotsOrdered: position.lotsOrdered,
  lots: position.lots,
  entrySteps: position.entrySteps,
  openSteps: position.openSteps,
  openIndexSteps: position.openIndexSteps,
  margin: encodeAmount(position.margin),
  marginAtOpen: encodeAmount(position.marginAtOpen),
  maintenanceRate: position.maintenanceRate.toString(),
  fee: encodeAmount(position.fee),
  overnightPaid: encodeAmount(position.overnightPaid),
  realised: encodeAmount(position.realised),
  liquidationFees: encodeAmount(position.liquidationFees),
  net: encodeAmount(netResult(position)),
  takeProfit: position.takeProfit,
  stopLoss: position.stopLoss,
  takeProfitLots: position.takeProfitLots,
  stopLossLots: position.stopLossLots,
  state: position.state,
  cause: position.cause,
  closeAskedLots: position.closeAskedLots,
  terms: storeTerms(position.terms),
  openReceiptId: position.openReceiptId,
  acceptedAt: position.acceptedAt,
  openedAt: position.openedAt,
  endedAt: position.endedAt,
  holder: position.holder,
})

export const toCloseRow = (close: Close): FuturesCloseRow => ({
  ...close,
  result: encodeAmount(close.result),
  marginFreed: encodeAmount(close.marginFreed),
  liquidationFee: encodeAmount(close.liquidationFee),
  insured: encodeAmount(close.insured),
})

interface EndedFilter extends ListPart {
  readonly symbol: string | null
  readonly only: FuturesEnd | null
  /** Includes partly closed open positions. */
  readonly hasParts: boolean
}

/** Closed positions and cancelled orders. */
export function listEnded(
  store: Store,
  history: RowHistory,
  { symbol, only, hasParts, ...part }: EndedFilter,
): Page<FuturesHistoryRow> {
  const ended = only === null ? "state IN ('closed', 'cancelled')" : `state = '${only}'`
  const conditions: Condition[] = [
    { text: hasParts ? `(${ended} OR (state = 'open' AND lots < lots_ordered))` : ended },
  ]
  if (symbol !== null) conditions.push({ text: 'symbol = ?', value: symbol })
  const listing = {
    table: tableOf(futuresPosition),
    key: 'position_no',
    at: 'accepted_at',
    conditions,
    history,
  } as const
  const { rows, total } = readList(store, listing, part)
  return {
    rows: withCloses(store, rows.map(toRow)),
    total,
  }
}

export function withCloses(store: Store, rows: readonly FuturesRow[]): FuturesHistoryRow[] {
  const numbers = rows.map(({ positionNo }) => positionNo)
  const closes = closesOf(store, numbers)
  return rows.map((row) => ({ ...row, closes: closes.filter(({ positionNo }) => positionNo === row.positionNo) }))
}

/** Closes of several positions in one statement, oldest first. */
export function closesOf(store: Store, positionNos: readonly number[]): FuturesCloseRow[] {
  if (positionNos.length === 0) return []
  return CLOSES.rows(store, `WHERE position_no IN (${positionNos.join(', ')}) ORDER BY id`).map(toCloseRow)
}
