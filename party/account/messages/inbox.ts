// The user's messages. A message about a finished order is made here, with the turn that finishes it: one more row in that turn's line,
// never a write of its own. All others are brought by the Worker, each once by its ref.

import { type Catalogue, findPair } from '#domain/catalogue'
import { ALL_KINDS, type MessageKind, NOTICE_CHANNELS, type NoticeChannel, OWN_KINDS, isSentBy } from '#domain/message'
import { formatTrimmed } from '#domain/money/amount'
import { lotsToBase } from '#domain/money/price'
import { type Outcome, done, refuse } from '#domain/outcome'
import { DAY_MS, HOUR_MS } from '#domain/time'
import type { SystemResults } from '#party/protocol/account'
import type { MessageFacts, MessagePage, MessagePreference, MessageRow, NewMessage } from '#party/protocol/message'
import { type Paging, sliceOf } from '#party/lib/slice'
import type { Store } from '#party/lib/store'
import type { TurnLog } from '#party/lib/turn-log'
import type { OrderShelf } from '../spot/order-shelf'

/** Who has left so many messages about orders unread is told of no further ones: the list of orders has them all. */
const ORDERS_UNREAD_MAX = 100
const KEPT_MS = 180 * DAY_MS
const ROWS_PER_PAGE_MAX = 100
/** Of a flood so many of the newest are sent besides; and nothing that is old by then. */
const SENT_AT_ONCE_MAX = 10
const SENT_WITHIN_MS = HOUR_MS

export type InboxRefusal = 'message_not_found'

/** What an order is told with. */
interface Listed {
  readonly catalogue: Catalogue
  readonly orders: OrderShelf
}

interface Added {
  readonly id: number
  readonly at: number
  readonly kind: MessageKind
  readonly ref: string
  readonly facts: string
}

export class Inbox {
  readonly #store: Store
  #idLast: number
  #unread: number
  #ordersUnread: number
  #added: Added[] = []
  /** Ids by refs that the table may not know yet. */
  readonly #unsettled = new Map<string, number>()
  #isChanged = false
  /** What the user chose, by kind and channel. */
  readonly #chosen = new Map<string, boolean>()

  constructor(store: Store) {
    this.#store = store
    for (const { kind, channel, isOn } of store.rows<{ kind: string; channel: string; isOn: number }>(
      'SELECT kind, channel, is_on AS isOn FROM message_preference',
    ))
      this.#chosen.set(`${kind}:${channel}`, isOn === 1)
    this.#idLast = store.first<{ id: number | null }>('SELECT max(id) AS id FROM message')?.id ?? 0
    this.#unread = 0
    this.#ordersUnread = 0
    this.#count()
  }

  get unread(): number {
    return this.#unread
  }

  /** True when something of it is news for whoever listens, since the last save. */
  get isChanged(): boolean {
    return this.#isChanged
  }

