// Two users deposit, withdraw and cancel, and the desk decides, at random and sometimes twice, while their rooms are killed. After the
// sweep every directory row agrees with its Account, and no money is created or lost.

import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import type { ReviewDecision } from '#domain/desk/review'
import { amount } from '#domain/money/amount'
import { callAccountAsSystem } from '#services/account-room'
import { saveAddress } from '#services/funds/address-book'
import { SIMULATED_BLOCK_MS, sendSimulated } from '#services/chains/simulated'
import { forgetBlock } from '#services/chains/faucet'
import { findReceivingPlace } from '#services/chains/networks'
import { watchChains, watchSimulated } from '#services/chains/watcher'
import { type ReviewKind, carryOut } from '#services/desk/review-kind'
import { depositReview } from '#services/funds/deposit-review'
import { withdrawalReview } from '#services/funds/withdrawal-review'
import { cancelWithdrawal, requestWithdrawal, sweepWithdrawals } from '#services/funds/withdrawals'
import { PASSWORD, join, seed } from '../api/client'
import { firstOf } from '../kit/long'

const USDT = 3
const TRON = 'TBYYvaPXw1BJgoTcvy8Y1hNKEJ5fLm4svM'

interface User {
  readonly userId: number
  readonly sessionId: string
}

beforeAll(async () => {
  await seed()
})

/** Seeded random numbers, so a failing run can be repeated. */
function randomFrom(seedNumber: number): (below: number) => number {
  let state = seedNumber
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) % below
  }
}

async function enter(name: string): Promise<User> {
  const { userId } = await join(name)
  const session = { userId, sessionId: `session-of-${name}` }
  const expiresAt = Date.now() + 3_600_000
  await callAccountAsSystem(env, userId, {
    type: 'open_session',
    sessionId: session.sessionId,
    expiresAt,
    device: 'test',
  })
  const form = { id: null, assetId: USDT, network: 'TRC20', name: '', address: TRON, memo: '', qrcode: '' }
  await saveAddress(env, session, form, { proof: null, now: Date.now() })
  await env.DB.batch([
    env.DB.prepare('UPDATE user SET review_status = 2, pay_password_hash = password_hash WHERE id = ?').bind(userId),
    env.DB.prepare('UPDATE saved_address SET changed_at = 1 WHERE user_id = ?').bind(userId),
  ])
  return session
}

/** Loses a room's memory like a crash; its running work fails. */
async function kill({ userId }: User): Promise<void> {
  const room = env.Account.get(env.Account.idFromName(String(userId)))
  await runInDurableObject(room, (_room, state) => state.abort('killed by the test')).catch(() => undefined)
}

const idsOf = async (table: 'deposit' | 'withdrawal', user: User): Promise<number[]> =>
  (
    await env.DB.prepare(`SELECT id FROM ${table} WHERE user_id = ? AND state NOT IN ('draft', 'void')`)
      .bind(user.userId)
      .all<{ id: number }>()
  ).results.map(({ id }) => id)

/** Repeats an unexecuted decision, like the desk's sweep. */
async function untilDone(kind: ReviewKind, decision: ReviewDecision): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1) {
    try {
      await carryOut(kind, env, decision)
      return
    } catch {
      // The room restarted during the call.
    }
  }
}

