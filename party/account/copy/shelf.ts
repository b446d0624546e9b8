// Copying of the user as it is kept: the trader's side, whom the user follows, and the copies; live ones in memory, all of them saved with the
// book. It keeps facts; what may change them is decided elsewhere.

import { copyFollowing, copyOrder, copyTold, copyTrader } from '#db/account/copy'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import type { TurnLog } from '#party/lib/turn-log'

export type Trader = RowOf<typeof copyTrader>
export type Told = RowOf<typeof copyTold>
export type Following = RowOf<typeof copyFollowing>
export type Copy = RowOf<typeof copyOrder>
export type PlacedCopy = Copy & { readonly positionNo: number }

const COPIES = tableOf(copyOrder)

/** The trader may close it, its owner may not. */
export const isBound = ({ state, selfHeldAt }: Copy): boolean => state === 'live' && selfHeldAt === null

/** It counts to its following: while the trader may close it, and until it is marked at its owner's taking over. */
export const isCounting = ({ state, markedAt }: Copy): boolean => state === 'live' && markedAt === null

export class CopyShelf {
  static readonly tables = [copyTrader, copyTold, copyFollowing, copyOrder] as const

  readonly #store: Store
  readonly #told = new Map<number, Told>()
  readonly #followings = new Map<number, Following>()
  readonly #live = new Map<number, Copy>()
  /** Ended since the last checkpoint: the table may not know them yet. */
  readonly #uncheckpointed = new Map<number, Copy>()
  readonly #toldChanged = new Map<number, Told | null>()
  readonly #followingsChanged = new Set<Following>()
  readonly #copiesChanged = new Map<number, Copy>()
  #trader: Trader | null
  #isTraderChanged = false
  #copyNoLast: number

  constructor(store: Store) {
    this.#store = store
    this.#trader = tableOf(copyTrader).first(store) ?? null
    for (const row of tableOf(copyTold).rows(store)) this.#told.set(row.positionNo, row)
    for (const row of tableOf(copyFollowing).rows(store, 'ORDER BY started_at')) this.#followings.set(row.traderId, row)
    for (const row of COPIES.rows(store, "WHERE state = 'live' ORDER BY copy_no")) this.#live.set(row.copyNo, row)
    this.#copyNoLast = COPIES.last(store, 'copyNo')
  }

  get trader(): Readonly<Trader> | null {
    return this.#trader
  }

  setTrader(trader: Trader): void {
    this.#trader = trader
    this.#isTraderChanged = true
  }

  told(positionNo: number): Readonly<Told> | undefined {
    return this.#told.get(positionNo)
  }

  get toldCount(): number {
    return this.#told.size
  }

  setTold(told: Told): void {
    this.#told.set(told.positionNo, told)
    this.#toldChanged.set(told.positionNo, told)
  }

  dropTold(positionNo: number): void {
    this.#told.delete(positionNo)
    this.#toldChanged.set(positionNo, null)
  }

  following(traderId: number): Following | undefined {
    return this.#followings.get(traderId)
  }

  followings(): Following[] {
    return [...this.#followings.values()]
  }

  /** Says that a following is new or was changed. */
  touchFollowing(following: Following): void {
    this.#followings.set(following.traderId, following)
    this.#followingsChanged.add(following)
  }

  nextCopyNo(): number {
    this.#copyNoLast += 1
    return this.#copyNoLast
  }

  /** Says that a copy is new or was changed. */
  touch(copy: Copy): void {
    this.#copiesChanged.set(copy.copyNo, copy)
    if (copy.state === 'live') this.#live.set(copy.copyNo, copy)
    else {
      this.#live.delete(copy.copyNo)
      this.#uncheckpointed.set(copy.copyNo, copy)
    }
  }

  live(traderId: number | null = null): PlacedCopy[] {
    return [...this.#live.values()].filter(
      (copy): copy is PlacedCopy => copy.positionNo !== null && (traderId === null || copy.traderId === traderId),
    )
  }

  liveOf(positionNo: number): Copy | undefined {
    for (const copy of this.#live.values()) if (copy.positionNo === positionNo) return copy
    return undefined
  }

  /** The copy of a trade, whatever became of it. */
  ofTrade(traderId: number, positionNo: number): Copy | undefined {
    const isOf = (copy: Copy) => copy.traderId === traderId && copy.traderPositionNo === positionNo
    for (const copies of [this.#live, this.#uncheckpointed])
      for (const copy of copies.values()) if (isOf(copy)) return copy
    return COPIES.first(this.#store, 'WHERE trader_id = ? AND trader_position_no = ?', traderId, positionNo)
  }

  changedFollowings(): readonly Following[] {
    return [...this.#followingsChanged]
  }

  changed(): readonly Copy[] {
    return [...this.#copiesChanged.values()]
  }

  save(log: TurnLog): void {
    if (this.#trader && this.#isTraderChanged) log.put(copyTrader, this.#trader)
    for (const [positionNo, told] of this.#toldChanged)
      if (told) log.put(copyTold, told)
      else log.remove(copyTold, { positionNo })
    for (const following of this.#followingsChanged) log.put(copyFollowing, following)
    for (const copy of this.#copiesChanged.values()) log.put(copyOrder, copy)
    this.#isTraderChanged = false
    this.#toldChanged.clear()
    this.#followingsChanged.clear()
    this.#copiesChanged.clear()
  }

  /** The table holds everything that was saved: ended copies leave memory. */
  checkpointed(): void {
    this.#uncheckpointed.clear()
    for (const copy of this.#copiesChanged.values())
      if (copy.state !== 'live') this.#uncheckpointed.set(copy.copyNo, copy)
  }
}
