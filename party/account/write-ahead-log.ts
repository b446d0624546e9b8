// Durability of the account's turns: committed here, or forwarded to the Market that holds the lease, which makes
// them durable in the commit that stores their commands. One Market at a time holds the lease, and its name is
// committed here before any turn is forwarded: a room that lost its memory recovers forwarded turns from that Market
// alone. Recovery first begins a new epoch, and the holder refuses requests of earlier epochs: that is the fencing.

import { lease } from '#db/account/room'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import type { TurnLog } from '#party/lib/turn-log'
import type { Lease } from '#party/protocol/market'

/** Limits of forwarded turns, which bound the replay after a memory loss. */
const TURNS_FORWARDED_MAX = 16
const LENGTH_FORWARDED_MAX = 100_000

interface Line {
  readonly number: number
  readonly text: string
}

const LEASES = tableOf(lease)

export class WriteAheadLog {
  readonly log: TurnLog
  #lease: RowOf<typeof lease>
  /** Forwarded, but not confirmed as durable. */
  #lines: Line[] = []
  #lengthForwarded = 0
  #isUsed = false
  #wasUsed = false

  constructor(store: Store, log: TurnLog) {
    this.log = log
    this.#lease = readLease(store)
  }

  /** The pair of the Market that holds the lease, or null. */
  get holder(): string | null {
    return this.#lease.holder
  }

  /** Turns are forwarded these moments. */
  get isBusy(): boolean {
    return this.#isUsed || this.#wasUsed
  }

  /** True when a turn was forwarded since the last call. */
  takeUse(): boolean {
    this.#wasUsed = this.#isUsed
    this.#isUsed = false
    return this.#wasUsed
  }

  /** True while this Market holds the lease and another turn fits. */
  mayForwardTo(symbol: string): boolean {
    const hasRoom = this.log.turnsForwarded < TURNS_FORWARDED_MAX && this.#lengthForwarded < LENGTH_FORWARDED_MAX
    return symbol === this.holder && hasRoom
  }

  /** Ends a turn by forwarding it. */
  forward(): void {
    const text = this.log.forward()
    this.#lines.push({ number: this.log.number, text })
    this.#lengthForwarded += text.length
    this.#isUsed = true
  }

  /** Ends a turn by committing it with all forwarded ones; `holder` has the lease from now on. */
  commit(holder: string | null): void {
    const next = { ...this.#lease, holder }
    if (holder !== this.holder) this.log.put(lease, next)
    this.log.commit()
    this.#lease = next
    this.#lines = []
    this.#lengthForwarded = 0
  }

  /** What goes along with a request to a Market. */
  leaseFor(symbol: string): Lease {
    const lines = symbol === this.holder ? this.#lines.map(({ text }) => text) : []
    return { epoch: this.#lease.epoch, saved: this.log.numberCommitted, lines, isRecovering: false }
  }

  /** Confirms the lines of an answered request. Returns the Market's last turn number, or null. */
  confirm({ lines }: Lease): number | null {
    const last = lines.at(-1)
    if (last === undefined) return null
    const number = parseInt(last, 10)
    this.#lines = this.#lines.filter((line) => line.number > number)
    return number
  }
}

/** Recovery request to the lease holder; null without a holder. The new epoch is saved before it is sent. */
export function beginRecovery(store: Store, log: TurnLog): { readonly holder: string; readonly lease: Lease } | null {
  const { holder, epoch } = readLease(store)
  if (holder === null) return null
  LEASES.put(store, { id: 1, holder, epoch: epoch + 1 })
  return { holder, lease: { epoch: epoch + 1, saved: log.numberCommitted, lines: [], isRecovering: true } }
}

const readLease = (store: Store): RowOf<typeof lease> => LEASES.first(store) ?? { id: 1, holder: null, epoch: 0 }
