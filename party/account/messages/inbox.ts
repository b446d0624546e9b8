// The user's inbox. A message about a finished order is written in the turn that finishes the order: one more row in its log line, never a
// separate write. All other messages come from the Worker, once per ref.

import { ALL_KINDS, type MessageKind, NOTICE_CHANNELS, type NoticeChannel, OWN_KINDS, isSentBy } from '#domain/message'
import { type Outcome, done, refuse } from '#domain/outcome'
import { DAY_MS, HOUR_MS } from '#domain/time'
import type { MessageFacts, MessagePage, MessagePreference, MessageRow, NewMessage } from '#party/protocol/message'
import { type Paging, sliceOf } from '#party/lib/slice'
import { message, messagePreference } from '#db/account/inbox'
import { counter } from '#db/account/room'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import type { TurnLog } from '#party/lib/turn-log'

/** With this many unread order messages, new ones are dropped: the order list shows every order. */
const ORDERS_UNREAD_MAX = 100
const RETENTION_MS = 180 * DAY_MS
const ROWS_PER_PAGE_MAX = 100
/** In a burst only the newest messages are sent by other channels, and only recent ones. */
const SENT_AT_ONCE_MAX = 10
const SENT_WITHIN_MS = HOUR_MS

/** Facts of a finished order by its reference; the order provides them when the message is read. */
type OrderFacts = (ref: string) => MessageFacts

interface Brought {
  /** False when the ref existed before. */
  readonly isNew: boolean
  readonly messageId: number
  /** Channels that the user chose. */
  readonly channels: readonly NoticeChannel[]
}

type Message = RowOf<typeof message>

const MESSAGES = tableOf(message)
const UNREAD = `WHERE id = ? AND state = 'unread'
  AND at > coalesce((SELECT value FROM counter WHERE name = 'restored'), 0)`
const IDS = MESSAGES.pick('id')
const PREFERENCES = tableOf(messagePreference)

interface MessageFilter {
  /** Null: of every kind. */
  readonly kinds: readonly MessageKind[] | null
  /** True: unread ones only. */
  readonly isUnread?: boolean | undefined
}

export class Inbox {
  static readonly tables = [message] as const

  readonly #store: Store
  #idLast: number
  #unread: number
  #ordersUnread: number
  #added: Message[] = []
  /** Ids by ref, not yet checkpointed into the table. */
  readonly #uncheckpointed = new Map<string, number>()
  #isChanged = false
  /** The user's choices by kind and channel. */
  readonly #chosen = new Map<string, boolean>()

  constructor(store: Store) {
    this.#store = store
    for (const { kind, channel, isOn } of PREFERENCES.rows(store)) this.#chosen.set(`${kind}:${channel}`, isOn)
    this.#idLast = MESSAGES.last(store, 'id')
    this.#unread = 0
    this.#ordersUnread = 0
    this.#count()
  }

  get unread(): number {
    return this.#unread
  }

  /** True when a change since the last save concerns listening clients. */
  get isChanged(): boolean {
    return this.#isChanged
  }

