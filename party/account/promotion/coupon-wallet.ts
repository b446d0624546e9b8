// The user's coupons: granted once per claim, used once, limited in time. A discount in use limits each fee's saving here and counts the
// savings. The directory decides who gets which coupon.

import { assert } from '#domain/assert'
import { type Amount, ZERO, add, amount, decodeAmount, encodeAmount, subtract } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import type { CouponState } from '#domain/promotion/coupon'
import type { FeeCoupon } from '#domain/promotion/fee'
import { DAY_MS } from '#domain/time'
import type { CouponRow } from '#party/protocol/account-promotion'
import { coupon } from '#db/account/promotion'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import type { TurnLog } from '#party/lib/turn-log'

type Coupon = RowOf<typeof coupon>

export type CouponGrant = Pick<Coupon, 'ref' | 'couponId' | 'terms' | 'expiresAt'>

export class CouponWallet {
  static readonly tables = [coupon] as const

  readonly #coupons = new Map<string, Coupon>()
  readonly #changed = new Set<Coupon>()
  /** The discount in use, cached for fills. */
  #active: Coupon | null = null

  constructor(store: Store) {
    for (const row of tableOf(coupon).rows(store, 'ORDER BY granted_at, ref')) this.#keep(row)
  }

  /** False when this claim was granted before. */
  grant(grant: CouponGrant, now: number): boolean {
    if (this.#coupons.has(grant.ref)) return false
    const times = { grantedAt: now, usedAt: null, endsAt: null }
    this.#put({ ...grant, ...times, state: 'available', saved: ZERO })
    return true
  }

  /** A coupon that can be used now. */
  findAvailable(ref: string, now: number): Coupon | undefined {
    const coupon = this.#coupons.get(ref)
    return coupon?.state === 'available' && now < coupon.expiresAt ? coupon : undefined
  }

  /** True when something was changed since the last save. */
  get isChanged(): boolean {
    return this.#changed.size > 0
  }

  has(ref: string): boolean {
    return this.#coupons.has(ref)
  }

  /** The discount in use at an instant: one at a time. */
  activeDiscount(at: number): (FeeCoupon & { readonly ref: string }) | null {
    if (this.#active === null) return null
    const { ref, terms, endsAt, saved } = this.#active
    if (terms.kind !== 'fee_discount' || endsAt === null || at >= endsAt) return null
    const left = terms.savingMax === null ? null : subtract(decodeAmount(terms.savingMax), saved)
    return { ref, discount: rate(BigInt(terms.discount)), left, endsAt }
  }

  /** Starts a discount. */
  activate(ref: string, now: number): void {
    const coupon = this.#get(ref)
    assert(coupon.state === 'available' && coupon.terms.kind === 'fee_discount', 'a discount that is available is used')
    this.#put({ ...coupon, state: 'active', usedAt: now, endsAt: now + coupon.terms.days * DAY_MS })
  }

  markUsed(ref: string, now: number): void {
    this.#put({ ...this.#get(ref), state: 'used', usedAt: now })
  }

  giveBack(ref: string): void {
    this.#put({ ...this.#get(ref), state: 'available', usedAt: null })
  }

  /** Adds the saving of one fee; the coupon ends when its maximum is used up. */
  spend(ref: string, spent: Amount, isEmpty: boolean): void {
    const coupon = this.#get(ref)
    this.#put({ ...coupon, saved: add(coupon.saved, spent), state: isEmpty ? 'used' : coupon.state })
  }

  /** Ends expired coupons. Returns the next expiry time, or null. */
  expire(now: number): number | null {
    let next: number | null = null
    for (const coupon of [...this.#coupons.values()]) {
      const overAt = overAtOf(coupon)
      if (overAt === null) continue
      if (overAt <= now) this.#put({ ...coupon, state: stateAt(coupon, now) })
      else next = Math.min(next ?? overAt, overAt)
    }
    return next
  }

  /** Newest first, with the state at an instant: an expired coupon shows as expired before the alarm has saved it. */
  rows(now: number): CouponRow[] {
    return [...this.#coupons.values()].map((coupon) => toRow({ ...coupon, state: stateAt(coupon, now) })).reverse()
  }

  row(ref: string): CouponRow {
    return toRow(this.#get(ref))
  }

  save(log: TurnLog): void {
    for (const changed of this.#changed) log.put(coupon, changed)
    this.#changed.clear()
  }

  #get(ref: string): Coupon {
    const coupon = this.#coupons.get(ref)
    assert(coupon !== undefined, `${ref} is in the wallet`)
    return coupon
  }

  #put(coupon: Coupon): void {
    const before = this.#coupons.get(coupon.ref)
    if (before) this.#changed.delete(before)
    this.#changed.add(coupon)
    this.#keep(coupon)
  }

  #keep(coupon: Coupon): void {
    this.#coupons.set(coupon.ref, coupon)
    if (coupon.state === 'active') this.#active = coupon
    else if (this.#active?.ref === coupon.ref) this.#active = null
  }
}

function overAtOf({ state, expiresAt, endsAt }: Coupon): number | null {
  if (state === 'available') return expiresAt
  return state === 'active' ? endsAt : null
}

function stateAt(coupon: Coupon, now: number): CouponState {
  const overAt = overAtOf(coupon)
  if (overAt === null || now < overAt) return coupon.state
  return coupon.state === 'available' ? 'expired' : 'used'
}

const toRow = ({ terms, saved, ...row }: Coupon): CouponRow => ({
  ...row,
  terms,
  saved: encodeAmount(saved),
  left:
    terms.kind === 'fee_discount' && terms.savingMax !== null
      ? encodeAmount(amount(decodeAmount(terms.savingMax) - saved))
      : null,
})
