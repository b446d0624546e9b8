// State of a trader's room, changed one message at a time: followers, unsent events, the public log, and payments on their way to the
// trader. It sends nothing itself.

import { assert } from '#domain/assert'
import { NO_COPIES, NO_TRADES, addCopy } from '#domain/copy/statistics'
import type { CopyMarket } from '#domain/copy/plan'
import { decodeAmount, encodeAmount } from '#domain/money/amount'
import { event, follower, leader, pendingMessage, stream } from '#db/leader/schema'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import type { PeerMessage, PeerPost } from '#party/protocol/account-peer'
import type { MoneyPart } from '#party/protocol/account-rows'
import type { CopyEvent, CopyMessage, LeaderReport } from '#party/protocol/copy'
import { TradeLog } from './log'

const LEADER = tableOf(leader)
const STREAMS = tableOf(stream)
const FOLLOWERS = tableOf(follower)
const EVENTS = tableOf(event)
const OWED = tableOf(pendingMessage)

type Row = RowOf<typeof leader>
export type Follower = RowOf<typeof follower>

const NEW: Row = {
  ...{ id: 1, isOpen: true, events: 0, sent: 0, stored: 0, revision: 0, shown: 0 },
  ...NO_TRADES,
  ...NO_COPIES,
}

export class LeaderState {
  readonly log: TradeLog
  readonly #store: Store
  readonly #traderId: number
  #row: Row = NEW
  readonly #followers = new Map<number, Follower>()
  readonly #events = new Map<number, CopyEvent>()

  constructor(store: Store, traderId: number) {
    this.#store = store
    this.#traderId = traderId
    this.log = new TradeLog(store)
    this.#load()
  }

