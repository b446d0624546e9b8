// Store of copy trading: trader state, followings and copies; live copies in memory, all saved with the account. It stores state only; rules
// are elsewhere.

import { copyFollowing, copyOrder, copyTold, copyTrader } from '#db/account/copy'
import { CachedRows } from '#party/lib/cached-rows'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import type { TurnLog } from '#party/lib/turn-log'

export type Trader = RowOf<typeof copyTrader>
export type SentTrade = RowOf<typeof copyTold>
export type Following = RowOf<typeof copyFollowing>
export type Copy = RowOf<typeof copyOrder>
export type PlacedCopy = Copy & { readonly positionNo: number }

/** A bound copy is closed by the trader's events only, not by its owner. */
export const isBound = ({ state, selfHeldAt }: Copy): boolean => state === 'live' && selfHeldAt === null

/** Whether a copy's profit counts to its following: while it is bound, and after a take-over until its mark. */
export const isCounting = ({ state, markedAt }: Copy): boolean => state === 'live' && markedAt === null

export class CopyStore extends CachedRows<typeof copyOrder, Copy> {
  static readonly tables = [copyTrader, copyTold, copyFollowing, copyOrder] as const

  readonly #store: Store
  readonly #sent = new Map<number, SentTrade>()
  readonly #followings = new Map<number, Following>()
  readonly #sentChanged = new Map<number, SentTrade | null>()
  readonly #followingsChanged = new Set<Following>()
  #trader: Trader | null
  #isTraderChanged = false

  constructor(store: Store) {
    const cached = "WHERE state = 'live' ORDER BY copy_no"
    super(store, { schema: copyOrder, number: 'copyNo', cached, isCached: ({ state }) => state === 'live' })
    this.#store = store
    this.#trader = tableOf(copyTrader).first(store) ?? null
    for (const row of tableOf(copyTold).rows(store)) this.#sent.set(row.positionNo, row)
    for (const row of tableOf(copyFollowing).rows(store, 'ORDER BY started_at')) this.#followings.set(row.traderId, row)
  }

  get trader(): Readonly<Trader> | null {
    return this.#trader
  }

  setTrader(trader: Trader): void {
    this.#trader = trader
    this.#isTraderChanged = true
  }

  sent(positionNo: number): Readonly<SentTrade> | undefined {
    return this.#sent.get(positionNo)
  }

  get sentCount(): number {
    return this.#sent.size
  }

  setSent(sent: SentTrade): void {
    this.#sent.set(sent.positionNo, sent)
    this.#sentChanged.set(sent.positionNo, sent)
  }

  dropSent(positionNo: number): void {
    this.#sent.delete(positionNo)
    this.#sentChanged.set(positionNo, null)
  }

  following(traderId: number): Following | undefined {
    return this.#followings.get(traderId)
  }

  followings(): Following[] {
    return [...this.#followings.values()]
  }

  /** Marks a following as new or changed. */
  touchFollowing(following: Following): void {
    this.#followings.set(following.traderId, following)
    this.#followingsChanged.add(following)
  }

  override live(traderId: number | null = null): PlacedCopy[] {
    return super
      .live()
      .filter(
        (copy): copy is PlacedCopy => copy.positionNo !== null && (traderId === null || copy.traderId === traderId),
      )
  }

  liveOf(positionNo: number): Copy | undefined {
    return this.live().find((copy) => copy.positionNo === positionNo)
  }

  /** Copy of a trade, in any state. */
  ofTrade(traderId: number, positionNo: number): Copy | undefined {
    return (
      this.recent().find((copy) => copy.traderId === traderId && copy.traderPositionNo === positionNo) ??
      tableOf(copyOrder).first(this.#store, 'WHERE trader_id = ? AND trader_position_no = ?', traderId, positionNo)
    )
  }

  changedFollowings(): readonly Following[] {
    return [...this.#followingsChanged]
  }

  override save(log: TurnLog): void {
    super.save(log)
    if (this.#trader && this.#isTraderChanged) log.put(copyTrader, this.#trader)
    for (const [positionNo, sent] of this.#sentChanged)
      if (sent) log.put(copyTold, sent)
      else log.remove(copyTold, { positionNo })
    for (const following of this.#followingsChanged) log.put(copyFollowing, following)
    this.#isTraderChanged = false
    this.#sentChanged.clear()
    this.#followingsChanged.clear()
  }
}
