// Contract orders and positions of the user: live ones in memory, all of them saved with the book. It keeps facts; what may change them is
// decided by the commands and by the ticks that the account is woken with.

import { type PositionTerms, readTerms, storeTerms } from '#domain/futures/terms'
import { futuresClose, futuresMark, futuresPosition } from '#db/account/futures'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import type { TurnLog } from '#party/lib/turn-log'

type Stored = RowOf<typeof futuresPosition>
type Fixed =
  | 'positionNo'
  | 'symbol'
  | 'assetId'
  | 'direction'
  | 'mode'
  | 'kind'
  | 'multiple'
  | 'lotsOrdered'
  | 'entrySteps'
  | 'worstSteps'
  | 'acceptedAt'

/** An order or position in memory: its row, with its terms as numbers. What may never change is read only. */
export type Position = Readonly<Pick<Stored, Fixed>> & Omit<Stored, Fixed | 'terms'> & { readonly terms: PositionTerms }
export type OpenPosition = Position & { openSteps: number }
export type Close = RowOf<typeof futuresClose>
type Mark = RowOf<typeof futuresMark>

const POSITIONS = tableOf(futuresPosition)

/** What a reference of the ledger says of a position. */
export const positionRef = (positionNo: number): string => `futures:${positionNo}`

export const isLive = ({ state }: Position): boolean => state === 'pending' || state === 'open'
export const isOpen = (position: Position): position is OpenPosition => position.state === 'open'

export class PositionShelf {
  static readonly tables = [futuresPosition, futuresClose, futuresMark] as const

  readonly #store: Store
  readonly #live = new Map<number, Position>()
  readonly #changed = new Map<number, Position>()
  /** Ended since the last checkpoint: the table may not know them yet. */
  readonly #uncheckpointed = new Map<number, Position>()
  readonly #marks = new Map<string, Mark>()
  readonly #marksChanged = new Set<Mark>()
  #closes: Close[] = []
  #positionNoLast: number
  #closeIdLast: number

  constructor(store: Store) {
    this.#store = store
    this.#positionNoLast = POSITIONS.last(store, 'positionNo')
    this.#closeIdLast = tableOf(futuresClose).last(store, 'id')
    for (const row of POSITIONS.rows(store, "WHERE state IN ('pending', 'open') ORDER BY position_no"))
      this.#live.set(row.positionNo, readPosition(row))
    for (const mark of tableOf(futuresMark).rows(store)) this.#marks.set(mark.symbol, mark)
  }

  nextPositionNo(): number {
    this.#positionNoLast += 1
    return this.#positionNoLast
  }

  /** Says that a position is new or was changed, so that it is saved and told. */
  touch(position: Position): void {
    this.#changed.set(position.positionNo, position)
    if (isLive(position)) this.#live.set(position.positionNo, position)
    else {
      this.#live.delete(position.positionNo)
      this.#uncheckpointed.set(position.positionNo, position)
    }
  }

  addClose(close: Omit<Close, 'id'>): void {
    this.#closeIdLast += 1
    this.#closes.push({ id: this.#closeIdLast, ...close })
  }

  find(positionNo: number): Position | undefined {
    const known = this.#live.get(positionNo) ?? this.#uncheckpointed.get(positionNo)
    if (known || positionNo > this.#positionNoLast) return known
    const row = POSITIONS.first(this.#store, 'WHERE position_no = ?', positionNo)
    return row && readPosition(row)
  }

  /** Pending and open ones, in the order of their opening. */
  live(symbol: string | null = null): Position[] {
    return [...this.#live.values()].filter((position) => symbol === null || position.symbol === symbol)
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

  get isChanged(): boolean {
    return this.#changed.size > 0
  }

  changed(): readonly Position[] {
    return [...this.#changed.values()]
  }

  /** The newest closes that this turn made. */
  closes(): readonly Close[] {
    return this.#closes
  }

  save(log: TurnLog): void {
    for (const position of this.#changed.values()) log.put(futuresPosition, toStored(position))
    for (const close of this.#closes) log.add(futuresClose, close)
    for (const mark of this.#marksChanged) log.put(futuresMark, mark)
    this.#changed.clear()
    this.#marksChanged.clear()
    this.#closes = []
  }

  /** The table holds everything that was saved: ended positions leave memory. */
  checkpointed(): void {
    this.#uncheckpointed.clear()
    for (const position of this.#changed.values())
      if (!isLive(position)) this.#uncheckpointed.set(position.positionNo, position)
  }
}

export const readPosition = ({ terms, ...row }: Stored): Position => ({ ...row, terms: readTerms(terms) })
const toStored = ({ terms, ...row }: Position): Stored => ({ ...row, terms: storeTerms(terms) })