async function step(user: User, random: (below: number) => number, now: number): Promise<void> {
  const pick = (ids: readonly number[]) => ids[random(Math.max(1, ids.length))] ?? 0
  const decision = (kind: 'deposit' | 'withdrawal', id: number): ReviewDecision => ({
    reviewId: 1,
    kind,
    subjectId: String(id),
    userId: user.userId,
    verdict: random(2) === 0 ? 'approve' : 'reject',
    reason: '',
    at: now,
  })
  switch (random(7)) {
    case 0:
    case 1: {
      const place = await findReceivingPlace(env, user.userId, 'TRC20')
      if (!place.ok) return
      const money = { assetCode: 'USDT', amount: amount(BigInt(1 + random(500)) * 1_000_000n) }
      await sendSimulated(env, { network: 'TRC20', ...money, address: place.value.address, memo: '' }, now)
      return
    }
    case 2: {
      const form = {
        kind: 'address' as const,
        assetId: USDT,
        amount: String(10 + random(200)),
        addressId: null,
        address: TRON,
        network: null,
        memo: '',
        remark: '',
        feeShown: null,
      }
      await requestWithdrawal(
        env,
        user,
        { commandId: `out-${random(12)}`, form, proof: { payPassword: PASSWORD } },
        Date.now(),
      )
      return
    }
    case 3: {
      const withdrawalId = pick(await idsOf('withdrawal', user))
      await cancelWithdrawal(env, user, { commandId: `back-${withdrawalId}`, withdrawalId }, now)
      return
    }
    case 4:
      await untilDone(withdrawalReview, decision('withdrawal', pick(await idsOf('withdrawal', user))))
      return
    case 5:
      await untilDone(depositReview, decision('deposit', pick(await idsOf('deposit', user))))
      return
    case 6: {
      const sent = await env.DB.prepare(
        'SELECT tx_id AS txId FROM simulated_transfer ORDER BY random() LIMIT 1',
      ).first<{
        txId: string
      }>()
      if (sent && random(3) === 0) await forgetBlock(env, sent.txId)
    }
  }
}

const SETTLED_AS: Readonly<Record<string, string>> = {
  approved: 'approved',
  passed: 'captured',
  failed: 'released',
  cancelled: 'cancelled',
  review: 'held',
}

async function expectAgreement(user: User): Promise<void> {
  const report = await callAccountAsSystem(env, user.userId, { type: 'verify' })
  expect(report.problems).toEqual([])
  const rows = await env.DB.prepare(
    "SELECT id, state FROM withdrawal WHERE user_id = ? AND state NOT IN ('draft', 'void')",
  )
    .bind(user.userId)
    .all<{ id: number; state: string }>()
  for (const { id, state } of rows.results) {
    const told = await callAccountAsSystem(env, user.userId, { type: 'void_withdrawal', withdrawalId: id })
    expect({ id, state: told.state }).toEqual({ id, state: SETTLED_AS[state] })
  }
  const deposits = await env.DB.prepare(
    'SELECT state, amount, is_credited AS isCredited, missing FROM deposit WHERE user_id = ?',
  )
    .bind(user.userId)
    .all<{ state: string; amount: string; isCredited: number; missing: string | null }>()
  const paidOut = await env.DB.prepare("SELECT amount, fee FROM withdrawal WHERE user_id = ? AND state = 'passed'")
    .bind(user.userId)
    .all<{ amount: string; fee: string }>()
  // Credited, held and uncollected deposits against withdrawals.
  const came = deposits.results.reduce((sum, row) => {
    if (row.state === 'passed' || (row.state === 'review' && row.isCredited === 1)) return sum + BigInt(row.amount)
    return row.state === 'failed' ? sum + BigInt(row.missing ?? '0') : sum
  }, 0n)
  const went = paidOut.results.reduce((sum, row) => sum + BigInt(row.amount) - BigInt(row.fee), 0n)
  const external = report.accounts.find((row) => row.account === '@external' && row.assetId === USDT)?.amount ?? '0'
  expect(BigInt(external)).toBe(went - came)
}

for (const seedNumber of firstOf([5, 77])) {
  test(
    `Rows and rooms agree after random deposits, withdrawals and decisions over dying rooms (seed ${seedNumber})`,
    { timeout: 120_000 },
    async () => {
      const random = randomFrom(seedNumber)
      const people = [await enter(`Olivia${seedNumber}`), await enter(`Peggy${seedNumber}`)]
      for (let round = 0; round < 40; round += 1) {
        const now = Date.now() + round * SIMULATED_BLOCK_MS * 3
        await Promise.all(
          people.map(async (user) => {
            // A step whose room dies under it may fail; the next ones and the sweep make it good.
            const under = step(user, random, now).catch(() => undefined)
            if (random(4) === 0) await kill(user)
            await under
          }),
        )
        await watchSimulated(env, 'TRC20', now)
      }
      const later = Date.now() + 1_000 * SIMULATED_BLOCK_MS
      for (let tries = 0; tries < 3; tries += 1) {
        await sweepWithdrawals(env, 40, later)
        await watchChains(env, later + tries * 3 * 60_000)
      }
      for (const user of people) await expectAgreement(user)
    },
  )
}
