// Lock mining service: adds current terms, calls the user's Account. No money decisions.

import type { ListPart } from '#domain/list-part'
import * as v from 'valibot'
import { checkLock } from '#domain/mining/terms'
import { amount as amountOf, encodeAmount, formatTrimmed, parseAmount } from '#domain/money/amount'
import { type Outcome, done, refuse } from '#domain/outcome'
import { refusedClaim } from '#db/platform/claim'
import { supplyOf } from '#db/platform/supplies'
import type { Page } from '#party/protocol/account'
import type { DepositRow, DepositStage, YieldRow } from '#party/protocol/mining'
import type { Session } from '#session/session'
import { callAccount } from './account-room'
import { checkGate } from './gates'
import { decimal, flag, id } from './input'
import { findMiningTerms } from './mining-terms'
import { type ValueOf, accountCommand } from './operation'

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
  prepare: async ({ env, country }, input) => {
    const read = await readNewLock(env, { input, country })
    if (!read.ok) return read
    const { coupon = null, auto_renew: isRenewed, version: seen } = input
    return done({ ...lockOf(read.value), ...(seen === undefined ? {} : { seen }), coupon, isRenewed })
  },
})

/** Builds the Account's lock command from the current terms. */
const lockOf = ({ terms, amount, steps, tier }: NewLock) => ({
  productId: terms.id,
  assetId: terms.asset.id,
  amount: encodeAmount(amount),
  steps,
  userMax: encodeAmount(terms.max),
  terms: {
    version: terms.version,
    days: terms.days,
    dailyRate: tier.dailyRate.toString(),
    penaltyRatio: terms.penaltyRatio.toString(),
    payMinute: terms.payMinute,
  },
})

interface LockAsked {
  readonly input: { readonly product_id: number; readonly amount: string }
  readonly country: string
}

/** A lock that would be taken now; refused as locking is. A guest's skips the checks of the account. */
export async function quoteLock(env: Env, session: Session | null, asked: LockAsked): Promise<Outcome<NewLock>> {
  const read = await readNewLock(env, asked)
  if (!read.ok) return read
  const lock = { ...lockOf(read.value), coupon: null, isRenewed: false }
  const checked = session ? await callAccount(env, session, { type: 'check_lock', ...lock }) : done(null)
  if (!checked.ok) return checked
  const { terms, steps } = read.value
  const claim = { userId: session?.userId ?? GUEST, quantity: steps }
  const refused = await refusedClaim(env.DB, supplyOf('mining', String(terms.id)), claim)
  if (!refused) return read
  const left = formatTrimmed(terms.asset, amountOf(terms.step * BigInt(refused.left)))
  return refuse('mining_sold_out', { left, asset: terms.asset.code })
}

/** Has claimed nothing. */
const GUEST = 0

type NewLock = ValueOf<{ readonly run: typeof readNewLock }>

/** Checks a new lock without the account's checks. */
async function readNewLock(env: Env, { input, country }: LockAsked) {
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

/** Newest first. */
export const listDeposits = (
  env: Env,
  session: Session,
  filter: ListPart & { readonly stage: DepositStage },
): Promise<Outcome<Page<DepositRow>>> => callAccount(env, session, { type: 'mining_deposits', ...filter })

export const findDeposit = (env: Env, session: Session, orderNo: number): Promise<Outcome<DepositRow>> =>
  callAccount(env, session, { type: 'mining_deposit', orderNo })

/** By day, the newest first. */
export const listYields = (
  env: Env,
  session: Session,
  filter: ListPart & { readonly orderNo: number },
): Promise<Outcome<Page<YieldRow>>> => callAccount(env, session, { type: 'mining_yields', ...filter })

/** Coupons applicable to a deposit. */
export const listBoosts = (env: Env, session: Session) => callAccount(env, session, { type: 'mining_boosts' })
