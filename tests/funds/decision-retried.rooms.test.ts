// Faults between a decision and its end: an account frozen meanwhile, and a process that dies before the user's message.

import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { claimReview, decideReview } from '#services/desk/queue'
import { freezeUser } from '#services/desk/users'
import { requestDeposit } from '#services/funds/deposits'
import { openSession } from '#services/identity/entry'
import { withdrawalFacts } from '#services/funds/facts'
import { cancelWithdrawal, sweepWithdrawals } from '#services/funds/withdrawals'
import { listMessages } from '#services/messages'
import { findSweep } from '#db/platform/sweep-run'
import { runSweep } from '../../server/cron/sweep'
import { seed } from '../api/client'
import { type Hired, commandId, hireTeam } from '../desk/office'
import { USDT, type User, balance, enter, expectSound, reviewsOf, value, voucherOf, withdraw } from './customers'
import { errorsDuring, withUserAnswers, withoutMessages } from './outage'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let ada: Hired, rita: Hired, fiona: Hired, frank: Hired
beforeAll(async () => {
  await seed()
  ;({ ada, rita, fiona, frank } = await hireTeam())
})
beforeEach(() => env.DB.prepare('delete from attempt_counter').run())

type Kind = 'deposit' | 'withdrawal'

/** The newest review of it, taken and decided. */
async function decide(by: Hired, kind: Kind, subject: number, verdict: 'approve' | 'reject', within: Env = env) {
  const reviewId = await env.DB.prepare('select id from review where kind = ? and subject_id = ? order by round desc')
    .bind(kind, String(subject))
    .first<number>('id')
  const command = () => ({ reviewId: reviewId ?? 0, commandId: commandId(), at: Date.now() })
  value(await claimReview(within, by.member, command()))
  const reason = verdict === 'reject' ? 'Not now.' : ''
  return value(await decideReview(within, by.member, { ...command(), verdict, reason }))
}
const DONE = { kind: 'decided', resolved: { kind: 'done' } }
const OWED = { kind: 'decided', resolved: { kind: 'owed' } }

const WINDOWS_CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

it('a withdrawal comes to the desk with who asks for it: account, identity, logins, addresses, money so far, other requests', async () => {
  const wanda = await enter('Wanda')
  await openSession(env, { userId: wanda.userId, device: WINDOWS_CHROME, kind: 'api' })
  const first = value(await withdraw(wanda, commandId())).withdrawalId
  await decide(fiona, 'withdrawal', first, 'approve')
  await decide(frank, 'withdrawal', first, 'approve')
  const other = value(await withdraw(wanda, commandId(), { amount: '20' })).withdrawalId
  const { withdrawalId } = value(await withdraw(wanda, commandId(), { amount: '30' }))
  const facts = await withdrawalFacts(env, String(withdrawalId), 'en')
  const valueOf = (label: string) => facts?.lines.find((line) => line.label === label)?.value ?? null
  const otherReview = await env.DB.prepare("select id from review where kind = 'withdrawal' and subject_id = ?")
    .bind(String(other))
    .first<number>('id')
  expect(valueOf('account_opened')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/)
  expect(valueOf('level')).toMatch(/^[012]$/)
  expect(valueOf('logins')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\dZ/)
  expect(valueOf('logins')).toContain('Chrome, Windows')
  expect(valueOf('logins')).not.toMatch(/Mozilla|AppleWebKit/)
  expect(valueOf('signs')).toContain('account_new')
  expect(valueOf('address_since')).toMatch(/Z$/)
  expect(valueOf('addresses')).toContain('TRC20')
  expect(valueOf('deposits_so_far')).toBe('—')
  expect(valueOf('withdrawals_so_far')).toBe('1 × 100 USDT')
  expect(valueOf('other_requests')).toBe(`#${otherReview} withdrawal`)
})

