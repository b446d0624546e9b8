// The desk decides about money with its real people: two at once, one who clicks twice, a process that dies in the middle of an approval,
// a customer who cancels in between, and a chain that takes a deposit back that was partly spent.

import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { findDeskUser } from '#db/platform/desk-user'
import { callAccount, callAccountAsSystem } from '#services/account-room'
import { claimReview, decideReview } from '#services/desk/queue'
import { resolveReview } from '#services/desk/resolve'
import { freezeUser } from '#services/desk/users'
import { cancelDeposit, requestDeposit } from '#services/funds/deposits'
import { depositFacts, withdrawalFacts } from '#services/funds/facts'
import { forgetBlock } from '#services/chains/faucet'
import { getRecord } from '#services/funds/records'
import { cancelWithdrawal } from '#services/funds/withdrawals'
import { runSweep } from '../../server/cron/sweep'
import { seed } from '../api/client'
import { type Hired, commandId, hireTeam } from '../desk/office'
import {
  USDT,
  type User,
  afterBlocks,
  balance,
  codeOf,
  enter,
  expectSound,
  newestDeposit,
  reviewsOf,
  sendTo,
  sweepFunds,
  setBank,
  value,
  voucherOf,
  watchTillGone,
  watchTron,
  withdraw,
} from './customers'
import { errorsDuring, withLostAnswers, withoutRoomOf } from './outage'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let ada: Hired, rita: Hired, fiona: Hired, frank: Hired
beforeAll(async () => {
  await seed()
  ;({ ada, rita, fiona, frank } = await hireTeam())
})
beforeEach(() => env.DB.prepare('delete from attempt_counter').run())

type Kind = 'deposit' | 'withdrawal'
type Verdict = 'approve' | 'reject'

/** The subject's newest review. */
async function reviewOf(kind: Kind, subject: number): Promise<number> {
  const id = await env.DB.prepare('select id from review where kind = ? and subject_id = ? order by round desc')
    .bind(kind, String(subject))
    .first<number>('id')
  if (id === null) throw new Error(`no review of ${kind} ${subject}`)
  return id
}
const claim = (by: Hired, reviewId: number) =>
  claimReview(env, by.member, { reviewId, commandId: commandId(), at: Date.now() })
const say = (by: Hired, reviewId: number, verdict: Verdict = 'approve', id = commandId(), within: Env = env) =>
  decideReview(within, by.member, {
    reviewId,
    verdict,
    reason: verdict === 'reject' ? 'The voucher cannot be read.' : '',
    commandId: id,
    at: Date.now(),
  })
async function decide(by: Hired, reviewId: number, verdict: Verdict = 'approve', within: Env = env) {
  value(await claim(by, reviewId))
  return value(await say(by, reviewId, verdict, commandId(), within))
}
const settledAs = (code: string) => ({ kind: 'decided', resolved: { kind: 'refused', code } })
const DONE = { kind: 'decided', resolved: { kind: 'done' } }
const OWED = { kind: 'decided', resolved: { kind: 'owed' } }

async function tellOfDeposit(user: User, amount = '75', id = commandId()): Promise<number> {
  const form = { kind: 'coin', assetId: USDT, network: 'TRC20', amount, voucher: await voucherOf(user) } as const
  return value(await requestDeposit(env, user, { commandId: id, form }, Date.now())).depositId
}
const askFor = async (user: User, amount = '100') => value(await withdraw(user, commandId(), { amount })).withdrawalId

const plus = ([available]: readonly [string, string], units: bigint, held = 0n) => [
  String(BigInt(available) + units),
  String(held),
]
/** Rita freezes withdrawals; an admin unfreezes them. */
async function freeze({ userId }: User, withdrawals: boolean): Promise<void> {
  const revision = (await findDeskUser(env.DB, userId))?.freezeRevision ?? 0
  const asked = { userId, trading: false, withdrawals, reason: 'Reported as stolen.', revision }
  value(await freezeUser(env, (withdrawals ? rita : ada).member, { ...asked, commandId: commandId(), at: Date.now() }))
}
const sweep = () => errorsDuring(() => sweepFunds(Date.now() + 60_000))

