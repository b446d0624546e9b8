// Promotion: VIP levels by volume, coupons, and rebates to the user's inviter.

import * as v from 'valibot'
import { encodeAmount } from '#domain/money/amount'
import { done } from '#domain/outcome'
import type { AccountState } from '../state'
import { command, feature, inbound, query, system } from '../feature'
import { madeId, nothing, positive } from '../fields'
import { type Promotion, feeDiscounts } from './state'
import { CouponWallet } from './coupon-wallet'
import { boostsOf, grantCoupon, setCouponTimer, useCoupon } from './coupons'
import { takeTradingFee } from './trading-fee'
import { followTimer, levelTimer } from './levels'
import { compareRebates, dropInviter, rebateTimer, receiveRebate } from './rebates'
import { Referral } from './referral'
import { VipStatus } from './vip-status'

export const promotion = feature({
  name: 'promotion',
  tables: [...VipStatus.tables, ...Referral.tables, ...CouponWallet.tables],
  open: (account: AccountState): Promotion => ({
    account,
    vipStatus: new VipStatus(account.store),
    referral: new Referral(account.store),
    coupons: new CouponWallet(account.store),
  }),
  provides: { fees: (promotion: Promotion) => ({ take: (fill) => takeTradingFee(promotion, fill) }), boosts: boostsOf },
  commands: {
    /** Binds the idempotency key; the directory then decides the claim. */
    claim_coupon: command({ input: v.strictObject({ couponId: positive }), commit: 'log', run: () => done({}) }),
    use_coupon: command({ input: v.strictObject({ ref: madeId }), commit: 'log', run: useCoupon }),
  },
  queries: {
    standing: query({
      input: nothing,
      run: (promotion: Promotion, _input, { now }) =>
        done({ ...feeDiscounts(promotion, now), volume: encodeAmount(promotion.vipStatus.recentVolume(now)) }),
    }),
    coupons: query({ input: nothing, run: ({ coupons }: Promotion, _input, { now }) => done(coupons.rows(now)) }),
    rebates: query({ input: nothing, run: ({ referral }: Promotion) => done(referral.earned()) }),
  },
  system: {
    /** Sets the inviter once; repeating the same inviter changes nothing. */
    set_inviter: system({
      commit: 'tables',
      run: (
        { vipStatus }: Promotion,
        { inviterId, inviterLevel }: { readonly inviterId: number; readonly inviterLevel: number },
      ) => ({ isSet: vipStatus.setInviter({ userId: inviterId, level: inviterLevel }) }),
    }),
    /** Removes the inviter after a self-invitation was found: no later fee is shared. */
    drop_inviter: system({
      commit: 'tables',
      run: (promotion: Promotion, _request: object, { now }) => ({ isDropped: dropInviter(promotion, now) }),
    }),
    grant_coupon: system({ commit: 'tables', run: grantCoupon }),
  },
  timers: {
    rebate: rebateTimer,
    level: levelTimer,
    follow: followTimer,
    coupon: { run: (promotion: Promotion, _due, { now }) => setCouponTimer(promotion, now) },
  },
  inbound: {
    rebate: inbound({
      run: receiveRebate,
      // It sets the share of the rebates to come.
      reply: ({ vipStatus }: Promotion) => ({ level: vipStatus.level }),
      onReply: ({ vipStatus }: Promotion, peer, reply) => {
        if (vipStatus.inviter?.userId === peer && hasLevel(reply)) vipStatus.setInviterLevel(reply.level)
      },
    }),
  },
  changes: (promotion: Promotion, { now }) =>
    promotion.vipStatus.isChanged || promotion.coupons.isChanged ? feeDiscounts(promotion, now) : null,
  snapshot: (promotion: Promotion, { now }) => feeDiscounts(promotion, now),
  save: ({ vipStatus, referral, coupons }: Promotion, log) => {
    vipStatus.save(log)
    referral.save(log)
    coupons.save(log)
  },
  verify: ({ account }: Promotion, _turn, sums) => compareRebates(account.store, sums),
})

const hasLevel = (reply: unknown): reply is { readonly level: number } =>
  typeof reply === 'object' && reply !== null && 'level' in reply && typeof reply.level === 'number'
