// Alice cancels a reported deposit at the moment when the second of two operators approves it: one of them wins, and account, row and desk
// agree.

import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { callAccountAsSystem } from '#services/account-room'
import { claimReview, decideReview } from '#services/desk/queue'
import { cancelDeposit, requestDeposit } from '#services/funds/deposits'
import { getRecord } from '#services/funds/records'
import { runSweep } from '../../server/cron/sweep'
import { seed } from '../api/client'
import { type Hired, commandId, hireTeam } from '../desk/office'
import {
  USDT,
  type User,
  balance,
  codeOf,
  enter,
  expectSound,
  reviewsOf,
  sweepFunds,
  value,
  voucherOf,
} from './customers'
import { LONG } from '../kit/long'
import { errorsDuring, withLostAnswers, withoutRoomOf } from './outage'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

let rita: Hired, fiona: Hired, frank: Hired
beforeAll(async () => {
  await seed()
  ;({ rita, fiona, frank } = await hireTeam())
})
beforeEach(() => env.DB.prepare('delete from attempt_counter').run())

/** Alice reports a sent deposit of 75 USDT. */
async function told() {
  const alice = await enter('Alice')
  const [before] = await balance(alice)
  const form = { kind: 'coin', assetId: USDT, network: 'TRC20', amount: '75', voucher: await voucherOf(alice) } as const
  const { depositId } = value(await requestDeposit(env, alice, { commandId: commandId(), form }, Date.now()))
  const sql = "select id from review where kind = 'deposit' and subject_id = ?"
  const review = (await env.DB.prepare(sql).bind(String(depositId)).first<number>('id')) ?? 0
  return { alice, before: BigInt(before), depositId, review }
}
const claim = (by: Hired, reviewId: number) =>
  claimReview(env, by.member, { reviewId, commandId: commandId(), at: Date.now() })
const approve = (by: Hired, reviewId: number, within: Env = env) =>
  decideReview(within, by.member, { reviewId, verdict: 'approve', reason: '', commandId: commandId(), at: Date.now() })
const cancel = (alice: User, depositId: number) => cancelDeposit(env, alice, depositId, Date.now())

/** Calls her room some times before this starts, which gives the earlier work a head start. */
async function after<Value>(alice: User, turns: number, work: () => Promise<Value>): Promise<Value> {
  for (let turn = 0; turn < turns; turn += 1) await balance(alice)
  return work()
}

/** Amount credited from outside, from all entries of her account. */
async function creditedTo({ userId }: User): Promise<bigint> {
  const report = await callAccountAsSystem(env, userId, { type: 'verify' })
  const usdt = report.accounts.filter(({ assetId }) => assetId === USDT)
  expect(usdt.reduce((sum, { amount }) => sum + BigInt(amount), 0n)).toBe(0n)
  return -BigInt(usdt.find(({ account }) => account === '@external')?.amount ?? '0')
}

/** Required state afterwards, for either winner. */
async function expectOneWay({ alice, before, depositId }: Awaited<ReturnType<typeof told>>, isTakenBack: boolean) {
  const gained = isTakenBack ? 0n : 75_000_000n
  expect(value(await getRecord(env, alice, `d${depositId}`)).state).toBe(isTakenBack ? 'cancelled' : 'passed')
  expect(await reviewsOf('deposit', depositId)).toEqual([isTakenBack ? '1 cancelled' : '1 approved'])
  expect(await balance(alice)).toEqual([String(before + gained), '0'])
  expect(await creditedTo(alice)).toBe(gained)
  await expectSound(alice)
}

const sweep = () => errorsDuring(() => sweepFunds(Date.now() + 60_000))

/** Head start of the cancellation, or, if negative, of the approval, in room calls. The last values decide the winner. */
const HEAD_STARTS = LONG ? [0, 1, 2, 3, 4, 5, 6, 8, 10, 100, -2, -100] : [0, 2, 5, 100, -100]

it('the second approval and the taking back at once: exactly one of them counts, in whatever order they arrive', async () => {
  const won = new Set<boolean>()
  for (const headStart of HEAD_STARTS) {
    const story = await told()
    const { alice, depositId, review } = story
    value(await claim(fiona, review))
    expect(value(await approve(fiona, review))).toEqual({ kind: 'seconding' })
    value(await claim(rita, review))
    const [approved, cancelled] = await Promise.all([
      after(alice, headStart, () => approve(rita, review)),
      after(alice, -headStart, () => cancel(alice, depositId)),
    ])
    expect([approved.ok, cancelled.ok].filter(Boolean)).toHaveLength(1)
    expect(codeOf(cancelled)).toMatch(/^(?:ok|deposit_not_open)$/)
    await sweep()
    await expectOneWay(story, cancelled.ok)
    won.add(cancelled.ok)
  }
  // Neither of them wins by rule: both orders have happened above.
  expect([...won].sort()).toEqual([false, true])
})

it('two operators who both click and Alice who clicks twice, all at once: still one way', async () => {
  for (const waits of LONG ? [0, 1, 2, 4, 8] : [0, 2, 8]) {
    const story = await told()
    const { alice, depositId, review } = story
    value(await claim(fiona, review))
    value(await approve(fiona, review))
    const claims = await Promise.all([claim(rita, review), claim(frank, review)])
    expect(claims.map(codeOf).sort()).toEqual(['ok', 'review_taken'])
    const [first, second] = await Promise.all([
      cancel(alice, depositId),
      cancel(alice, depositId),
      ...[rita, frank, fiona].map((by) => after(alice, waits, () => approve(by, review))),
    ])
    await sweep()
    // A second click gets the first one's answer.
    expect(first.ok).toBe(second.ok)
    await expectOneWay(story, second.ok)
  }
})

it('taken back between the two approvals it is gone for the second, and nothing is credited', async () => {
  const story = await told()
  const { alice, depositId, review } = story
  value(await claim(fiona, review))
  value(await approve(fiona, review))
  value(await cancel(alice, depositId))
  expect(codeOf(await claim(rita, review))).toBe('review_decided')
  expect(codeOf(await approve(rita, review))).toBe('review_decided')
  await sweep()
  await expectOneWay(story, true)
})

it('approved by both and not yet carried out it is taken back no more, before and after the Account has credited it', async () => {
  for (const within of [(user: User) => withoutRoomOf(user), () => withLostAnswers()]) {
    const story = await told()
    const { alice, depositId, review } = story
    value(await claim(fiona, review))
    value(await approve(fiona, review))
    value(await claim(rita, review))
    await errorsDuring(async () => {
      const [approved] = await Promise.all([
        approve(rita, review, within(alice)),
        after(alice, 8, () => cancel(alice, depositId)),
      ])
      if (approved.ok) expect(codeOf(await cancel(alice, depositId))).toBe('deposit_not_open')
    })
    await errorsDuring(() => runSweep(env, Date.now() + 60_000))
    await sweep()
    await expectOneWay(story, value(await getRecord(env, alice, `d${depositId}`)).state === 'cancelled')
  }
})
