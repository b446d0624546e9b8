// Two numbered streams per Market: commands owed to the Market (the outbox) and messages received from it. This class
// numbers, stores and acknowledges; it sends nothing. An acknowledged message is saved already, or is stored by the
// same Market together with the acknowledgement.

import { assert } from '#domain/assert'
import type { MarketCommand, MarketMessage } from '#party/protocol/market'
import { marketCommand, marketStream } from '#db/account/spot'
import type { Store } from '#party/lib/store'
import { tableOf } from '#party/lib/table'
import type { TurnLog } from '#party/lib/turn-log'

/** A command without its sequence number. */
export type UnnumberedCommand = MarketCommand extends infer Command
  ? Command extends MarketCommand
    ? Omit<Command, 'seq'>
    : never
  : never

interface Stream {
  commandSeq: number
  commandStored: number
  messageSeq: number
  /** Highest message number of an ended turn: only this number is acknowledged, with its turn or later. */
  messageEnded: number
  outbox: MarketCommand[]
  /** Outbox commands up to this number have their row. */
  commandSaved: number
  /** Rows up to this number are deleted already. */
  rowsDeleted: number
  isChanged: boolean
}

export class MarketStreams {
  static readonly tables = [marketStream, marketCommand] as const

  readonly #streams = new Map<string, Stream>()
  /** Markets for which this turn queued a command. */
  readonly #asked = new Set<string>()

  constructor(store: Store) {
    for (const { symbol, ...row } of tableOf(marketStream).rows(store)) {
      this.#streams.set(symbol, {
        ...row,
        messageEnded: row.messageSeq,
        outbox: [],
        commandSaved: row.commandSeq,
        rowsDeleted: row.commandStored,
        isChanged: false,
      })
    }
    for (const { symbol, command } of tableOf(marketCommand).rows(store, 'ORDER BY symbol, seq')) {
      // This class alone writes the text, below.
      this.#get(symbol).outbox.push(JSON.parse(command) as MarketCommand)
    }
  }

  /** Queues a command and answers its number. */
  queue(symbol: string, command: UnnumberedCommand): number {
    const stream = this.#get(symbol)
    stream.commandSeq += 1
    stream.outbox.push({ ...command, seq: stream.commandSeq })
    stream.isChanged = true
    this.#asked.add(symbol)
    return stream.commandSeq
  }

  /** The one Market for which this turn queued commands, or null. */
  get askedOnly(): string | null {
    const [symbol, ...others] = this.#asked
    return symbol !== undefined && others.length === 0 ? symbol : null
  }

  /** True when this turn queued a command for any Market. */
  get isAsking(): boolean {
    return this.#asked.size > 0
  }

  /** Highest command number that a Market has confirmed as stored. */
  storedBy(symbol: string): number {
    return this.#get(symbol).commandStored
  }

  /** Whether this turn changed only this stream. */
  isOnlyChanged(symbol: string): boolean {
    for (const [other, stream] of this.#streams) if (stream.isChanged && other !== symbol) return false
    return true
  }

  /** Commands owed to a Market and the highest message number that it may delete, between turns. */
  pendingFor(symbol: string): { readonly received: number; readonly commands: readonly MarketCommand[] } {
    const { messageEnded, outbox } = this.#get(symbol)
    return { received: messageEnded, commands: [...outbox] }
  }

  /** Whether commands to a Market await its confirmation. */
  hasPending(symbol: string): boolean {
    return this.#get(symbol).outbox.length > 0
  }

  /** Markets to which commands are owed. */
  pending(): string[] {
    return [...this.#streams].filter(([, stream]) => stream.outbox.length > 0).map(([symbol]) => symbol)
  }

  pendingCount(): number {
    return [...this.#streams.values()].reduce((sum, stream) => sum + stream.outbox.length, 0)
  }

  /** The Market has stored commands up to this number. */
  markStored(symbol: string, commandSeq: number): void {
    const stream = this.#get(symbol)
    assert(commandSeq <= stream.commandSeq, 'a Market has only commands that this account sent')
    if (commandSeq <= stream.commandStored) return
    stream.commandStored = commandSeq
    stream.outbox = stream.outbox.filter((command) => command.seq > commandSeq)
    stream.isChanged = true
  }

  /** `next`: the expected message, now counted; `known`: received before; `gap`: earlier messages are missing. */
  accept(symbol: string, message: MarketMessage): 'next' | 'known' | 'gap' {
    const stream = this.#get(symbol)
    if (message.seq <= stream.messageSeq) return 'known'
    if (message.seq > stream.messageSeq + 1) return 'gap'
    stream.messageSeq = message.seq
    stream.isChanged = true
    return 'next'
  }

  /** Highest message number whose turn is ended. */
  received(symbol: string): number {
    return this.#get(symbol).messageEnded
  }

  /** How many messages of each Market are saved. */
  receivedMessages(): { readonly symbol: string; readonly messages: number }[] {
    return Array.from(this.#streams, ([symbol, { messageEnded }]) => ({ symbol, messages: messageEnded }))
  }

  save(log: TurnLog): void {
    for (const [symbol, stream] of this.#streams) if (stream.isChanged) saveStream(log, symbol, stream)
    this.#asked.clear()
  }

  #get(symbol: string): Stream {
    const existing = this.#streams.get(symbol)
    if (existing) return existing
    const opened: Stream = {
      commandSeq: 0,
      commandStored: 0,
      messageSeq: 0,
      messageEnded: 0,
      outbox: [],
      commandSaved: 0,
      rowsDeleted: 0,
      isChanged: false,
    }
    this.#streams.set(symbol, opened)
    return opened
  }
}

function saveStream(log: TurnLog, symbol: string, stream: Stream): void {
  for (const command of stream.outbox) {
    if (command.seq > stream.commandSaved)
      log.add(marketCommand, { symbol, seq: command.seq, command: JSON.stringify(command) })
  }
  const rowLast = Math.min(stream.commandStored, stream.commandSaved)
  for (let seq = stream.rowsDeleted + 1; seq <= rowLast; seq += 1) log.remove(marketCommand, { symbol, seq })
  const { commandSeq, commandStored, messageSeq } = stream
  log.put(marketStream, { symbol, commandSeq, commandStored, messageSeq })
  stream.commandSaved = stream.commandSeq
  stream.rowsDeleted = stream.commandStored
  stream.messageEnded = stream.messageSeq
  stream.isChanged = false
}
