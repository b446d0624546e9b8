// Coupons at the desk: raising their availability takes two people, lowering it one, and granted terms never change.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { changeDeskCoupon, proposeCoupon } from '#services/desk/coupons'
import { claimReview } from '#services/desk/queue'
import { type CouponForm, findCouponOffer, listCouponOffers } from '#services/promotion/coupon-desk'
import {
  type Hired,
  NOON,
  codeOf,
  commandId,
  decide,
  firstAdmin,
  giftForm,
  hire,
  reviewOf,
  secondAdmin,
  seed,
  valueOf,
  readFacts,
} from './office'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let ada: Hired, otto: Hired, fiona: Hired, rita: Hired

beforeAll(async () => {
  await seed()
  ada = await firstAdmin()
  otto = await secondAdmin()
  fiona = await hire(ada.member, 'Fiona', 'finance')
  rita = await hire(ada.member, 'Rita', 'reviewer')
})

const ask = (by: Hired, form: CouponForm, id = commandId()) =>
  proposeCoupon(env, by.member, { form, commandId: id, at: NOON })
const ANY = { text: '', kind: null, isEnabled: null }
const total = async () => (await listCouponOffers(env, ANY, { page: 1, limit: 1 })).total
const newest = async () => (await listCouponOffers(env, ANY, { page: 1, limit: 1 })).rows[0]

describe('a trial bonus of 100 USDT for fifty people', () => {
  it('is asked for by Fiona, and is there once Ada agrees', async () => {
    const [id, before] = [commandId(), await total()]
    valueOf(await ask(fiona, giftForm(), id))
    expect(await total()).toBe(before)
    // A retry a moment later is the same command; with another amount it isn't.
    const again = { form: giftForm(), commandId: id, at: NOON + 1 }
    valueOf(await proposeCoupon(env, fiona.member, again))
    expect(codeOf(await ask(fiona, giftForm({ amount: '10000' }), id))).toBe('command_id_reused')
    const facts = await readFacts(env, { kind: 'change', subjectId: id, language: 'en' })
    expect(facts?.lines).toEqual(
      expect.arrayContaining([
        { label: 'coupon', value: 'trial_bonus' },
        { label: 'amount', value: '100 USDT' },
        { label: 'stock', value: '50' },
      ]),
    )
    const reviewId = await reviewOf(id)
    const claimed = await claimReview(env, fiona.member, { reviewId, commandId: commandId(), at: NOON })
    expect(codeOf(claimed)).toBe('second_person_needed')
    expect(await decide(ada, reviewId)).toEqual({ kind: 'decided', resolved: { kind: 'done' } })
    expect(await total()).toBe(before + 1)
    expect(await newest()).toMatchObject({ code: 'GIFT-100', stock: 50, claimed: 0, terms: { amount: '100000000' } })
  })

  it('asked for twice is one, and a code that is taken meanwhile is told', async () => {
    const [id, before] = [commandId(), await total()]
    for (let count = 0; count < 2; count += 1) valueOf(await ask(ada, giftForm({ code: 'TWICE-1' }), id))
    await decide(otto, await reviewOf(id))
    expect(await total()).toBe(before + 1)
    const again = commandId()
    valueOf(await ask(ada, giftForm({ code: 'TWICE-1' }), again))
    expect(await decide(otto, await reviewOf(again))).toEqual({
      kind: 'decided',
      resolved: { kind: 'refused', code: 'coupon_code_taken' },
    })
  })

  it.each([
    [{ code: 'a b' }, 'coupon_code_malformed'],
    [{ stock: 0 }, 'coupon_stock_malformed'],
    [{ amount: '0' }, 'coupon_terms_malformed'],
    [{ claimUntil: NaN }, 'coupon_time_malformed'],
  ])('is refused with %o: %s', async (differs, code) => {
    expect(codeOf(await ask(ada, giftForm(differs)))).toBe(code)
  })

  it('is not a reviewer’s to ask for', async () => {
    expect(codeOf(await ask(rita, giftForm()))).toBe('permission_missing')
  })
})

describe('what of it may be changed', () => {
  it('more takes two, less takes one, and less than was claimed is refused', async () => {
    const coupon = await newest()
    if (!coupon) throw new Error('there is a coupon')
    const { id: couponId, stock, claimUntil, isListed, isWelcome, isEnabled } = coupon
    const now = { stock, claimUntil, isListed, isWelcome, isEnabled }
    const change = (differs: Partial<typeof now>, id = commandId()) =>
      changeDeskCoupon(env, ada.member, { couponId, after: { ...now, ...differs }, commandId: id, at: NOON })

    expect(codeOf(await change({}))).toBe('nothing_changed')
    const more = commandId()
    expect(valueOf(await change({ stock: 500, isListed: true }, more))).toEqual({ kind: 'proposed' })
    expect((await findCouponOffer(env, couponId))?.stock).toBe(50)
    await decide(fiona, await reviewOf(more))
    expect(await findCouponOffer(env, couponId)).toMatchObject({ stock: 500, isListed: true })

    const off = { stock: 500, isListed: true, isEnabled: false }
    expect(valueOf(await change(off))).toEqual({ kind: 'done' })
    expect((await findCouponOffer(env, couponId))?.isEnabled).toBe(false)
    await env.DB.prepare('update coupon set claimed = 7 where id = ?').bind(couponId).run()
    expect(codeOf(await change({ ...off, stock: 6 }))).toBe('coupon_stock_below_claimed')
  })

  it('that another has changed since is not written over', async () => {
    const coupon = await newest()
    if (!coupon) throw new Error('there is a coupon')
    const { id: couponId, claimUntil, isListed, isWelcome, isEnabled } = coupon
    const after = (stock: number) => ({ stock, claimUntil, isListed, isWelcome, isEnabled })
    const [first, second] = [commandId(), commandId()]
    const asked = (stock: number, id: string) =>
      changeDeskCoupon(env, ada.member, { couponId, after: after(stock), commandId: id, at: NOON })
    valueOf(await asked(600, first))
    valueOf(await asked(700, second))
    await decide(otto, await reviewOf(second))
    expect(await decide(otto, await reviewOf(first))).toEqual({
      kind: 'decided',
      resolved: { kind: 'refused', code: 'precondition_failed' },
    })
    expect((await findCouponOffer(env, couponId))?.stock).toBe(700)
  })
})