const factOf = async (kind: Kind, id: number, label: string) => {
  const facts = await (kind === 'deposit' ? depositFacts : withdrawalFacts)(env, String(id), 'en')
  return facts?.lines.find((line) => line.label === label)?.value
}

describe('a withdrawal of an account that is frozen while it waits', () => {
  it('is not paid out, whoever approves it, and is decided anew once the account is free again', async () => {
    const nina = await enter('Nina')
    const before = await balance(nina)
    const withdrawalId = await askFor(nina)
    await freeze(nina, true)
    const first = await reviewOf('withdrawal', withdrawalId)
    await decide(fiona, first)
    expect(await decide(frank, first)).toEqual(settledAs('withdrawals_frozen'))
    expect(await balance(nina)).toEqual(plus(before, -100_000_000n, 100_000_000n))
    expect(await reviewsOf('withdrawal', withdrawalId)).toEqual(['1 approved', '2 open'])

    await freeze(nina, false)
    const second = await reviewOf('withdrawal', withdrawalId)
    await decide(fiona, second)
    expect(await decide(frank, second)).toEqual(DONE)
    expect(await balance(nina)).toEqual(plus(before, -100_000_000n))
    await expectSound(nina)
  })
})

describe('a deposit that Alice told of', () => {
  it('is credited once, whoever of two operators is faster and however often they click', async () => {
    const alice = await enter('Alice')
    const before = await balance(alice)
    const review = await reviewOf('deposit', await tellOfDeposit(alice))
    const claims = await Promise.all([claim(rita, review), claim(fiona, review)])
    expect(claims.map(codeOf).sort()).toEqual(['ok', 'review_taken'])
    const [holder, other] = claims[0]?.ok ? [rita, fiona] : [fiona, rita]
    const click = commandId()
    const clicks = await Promise.all([
      say(holder, review, 'approve', click),
      say(holder, review, 'approve', click),
      say(holder, review, 'approve'),
      say(other, review, 'reject'),
    ])
    expect(clicks.slice(0, 2).map(codeOf)).toEqual(['ok', 'ok'])
    expect(codeOf(clicks[3])).toBe('review_taken')
    expect(await balance(alice)).toEqual(before)
    value(await claim(other, review))
    const second = commandId()
    await Promise.all([
      say(other, review, 'approve', second),
      say(other, review, 'approve', second),
      say(other, review),
    ])
    expect(await balance(alice)).toEqual(plus(before, 75_000_000n))
    await expectSound(alice)
  })

  for (const [where, within] of [
    ['before the Account hears of it', (user: User) => withoutRoomOf(user)],
    ['after the Account has credited it', () => withLostAnswers()],
  ] as const) {
    it(`is credited once by the sweep when the process dies ${where}, and cannot be taken back meanwhile`, async () => {
      const bob = await enter('Bob')
      const before = await balance(bob)
      const depositId = await tellOfDeposit(bob)
      const review = await reviewOf('deposit', depositId)
      expect(await decide(fiona, review)).toEqual({ kind: 'seconding' })
      await errorsDuring(async () => {
        expect(await decide(rita, review, 'approve', within(bob))).toEqual(OWED)
      })
      expect(codeOf(await cancelDeposit(env, bob, depositId, Date.now()))).toBe('deposit_not_open')
      await errorsDuring(() => runSweep(env, Date.now() + 60_000))
      await sweep()
      expect(await balance(bob)).toEqual(plus(before, 75_000_000n))
      expect(value(await getRecord(env, bob, `d${depositId}`)).state).toBe('passed')
      await expectSound(bob)
    })
  }

  it('is rejected with a reason that she reads, and credits nothing', async () => {
    const carol = await enter('Carol')
    const before = await balance(carol)
    const depositId = await tellOfDeposit(carol)
    expect(await decide(rita, await reviewOf('deposit', depositId), 'reject')).toEqual(DONE)
    const record = value(await getRecord(env, carol, `d${depositId}`))
    expect(record).toMatchObject({ state: 'failed', reason: 'The voucher cannot be read.' })
    expect(await balance(carol)).toEqual(before)
  })
})

