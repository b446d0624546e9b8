// One sale: takes bids, purchases and payments by the room's own clock, in the order in which they come. What would move the ownership is
// written here first and then decided by the directory. Synchronous.

import { isDemoTrader } from '#domain/demo-traders'
import { type Amount, ZERO, add, decodeAmount, encodeAmount } from '#domain/money/amount'
import type { Lot, SaleState } from '#domain/nft/artwork'
import { PAY_MS, bidOf, checkBid, auctionEndAfterBid, marginOfBid, shareSale } from '#domain/nft/auction'
import { refuse } from '#domain/outcome'
import type { SaleRequest, SaleAnswer, SaleBid, SaleUpdate, SaleSocketMessage, SaleTerms } from '#party/protocol/lot'
import { lotBid, pendingRequest, lotStanding } from '#db/lot/schema'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import { type Addressed, type SaleStatus, checkBuy, checkPay, credit, isClosing, refusedAnswer, taken } from './answers'

const BIDS = tableOf(lotBid)
const SALE_STATUS = tableOf(lotStanding)
const OWED = tableOf(pendingRequest)
const BIDS_SENT = 20

export class Sale {
  readonly #store: Store
  #status: SaleStatus | undefined
  #last: RowOf<typeof lotBid> | undefined
  /** Bidders in the order of their first bids, and the highest number of each one's acts: a higher one is new. */
  readonly #bidders = new Map<number, number>()
  readonly #actNoLast = new Map<number, number>()

  constructor(store: Store) {
    this.#store = store
    this.#status = SALE_STATUS.first(store)
    this.#last = BIDS.first(store, 'ORDER BY seq DESC LIMIT 1')
    const first = store.values('SELECT account, MAX(act_no) FROM lot_bid GROUP BY account ORDER BY MIN(seq)')
    for (const [account, actNo] of first) this.#markReceived(account as number, actNo as number)
  }

  get status(): SaleStatus | undefined {
    return this.#status
  }

