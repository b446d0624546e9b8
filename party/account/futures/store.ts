// Store of futures orders and positions: live ones in memory, all saved with the account. It stores state only; commands and wake-up ticks
// change it.

import { futuresClose, futuresMark, futuresPosition } from '#db/account/futures'
import { CachedRows } from '#party/lib/cached-rows'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import type { TurnLog } from '#party/lib/turn-log'

type Stored = RowOf<typeof futuresPosition>
/** Immutable columns of a position. */
type Fixed =
  | 'positionNo'
  | 'symbol'
  | 'assetId'
  | 'direction'
  | 'mode'
  | 'kind'
  | 'leverage'
  | 'lotsOrdered'
  | 'entrySteps'
  | 'worstSteps'
  | 'terms'
  | 'acceptedAt'

export type Position = Readonly<Pick<Stored, Fixed>> & Omit<Stored, Fixed>
export type OpenPosition = Position & { openSteps: number }
export type Close = RowOf<typeof futuresClose>
type Mark = RowOf<typeof futuresMark>

/** Ledger reference of a position. */
export const positionRef = (positionNo: number): string => `futures:${positionNo}`

export const isLive = ({ state }: Position): boolean => state === 'pending' || state === 'open'
export const isOpen = (position: Position): position is OpenPosition => position.state === 'open'

export class PositionStore extends CachedRows<typeof futuresPosition, Position> {
  static readonly tables = [futuresPosition, futuresClose, futuresMark] as const

  readonly #marks = new Map<string, Mark>()
  readonly #marksChanged = new Set<Mark>()
  #closes: Close[] = []
  #closeIdLast: number

  constructor(store: Store) {
    const cached = "WHERE state IN ('pending', 'open') ORDER BY position_no"
    super(store, { schema: futuresPosition, number: 'positionNo', cached, isCached: isLive })
    this.#closeIdLast = tableOf(futuresClose).last(store, 'id')
    for (const mark of tableOf(futuresMark).rows(store)) this.#marks.set(mark.symbol, mark)
  }

  addClose(close: Omit<Close, 'id'>): void {
    this.#closeIdLast += 1
    this.#closes.push({ id: this.#closeIdLast, ...close })
  }

  /** Pending and open positions, in order of opening. */
  override live(symbol: string | null = null): Position[] {
    return super.live().filter((position) => symbol === null || position.symbol === symbol)
  }

  open(symbol: string | null = null): OpenPosition[] {
    return this.live(symbol).filter(isOpen)
  }

  /** The index price that the account last acted on; undefined before the first. */
  mark(symbol: string): Readonly<Mark> | undefined {
    return this.#marks.get(symbol)
  }

  setMark(mark: Mark): void {
    const known = this.#marks.get(mark.symbol)
    if (known && known.at >= mark.at) return
    this.#marks.set(mark.symbol, mark)
    this.#marksChanged.add(mark)
  }

  /** The newest closes that this turn made. */
  closes(): readonly Close[] {
    return this.#closes
  }

  override save(log: TurnLog): void {
    super.save(log)
    for (const close of this.#closes) log.add(futuresClose, close)
    for (const mark of this.#marksChanged) log.put(futuresMark, mark)
    this.#marksChanged.clear()
    this.#closes = []
  }
}