describe('a withdrawal of an account that is frozen while it waits', () => {
  async function freeze({ userId }: User, withdrawals: boolean): Promise<void> {
    const revision = await env.DB.prepare('select freeze_revision as n from user where id = ?')
      .bind(userId)
      .first<number>('n')
    const asked = { userId, trading: false, withdrawals, reason: 'Reported as stolen.', revision: revision ?? 0 }
    value(
      await freezeUser(env, (withdrawals ? rita : ada).member, { ...asked, commandId: commandId(), at: Date.now() }),
    )
  }
  async function waiting(name: string) {
    const user = await enter(name)
    const before = BigInt((await balance(user))[0])
    const { withdrawalId } = value(await withdraw(user, commandId()))
    await freeze(user, true)
    return { user, before, withdrawalId }
  }

  it('is not paid by two who approve it, whoever stole Gwen’s phone; thawed it takes two again', async () => {
    const { user: gwen, before, withdrawalId } = await waiting('Gwen')
    const facts = await withdrawalFacts(env, String(withdrawalId), 'en')
    expect(facts?.lines).toContainEqual({ label: 'restrictions', value: 'withdrawals_frozen' })
    await decide(fiona, 'withdrawal', withdrawalId, 'approve')
    const second = await decide(frank, 'withdrawal', withdrawalId, 'approve')
    expect(second).toEqual({ kind: 'decided', resolved: { kind: 'refused', code: 'withdrawals_frozen' } })
    expect(await balance(gwen)).toEqual([String(before - 100_000_000n), '100000000'])
    expect(await reviewsOf('withdrawal', withdrawalId)).toEqual(['1 approved', '2 open'])

    await freeze(gwen, false)
    await runSweep(env, Date.now())
    expect(await balance(gwen)).toEqual([String(before - 100_000_000n), '100000000'])
    expect(await decide(fiona, 'withdrawal', withdrawalId, 'approve')).toEqual({ kind: 'seconding' })
    expect(await decide(frank, 'withdrawal', withdrawalId, 'approve')).toEqual(DONE)
    expect(await balance(gwen)).toEqual([String(before - 100_000_000n), '0'])
    await expectSound(gwen)
  })

  it('waits for the end of the day after what secures the account was changed, as it may have been a thief who asked', async () => {
    const kay = await enter('Kay')
    const { withdrawalId } = value(await withdraw(kay, commandId()))
    const lock = (until: number | null) =>
      env.DB.prepare('update user set withdrawals_locked_until = ? where id = ?').bind(until, kay.userId).run()
    await lock(Date.now() + 3_600_000)
    const facts = await withdrawalFacts(env, String(withdrawalId), 'en')
    expect(facts?.lines).toContainEqual({ label: 'restrictions', value: 'withdrawals_waiting' })
    await decide(fiona, 'withdrawal', withdrawalId, 'approve')
    const held = await decide(frank, 'withdrawal', withdrawalId, 'approve')
    expect(held).toEqual({ kind: 'decided', resolved: { kind: 'refused', code: 'withdrawals_locked_yet' } })
    expect((await balance(kay))[1]).toBe('100000000')
    await lock(Date.now() - 1)
    await decide(fiona, 'withdrawal', withdrawalId, 'approve')
    expect(await decide(frank, 'withdrawal', withdrawalId, 'approve')).toEqual(DONE)
    expect((await balance(kay))[1]).toBe('0')
    await expectSound(kay)
  })

  it('goes its way when that was changed only after it was decided, so that a decision that comes again ends as it did', async () => {
    const liv = await enter('Liv')
    const { withdrawalId } = value(await withdraw(liv, commandId()))
    const changedLater = Date.now() + 60_000
    await env.DB.prepare('update user set withdrawals_locked_until = ? where id = ?')
      .bind(changedLater + 86_400_000, liv.userId)
      .run()
    await decide(fiona, 'withdrawal', withdrawalId, 'approve')
    expect(await decide(frank, 'withdrawal', withdrawalId, 'approve')).toEqual(DONE)
  })

  it('can be rejected, and Hugo has his money back', async () => {
    const { user: hugo, before, withdrawalId } = await waiting('Hugo')
    expect(await decide(fiona, 'withdrawal', withdrawalId, 'reject')).toEqual(DONE)
    expect(await balance(hugo)).toEqual([String(before), '0'])
    await expectSound(hugo)
  })
})

