// Lock mining service: adds current terms, calls the user's Account. No money decisions.

import { checkLock } from '#domain/mining/terms'
import { encodeAmount, parseAmount } from '#domain/money/amount'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { Page } from '#party/protocol/account'
import type { DepositRow, DepositStage, YieldRow } from '#party/protocol/mining'
import type { Session } from '#session/session'
import { askAccount, askCommand } from './account-room'
import { checkGate } from './gates'
import { findMiningTerms } from './mining-terms'

/** A lock in text. */
export interface LockForm {
  readonly productId: number
  readonly amount: string
  /** Reference of a rate boost coupon; empty for none. */
  readonly coupon: string
  readonly isRenewed: boolean
  /** Displayed terms version; another version refuses the lock. Empty if the client sends none. */
  readonly version: string
}

interface Locking {
  readonly commandId: string
  readonly form: LockForm
  /** ISO 3166 country of the user, or empty. */
  readonly country: string
}

/** Locks a deposit; resolves after the directory reserved the capacity. */
export function lockDeposit(env: Env, session: Session, locking: Locking): Promise<Outcome<DepositRow>> {
  const { productId, isRenewed } = locking.form
  const named = { type: 'lock_deposit', commandId: locking.commandId, said: { productId, isRenewed } } as const
  return askCommand(env, session, named, () => readLock(env, locking))
}

/** Checks a new lock without the account's checks; quotes and locks share it. */
export async function readNewLock(
  env: Env,
  { form, country }: { readonly form: Pick<LockForm, 'productId' | 'amount'>; readonly country: string },
) {
  const admitted = await checkGate(env, 'mining', country)
  if (!admitted.ok) return admitted
  const terms = await findMiningTerms(env, form.productId)
  if (!terms || terms.status === 'ended') return refuse('mining_not_offered')
  if (terms.status === 'paused') return refuse('mining_paused', { asset: terms.asset.code, days: String(terms.days) })
  const amount = parseAmount(terms.asset, form.amount)
  if (!amount.ok) return amount
  const checked = checkLock(terms, amount.value)
  return checked.ok ? done({ terms, amount: amount.value, ...checked.value }) : checked
}

async function readLock(env: Env, { form, country }: Locking) {
  const read = await readNewLock(env, { form, country })
  if (!read.ok) return read
  const { terms, amount, steps, tier } = read.value
  const { version, days, penaltyRatio, payMinute } = terms
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
    ...(form.version === '' ? {} : { seen: form.version }),
    coupon: form.coupon === '' ? null : form.coupon,
    isRenewed: form.isRenewed,
  })
}

/** Redeems early. `penaltyMax` is the displayed penalty in the smallest unit; null accepts the current one. */
export const redeemDeposit = (
  env: Env,
  session: Session,
  asked: { readonly commandId: string; readonly orderNo: number; readonly penaltyMax: string | null },
): Promise<Outcome<DepositRow>> => askAccount(env, session, { type: 'redeem_deposit', ...asked })

export const setDepositRenewal = (
  env: Env,
  session: Session,
  asked: { readonly commandId: string; readonly orderNo: number; readonly isRenewed: boolean },
): Promise<Outcome<DepositRow>> => askAccount(env, session, { type: 'set_deposit_renewal', ...asked })

interface Slice {
  readonly page: number
  readonly limit: number
}

/** Newest first. */
export const listDeposits = (
  env: Env,
  session: Session,
  filter: Slice & { readonly stage: DepositStage },
): Promise<Outcome<Page<DepositRow>>> => askAccount(env, session, { type: 'mining_deposits', ...filter })

export const findDeposit = (env: Env, session: Session, orderNo: number): Promise<Outcome<DepositRow>> =>
  askAccount(env, session, { type: 'mining_deposit', orderNo })

/** By day, the newest first. */
export const listYields = (
  env: Env,
  session: Session,
  filter: Slice & { readonly orderNo: number },
): Promise<Outcome<Page<YieldRow>>> => askAccount(env, session, { type: 'mining_yields', ...filter })

/** Coupons applicable to a deposit. */
export const listBoosts = (env: Env, session: Session) => askAccount(env, session, { type: 'mining_boosts' })
