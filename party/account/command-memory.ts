// What each command of the last day was and how it ended, by the caller's id: a repetition gets the same answer,
// other content under the same id is told apart. A command that waits for a Market remembers what it waits for.

import type { Outcome, Refusal } from '#domain/outcome'
import { DAY_MS } from '#domain/time'
import type { AccountCommand } from '#party/protocol/account'
import { command } from '#db/account/room'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import type { TurnLog } from '#party/lib/turn-log'

export const COMMAND_KEPT_MS = DAY_MS

/** What an outcome waits for, from which it is made when the Market has answered. */
export type Waiting =
  | { readonly type: 'place_spot_orders'; readonly items: readonly (number | Refusal)[] }
  | { readonly type: 'cancel_spot_order'; readonly orderNo: number; readonly symbol: string; readonly seq: number }
  | { readonly type: 'cancel_spot_orders'; readonly orderNos: readonly number[] }
  | { readonly type: 'amend_spot_order'; readonly orderNo: number; readonly symbol: string; readonly seq: number }

export interface RememberedCommand {
  readonly id: string
  readonly at: number
  readonly content: string
  /** JSON of the outcome; null while it waits. */
  outcome: string | null
  readonly waiting: Waiting | null
}

const COMMANDS = tableOf(command)
const IDS = COMMANDS.pick('id')

export class CommandMemory {
  static readonly tables = [command] as const

  readonly #store: Store
  /** Every id of the last day, so that a new command, which is nearly every one, asks no table. */
  readonly #ids = new Set<string>()
  readonly #waiting = new Map<string, RememberedCommand>()
  /** Changed since the last save; and those that the table may not know yet. */
  readonly #changed = new Map<string, RememberedCommand>()
  readonly #uncheckpointed = new Map<string, RememberedCommand>()

  constructor(store: Store) {
    this.#store = store
    for (const { id } of IDS.rows(store)) this.#ids.add(id)
    for (const row of COMMANDS.rows(store, 'WHERE outcome IS NULL ORDER BY at'))
      this.#waiting.set(row.id, readCommand(row))
  }

  find(id: string): RememberedCommand | undefined {
    if (!this.#ids.has(id)) return undefined
    const inMemory = this.#waiting.get(id) ?? this.#uncheckpointed.get(id)
    if (inMemory) return inMemory
    const row = COMMANDS.first(this.#store, 'WHERE id = ?', id)
    return row && readCommand(row)
  }

  remember(command: RememberedCommand): void {
    this.#ids.add(command.id)
    this.#note(command)
    if (command.outcome === null) this.#waiting.set(command.id, command)
  }

  waiting(): RememberedCommand[] {
    return [...this.#waiting.values()]
  }

  settle(command: RememberedCommand, outcome: Outcome<unknown>): void {
    command.outcome = JSON.stringify(outcome)
    this.#waiting.delete(command.id)
    this.#note(command)
  }

  #note(command: RememberedCommand): void {
    this.#changed.set(command.id, command)
    this.#uncheckpointed.set(command.id, command)
  }

  /** Forgets settled commands that are older than a day; run after a checkpoint. Answers when the next one will be, or null. */
  prune(now: number): number | null {
    const over = 'at <= ? AND outcome IS NOT NULL'
    const gone = this.#store.rows<{ id: string }>(
      `DELETE FROM command WHERE ${over} RETURNING id`,
      now - COMMAND_KEPT_MS,
    )
    for (const { id } of gone) this.#ids.delete(id)
    const oldest = this.#store.first<{ at: number | null }>(
      'SELECT min(at) AS at FROM command WHERE outcome IS NOT NULL',
    )?.at
    return oldest === null || oldest === undefined ? null : oldest + COMMAND_KEPT_MS
  }

  save(log: TurnLog): void {
    for (const { waiting, ...row } of this.#changed.values())
      log.put(command, { ...row, waiting: waiting === null ? null : JSON.stringify(waiting) })
    this.#changed.clear()
  }

  /** The table holds everything that was saved. */
  checkpointed(): void {
    this.#uncheckpointed.clear()
    for (const command of this.#changed.values()) this.#note(command)
  }
}

/**
 * The meaning of a command as text, for comparing a repetition. A market order's worst price is left out: it follows the index
 * price of the moment, so an honest repetition carries another one, or none. What an amend leaves as it is stays absent here too.
 */
export function contentOf(command: AccountCommand): string {
  switch (command.type) {
    case 'place_spot_orders':
      return JSON.stringify([
        command.type,
        command.orders.map((order) => [
          order.symbol,
          order.clientOrderId,
          order.side,
          order.kind,
          order.kind === 'market' ? null : order.ticks,
          order.lots,
          order.budget,
          order.timeInForce,
          order.isPostOnly,
          order.selfTrade,
        ]),
      ])
    case 'cancel_spot_order':
      return JSON.stringify([command.type, nameText(command.order)])
    case 'cancel_spot_orders':
      return JSON.stringify([command.type, command.symbol])
    case 'amend_spot_order':
      return JSON.stringify([command.type, nameText(command.order), command.ticks, command.lots])
    case 'transfer':
      return JSON.stringify([command.type, command.assetId, command.amount, command.from, command.to])
    // What the Worker adds, fee and price of the moment, is no part of what the user said.
    case 'request_withdrawal':
      return JSON.stringify([command.type, command.withdrawalId, command.assetId, command.amount])
    case 'cancel_withdrawal':
      return JSON.stringify([command.type, command.withdrawalId])
    case 'convert':
      return JSON.stringify([command.type, command.fromAssetId, command.toAssetId, command.amount])
    case 'watch':
      return JSON.stringify([command.type, command.assetId])
    case 'unwatch':
      return JSON.stringify([command.type, command.watchId])
    case 'arrange_watches':
      return JSON.stringify([command.type, command.watchIds])
    case 'read_message':
      return JSON.stringify([command.type, command.messageId])
    case 'open_news':
      return JSON.stringify([command.type, command.newsId])
    case 'read_all_messages':
      return command.type
    case 'delete_messages':
      return JSON.stringify([command.type, command.messageIds])
    case 'use_coupon':
      return JSON.stringify([command.type, command.ref])
    case 'set_message_preferences':
      return JSON.stringify([command.type, command.preferences])
    case 'add_push_subscription':
      return JSON.stringify([command.type, command.sessionId, command.subscription])
    case 'remove_push_subscription':
      return JSON.stringify([command.type, command.endpoint])
  }
}

const nameText = (name: { readonly orderNo: number } | { readonly clientOrderId: string }): string | number =>
  'orderNo' in name ? name.orderNo : name.clientOrderId

const readCommand = ({ waiting, ...row }: RowOf<typeof command>): RememberedCommand => ({
  ...row,
  // Written by `save` from a Waiting.
  waiting: waiting === null ? null : (JSON.parse(waiting) as Waiting),
})
