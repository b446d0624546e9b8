// Customers for deposit and withdrawal stories, and decisions of the desk, through the real services and rooms.

import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import type { ReviewDecision } from '#domain/desk/review'
import { parseAmount } from '#domain/money/amount'
import type { Outcome } from '#domain/outcome'
import { callAccount, callAccountAsSystem } from '#services/account-room'
import { saveAddress } from '#services/funds/address-book'
import { SIMULATED_BLOCK_MS, sendSimulated } from '#services/chains/simulated'
import { findReceivingPlace } from '#services/chains/networks'
import { sweepReviews } from '#services/desk/resolve'
import { sweepDeposits } from '#services/funds/deposits'
import { listRecords } from '#services/funds/records'
import { watchSimulated } from '#services/chains/watcher'
import { requestWithdrawal, sweepWithdrawals } from '#services/funds/withdrawals'
import { PASSWORD, join } from '../api/client'

export const USDT = 3
export const XRP = 6
export const TRON = 'TBYYvaPXw1BJgoTcvy8Y1hNKEJ5fLm4svM'

let people = 0
export interface User {
  readonly userId: number
  readonly sessionId: string
}
/** A user with a token for the wire contract. */
export interface Caller extends User {
  readonly token: string
}

/** A verified user with the play money of a new account, a pay password, and one address that has waited long enough. */
export async function enter(name: string): Promise<Caller> {
  people += 1
  const { userId, token } = await join(`${name}${people}`)
  const session = { userId, token, sessionId: `session-of-${name}-${people}` }
  const expiresAt = Date.now() + 3_600_000
  await callAccountAsSystem(env, userId, {
    type: 'open_session',
    sessionId: session.sessionId,
    expiresAt,
    device: 'test',
  })
  await env.DB.prepare('UPDATE user SET review_status = 2, pay_password_hash = password_hash WHERE id = ?')
    .bind(userId)
    .run()
  const form = { id: null, assetId: USDT, network: 'TRC20', name: 'home', address: TRON, memo: '', qrcode: '' }
  value(await saveAddress(env, session, form, { proof: null, now: Date.now() }))
  await env.DB.prepare('UPDATE saved_address SET changed_at = 1 WHERE user_id = ?').bind(userId).run()
  return session
}

export function value<Value>(outcome: Outcome<Value>): Value {
  if (!outcome.ok) throw new Error(`refused: ${outcome.refusal.code} ${JSON.stringify(outcome.refusal.facts)}`)
  return outcome.value
}
export const codeOf = (outcome: Outcome<unknown>): string => (outcome.ok ? 'ok' : outcome.refusal.code)

export async function balance(user: User, assetId = USDT): Promise<readonly [available: string, held: string]> {
  const rows = value(await callAccount(env, user, { type: 'balances' }))
  const row = rows.find((one) => one.wallet === 'change' && one.assetId === assetId)
  return [row?.available ?? '0', row?.held ?? '0']
}

export const units = (text: string, scale = 6) => value(parseAmount({ code: 'X', scale }, text))

export async function expectSound(user: User): Promise<void> {
  expect((await callAccountAsSystem(env, user.userId, { type: 'verify' })).problems).toEqual([])
}

export const decide = (
  kind: 'deposit' | 'withdrawal',
  id: number,
  user: User,
  verdict: 'approve' | 'reject',
): ReviewDecision => ({
  reviewId: 1,
  kind,
  subjectId: String(id),
  userId: user.userId,
  verdict,
  reason: verdict === 'reject' ? 'the voucher cannot be read' : '',
  at: Date.now(),
})

export const reviewsOf = async (kind: string, id: number) =>
  (
    await env.DB.prepare('SELECT round, state FROM review WHERE kind = ? AND subject_id = ? ORDER BY round')
      .bind(kind, String(id))
      .all<{ round: number; state: string }>()
  ).results.map(({ round, state }) => `${round} ${state}`)

/** Sends on the simulated chain to where the user's deposits arrive. Earlier stories have read it far into the future. */
export async function sendTo(
  user: User,
  network: string,
  amount: string,
  assetCode = 'USDT',
  now = Date.now(),
): Promise<string> {
  await env.DB.prepare('DELETE FROM chain_cursor').run()
  const place = value(await findReceivingPlace(env, user.userId, network))
  const payment = { network, assetCode, amount: units(amount), address: place.address, memo: place.memo }
  return sendSimulated(env, payment, now)
}
export const afterBlocks = (blocks: number) => Date.now() + blocks * SIMULATED_BLOCK_MS

/** Checks the one network of a story. The whole sweep checks eight (deposit-withdrawal-flow.rooms.test.ts). */
export const watchTron = (now: number): Promise<void> => watchSimulated(env, 'TRC20', now)

/** The sweep's work on deposits, withdrawals and decisions. */
export async function sweepFunds(now: number): Promise<void> {
  await Promise.all([sweepDeposits(env, 40, now), sweepWithdrawals(env, 40, now), sweepReviews(env, 40)])
}

/** A removed transaction is missed by three checks over some minutes. */
export async function watchTillGone(now: number): Promise<void> {
  for (const minutes of [0, 3, 6]) await watchTron(now + minutes * 60_000)
}

export async function newestDeposit(user: User) {
  const { rows } = value(await listRecords(env, user, { type: 'deposit', page: 1, limit: 1 }))
  const [first] = rows
  if (!first) throw new Error('there is a deposit')
  return first
}

let pictures = 0

/** Stores an uploaded picture; the same digest is the same picture. */
export async function voucherOf({ userId }: User, digest = ''): Promise<string> {
  const id = `voucher-${String((pictures += 1)).padStart(14, '0')}`
  await env.DB.prepare(
    "INSERT INTO upload (id, user_id, is_public, content_type, byte_count, digest, created_at) VALUES (?, ?, 0, 'image/jpeg', 1, ?, 1)",
  )
    .bind(id, userId, digest)
    .run()
  return `/uploads/${id}`
}

/** A fresh isolate's environment: another one's cached catalogue may be half a minute old. */
export const freshly = (): Env => ({
  ...env,
  Account: env.Account,
  Quotes: env.Quotes,
  DB: new Proxy(env.DB, {
    get: (real, name) => {
      const value: unknown = Reflect.get(real, name)
      return typeof value === 'function' ? (value.bind(real) as unknown) : value
    },
  }),
})

/** The site names an account that dollars can be sent to; with an empty number it names none. */
export const setBank = (account = 'US64 0001 2345') =>
  env.DB.prepare("UPDATE setting SET value = ? WHERE key = 'deposit_bank_account'").bind(account).run()

/** Loses a room's memory as a crash does. */
export async function kill({ userId }: User): Promise<void> {
  const room = env.Account.get(env.Account.idFromName(String(userId)))
  await runInDurableObject(room, (_room, state) => state.abort('killed by the test')).catch(() => undefined)
}

export const withdraw = (user: User, commandId: string, differs: object = {}, payPassword = PASSWORD, within = env) =>
  requestWithdrawal(
    within,
    user,
    {
      commandId,
      form: {
        kind: 'address',
        assetId: USDT,
        amount: '100',
        addressId: null,
        address: TRON,
        network: null,
        memo: '',
        remark: 'rent',
        feeShown: null,
        ...differs,
      },
      proof: { payPassword },
    },
    Date.now(),
  )
