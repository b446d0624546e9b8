// One sale: takes bids, purchases and payments by the room's own clock, in the order in which they come. What would move the ownership is
// written here first and then decided by the directory. Synchronous.

import { isDemoTrader } from '#domain/demo-traders'
import { type Amount, ZERO, add, decodeAmount, encodeAmount } from '#domain/money/amount'
import type { Lot, LotState } from '#domain/nft/artwork'
import { PAY_MS, bidOf, checkBid, endAfterBid, marginOfBid, shareSale } from '#domain/nft/auction'
import { refuse } from '#domain/outcome'
import type { LotAct, LotAnswer, LotBid, LotNews, LotSocketMessage, LotTerms } from '#party/protocol/lot'
import { lotBid, lotOwed, lotStanding } from '#db/lot/schema'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import { type Addressed, type Standing, checkBuy, checkPay, credit, isClosing, said, taken } from './answers'

const BIDS = tableOf(lotBid)
const STANDING = tableOf(lotStanding)
const OWED = tableOf(lotOwed)
const BIDS_TOLD = 20

export class Sale {
  readonly #store: Store
  #standing: Standing | undefined
  #last: RowOf<typeof lotBid> | undefined
  /** Bidders in the order of their first bids, and the highest number of each one's acts: a higher one is new. */
  readonly #bidders = new Map<number, number>()
  readonly #actNoLast = new Map<number, number>()

  constructor(store: Store) {
    this.#store = store
    this.#standing = STANDING.first(store)
    this.#last = BIDS.first(store, 'ORDER BY seq DESC LIMIT 1')
    const first = store.values('SELECT account, MAX(act_no) FROM lot_bid GROUP BY account ORDER BY MIN(seq)')
    for (const [account, actNo] of first) this.#heard(account as number, actNo as number)
  }

  get standing(): Standing | undefined {
    return this.#standing
  }