describe('a withdrawal', () => {
  it('is paid once when the process dies at the second approval, before or after the Account has paid', async () => {
    for (const within of [(user: User) => withoutRoomOf(user), () => withLostAnswers()]) {
      const dave = await enter('Dave')
      const before = await balance(dave)
      const withdrawalId = await askFor(dave)
      const review = await reviewOf('withdrawal', withdrawalId)
      expect(await decide(fiona, review)).toEqual({ kind: 'seconding' })
      await errorsDuring(async () => {
        expect(await decide(frank, review, 'approve', within(dave))).toEqual(OWED)
      })
      await sweep()
      await sweep()
      expect(await balance(dave)).toEqual(plus(before, -100_000_000n))
      expect(value(await getRecord(env, dave, `w${withdrawalId}`)).state).toBe('passed')
      expect(codeOf(await cancelWithdrawal(env, dave, { commandId: commandId(), withdrawalId }, Date.now()))).toBe(
        'withdrawal_not_open',
      )
      await expectSound(dave)
    }
  })

  it('that both operators approve at once is not paid by one of them', async () => {
    const erin = await enter('Erin')
    const review = await reviewOf('withdrawal', await askFor(erin))
    const before = await balance(erin)
    value(await claim(fiona, review))
    await Promise.all([say(fiona, review), say(fiona, review), say(frank, review)])
    expect(await balance(erin)).toEqual(before)
    expect(await decide(frank, review)).toEqual(DONE)
    expect(await balance(erin)).toEqual([before[0], '0'])
  })

  it('that the desk has rejected shows the rejection, though its user asks for it back before the row says so', async () => {
    const gina = await enter('Gina')
    const before = await balance(gina)
    const withdrawalId = await askFor(gina)
    const review = await reviewOf('withdrawal', withdrawalId)
    // The process dies between the Account and the row.
    await callAccountAsSystem(env, gina.userId, { type: 'settle_withdrawal', withdrawalId, verdict: 'release' })
    const cancel = { commandId: commandId(), withdrawalId }
    expect(codeOf(await cancelWithdrawal(env, gina, cancel, Date.now()))).toBe('withdrawal_not_open')
    expect(await decide(fiona, review, 'reject')).toEqual(DONE)
    expect(value(await getRecord(env, gina, `w${withdrawalId}`))).toMatchObject({ state: 'failed' })
    expect(await balance(gina)).toEqual(before)
    await expectSound(gina)
  })

  it('that Frank lets go and Grace takes back in the same moment ends one way, for her, her row and the desk', async () => {
    for (let round = 0; round < 4; round += 1) {
      const grace = await enter('Grace')
      const before = await balance(grace)
      const withdrawalId = await askFor(grace)
      const review = await reviewOf('withdrawal', withdrawalId)
      await decide(fiona, review)
      value(await claim(frank, review))
      const cancel = () => cancelWithdrawal(env, grace, { commandId: commandId(), withdrawalId }, Date.now())
      const [cancelled] = await Promise.all([cancel(), say(frank, review)])
      await sweep()
      const { state } = value(await getRecord(env, grace, `w${withdrawalId}`))
      expect(state).toBe(cancelled.ok ? 'cancelled' : 'passed')
      expect(await balance(grace)).toEqual(plus(before, cancelled.ok ? 0n : -100_000_000n))
      await expectSound(grace)
    }
  })
})

