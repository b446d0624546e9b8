// Lock mining service: adds current terms, calls the user's Account. No money decisions.

import * as v from 'valibot'
import { checkLock } from '#domain/mining/terms'
import { encodeAmount, parseAmount } from '#domain/money/amount'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { Page } from '#party/protocol/account'
import type { DepositRow, DepositStage, YieldRow } from '#party/protocol/mining'
import type { Session } from '#session/session'
import { callAccount } from './account-room'
import { checkGate } from './gates'
import { decimal, flag, id } from './input'
import { findMiningTerms } from './mining-terms'
import { accountCommand } from './operation'

/** Locks a deposit; resolves after the directory reserved the capacity. */
export const lockDeposit = accountCommand('lock_deposit', {
  input: v.object({
    product_id: id,
    amount: decimal,
    coupon: v.optional(v.pipe(v.string(), v.regex(/^[\w.:-]{1,64}$/))),
    auto_renew: v.optional(flag, '0'),
    version: v.optional(
      v.pipe(v.string(), v.maxLength(64), v.description('of the product as you saw it: changed terms are refused')),
    ),
  }),
  refusedAt: {
    amount_not_positive: 'amount',
    insufficient_available: 'amount',
    mining_amount_out_of_bounds: 'amount',
    mining_amount_step: 'amount',
  },
  repeats: ({ product_id: productId, auto_renew: isRenewed }) => ({ productId, isRenewed }),
  prepare: async ({ env, country }, input) => {
    const read = await readNewLock(env, { input, country })
    if (!read.ok) return read
    const { terms, amount, steps, tier } = read.value
    const { version, days, penaltyRatio, payMinute } = terms
    const { coupon = null, auto_renew: isRenewed, version: seen } = input
    return done({
      productId: terms.id,
      assetId: terms.asset.id,
      amount: encodeAmount(amount),
      steps,
      userMax: encodeAmount(terms.max),
      terms: {
        version,
        days,
        dailyRate: tier.dailyRate.toString(),
        penaltyRatio: penaltyRatio.toString(),
        payMinute,
      },
      ...(seen === undefined ? {} : { seen }),
      coupon,
      isRenewed,
    })
  },
})

/** Checks a new lock without the account's checks; quotes and locks share it. */
export async function readNewLock(
  env: Env,
  {
    input,
    country,
  }: { readonly input: { readonly product_id: number; readonly amount: string }; readonly country: string },
) {
  const admitted = await checkGate(env, 'mining', country)
  if (!admitted.ok) return admitted
  const terms = await findMiningTerms(env, input.product_id)
  if (!terms || terms.status === 'ended') return refuse('mining_not_offered')
  if (terms.status === 'paused') return refuse('mining_paused', { asset: terms.asset.code, days: String(terms.days) })
  const amount = parseAmount(terms.asset, input.amount)
  if (!amount.ok) return amount
  const checked = checkLock(terms, amount.value)
  return checked.ok ? done({ terms, amount: amount.value, ...checked.value }) : checked
}

/** Redeems early. `penaltyMax` is the displayed penalty in the smallest unit; null accepts the current one. */
export const redeemDeposit = (
  env: Env,
  session: Session,
  asked: { readonly commandId: string; readonly orderNo: number; readonly penaltyMax: string | null },
): Promise<Outcome<DepositRow>> => callAccount(env, session, { type: 'redeem_deposit', ...asked })

export const setDepositRenewal = (
  env: Env,
  session: Session,
  asked: { readonly commandId: string; readonly orderNo: number; readonly isRenewed: boolean },
): Promise<Outcome<DepositRow>> => callAccount(env, session, { type: 'set_deposit_renewal', ...asked })

interface Slice {
  readonly page: number
  readonly limit: number
}

/** Newest first. */
export const listDeposits = (
  env: Env,
  session: Session,
  filter: Slice & { readonly stage: DepositStage },
): Promise<Outcome<Page<DepositRow>>> => callAccount(env, session, { type: 'mining_deposits', ...filter })

export const findDeposit = (env: Env, session: Session, orderNo: number): Promise<Outcome<DepositRow>> =>
  callAccount(env, session, { type: 'mining_deposit', orderNo })

/** By day, the newest first. */
export const listYields = (
  env: Env,
  session: Session,
  filter: Slice & { readonly orderNo: number },
): Promise<Outcome<Page<YieldRow>>> => callAccount(env, session, { type: 'mining_yields', ...filter })

/** Coupons applicable to a deposit. */
export const listBoosts = (env: Env, session: Session) => callAccount(env, session, { type: 'mining_boosts' })