  /** Null: the directory must decide first. A repeated act gets its first answer. */
  act(message: SaleRequest, terms: SaleTerms | null, now: number): SaleAnswer | null {
    if (!terms) return refusedAnswer(refuse('nft_lot_not_found'))
    const { lot } = terms
    if (message.account === lot.sellerId) return refusedAnswer(refuse('nft_own_work'))
    if (message.kind !== 'bid') return this.#buyOrPay(message, terms, now)
    const isNew = message.actNo > (this.#actNoLast.get(message.account) ?? 0)
    const known = isNew
      ? undefined
      : BIDS.first(this.#store, 'WHERE account = ? AND act_no = ?', message.account, message.actNo)
    if (known) return taken(lot, known)
    return this.#bid(message, lot, now)
  }

  #bid(message: SaleRequest, lot: Lot, now: number): SaleAnswer {
    if (lot.mode !== 'auction') return refusedAnswer(refuse('nft_not_auction'))
    const status = this.#status ?? open(lot)
    if (now < lot.startsAt) return refusedAnswer(refuse('nft_not_started'))
    if (isClosing(status) || now >= status.endsAt) return refusedAnswer(refuse('nft_ended'))
    const current = { ...lot, highest: this.#last?.price ?? null }
    const asked = message.price === null ? bidOf(current, BigInt(message.steps)) : decodeAmount(message.price)
    const checked = checkBid(current, asked)
    if (!checked.ok) return refusedAnswer(checked)
    // Others have bid meanwhile, so a bid by steps has become dearer than its margin was set aside for.
    if (marginOfBid(lot, checked.value) > decodeAmount(message.marginMost))
      return refusedAnswer(refuse('nft_price_changed'))
    const row = {
      seq: (this.#last?.seq ?? 0) + 1,
      account: message.account,
      actNo: message.actNo,
      price: checked.value,
      at: now,
    }
    BIDS.put(this.#store, row)
    const endsAt = auctionEndAfterBid({ endsAt: status.endsAt, endsAtMost: lot.endsAtMost }, now)
    if (!this.#status || endsAt !== status.endsAt) this.#put({ ...status, endsAt })
    this.#last = row
    this.#markReceived(row.account, row.actNo)
    return taken(lot, row)
  }

  #markReceived(account: number, actNo: number): void {
    if (!this.#bidders.has(account)) this.#bidders.set(account, this.#bidders.size + 1)
    this.#actNoLast.set(account, Math.max(actNo, this.#actNoLast.get(account) ?? 0))
  }

  #buyOrPay(message: SaleRequest, terms: SaleTerms, now: number): SaleAnswer | null {
    const { lot } = terms
    const status = this.#status ?? open(lot)
    const { account, actNo } = message
    if (status.winner === account && status.actNo === actNo) return this.outcome(message, terms)
    const refused = message.kind === 'buy' ? checkBuy(message, lot, status, now) : checkPay(account, lot, status)
    if (refused) return refusedAnswer(refused)
    const price = message.kind === 'buy' ? lot.price : (status.price ?? ZERO)
    this.#put({ ...status, winner: account, actNo, price, pending: 'sold', decidedAt: now })
    return null
  }

  /** Outcome of a purchase or payment decided by the directory; null while undecided. */
  outcome({ account, actNo }: SaleRequest, { lot, royaltyTo }: SaleTerms): SaleAnswer | null {
    const status = this.#status
    if (status?.winner !== account || status.actNo !== actNo) return refusedAnswer(refuse('nft_ended'))
    if (status.pending) return null
    if (status.state !== 'sold') return refusedAnswer(refuse('nft_taken_down'))
    const price = status.price ?? ZERO
    const { commission, royalty, seller } = shareSale(price, lot)
    const house = add(lot.sellerId === null ? seller : ZERO, royaltyTo === null ? royalty : ZERO)
    const split = { fee: encodeAmount(commission), house: encodeAmount(house) }
    return { isAccepted: true, price: encodeAmount(price), at: status.decidedAt ?? 0, split, workId: lot.workId }
  }

  /** Starts due changes; true when the directory must decide. */
  closeDue({ lot }: SaleTerms, now: number): boolean {
    const status = this.#status ?? open(lot)
    if (status.pending) return true
    if (status.state === 'open' && now >= status.endsAt) this.#endAuction(lot, status, now)
    else if (status.state === 'won' && now >= (status.payBy ?? 0)) this.#begin(status, 'forfeited', now)
    return (this.#status?.pending ?? null) !== null
  }

  /** The work was taken down: the sale is cancelled unless it is sold and paid. */
  cancel({ lot }: SaleTerms, now: number): boolean {
    const status = this.#status ?? open(lot)
    if (!status.pending && (status.state === 'open' || status.state === 'won')) this.#begin(status, 'called_off', now)
    return (this.#status?.pending ?? null) !== null
  }

  /** The highest bid wins; without one, and in a sale at a fixed price, nothing is sold. */
  #endAuction(lot: Lot, status: SaleStatus, now: number): void {
    const last = this.#last
    if (lot.mode === 'fixed' || !last) return this.#begin(status, 'unsold', now)
    const { account: winner, actNo, price } = last
    this.#begin({ ...status, winner, actNo, price, payBy: now + PAY_MS }, 'won', now)
  }

  #begin = (status: SaleStatus, pending: NonNullable<SaleStatus['pending']>, now: number): void =>
    this.#put({ ...status, pending, decidedAt: now })

  /** Applies the directory's decision: as requested, or cancelled. From here on accounts are owed the news. */
  decided(isCalledOff: boolean, terms: SaleTerms): void {
    const status = this.#status
    if (!status?.pending) return
    const state: SaleState = isCalledOff ? 'called_off' : status.pending
    this.#store.runInTransaction(() => {
      for (const news of this.#updatesOf(state, status, terms)) this.#owe(news.account, news.news)
      this.#put({ ...status, state, pending: null })
    })
  }

  #updatesOf(state: SaleState, status: SaleStatus, terms: SaleTerms): readonly Addressed[] {
    const { lot, work } = terms
    const { winner, price } = status
    const about = { lotId: lot.id, work }
    const back = (account: number): Addressed => ({
      account,
      news: { ...about, kind: 'margin_back', isCalledOff: state === 'called_off' },
    })
    switch (state) {
      case 'won': {
        const others = [...this.#bidders.keys()].filter((account) => account !== winner).map(back)
        const won = {
          ...about,
          kind: 'won',
          ...{ price: encodeAmount(price ?? ZERO), payBy: status.payBy ?? 0 },
          ...{ actNo: status.actNo ?? 0, margin: encodeAmount(marginOfBid(lot, price ?? ZERO)) },
        } as const
        return winner === null ? others : [{ account: winner, news: won }, ...others]
      }
      case 'called_off':
        // Losing bidders have received their margins already.
        return status.state === 'open' ? [...this.#bidders.keys()].map(back) : winner === null ? [] : [back(winner)]
      case 'forfeited': {
        const toHouse = lot.sellerId === null
        const forfeit =
          winner === null ? [] : [{ account: winner, news: { ...about, kind: 'forfeit', toHouse } as const }]
        return [
          ...forfeit,
          ...credit(terms, {
            to: lot.sellerId,
            reason: 'nft_forfeit_received',
            amount: marginOfBid(lot, price ?? ZERO),
          }),
        ]
      }
      case 'sold': {
        const shares = shareSale(price ?? ZERO, lot)
        const seller = credit(terms, { to: lot.sellerId, reason: 'nft_sold', amount: shares.seller })
        return [...seller, ...credit(terms, { to: terms.royaltyTo, reason: 'nft_royalty', amount: shares.royalty })]
      }
      case 'open':
      case 'unsold':
        return []
    }
  }

  /** Notifies outbid users once per their last bid. */
  notifyOutbid({ lot, work }: SaleTerms): void {
    const [last, status] = [this.#last, this.#status]
    if (!last || status?.state !== 'open' || status.toldSeq >= last.seq) return
    const rows = this.#store.values(
      'SELECT account FROM lot_bid WHERE seq >= ? GROUP BY account',
      Math.max(1, status.toldSeq),
    )
    const price = encodeAmount(last.price)
    const news = { lotId: lot.id, work, kind: 'outbid', price, seq: last.seq, assetId: lot.asset.id } as const
    this.#store.runInTransaction(() => {
      for (const [account] of rows) if (account !== last.account) this.#owe(account as number, news)
      this.#put({ ...status, toldSeq: last.seq })
    })
  }

  #owe(account: number, news: SaleUpdate): void {
    const no = OWED.last(this.#store, 'no') + 1
    OWED.put(this.#store, { no, account, request: JSON.stringify({ type: 'nft_news', news }) })
  }

  pending(limit: number): readonly RowOf<typeof pendingRequest>[] {
    return OWED.rows(this.#store, 'ORDER BY no LIMIT ?', limit)
  }

  delivered(no: number): void {
    OWED.remove(this.#store, { no })
  }

  /** The last bid if the directory doesn't show it yet; otherwise null. */
  unshown(): {
    readonly seq: number
    readonly account: number
    readonly price: Amount
    readonly endsAt: number
  } | null {
    const [last, status] = [this.#last, this.#status]
    return last && status && status.shownSeq < last.seq ? { ...last, endsAt: status.endsAt } : null
  }

  shown(seq: number): void {
    if (this.#status) this.#put({ ...this.#status, shownSeq: Math.max(seq, this.#status.shownSeq) })
  }

  /** Newest first. */
  bids(limit: number): SaleBid[] {
    return BIDS.rows(this.#store, 'ORDER BY seq DESC LIMIT ?', limit).map(({ seq, account, price, at }) => ({
      ...{ seq, account, at },
      price: encodeAmount(price),
    }))
  }

  message({ lot }: SaleTerms): SaleSocketMessage {
    const status = this.#status ?? open(lot)
    const count = this.#last?.seq ?? 0
    return {
      type: 'lot',
      seq: count * STATE_STEPS + RANK[status.state],
      state: status.state,
      highest: this.#last ? encodeAmount(this.#last.price) : null,
      bidCount: count,
      endsAt: status.endsAt,
      bids: this.bids(BIDS_SENT).map(({ account, ...bid }) => ({
        ...bid,
        bidder: this.#bidders.get(account) ?? 0,
        ...(isDemoTrader(account) && { isDemo: true }),
      })),
    }
  }

  #put(status: SaleStatus): void {
    SALE_STATUS.put(this.#store, status)
    this.#status = status
  }
}

/** A state only follows one of a lower rank. */
const RANK = { open: 1, won: 2, sold: 3, unsold: 3, forfeited: 3, called_off: 3 } as const satisfies Record<
  SaleState,
  number
>
const STATE_STEPS = 4

const open = ({ endsAt }: Lot): SaleStatus => ({
  ...{ id: 1, state: 'open', endsAt, winner: null, actNo: null, price: null, payBy: null },
  ...{ pending: null, decidedAt: null, shownSeq: 0, toldSeq: 0 },
})
