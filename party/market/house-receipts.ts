// Publishes receipts of the house's trades: one for each set of quotes that traded, sent again until the directory has it. A receipt made again
// has the same text, so the same name.

import { houseReceipt } from '#domain/house/receipt'
import type { Digest } from '#domain/quotes/chain'
import type { HouseRound, HouseRounds } from './house-rounds'

export interface PublishedTrades {
  readonly id: string
  readonly body: string
  readonly at: number
  readonly firstTradeNo: number
  readonly lastTradeNo: number
}

export interface HouseReceiptsPort {
  keep(receipts: readonly PublishedTrades[]): Promise<void>
  digest: Digest
  now(): number
  /** A turn has to record the published receipts. */
  onPublished(): void
  onFailed(failure: unknown): void
}

const RECEIPTS_PER_BATCH = 20

export class HouseReceipts {
  readonly #rounds: HouseRounds
  readonly #port: HouseReceiptsPort
  #isInFlight = false
  #published: number | undefined

  constructor(rounds: HouseRounds, port: HouseReceiptsPort) {
    this.#rounds = rounds
    this.#port = port
  }

  get isWaiting(): boolean {
    return !this.#rounds.isEmpty
  }

  /** Sends the receipts of rounds that are over. The next heartbeat repeats a failed call. */
  pump(): void {
    const over = this.#isInFlight ? [] : this.#rounds.over(this.#port.now()).slice(0, RECEIPTS_PER_BATCH)
    const last = over.at(-1)?.trades.at(-1)?.no
    if (last === undefined) return
    this.#isInFlight = true
    this.#port
      .keep(over.map((round) => this.#receiptOf(round)))
      .then(() => {
        this.#published = last
        this.#port.onPublished()
      })
      .catch((failure: unknown) => this.#port.onFailed(failure))
      .finally(() => (this.#isInFlight = false))
  }

  /** Number of the last trade with a receipt, once. */
  takePublished(): number | undefined {
    const published = this.#published
    this.#published = undefined
    return published
  }

  #receiptOf({ basis, at, trades }: HouseRound): PublishedTrades {
    const body = JSON.stringify(houseReceipt(basis, at, trades))
    const [first, last] = [trades[0]?.no ?? 0, trades.at(-1)?.no ?? 0]
    return { id: this.#port.digest(body), body, at, firstTradeNo: first, lastTradeNo: last }
  }
}