  /** Null: the directory must decide first. A repeated act gets its first answer. */
  act(message: LotAct, terms: LotTerms | null, now: number): LotAnswer | null {
    if (!terms) return said(refuse('nft_lot_not_found'))
    const { lot } = terms
    if (message.account === lot.sellerId) return said(refuse('nft_own_work'))
    if (message.kind !== 'bid') return this.#buyOrPay(message, terms, now)
    const isNew = message.actNo > (this.#actNoLast.get(message.account) ?? 0)
    const known = isNew
      ? undefined
      : BIDS.first(this.#store, 'WHERE account = ? AND act_no = ?', message.account, message.actNo)
    if (known) return taken(lot, known)
    return this.#bid(message, lot, now)
  }

  #bid(message: LotAct, lot: Lot, now: number): LotAnswer {
    if (lot.mode !== 'auction') return said(refuse('nft_not_auction'))
    const standing = this.#standing ?? open(lot)
    if (now < lot.startsAt) return said(refuse('nft_not_started'))
    if (isClosing(standing) || now >= standing.endsAt) return said(refuse('nft_ended'))
    const current = { ...lot, highest: this.#last?.price ?? null }
    const asked = message.price === null ? bidOf(current, BigInt(message.steps)) : decodeAmount(message.price)
    const checked = checkBid(current, asked)
    if (!checked.ok) return said(checked)
    // Others have bid meanwhile, so a bid by steps has become dearer than its margin was set aside for.
    if (marginOfBid(lot, checked.value) > decodeAmount(message.marginMost)) return said(refuse('nft_price_changed'))
    const row = {
      seq: (this.#last?.seq ?? 0) + 1,
      account: message.account,
      actNo: message.actNo,
      price: checked.value,
      at: now,
    }
    BIDS.put(this.#store, row)
    const endsAt = endAfterBid({ endsAt: standing.endsAt, endsAtMost: lot.endsAtMost }, now)
    if (!this.#standing || endsAt !== standing.endsAt) this.#put({ ...standing, endsAt })
    this.#last = row
    this.#heard(row.account, row.actNo)
    return taken(lot, row)
  }

  #heard(account: number, actNo: number): void {
    if (!this.#bidders.has(account)) this.#bidders.set(account, this.#bidders.size + 1)
    this.#actNoLast.set(account, Math.max(actNo, this.#actNoLast.get(account) ?? 0))
  }

  #buyOrPay(message: LotAct, terms: LotTerms, now: number): LotAnswer | null {
    const { lot } = terms
    const standing = this.#standing ?? open(lot)
    const { account, actNo } = message
    if (standing.winner === account && standing.actNo === actNo) return this.outcome(message, terms)
    const refused = message.kind === 'buy' ? checkBuy(message, lot, standing, now) : checkPay(account, lot, standing)
    if (refused) return said(refused)
    const price = message.kind === 'buy' ? lot.price : (standing.price ?? ZERO)
    this.#put({ ...standing, winner: account, actNo, price, pending: 'sold', decidedAt: now })
    return null
  }

  /** Outcome of a purchase or payment decided by the directory; null while undecided. */
  outcome({ account, actNo }: LotAct, { lot, royaltyTo }: LotTerms): LotAnswer | null {
    const standing = this.#standing
    if (standing?.winner !== account || standing.actNo !== actNo) return said(refuse('nft_ended'))
    if (standing.pending) return null
    if (standing.state !== 'sold') return said(refuse('nft_taken_down'))
    const price = standing.price ?? ZERO
    const { commission, royalty, seller } = shareSale(price, lot)
    const house = add(lot.sellerId === null ? seller : ZERO, royaltyTo === null ? royalty : ZERO)
    const split = { fee: encodeAmount(commission), house: encodeAmount(house) }
    return { isIn: true, price: encodeAmount(price), at: standing.decidedAt ?? 0, split, workId: lot.workId }
  }

  /** Starts due changes; true when the directory must decide. */
  closeDue({ lot }: LotTerms, now: number): boolean {
    const standing = this.#standing ?? open(lot)
    if (standing.pending) return true
    if (standing.state === 'open' && now >= standing.endsAt) this.#close(lot, standing, now)
    else if (standing.state === 'won' && now >= (standing.payBy ?? 0)) this.#begin(standing, 'forfeited', now)
    return (this.#standing?.pending ?? null) !== null
  }

  /** The work was taken down: the sale is cancelled unless it is sold and paid. */
  cancel({ lot }: LotTerms, now: number): boolean {
    const standing = this.#standing ?? open(lot)
    if (!standing.pending && (standing.state === 'open' || standing.state === 'won'))
      this.#begin(standing, 'called_off', now)
    return (this.#standing?.pending ?? null) !== null
  }

  #close(lot: Lot, standing: Standing, now: number): void {
    const last = this.#last
    if (lot.mode === 'fixed' || !last) return this.#begin(standing, 'unsold', now)
    const { account: winner, actNo, price } = last
    this.#begin({ ...standing, winner, actNo, price, payBy: now + PAY_MS }, 'won', now)
  }

  #begin = (standing: Standing, pending: NonNullable<Standing['pending']>, now: number): void =>
    this.#put({ ...standing, pending, decidedAt: now })

  /** Applies the directory's decision: as requested, or cancelled. From here on accounts are owed the news. */
  decided(isCalledOff: boolean, terms: LotTerms): void {
    const standing = this.#standing
    if (!standing?.pending) return
    const state: LotState = isCalledOff ? 'called_off' : standing.pending
    this.#store.runInTransaction(() => {
      for (const news of this.#newsOf(state, standing, terms)) this.#owe(news.account, news.news)
      this.#put({ ...standing, state, pending: null })
    })
  }

  #newsOf(state: LotState, standing: Standing, terms: LotTerms): readonly Addressed[] {
    const { lot, work } = terms
    const { winner, price } = standing
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
          ...{ price: encodeAmount(price ?? ZERO), payBy: standing.payBy ?? 0 },
          ...{ actNo: standing.actNo ?? 0, margin: encodeAmount(marginOfBid(lot, price ?? ZERO)) },
        } as const
        return winner === null ? others : [{ account: winner, news: won }, ...others]
      }
      case 'called_off':
        // Losing bidders have received their margins already.
        return standing.state === 'open' ? [...this.#bidders.keys()].map(back) : winner === null ? [] : [back(winner)]
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
  tellOutbid({ lot, work }: LotTerms): void {
    const [last, standing] = [this.#last, this.#standing]
    if (!last || standing?.state !== 'open' || standing.toldSeq >= last.seq) return
    const rows = this.#store.values(
      'SELECT account FROM lot_bid WHERE seq >= ? GROUP BY account',
      Math.max(1, standing.toldSeq),
    )
    const price = encodeAmount(last.price)
    const news = { lotId: lot.id, work, kind: 'outbid', price, seq: last.seq, assetId: lot.asset.id } as const
    this.#store.runInTransaction(() => {
      for (const [account] of rows) if (account !== last.account) this.#owe(account as number, news)
      this.#put({ ...standing, toldSeq: last.seq })
    })
  }

  #owe(account: number, news: LotNews): void {
    const no = OWED.last(this.#store, 'no') + 1
    OWED.put(this.#store, { no, account, request: JSON.stringify({ type: 'nft_news', news }) })
  }

  owed(limit: number): readonly RowOf<typeof lotOwed>[] {
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
    const [last, standing] = [this.#last, this.#standing]
    return last && standing && standing.shownSeq < last.seq ? { ...last, endsAt: standing.endsAt } : null
  }

  shown(seq: number): void {
    if (this.#standing) this.#put({ ...this.#standing, shownSeq: Math.max(seq, this.#standing.shownSeq) })
  }

  /** Newest first. */
  bids(limit: number): LotBid[] {
    return BIDS.rows(this.#store, 'ORDER BY seq DESC LIMIT ?', limit).map(({ seq, account, price, at }) => ({
      ...{ seq, account, at },
      price: encodeAmount(price),
    }))
  }

  message({ lot }: LotTerms): LotSocketMessage {
    const standing = this.#standing ?? open(lot)
    const count = this.#last?.seq ?? 0
    return {
      type: 'lot',
      seq: count * STATE_STEPS + RANK[standing.state],
      state: standing.state,
      highest: this.#last ? encodeAmount(this.#last.price) : null,
      bidCount: count,
      endsAt: standing.endsAt,
      bids: this.bids(BIDS_TOLD).map(({ account, ...bid }) => ({
        ...bid,
        bidder: this.#bidders.get(account) ?? 0,
        ...(isDemoTrader(account) && { isDemo: true }),
      })),
    }
  }

  #put(standing: Standing): void {
    STANDING.put(this.#store, standing)
    this.#standing = standing
  }
}

/** A state only follows one of a lower rank. */
const RANK = { open: 1, won: 2, sold: 3, unsold: 3, forfeited: 3, called_off: 3 } as const satisfies Record<
  LotState,
  number
>
const STATE_STEPS = 4

const open = ({ endsAt }: Lot): Standing => ({
  ...{ id: 1, state: 'open', endsAt, winner: null, actNo: null, price: null, payBy: null },
  ...{ pending: null, decidedAt: null, shownSeq: 0, toldSeq: 0 },
})
