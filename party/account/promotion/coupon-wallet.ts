// The user's coupons: given once per claim, used once, over in time. Discounts in use say here what a fee may be reduced by, and are told
// what they saved. Who may have which coupon is the directory's business.

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
  /** The discount in use, so that a fill need not look for it. */
  #active: Coupon | null = null

  constructor(store: Store) {
    for (const row of tableOf(coupon).rows(store, 'ORDER BY granted_at, ref')) this.#keep(row)
  }

  /** False when the same claim was given before. */
  grant(grant: CouponGrant, now: number): boolean {
    if (this.#coupons.has(grant.ref)) return false
    const times = { grantedAt: now, usedAt: null, endsAt: null }
    this.#put({ ...grant, ...times, state: 'available', saved: ZERO })
    return true
  }

  /** One that may be used now. */
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

  /** The discount that counts at an instant: one at a time. */
  activeDiscount(at: number): (FeeCoupon & { readonly ref: string }) | null {
    if (this.#active === null) return null
    const { ref, terms, endsAt, saved } = this.#active
    if (terms.kind !== 'fee_discount' || endsAt === null || at >= endsAt) return null
    const left = terms.savingMax === null ? null : subtract(decodeAmount(terms.savingMax), saved)
    return { ref, discount: rate(BigInt(terms.discount)), left, endsAt }
  }

  /** Puts a discount in use from now on. */
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

  /** What a discount in use saved with one fee; it is over when nothing is left of it. */
  spend(ref: string, spent: Amount, isEmpty: boolean): void {
    const coupon = this.#get(ref)
    this.#put({ ...coupon, saved: add(coupon.saved, spent), state: isEmpty ? 'used' : coupon.state })
  }

  /** Ends what is over. Answers when the next one will be, or null. */
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

  /** Newest first, as they stand at an instant: what is over is told so before the alarm has written it. */
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