describe('a deposit that the chain takes back', () => {
  /** Moves all balances into the withdrawal wallet: a recall debits every wallet. */
  async function bringTogether(user: User): Promise<void> {
    for (const { wallet, assetId, available } of value(await callAccount(env, user, { type: 'balances' })))
      if (wallet !== 'change' && assetId === USDT && available !== '0') {
        const way = { from: wallet, to: 'change', assetId, amount: available } as const
        value(await callAccount(env, user, { type: 'transfer', commandId: commandId(), ...way }))
      }
  }

  /** Credited, all but a little asked for, and its block replaced. */
  async function recalled(name: string) {
    const user = await enter(name)
    await bringTogether(user)
    const [before] = await balance(user)
    const txId = await sendTo(user, 'TRC20', '250')
    await watchTron(afterBlocks(40))
    const all = BigInt(before) + 250_000_000n
    const withdrawalId = await askFor(user, String((all - 100_000_000n) / 1_000_000n))
    await forgetBlock(env, txId)
    await errorsDuring(() => watchTillGone(afterBlocks(41)))
    const deposit = await newestDeposit(user)
    return { user, before: BigInt(before), withdrawalId, depositId: deposit.id }
  }

  it('stops Heidi’s withdrawal, whoever approves it, and is made whole when that is refused', async () => {
    const { user: heidi, before, withdrawalId, depositId } = await recalled('Heidi')
    expect(await factOf('deposit', depositId, 'missing')).toBe('150 USDT')
    expect(await factOf('withdrawal', withdrawalId, 'recalled')).toBe(`#${depositId} 250 USDT`)
    expect(await factOf('withdrawal', withdrawalId, 'missing')).toBe(`#${depositId} 150 USDT`)
    expect(codeOf(await withdraw(heidi, commandId(), { amount: '10' }))).toBe('deposit_recalled')

    const first = await reviewOf('withdrawal', withdrawalId)
    await decide(fiona, first)
    expect(await decide(frank, first)).toEqual(settledAs('deposit_recalled'))
    // The withdrawal waits for the desk once more, and again for two people.
    expect(await resolveReview(env, first)).toEqual({ kind: 'refused', code: 'deposit_recalled' })
    expect(await reviewsOf('withdrawal', withdrawalId)).toEqual(['1 approved', '2 open'])
    expect(value(await getRecord(env, heidi, `w${withdrawalId}`)).state).toBe('review')

    expect(await decide(rita, await reviewOf('deposit', depositId), 'reject')).toEqual(DONE)
    expect(await factOf('withdrawal', withdrawalId, 'missing')).toBe(`#${depositId} 150 USDT`)
    expect(await decide(fiona, await reviewOf('withdrawal', withdrawalId), 'reject')).toEqual(DONE)
    expect(await balance(heidi)).toEqual([String(before), '0'])
    await watchTron(afterBlocks(300))
    expect(await factOf('deposit', depositId, 'missing')).toBeUndefined()
    expect(codeOf(await withdraw(heidi, commandId(), { amount: '10' }))).toBe('ok')
    await expectSound(heidi)
  })

  it('that proves good is kept, and Ivan’s withdrawal goes its way', async () => {
    const { user: ivan, before, withdrawalId, depositId } = await recalled('Ivan')
    await decide(fiona, await reviewOf('deposit', depositId))
    expect(await decide(rita, await reviewOf('deposit', depositId))).toEqual(DONE)
    const review = await reviewOf('withdrawal', withdrawalId)
    await decide(fiona, review)
    expect(await decide(frank, review)).toEqual(DONE)
    expect(await balance(ivan)).toEqual(['100000000', '0'])
    expect(before).toBeGreaterThan(0n)
    expect(await callAccountAsSystem(env, ivan.userId, { type: 'verify' })).toMatchObject({ isSound: true })
  })

  it('takes what Judy gets later, too, and the desk sees it shrink', async () => {
    const { user: judy, depositId } = await recalled('Judy')
    const more = { depositId: 2_000_000 + depositId, assetId: USDT, amount: '60000000' }
    await callAccountAsSystem(env, judy.userId, { type: 'credit_deposit', ...more })
    await watchTron(afterBlocks(300))
    expect(await factOf('deposit', depositId, 'missing')).toBe('90 USDT')
  })
})