  #load(): void {
    this.#followers.clear()
    this.#events.clear()
    this.#row = LEADER.first(this.#store) ?? NEW
    for (const row of FOLLOWERS.rows(this.#store)) this.#followers.set(row.account, row)
    // This class alone writes the texts.
    for (const row of EVENTS.rows(this.#store)) this.#events.set(row.no, JSON.parse(row.event) as CopyEvent)
  }

  get row(): Readonly<Row> {
    return this.#row
  }

  /** Number of the last message of an account that was taken. */
  received(account: number): number {
    return STREAMS.first(this.#store, 'WHERE account = ?', account)?.received ?? 0
  }

  /** Takes a message once. `market` comes with what followers need of the terms of the moment. */
  take({ from, seq, message }: PeerPost, market: CopyMarket | null, now: number): void {
    try {
      this.#store.runInTransaction(() => {
        if (seq !== this.received(from) + 1) return
        STREAMS.put(this.#store, { account: from, received: seq })
        this.#carryOut(from, message, market, now)
        LEADER.put(this.#store, this.#row)
      })
    } catch (failure) {
      // Memory is reloaded after a rollback.
      this.#load()
      throw failure
    }
  }

  followers(): Iterable<Follower> {
    return this.#followers.values()
  }

  get followerCount(): number {
    return this.#followers.size
  }

  get isAnybodyBehind(): boolean {
    for (const member of this.#followers.values()) if (!this.isUpToDate(member)) return true
    return false
  }

  /** The follower has received every event. */
  isUpToDate({ told }: Follower): boolean {
    return told >= this.#row.events
  }

  /** The member is still a follower. */
  has(member: Follower): boolean {
    return this.#followers.get(member.account) === member
  }

  eventAt(no: number): CopyEvent {
    const found = this.#events.get(no)
    assert(found !== undefined, 'an event is kept until everybody has it')
    return found
  }

  /** Marks an event as stored by a follower. `saveSent` saves it later: until then a restart repeats the event. */
  markSent(member: Follower, no: number): void {
    member.told = Math.max(member.told, no)
  }

  /** Events that every follower has received are deleted. */
  saveSent(members: readonly Follower[]): void {
    const all = [...this.#followers.values()]
    const first = all.reduce((least, { told }) => Math.min(least, told), this.#row.events)
    this.#store.runInTransaction(() => {
      FOLLOWERS.putAll(
        this.#store,
        members.filter((member) => this.has(member)),
      )
      this.#store.run('DELETE FROM event WHERE no <= ?', first)
    })
    for (const no of this.#events.keys()) if (no <= first) this.#events.delete(no)
  }

  /** A follower that has received the final event is removed. */
  dismiss(member: Follower): void {
    if (!this.has(member)) return
    this.#store.runInTransaction(() => {
      this.#leave(member.account)
      LEADER.put(this.#store, this.#row)
    })
  }

  /** Oldest message that the trader's account may be missing. */
  firstPending(): { readonly seq: number; readonly message: PeerMessage } | null {
    const row = OWED.first(this.#store, 'ORDER BY seq LIMIT 1')
    return row ? { seq: row.seq, message: JSON.parse(row.message) as PeerMessage } : null
  }

  markStored(seq: number): void {
    this.#store.runInTransaction(() => {
      this.#store.run('DELETE FROM owed WHERE seq <= ?', seq)
      this.#row = { ...this.#row, stored: Math.max(this.#row.stored, seq) }
      LEADER.put(this.#store, this.#row)
    })
  }

  /** The directory shows this revision. */
  markShown(revision: number): void {
    this.#row = { ...this.#row, shown: Math.max(this.#row.shown, revision) }
    LEADER.put(this.#store, this.#row)
  }

  report(): LeaderReport {
    const { isOpen, net, margins, ended, won, long, heldMs, peak, drawdown, copies, copiesWon, copiesNet } = this.#row
    return {
      isOpen,
      followers: this.#followers.size,
      open: this.log.openCount(),
      sums: {
        ...{ ended, won, long, heldMs },
        net: encodeAmount(net),
        margins: encodeAmount(margins),
        peak: encodeAmount(peak),
        drawdown: encodeAmount(drawdown),
      },
      copies: { copies, copiesWon, copiesNet: encodeAmount(copiesNet) },
      days: this.log.days(),
      line: this.log.lineTrades()?.map((row) => ({ ...row, net: encodeAmount(row.net) })) ?? null,
      owed: OWED.rows(this.#store).flatMap((row) => (JSON.parse(row.message) as PeerMessage).parts as MoneyPart[]),
      behind: [...this.#followers.values()].filter((member) => !this.isUpToDate(member)).length,
    }
  }

  #carryOut(from: number, message: PeerMessage, market: CopyMarket | null, now: number): void {
    switch (message.type) {
      case 'copy_follow':
        return this.#join(from, now)
      case 'copy_unfollow':
        return this.#leave(from)
      case 'copy_result':
        return this.#change(addCopy(this.#row, decodeAmount(message.net)))
      case 'copy_share':
        return this.#owe({ type: 'copy_earned', parts: message.parts })
      default:
        assert(from === this.#traderId, `${message.type} is the trader's to say`)
        return this.#trade(message, market)
    }
  }

  #trade(message: PeerMessage, market: CopyMarket | null): void {
    switch (message.type) {
      case 'copy_trader':
        this.#change({ isOpen: message.isOpen })
        if (!message.isOpen) this.#emit({ kind: 'ended' })
        break
      case 'copy_opened': {
        const { trade, stops } = message
        assert(market !== null, 'a trade is told with the terms of the moment')
        this.log.open(trade)
        this.#change({})
        if (this.#row.isOpen) this.#emit({ kind: 'opened', trade, stops, market })
        break
      }
      case 'copy_stops': {
        const { positionNo, lots, stops } = message
        this.#emit({ kind: 'stops', positionNo, lots, stops })
        break
      }
      case 'copy_closed': {
        const { close, stops } = message
        this.#change(this.log.close(close, this.#row))
        this.#emit({ kind: 'closed', positionNo: close.positionNo, left: close.left, stops })
        break
      }
      default:
        assert(false, `${message.type} is no message to a trader's room`)
    }
  }

  #join(account: number, now: number): void {
    const { events } = this.#row
    const member = { account, since: events, told: events, joinedAt: now }
    this.#followers.set(account, member)
    FOLLOWERS.put(this.#store, member)
    this.#change({})
    // A follower that joins after the end receives the end event.
    if (!this.#row.isOpen) this.#emit({ kind: 'ended' })
  }

  #leave(account: number): void {
    this.#followers.delete(account)
    FOLLOWERS.remove(this.#store, { account })
    this.#change({})
  }

  /** Without followers no event is stored. */
  #emit(said: CopyEvent): void {
    if (this.#followers.size === 0) return
    const no = this.#row.events + 1
    this.#row = { ...this.#row, events: no }
    this.#events.set(no, said)
    EVENTS.insert(this.#store, { no, event: JSON.stringify(said) })
  }

  #owe(message: CopyMessage): void {
    const seq = this.#row.sent + 1
    this.#row = { ...this.#row, sent: seq }
    OWED.insert(this.#store, { seq, message: JSON.stringify(message) })
  }

  /** Changes a figure shown by the directory. */
  #change(changes: Partial<Row>): void {
    this.#row = { ...this.#row, ...changes, revision: this.#row.revision + 1 }
  }
}
