// The user's VIP level and trading volume, the inviter, and the revision that the directory must follow. Volumes are USDT values per UTC
// day. A fill raises the level at once, by the fill's own time, so a repeated fill gives the same level; only the daily review lowers it.

import { type Amount, ZERO, add, amount } from '#domain/money/amount'
import { VOLUME_DAYS, dayOf, levelOfVolume, vipLevel } from '#domain/promotion/vip'
import type { Rate } from '#domain/money/rate'
import { standing, volume } from '#db/account/promotion'
import type { Store } from '#party/lib/store'
import { tableOf } from '#party/lib/table'
import type { TurnLog } from '#party/lib/turn-log'

export interface Inviter {
  readonly userId: number
  /** As last received. */
  readonly level: number
}

export class VipStatus {
  static readonly tables = [standing, volume] as const

  #level = 0
  #inviter: Inviter | null = null
  #rebateValue = ZERO
  #revision = 0
  #followed = 0
  #levelNotified = 0
  #isChanged = false
  readonly #volumes = new Map<number, Amount>()
  readonly #daysChanged = new Set<number>()
  #total = ZERO

  constructor(store: Store) {
    for (const { day, value } of tableOf(volume).rows(store)) this.#put(day, value)
    const row = tableOf(standing).first(store)
    if (!row) return
    this.#level = row.level
    this.#inviter = row.inviterId === null ? null : { userId: row.inviterId, level: row.inviterLevel }
    this.#rebateValue = row.rebateValue
    this.#revision = row.revision
    this.#followed = row.followed
    this.#levelNotified = row.levelTold
  }

  get level(): number {
    return this.#level
  }

  get inviter(): Inviter | null {
    return this.#inviter
  }

  /** Rebate rate of the inviter, or null without one. */
  get rebateShare(): Rate | null {
    return this.#inviter && vipLevel(this.#inviter.level).rebateShare
  }

  /** The account's figures for the directory, with their revision. */
  get shown(): { readonly level: number; readonly volume: Amount; readonly rebate: Amount; readonly revision: number } {
    return { level: this.#level, volume: this.#total, rebate: this.#rebateValue, revision: this.#revision }
  }

  /** True when something was changed since the last save. */
  get isChanged(): boolean {
    return this.#isChanged
  }

  get isFollowed(): boolean {
    return this.#followed >= this.#revision
  }

  /** Volume of the last thirty days up to `at`. */
  recentVolume(at: number): Amount {
    const last = dayOf(at)
    let sum = ZERO
    for (let day = last - VOLUME_DAYS + 1; day <= last; day += 1) sum = add(sum, this.#volumes.get(day) ?? ZERO)
    return sum
  }

  /** A fill's value. The level that it reaches counts from the next fill on. */
  addVolume(value: Amount, at: number): void {
    if (value === 0n) return
    const day = dayOf(at)
    this.#put(day, add(this.#volumes.get(day) ?? ZERO, value))
    this.#daysChanged.add(day)
    this.#setLevel(Math.max(this.#level, levelOfVolume(this.recentVolume(at))))
  }

  /** Daily review: sets the level from the volume. True when tomorrow needs a review. */
  review(at: number): boolean {
    const volume = this.recentVolume(at)
    this.#setLevel(levelOfVolume(volume))
    return volume > 0n
  }

  /** Sets the inviter once; returns false if one exists. A self-invitation is impossible here: a user's code exists only after the user. */
  setInviter(inviter: Inviter): boolean {
    if (this.#inviter) return false
    this.#inviter = inviter
    this.#isChanged = true
    return true
  }

  /** No later fee of this user is shared. */
  dropInviter(): void {
    if (!this.#inviter) return
    this.#inviter = null
    this.#isChanged = true
  }

  setInviterLevel(level: number): void {
    if (!this.#inviter || this.#inviter.level === level) return
    this.#inviter = { ...this.#inviter, level }
    this.#isChanged = true
  }

  /** Adds the value of a rebate sent to the inviter. */
  addRebate(value: Amount): void {
    this.#rebateValue = add(this.#rebateValue, value)
    this.#revise()
  }

  /** The level if its message is still unsent; marks it as sent. */
  takeLevelChange(): number | null {
    if (this.#levelNotified === this.#level) return null
    this.#levelNotified = this.#level
    this.#isChanged = true
    return this.#level
  }

  markFollowed(revision: number): void {
    if (revision <= this.#followed) return
    this.#followed = revision
    this.#isChanged = true
  }

  save(log: TurnLog): void {
    for (const day of this.#daysChanged) log.put(volume, { day, value: this.#volumes.get(day) ?? ZERO })
    this.#daysChanged.clear()
    if (!this.#isChanged) return
    log.put(standing, {
      id: 1,
      level: this.#level,
      inviterId: this.#inviter?.userId ?? null,
      inviterLevel: this.#inviter?.level ?? 0,
      rebateValue: this.#rebateValue,
      revision: this.#revision,
      followed: this.#followed,
      levelTold: this.#levelNotified,
    })
    this.#isChanged = false
  }

  #setLevel(level: number): void {
    if (level === this.#level) return
    this.#level = level
    this.#revise()
  }

  #revise(): void {
    this.#revision += 1
    this.#isChanged = true
  }

  #put(day: number, value: Amount): void {
    this.#total = amount(this.#total + value - (this.#volumes.get(day) ?? ZERO))
    this.#volumes.set(day, value)
  }
}