  /** An order is over, and something of it was filled. */
  addOrder(orderNo: number, at: number): void {
    if (this.#ordersUnread >= ORDERS_UNREAD_MAX) return
    this.#ordersUnread += 1
    // What was filled is the order's own to say, when the message is read.
    this.#add({ at, kind: 'order_filled', ref: `spot:${orderNo}`, facts: '{}' })
  }

  /** A ref that is known is the same message again, read or deleted by now. */
  bring({ kind, ref, facts }: NewMessage, at: number): Omit<SystemResults['add_message'], 'subscriptions'> {
    const known = this.#unsettled.get(ref) ?? this.#findByRef(ref)
    if (known === undefined) {
      this.#add({ at, kind, ref, facts: JSON.stringify(facts) })
      this.#unsettled.set(ref, this.#idLast)
    }
    return { isNew: known === undefined, messageId: known ?? this.#idLast, channels: this.channelsOf(kind) }
  }

  /** Of settled tables, as all below. Marks one as read and answers it. */
  read(book: Listed, id: number): Outcome<MessageRow, InboxRefusal> {
    const row = this.#store.first<Stored>(`SELECT ${COLUMNS} FROM message WHERE id = ? AND state <> 'deleted'`, id)
    if (!row) return refuse('message_not_found')
    if (row.state === 'unread') this.#setState('read', 'id = ?', id)
    return done(toRow(book, { ...row, state: 'read' }))
  }

  readAll(): Outcome<{ readonly unread: number }> {
    this.#setState('read', "state = 'unread'")
    return done({ unread: this.#unread })
  }

  /** A message that is gone already stays gone. */
  remove(ids: readonly number[]): Outcome<{ readonly unread: number }> {
    for (const id of ids) this.#setState('deleted', 'id = ?', id)
    return done({ unread: this.#unread })
  }

  removeRead(): Outcome<{ readonly unread: number }> {
    this.#setState('deleted', "state = 'read'")
    return done({ unread: this.#unread })
  }

  /** Newest first. */
  page(book: Listed, { kinds, ...paging }: Paging & { readonly kinds: readonly MessageKind[] | null }): MessagePage {
    const { limit, offset } = sliceOf(paging, ROWS_PER_PAGE_MAX)
    const ofKinds = kinds === null ? '' : `AND kind IN (${kinds.map(() => '?').join(', ')})`
    const where = `FROM message WHERE state <> 'deleted' ${ofKinds}`
    const values = kinds ?? []
    const statement = `SELECT ${COLUMNS} ${where} ORDER BY id DESC LIMIT ? OFFSET ?`
    const rows = this.#store.rows<Stored>(statement, ...values, limit, offset).map((row) => toRow(book, row))
    const total = this.#store.first<{ total: number }>(`SELECT count(*) AS total ${where}`, ...values)?.total ?? 0
    return { rows, total, unread: this.#unread }
  }

  /** The newest own messages that nobody has read, oldest first, each answered once. */
  takeOwn(book: Listed, now: number): MessageRow[] {
    const own = OWN_KINDS.map((kind) => `'${kind}'`).join(', ')
    const statement = `SELECT ${COLUMNS} FROM message
      WHERE id > coalesce((SELECT value FROM counter WHERE name = 'noticed'), 0) AND kind IN (${own}) AND state = 'unread' AND at > ?
      ORDER BY id DESC LIMIT ?`
    const rows = this.#store.rows<Stored>(statement, now - SENT_WITHIN_MS, SENT_AT_ONCE_MAX)
    this.#store.run("INSERT OR REPLACE INTO counter (name, value) VALUES ('noticed', ?)", this.#idLast)
    return rows.map((row) => toRow(book, row)).reverse()
  }

  /** The number of the newest message. */
  get idLast(): number {
    return this.#idLast
  }

  /** The ways out for a kind, as the user chose them or as they are preset. */
  channelsOf(kind: MessageKind): NoticeChannel[] {
    return NOTICE_CHANNELS.filter((channel) => isSentBy(kind, channel, this.#chosen.get(`${kind}:${channel}`) ?? null))
  }

  preferences(): MessagePreference[] {
    return ALL_KINDS.map((kind) => ({ kind, channels: this.channelsOf(kind) }))
  }

  setPreferences(preferences: readonly MessagePreference[]): Outcome<readonly MessagePreference[]> {
    for (const { kind, channels } of preferences) {
      for (const channel of NOTICE_CHANNELS) {
        const isOn = channels.includes(channel)
        const values = [kind, channel, isOn ? 1 : 0]
        this.#store.run('INSERT OR REPLACE INTO message_preference (kind, channel, is_on) VALUES (?, ?, ?)', ...values)
        this.#chosen.set(`${kind}:${channel}`, isOn)
      }
    }
    return done(this.preferences())
  }

  /** Forgets what is old. */
  prune(now: number): void {
    this.#store.run('DELETE FROM message WHERE at <= ?', now - KEPT_MS)
    this.#count()
  }

  save(log: TurnLog): void {
    for (const { id, at, kind, ref, facts } of this.#added) log.add('message', id, at, kind, ref, facts, 'unread')
    this.#added = []
    this.#isChanged = false
  }

  /** The table holds everything that was saved. */
  settled(): void {
    this.#unsettled.clear()
    for (const { ref, id, kind } of this.#added) if (kind !== 'order_filled') this.#unsettled.set(ref, id)
  }

  #findByRef(ref: string): number | undefined {
    const statement = "SELECT id FROM message WHERE ref = ? AND kind <> 'order_filled'"
    return this.#store.first<{ id: number }>(statement, ref)?.id
  }

  #add(message: Omit<Added, 'id'>): void {
    this.#idLast += 1
    this.#unread += 1
    this.#added.push({ id: this.#idLast, ...message })
    this.#isChanged = true
  }

  #setState(state: 'read' | 'deleted', which: string, ...values: number[]): void {
    this.#store.run(`UPDATE message SET state = '${state}' WHERE state <> 'deleted' AND ${which}`, ...values)
    this.#count()
    this.#isChanged = true
  }

  #count(): void {
    const count = this.#store.first<{ unread: number; ofOrders: number }>(
      "SELECT count(*) AS unread, count(CASE WHEN kind = 'order_filled' THEN 1 END) AS ofOrders FROM message WHERE state = 'unread'",
    )
    this.#unread = count?.unread ?? 0
    this.#ordersUnread = count?.ofOrders ?? 0
  }
}

const COLUMNS = 'id, at, kind, ref, facts, state'

interface Stored {
  readonly id: number
  readonly at: number
  readonly kind: MessageKind
  readonly ref: string
  readonly facts: string
  readonly state: 'unread' | 'read'
}

const toRow = (book: Listed, { id, at, kind, ref, facts, state }: Stored): MessageRow => ({
  id,
  at,
  kind,
  ref,
  // Written by `save` from MessageFacts.
  facts: kind === 'order_filled' ? orderFacts(book, ref) : (JSON.parse(facts) as MessageFacts),
  isRead: state === 'read',
})

/** What a finished order bought or sold, and for how much, before fees. */
function orderFacts(book: Listed, ref: string): MessageFacts {
  const order = book.orders.find({ orderNo: parseInt(ref.slice('spot:'.length), 10) })
  const pair = order && findPair(book.catalogue, order.symbol)
  if (!pair) return { pair: order?.symbol ?? '' }
  return {
    side: order.side,
    pair: `${pair.base.code}/${pair.quote.code}`,
    amount: formatTrimmed(pair.base, lotsToBase(pair, order.lotsFilled)),
    asset: pair.base.code,
    total: formatTrimmed(pair.quote, order.quoteFilled),
    quote: pair.quote.code,
    order: String(order.orderNo),
  }
}