describe('a voucher', () => {
  const tell = async (user: User, differs: object = {}) =>
    codeOf(
      await requestDeposit(
        env,
        user,
        {
          commandId: commandId(),
          form: {
            kind: 'coin',
            assetId: USDT,
            network: 'TRC20',
            amount: '75',
            voucher: await voucherOf(user),
            ...differs,
          },
        },
        Date.now(),
      ),
    )
  it('is one deposit: told again with another amount, or sent in again, it is refused until the first was', async () => {
    const kim = await enter('Kim')
    const voucher = await voucherOf(kim, 'one-picture')
    expect(await tell(kim, { voucher })).toBe('ok')
    const first = await newestDeposit(kim)
    expect(await tell(kim, { voucher, amount: '750' })).toBe('voucher_used')
    expect(await tell(kim, { voucher: await voucherOf(kim, 'one-picture'), amount: '750' })).toBe('voucher_used')
    const mallory = await enter('Mallory')
    expect(await tell(mallory, { voucher: await voucherOf(mallory, 'one-picture') })).toBe('voucher_used')

    await decide(rita, await reviewOf('deposit', first.id), 'reject')
    expect(await tell(kim, { voucher, amount: '76' })).toBe('ok')
    const second = await newestDeposit(kim)
    const facts = await depositFacts(env, String(second.id), 'en')
    expect(facts?.lines).toContainEqual({
      label: 'earlier_uses',
      value: `#${first.id} ${kim.userId} TRC20 75 USDT Rejected`,
    })
  })

  it('of one payment is no other on another network or by bank, at once or later; a reviewer sees where it was told before', async () => {
    const lea = await enter('Lea')
    await setBank()
    const voucher = await voucherOf(lea, 'leas')
    const places = [{}, { network: 'ERC20' }, { kind: 'bank', network: null }]
    const told = await Promise.all(places.map((place) => tell(lea, { voucher, ...place })))
    expect(told.toSorted()).toEqual(['ok', 'voucher_used', 'voucher_used'])
    const first = await newestDeposit(lea)
    for (const place of places) expect(await tell(lea, { voucher, amount: '80', ...place })).toBe('voucher_used')
    await decide(rita, await reviewOf('deposit', first.id), 'reject')
    expect(await tell(lea, { voucher, network: 'ERC20' })).toBe('ok')
    const second = await newestDeposit(lea)
    expect(await factOf('deposit', second.id, 'earlier_uses')).toMatch(
      new RegExp(`^#${first.id} ${lea.userId} .*Rejected$`),
    )
  })

  it('told twice at once with two amounts is one deposit', async () => {
    const leo = await enter('Leo')
    const voucher = await voucherOf(leo, 'leos')
    const told = await Promise.all([tell(leo, { voucher }), tell(leo, { voucher, amount: '750' })])
    expect(told.sort()).toEqual(['ok', 'voucher_used'])
  })

  it('at most five wait for review at once, also of eight that come together', async () => {
    const mona = await enter('Mona')
    const told = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => tell(mona, { voucher: await voucherOf(mona, `monas-${index}`) })),
    )
    expect(told.filter((code) => code === 'ok')).toHaveLength(5)
    expect(told.filter((code) => code === 'deposits_waiting')).toHaveLength(3)
    await decide(rita, await reviewOf('deposit', (await newestDeposit(mona)).id), 'reject')
    expect(await tell(mona, { voucher: await voucherOf(mona, 'monas-last') })).toBe('ok')
  })
})
