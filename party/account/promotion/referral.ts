// Rebates: the inviter's part of each fee is booked on `@rebate:INVITER` and counted here until sent; earnings from invited users are
// summed up. The VIP status gives the rate.

import { type Amount, ZERO, add, encodeAmount, subtract } from '#domain/money/amount'
import { rebateEarned, rebatePending } from '#db/account/promotion'
import type { Store } from '#party/lib/store'
import { tableOf } from '#party/lib/table'
import type { TurnLog } from '#party/lib/turn-log'

interface Pending {
  readonly amount: Amount
  readonly value: Amount
}

const NOTHING: Pending = { amount: ZERO, value: ZERO }

interface Earned {
  readonly amount: Amount
  readonly told: Amount
}

const NONE: Earned = { amount: ZERO, told: ZERO }

export class Referral {
  static readonly tables = [rebatePending, rebateEarned] as const

  readonly #pending = new Map<number, Pending>()
  readonly #earned = new Map<number, Earned>()
  readonly #pendingChanged = new Set<number>()
  readonly #earnedChanged = new Set<number>()

  constructor(store: Store) {
    for (const { assetId, ...pending } of tableOf(rebatePending).rows(store, "WHERE amount <> '0'"))
      this.#pending.set(assetId, pending)
    for (const { assetId, ...earned } of tableOf(rebateEarned).rows(store)) this.#earned.set(assetId, earned)
  }

  /** Counts a rebate whose entry is posted in the same turn. */
  add(assetId: number, rebate: Amount, value: Amount): void {
    const pending = this.#pending.get(assetId) ?? NOTHING
    this.#pending.set(assetId, { amount: add(pending.amount, rebate), value: add(pending.value, value) })
    this.#pendingChanged.add(assetId)
  }

  /** Pending rebates by asset, marked as sent. */
  takePending(): (Pending & { readonly assetId: number })[] {
    const taken = [...this.#pending].map(([assetId, pending]) => ({ assetId, ...pending }))
    for (const { assetId } of taken) this.#pendingChanged.add(assetId)
    this.#pending.clear()
    return taken
  }

  addEarned(assetId: number, rebate: Amount): void {
    const earned = this.#earned.get(assetId) ?? NONE
    this.#earned.set(assetId, { ...earned, amount: add(earned.amount, rebate) })
    this.#earnedChanged.add(assetId)
  }

  /** Earnings since the last message by asset, marked as reported. */
  takeUnreported(): { readonly assetId: number; readonly amount: Amount }[] {
    const news = [...this.#earned].filter(([, { amount, told }]) => amount > told)
    return news.map(([assetId, { amount, told }]) => {
      this.#earned.set(assetId, { amount, told: amount })
      this.#earnedChanged.add(assetId)
      return { assetId, amount: subtract(amount, told) }
    })
  }

  /** Total earnings by asset. */
  earned(): { readonly assetId: number; readonly amount: string }[] {
    return [...this.#earned].map(([assetId, { amount }]) => ({ assetId, amount: encodeAmount(amount) }))
  }

  save(log: TurnLog): void {
    for (const assetId of this.#pendingChanged) {
      log.put(rebatePending, { assetId, ...(this.#pending.get(assetId) ?? NOTHING) })
    }
    for (const assetId of this.#earnedChanged) {
      log.put(rebateEarned, { assetId, ...(this.#earned.get(assetId) ?? NONE) })
    }
    this.#pendingChanged.clear()
    this.#earnedChanged.clear()
  }
}
