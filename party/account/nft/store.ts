// Store of the user's acts at NFT sales: unanswered acts and held margins in memory, all saved with the account.

import { nftAct, nftCredit, nftStake } from '#db/account/nft'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import type { TurnLog } from '#party/lib/turn-log'

export type Act = RowOf<typeof nftAct>
export type BidMargin = RowOf<typeof nftStake>
type Credit = RowOf<typeof nftCredit>

const ACTS = tableOf(nftAct)
const BID_MARGINS = tableOf(nftStake)
const CREDITS = tableOf(nftCredit)

/** Ledger references of an act, and of a sale's margin. */
export const actRef = (actNo: number): string => `nft:${actNo}`
export const marginRef = (lotId: number): string => `nft:lot:${lotId}`

/** Ledger account of accepted bids' margins. */
export const MARGINS = '@nft_margin'

const isLive = ({ state }: BidMargin): boolean => state === 'asked' || state === 'bidding' || state === 'won'

export class NftStore {
  static readonly tables = [nftAct, nftStake, nftCredit] as const

  readonly #store: Store
  readonly #sent = new Map<number, Act>()
  readonly #bidMargins = new Map<number, BidMargin>()
  readonly #acts = new Map<number, Act>()
  readonly #changedMargins = new Map<number, BidMargin>()
  readonly #credits = new Map<string, Credit>()
  /** Acts since the last checkpoint, possibly missing from the tables. */
  readonly #recent = new Map<number, Act>()
  readonly #recentCredits = new Set<string>()
  #actNoLast: number

  constructor(store: Store) {
    this.#store = store
    this.#actNoLast = ACTS.last(store, 'actNo')
    for (const row of ACTS.rows(store, "WHERE state = 'sent' ORDER BY act_no")) this.#sent.set(row.actNo, row)
    for (const row of BID_MARGINS.rows(store, "WHERE state IN ('asked', 'bidding', 'won') ORDER BY lot_id"))
      this.#bidMargins.set(row.lotId, row)
  }

  add(act: Omit<Act, 'actNo'>): Act {
    this.#actNoLast += 1
    return this.put({ ...act, actNo: this.#actNoLast })
  }

  put(act: Act): Act {
    this.#acts.set(act.actNo, act)
    this.#recent.set(act.actNo, act)
    if (act.state === 'sent') this.#sent.set(act.actNo, act)
    else this.#sent.delete(act.actNo)
    return act
  }

  find(actNo: number): Act | undefined {
    const known = this.#sent.get(actNo) ?? this.#recent.get(actNo)
    if (known || actNo > this.#actNoLast) return known
    return ACTS.first(this.#store, 'WHERE act_no = ?', actNo)
  }

  nextActNo(): number {
    return this.#actNoLast + 1
  }

  /** In order of creation. */
  sent(): readonly Act[] {
    return [...this.#sent.values()]
  }

  /** Margins that are held. */
  live(): readonly BidMargin[] {
    return [...this.#bidMargins.values()]
  }

  /** Margin of a sale, while held. */
  bidMargin(lotId: number): BidMargin | undefined {
    return this.#bidMargins.get(lotId)
  }

  putBidMargin(bidMargin: BidMargin): void {
    this.#changedMargins.set(bidMargin.lotId, bidMargin)
    if (isLive(bidMargin)) this.#bidMargins.set(bidMargin.lotId, bidMargin)
    else this.#bidMargins.delete(bidMargin.lotId)
  }

  /** Work of a saved purchase (`nft:17`) or sale (`nft:lot:4`), by the reference of its entry. */
  workOf(ref: string): number | null {
    const [, kind = '', lotId] = ref.split(':')
    if (lotId === undefined) return ACTS.first(this.#store, 'WHERE act_no = CAST(? AS INTEGER)', kind)?.workId ?? null
    return CREDITS.first(this.#store, 'WHERE ref = ?', `nft_sold:${lotId}`)?.workId ?? null
  }

  isCredited(ref: string): boolean {
    return this.#recentCredits.has(ref) || CREDITS.first(this.#store, 'WHERE ref = ?', ref) !== undefined
  }

  credit(credit: Credit): void {
    this.#credits.set(credit.ref, credit)
    this.#recentCredits.add(credit.ref)
  }

  save(log: TurnLog): void {
    for (const act of this.#acts.values()) log.put(nftAct, act)
    for (const bidMargin of this.#changedMargins.values()) log.put(nftStake, bidMargin)
    for (const credit of this.#credits.values()) log.put(nftCredit, credit)
    this.#acts.clear()
    this.#changedMargins.clear()
    this.#credits.clear()
  }

  checkpointed(): void {
    this.#recent.clear()
    this.#recentCredits.clear()
    for (const act of this.#acts.values()) this.#recent.set(act.actNo, act)
    for (const ref of this.#credits.keys()) this.#recentCredits.add(ref)
  }
}
