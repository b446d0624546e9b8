// Public log of a trader: each trade with its closes, and the sums behind the statistics. The only writer of its tables.

import type { ListPart } from '#domain/list-part'
import { LINE_DAYS_MAX, type LineTrade, type TradeSums, addTrade, dayOf } from '#domain/copy/statistics'
import type { OpenedTrade } from '#domain/copy/plan'
import { ZERO, add, decodeAmount, encodeAmount } from '#domain/money/amount'
import { daySum, trade, tradeClose } from '#db/leader/schema'
import { sliceOf } from '#party/lib/slice'
import type { Store } from '#party/lib/store'
import { tableOf } from '#party/lib/table'
import type { ClosedTrade, LeaderReport, TradePage, TradeRow } from '#party/protocol/copy'

const TRADES = tableOf(trade)
const CLOSES = tableOf(tradeClose)
const DAYS = tableOf(daySum)
const ROWS_MAX = 100
/** A longer log is drawn by its days. */
const LINE_TRADES_MAX = 1_000
const ENDED = 'WHERE end_no IS NOT NULL'

export class TradeLog {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  open({ positionNo, symbol, direction, leverage, lots, priceDecimals, steps, margin, openedAt }: OpenedTrade): void {
    const made = { positionNo, symbol, direction, leverage, lots, priceDecimals, openSteps: steps, openedAt }
    TRADES.ensure(this.#store, { ...made, margin: decodeAmount(margin), endNo: null, endedAt: null, net: null })
  }

  /** Stores a close; returns the sums, with the trade added if this close ended it. */
  close({ positionNo, lots, steps, cause, result, receiptId, at, ended }: ClosedTrade, sums: TradeSums): TradeSums {
    const known = TRADES.first(this.#store, 'WHERE position_no = ?', positionNo)
    if (!known) return sums
    const id = CLOSES.last(this.#store, 'id') + 1
    CLOSES.insert(this.#store, { id, positionNo, lots, steps, cause, result: decodeAmount(result), receiptId, at })
    if (!ended) return sums
    const net = decodeAmount(ended.net)
    TRADES.update(this.#store, { positionNo }, { endNo: sums.ended + 1, endedAt: at, net })
    const day = dayOf(at)
    const before = DAYS.first(this.#store, 'WHERE day = ?', day)?.net ?? ZERO
    DAYS.put(this.#store, { day, net: add(before, net) })
    const { direction, margin, openedAt } = known
    return addTrade(sums, { direction, margin, openedAt, net, endedAt: at })
  }

  openCount(): number {
    return TRADES.count(this.#store, 'WHERE end_no IS NULL')
  }

  days(): LeaderReport['days'] {
    return this.dayRows().map(({ day, net }) => ({ day, net: encodeAmount(net) }))
  }

  dayRows() {
    return DAYS.rows(this.#store, 'ORDER BY day')
  }

  /** All ended trades in order of closing; null for a long log. */
  lineTrades(): LineTrade[] | null {
    if (DAYS.count(this.#store, '') > LINE_DAYS_MAX || TRADES.count(this.#store, ENDED) > LINE_TRADES_MAX) return null
    return TRADES.rows(this.#store, `${ENDED} ORDER BY end_no`).map(({ openedAt, endedAt, net }) => ({
      openedAt,
      endedAt: endedAt ?? openedAt,
      net: net ?? ZERO,
    }))
  }

  /** Ended trades, those that ended last first. */
  page({ page, limit, before, from, until }: ListPart): TradePage {
    const ended = `${ENDED} AND ended_at >= ? AND ended_at < ?`
    const within = [from ?? 0, until ?? Number.MAX_SAFE_INTEGER] as const
    if (before !== undefined) {
      const below = [...within, before ?? Number.MAX_SAFE_INTEGER, limit] as const
      const older = TRADES.rows(this.#store, `${ended} AND end_no < ? ORDER BY end_no DESC LIMIT ?`, ...below)
      return { rows: older.map((row) => this.#toRow(row)), total: 0 }
    }
    const slice = sliceOf({ page, limit }, ROWS_MAX)
    const newest = `${ended} ORDER BY end_no DESC LIMIT ? OFFSET ?`
    const rows = TRADES.rows(this.#store, newest, ...within, slice.limit, slice.offset)
    return { rows: rows.map((row) => this.#toRow(row)), total: TRADES.count(this.#store, ended, ...within) }
  }

  #toRow({ positionNo, margin, net, endedAt, endNo, ...row }: ReturnType<typeof TRADES.rows>[number]): TradeRow {
    const closes = CLOSES.rows(this.#store, 'WHERE position_no = ? ORDER BY id', positionNo)
    return {
      ...row,
      endNo: endNo ?? 0,
      positionNo,
      margin: encodeAmount(margin),
      net: encodeAmount(net ?? ZERO),
      endedAt: endedAt ?? row.openedAt,
      closes: closes.map(({ lots, steps, cause, result, receiptId, at }) => ({
        ...{ lots, steps, cause, receiptId, at },
        result: encodeAmount(result),
      })),
    }
  }
}
