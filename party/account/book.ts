// Everything one account owns, opened from its store: commands change it in memory, and it is saved as a whole.
// A book whose save or command failed is thrown away and opened again, so memory is never ahead of what a failure undid.

import type { Catalogue } from '#domain/catalogue'
import { encodeAmount } from '#domain/money/amount'
import type { FeeStanding } from '#party/protocol/account-promotion'
import { counter, lease } from '#db/account/room'
import type { Store } from '#party/lib/store'
import { TurnLog } from '#party/lib/turn-log'
import { CommandMemory } from './command-memory'
import { CouponWallet } from './promotion/coupon-wallet'
import { Timers } from './due'
import { type AccountEvent, EventLog } from './events'
import { Freeze } from './oversight/freeze'
import { Inbox } from './messages/inbox'
import { Ledger } from './ledger'
import { MarketStreams } from './market-stream'
import { OpenedNews } from './messages/opened-news'
import { OrderShelf } from './spot/order-shelf'
import { PeerStreams } from './peers'
import { Referral } from './promotion/referral'
import { PushSubscriptions } from './messages/push-subscriptions'
import { Sessions } from './session'
import { Standing } from './promotion/standing'
import { Watchlist } from './watchlist/watchlist'
import { WriteAheadLog } from './write-ahead-log'

/** More than this is not left for a waking room to carry out. */
const ROWS_LOGGED_MAX = 64

/** The write-ahead log of an account, with the tables that follow it. */
export const openLog = (store: Store): TurnLog =>
  new TurnLog(store, {
    tables: [
      ...Ledger.tables,
      ...OrderShelf.tables,
      ...MarketStreams.tables,
      ...CommandMemory.tables,
      ...Standing.tables,
      ...Referral.tables,
      ...CouponWallet.tables,
      ...PeerStreams.tables,
      ...Inbox.tables,
      counter,
      lease,
    ],
    atOnce: Ledger.tablesAtOnce,
    counter,
  })

export class AccountBook {
  readonly store: Store
  readonly log: TurnLog
  readonly ledger: Ledger
  readonly orders: OrderShelf
  readonly streams: MarketStreams
  readonly commands: CommandMemory
  readonly sessions: Sessions
  readonly watchlist: Watchlist
  readonly standing: Standing
  readonly referral: Referral
  readonly coupons: CouponWallet
  readonly peers: PeerStreams
  readonly freeze: Freeze
  readonly inbox: Inbox
  readonly openedNews: OpenedNews
  readonly pushes: PushSubscriptions
  readonly timers: Timers
  readonly events: EventLog
  readonly writeAhead: WriteAheadLog
  /** What is listed now; the owner of the book keeps it fresh. */
  catalogue: Catalogue

  constructor(store: Store, catalogue: Catalogue) {
    this.store = store
    this.catalogue = catalogue
    // First of all: what earlier turns logged goes into the tables that the parts read.
    this.log = openLog(store)
    this.ledger = new Ledger(store)
    this.orders = new OrderShelf(store)
    this.streams = new MarketStreams(store)
    this.commands = new CommandMemory(store)
    this.sessions = new Sessions(store)
    this.watchlist = new Watchlist(store)
    this.standing = new Standing(store)
    this.referral = new Referral(store)
    this.coupons = new CouponWallet(store)
    this.peers = new PeerStreams(store)
    this.freeze = new Freeze(store)
    this.inbox = new Inbox(store)
    this.openedNews = new OpenedNews(store)
    this.pushes = new PushSubscriptions(store)
    this.timers = new Timers(store)
    this.events = new EventLog(store)
    this.writeAhead = new WriteAheadLog(store, this.log)
  }

  /** Puts all that changed into the log, for the turn to end. Answers the event that tells it, or null when nobody could see a change. */
  note(now: number): AccountEvent | null {
    const balances = this.ledger.changedBalances()
    const { orders, fills } = this.orders.changed()
    const fees = this.standing.isChanged || this.coupons.isChanged ? { fees: this.feeStanding(now) } : {}
    const isVisible = balances.length + orders.length + fills.length > 0 || this.inbox.isChanged || 'fees' in fees
    const { unread: unreadMessages } = this.inbox
    const seen = { at: now, balances, orders, fills, unreadMessages, ...fees }
    const event = isVisible ? this.events.record(this.log, seen) : null
    this.ledger.save(this.log)
    this.orders.save(this.log)
    this.inbox.save(this.log)
    this.streams.save(this.log)
    this.commands.save(this.log)
    this.standing.save(this.log)
    this.referral.save(this.log)
    this.coupons.save(this.log)
    this.peers.save(this.log)
    // Written at once, before the turn is: a failure leaves nothing of it behind but a timer too many.
    this.timers.save()
    return event
  }

  /** What fees are reckoned by at an instant. */
  feeStanding(at: number): FeeStanding {
    const discount = this.coupons.activeDiscount(at)
    const coupon = discount && {
      ref: discount.ref,
      discount: discount.discount.toString(),
      left: discount.left === null ? null : encodeAmount(discount.left),
      endsAt: discount.endsAt,
    }
    return { level: this.standing.level, coupon }
  }

  /** True when this turn's only outcome is commands for the Market that holds the lease, which has room for it. Asked before `note`. */
  mayForwardTo(symbol: string): boolean {
    return this.writeAhead.mayForwardTo(symbol) && this.streams.isOnlyChanged(symbol)
  }

  /** True when the tables are so far behind that a waking room would feel it. */
  get isFarBehind(): boolean {
    return this.log.rows >= ROWS_LOGGED_MAX && this.log.turnsForwarded === 0
  }

  /** Brings the tables up to date, inside the caller's transaction. Queries and whatever reads the tables come after it. */
  checkpoint(): void {
    this.log.checkpoint()
    this.orders.checkpointed()
    this.commands.checkpointed()
    this.inbox.checkpointed()
  }
}