describe('a decision whose process dies before the user is told', () => {
  const messagesOf = async (user: User, kind: string) => {
    const asked = { group: null, page: 1, limit: 50, language: 'en' } as const
    return value(await listMessages(env, user, asked)).rows.filter((row) => row.kind === kind).length
  }

  it('is told by the sweep: of Iris’s deposit once, and credited once', async () => {
    const iris = await enter('Iris')
    const before = BigInt((await balance(iris))[0])
    const voucher = await voucherOf(iris)
    const form = { kind: 'coin', assetId: USDT, network: 'TRC20', amount: '75', voucher } as const
    const { depositId } = value(await requestDeposit(env, iris, { commandId: commandId(), form }, Date.now()))
    await decide(fiona, 'deposit', depositId, 'approve')
    await errorsDuring(async () =>
      expect(await decide(rita, 'deposit', depositId, 'approve', withoutMessages())).toEqual(OWED),
    )
    expect(await messagesOf(iris, 'deposit_passed')).toBe(0)
    await runSweep(env, Date.now())
    await runSweep(env, Date.now())
    expect(await messagesOf(iris, 'deposit_passed')).toBe(1)
    expect(await balance(iris)).toEqual([String(before + 75_000_000n), '0'])
    await expectSound(iris)
  })

  it('is swept every minute, and the desk sees when that was and whether a part of it failed', async () => {
    const at = Date.now()
    await runSweep(env, at)
    expect(await findSweep(env.DB)).toEqual({ at, failed: 0 })
    const idFromName = (): never => {
      throw new Error('no room answers')
    }
    const Quotes = Object.assign(Object.create(env.Quotes) as typeof env.Quotes, { idFromName })
    await errorsDuring(() => runSweep({ ...env, Quotes }, at + 60_000))
    const swept = await findSweep(env.DB)
    expect(swept?.at).toBe(at + 60_000)
    // How many parts ask Quotes depends on the hour: before a fixing it is kept awake.
    expect(swept?.failed).toBeGreaterThan(0)
  })

  it('is told by the sweep: of Jonas’s withdrawal that was rejected, with the reason', async () => {
    const jonas = await enter('Jonas')
    const { withdrawalId } = value(await withdraw(jonas, commandId()))
    await errorsDuring(async () =>
      expect(await decide(fiona, 'withdrawal', withdrawalId, 'reject', withoutMessages())).toEqual(OWED),
    )
    await runSweep(env, Date.now())
    const { rows } = value(await listMessages(env, jonas, { group: null, page: 1, limit: 50, language: 'en' }))
    const told = rows.filter(({ kind }) => kind === 'withdrawal_failed')
    expect(told.map(({ text }) => text.includes('Not now.'))).toEqual([true])
    await expectSound(jonas)
  })
})

describe('a withdrawal that its user takes back', () => {
  const stateOf = async (id: number) =>
    env.DB.prepare('select state, is_cancel_owed as owed from withdrawal where id = ?').bind(id).first()
  const ENDED = { state: 'cancelled', owed: 0 }
  /** Runs work just before the Account gets the cancellation, and optionally kills the process afterwards. */
  const withBetween = (work: () => Promise<unknown>, dies: 'dies' | 'lives'): Env =>
    withUserAnswers(async (text, ask) => {
      if (!text.includes('"cancel_withdrawal"')) return ask()
      await work()
      const answer = await ask()
      if (dies === 'dies') throw new Error('the process died')
      return answer
    })

  it('ends, when a sweep came between and the process died after Mona’s Account had heard of it', async () => {
    const mona = await enter('Mona')
    const before = await balance(mona)
    const { withdrawalId } = value(await withdraw(mona, commandId()))
    const within = withBetween(() => sweepWithdrawals(env, 40, Date.now()), 'dies')
    const command = { commandId: commandId(), withdrawalId }
    await expect(cancelWithdrawal(within, mona, command, Date.now())).rejects.toThrow('died')
    await sweepWithdrawals(env, 40, Date.now())
    expect(await stateOf(withdrawalId)).toEqual(ENDED)
    expect(await reviewsOf('withdrawal', withdrawalId)).toEqual(['1 cancelled'])
    expect(await balance(mona)).toEqual(before)
    await expectSound(mona)
  })

  it('is told as taken back, when the sweep was faster than Nina herself', async () => {
    const nina = await enter('Nina')
    const { withdrawalId } = value(await withdraw(nina, commandId()))
    const within = withBetween(() => sweepWithdrawals(env, 40, Date.now()), 'lives')
    value(await cancelWithdrawal(within, nina, { commandId: commandId(), withdrawalId }, Date.now()))
    expect(await stateOf(withdrawalId)).toEqual(ENDED)
    await expectSound(nina)
  })
})
