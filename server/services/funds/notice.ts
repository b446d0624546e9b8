// Notifies users of the result of their deposits and withdrawals. By default a failed message does not fail the caller; a caller that is
// retried until it succeeds passes `notify`, and then retries the message too.

import type { DepositRow } from '#db/platform/deposit'
import type { WithdrawalRow } from '#db/platform/withdrawal'
import { findKnownAsset } from '#domain/catalogue'
import { maskedCard } from '#domain/funds/card'
import { type Amount, formatTrimmed } from '#domain/money/amount'
import { loadCatalogue } from '../catalogue'
import { type notify, notifySoon } from '../messages'

async function moneyOf(env: Env, assetId: number, value: Amount): Promise<{ amount: string; asset: string }> {
  const asset = findKnownAsset(await loadCatalogue(env), assetId)
  return { amount: asset ? formatTrimmed(asset, value) : '', asset: asset?.code ?? '' }
}

export async function notifyOfDeposit(
  env: Env,
  { id, userId, assetId, amount, reason, rounds }: DepositRow,
  state: 'passed' | 'failed',
  now: number,
  send: typeof notify = notifySoon,
): Promise<void> {
  const money = await moneyOf(env, assetId, amount)
  const ref = `deposit:${id}:${rounds}:${state}`
  if (state === 'passed') await send(env, userId, { kind: 'deposit_passed', facts: money, ref }, now)
  else await send(env, userId, { kind: 'deposit_failed', facts: { ...money, reason }, ref }, now)
}

export async function notifyOfWithdrawal(
  env: Env,
  { id, userId, assetId, amount, kind: payeeKind, target: payee, reason }: WithdrawalRow,
  state: 'requested' | 'passed' | 'failed',
  now: number,
  send: typeof notify = notifySoon,
): Promise<void> {
  const money = await moneyOf(env, assetId, amount)
  const ref = `withdrawal:${id}:${state}`
  if (state === 'failed') {
    await send(env, userId, { kind: 'withdrawal_failed', facts: { ...money, reason }, ref }, now)
    return
  }
  // Masked as in lists, because mail and push are less private than the account's own pages.
  const target = payeeKind === 'address' ? payee : maskedCard(payee).replaceAll('*', '•')
  const kind = state === 'passed' ? 'withdrawal_passed' : 'withdrawal_requested'
  await send(env, userId, { kind, facts: { ...money, target }, ref }, now)
}