  /** Adds the message for an order that ended with at least one fill. */
  addOrder(orderNo: number, at: number): void {
    if (this.#ordersUnread >= ORDERS_UNREAD_MAX) return
    this.#ordersUnread += 1
    // The fill facts come from the order when the message is read.
    this.#add({ at, kind: 'order_filled', ref: `spot:${orderNo}`, facts: {} })
  }

  /** A known ref is a repeated message, even if it was read or deleted meanwhile. */
  bring({ kind, ref, facts }: NewMessage, at: number): Brought {
    const known = this.#uncheckpointed.get(ref) ?? this.#findByRef(ref)
    if (known === undefined) {
      this.#add({ at, kind, ref, facts })
      this.#uncheckpointed.set(ref, this.#idLast)
    }
    return { isNew: known === undefined, messageId: known ?? this.#idLast, channels: this.channelsOf(kind) }
  }

  /** Needs a checkpoint first, as do all methods below. Marks a message as read and returns it. */
  read(orderFacts: OrderFacts, id: number): Outcome<MessageRow, 'message_not_found'> {
    const row = MESSAGES.first(this.#store, "WHERE id = ? AND state <> 'deleted'", id)
    if (!row) return refuse('message_not_found')
    if (row.state === 'unread') this.#setState('read', 'id = ?', id)
    return done(toRow(orderFacts, { ...row, state: 'read' }))
  }

  readAll(): Outcome<{ readonly unread: number }, never> {
    this.#setState('read', "state = 'unread'")
    return done({ unread: this.#unread })
  }

  /** A message that is gone already stays gone. */
  remove(ids: readonly number[]): Outcome<{ readonly unread: number }, never> {
    for (const id of ids) this.#setState('deleted', 'id = ?', id)
    return done({ unread: this.#unread })
  }

  removeRead(): Outcome<{ readonly unread: number }, never> {
    this.#setState('deleted', "state = 'read'")
    return done({ unread: this.#unread })
  }

  /** Newest first. */
  page(orderFacts: OrderFacts, { kinds, isUnread = false, ...paging }: Paging & MessageFilter): MessagePage {
    const { limit, offset } = sliceOf(paging, ROWS_PER_PAGE_MAX)
    const ofKinds = kinds === null ? '' : `AND kind IN (${kinds.map(() => '?').join(', ')})`
    const where = `WHERE ${isUnread ? "state = 'unread'" : "state <> 'deleted'"} ${ofKinds}`
    const values = kinds ?? []
    const rows = MESSAGES.rows(this.#store, `${where} ORDER BY id DESC LIMIT ? OFFSET ?`, ...values, limit, offset)
    const total = MESSAGES.count(this.#store, where, ...values)
    return { rows: rows.map((row) => toRow(orderFacts, row)), total, unread: this.#unread }
  }

  /** Newest unread own messages, oldest first, each returned once. */
  takeOwn(orderFacts: OrderFacts, now: number): MessageRow[] {
    const own = OWN_KINDS.map((kind) => `'${kind}'`).join(', ')
    const newest = `WHERE id > coalesce((SELECT value FROM counter WHERE name = 'noticed'), 0) AND kind IN (${own}) AND state = 'unread'
      AND at > max(?, coalesce((SELECT value FROM counter WHERE name = 'restored'), 0)) ORDER BY id DESC LIMIT ?`
    const rows = MESSAGES.rows(this.#store, newest, now - SENT_WITHIN_MS, SENT_AT_ONCE_MAX)
    tableOf(counter).put(this.#store, { name: 'noticed', value: this.#idLast })
    return rows.map((row) => toRow(orderFacts, row)).reverse()
  }

  /** Messages by number, without those read or deleted meanwhile, or older than a restore from a backup. */
  unreadOf(orderFacts: OrderFacts, ids: readonly number[]): MessageRow[] {
    return ids.flatMap((id) => {
      const row = MESSAGES.first(this.#store, UNREAD, id)
      return row ? [toRow(orderFacts, row)] : []
    })
  }

  /** The number of the newest message. */
  get idLast(): number {
    return this.#idLast
  }

  /** Channels for a kind, by the user's choice or the default. */
  channelsOf(kind: MessageKind): NoticeChannel[] {
    return NOTICE_CHANNELS.filter((channel) => isSentBy(kind, channel, this.#chosen.get(`${kind}:${channel}`) ?? null))
  }

  preferences(): MessagePreference[] {
    return ALL_KINDS.map((kind) => ({ kind, channels: this.channelsOf(kind) }))
  }

  setPreferences(preferences: readonly MessagePreference[]): Outcome<readonly MessagePreference[], never> {
    for (const { kind, channels } of preferences) {
      for (const channel of NOTICE_CHANNELS) {
        const isOn = channels.includes(channel)
        PREFERENCES.put(this.#store, { kind, channel, isOn })
        this.#chosen.set(`${kind}:${channel}`, isOn)
      }
    }
    return done(this.preferences())
  }

  /** Forgets what is old. */
  prune(now: number): void {
    MESSAGES.removeAll(this.#store, 'WHERE at <= ?', now - RETENTION_MS)
    this.#count()
  }

  save(log: TurnLog): void {
    for (const added of this.#added) log.add(message, added)
    this.#added = []
    this.#isChanged = false
  }

  /** The table contains all saved rows. */
  checkpointed(): void {
    this.#uncheckpointed.clear()
    for (const { ref, id, kind } of this.#added) if (kind !== 'order_filled') this.#uncheckpointed.set(ref, id)
  }

  #findByRef(ref: string): number | undefined {
    return IDS.first(this.#store, "WHERE ref = ? AND kind <> 'order_filled'", ref)?.id
  }

  #add(added: Omit<Message, 'id' | 'state'>): void {
    this.#idLast += 1
    this.#unread += 1
    this.#added.push({ id: this.#idLast, ...added, state: 'unread' })
    this.#isChanged = true
  }

  #setState(state: 'read' | 'deleted', which: string, ...values: number[]): void {
    if (!this.#store.has(MESSAGES.name)) return
    this.#store.run(`UPDATE message SET state = '${state}' WHERE state <> 'deleted' AND ${which}`, ...values)
    this.#count()
    this.#isChanged = true
  }

  #count(): void {
    this.#unread = MESSAGES.count(this.#store, "WHERE state = 'unread'")
    this.#ordersUnread = MESSAGES.count(this.#store, "WHERE state = 'unread' AND kind = 'order_filled'")
  }
}

const toRow = (orderFacts: OrderFacts, { id, at, kind, ref, facts, state }: Message): MessageRow => ({
  id,
  at,
  kind,
  ref,
  facts: kind === 'order_filled' ? orderFacts(ref) : facts,
  isRead: state === 'read',
})
