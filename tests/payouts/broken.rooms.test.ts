// The process dies in the middle of an act, once before each call of every act between a withdrawal to a bank and its payment.

import { env } from 'cloudflare:workers'
import { beforeEach, expect, it, vi } from 'vitest'
import { callAccount } from '#services/account-room'
import { claimReview, decideReview } from '#services/desk/queue'
import { sweepReviews } from '#services/desk/resolve'
import { prepareBatch, proposeBatch, tellTransactions } from '#services/payouts/batches'
import { type Caller, balance, enter, expectSound, kill, units, value, withdraw } from '../funds/customers'
import { breaking } from '../funds/breaking'
import { errorsDuring } from '../funds/outage'
import { HOUR_MS } from '#domain/time'
import { PASSWORD, ok } from '../api/client'
import { accountOf, begin, commandId, dueOf, look, people, rowOf, within } from './office'

vi.setConfig({ testTimeout: 300_000 })

beforeEach(async () => void (await begin()))

const CARD = { bank_account: '6222021234564242', real_name: 'Alice Liddell', bank_name: 'First Bank' }
/** Far above what any of the acts needs, so that a story without an end fails. */
const CALLS_MAX = 200

/** What two people, or one, do at the desk; called again with the same command ids. */
type Act = (given: Env) => Promise<unknown>

async function askFor(name: string): Promise<{ readonly user: Caller; readonly id: number }> {
  const user = await enter(name)
  await ok('POST', '/user/cash_save', { form: CARD, token: user.token })
  await env.DB.prepare('UPDATE bank_card SET changed_at = 1 WHERE user_id = ?').bind(user.userId).run()
  const asked = await withdraw(user, commandId(), { kind: 'card', address: '', amount: '100.5' }, PASSWORD, within)
  return { user, id: value(asked).withdrawalId }
}

const reviewOf = async (kind: string, subjectId: string): Promise<number> =>
  (await env.DB.prepare('SELECT id FROM review WHERE kind = ? AND subject_id = ?')
    .bind(kind, subjectId)
    .first<number>('id')) ?? 0

/** The second person agrees; of a withdrawal, the first has before. */
async function agreement(kind: 'withdrawal' | 'payout', subjectId: string): Promise<Act> {
  const [first, second] = await people()
  const reviewId = await reviewOf(kind, subjectId)
  const say = (by: typeof first, id: string, given: Env) =>
    decideReview(given, by, { reviewId, verdict: 'approve', reason: '', commandId: id, at: Date.now() })
  const claim = async (by: typeof first) =>
    value(await claimReview(within, by, { reviewId, commandId: commandId(), at: Date.now() }))
  if (kind === 'withdrawal') {
    await claim(first)
    value(await say(first, commandId(), within))
  }
  await claim(second)
  const id = commandId()
  return async (given) => value(await say(second, id, given))
}

it('a withdrawal to a bank is approved, told and paid exactly once, wherever the process dies', async () => {
  let isWhole = false
  /** Acts that end before their call of this number, by their place in the story. */
  const wholeActs = new Set<number>()
  for (let call = 1; !isWhole; call += 1) {
    expect(call).toBeLessThan(CALLS_MAX)
    isWhole = true
    const { user, id } = await askFor(`broken${call}`)
    const due = await dueOf(id)
    const [available, held] = await balance(user)
    expect(held).toBe(String(units('100.5')))
    const [first] = await people()

    let acts = 0
    /** Dies before its call number `call`; then the sweep comes, and the people press again, once too if it did not die. */
    const breakOff = async (act: Act): Promise<void> => {
      acts += 1
      const fault = breaking(within, call)
      await errorsDuring(() =>
        act(fault.env).catch((failure: unknown) => expect([fault.hasDied(), failure]).toEqual([true, failure])),
      )
      if (fault.hasDied()) {
        isWhole = false
        await kill(user)
      } else if (wholeActs.has(acts)) return
      else wholeActs.add(acts)
      await errorsDuring(() => sweepReviews(within, 40))
      await act(within)
    }
    const standsAt = async (state: string, txId = '') => {
      expect(await rowOf(id), `broken at call ${call}`).toMatchObject({ state, txId, problem: '' })
      const isPaid = state === 'passed'
      expect(await balance(user)).toEqual([available, isPaid ? '0' : held])
      expect(await accountOf({ user, id, address: '' }, '@external')).toBe(isPaid ? due : 0n)
    }

    await breakOff(await agreement('withdrawal', String(id)))
    await standsAt('approved')
    const made = { network: '', commandId: commandId(), at: Date.now() }
    await breakOff(async (given) => value(await proposeBatch(given, first, made)))
    await standsAt('approved')
    await breakOff(await agreement('payout', made.commandId))
    await standsAt('signing')
    const { batchId } = await rowOf(id)
    const prepared = { batchId: batchId ?? 0, commandId: commandId(), at: Date.now() }
    await breakOff(async (given) => value(await prepareBatch(given, first, prepared)))
    const told = { ...prepared, text: `${id} BANK-${call}`, commandId: commandId() }
    await breakOff(async (given) => value(await tellTransactions(given, first, told)))
    await standsAt('signing')
    await breakOff(await agreement('payout', told.commandId))
    await standsAt('passed', `BANK-${call}`)

    await kill(user)
    await look(HOUR_MS)
    await standsAt('passed', `BANK-${call}`)
    const inbox = value(
      await callAccount(env, user, { type: 'messages', kinds: ['withdrawal_passed'], page: 1, limit: 9 }),
    )
    expect(inbox.total, `told to its owner, broken at call ${call}`).toBe(1)
    const sends = await env.DB.prepare('SELECT tx_id AS txId, state FROM payout_send WHERE withdrawal_id = ?')
      .bind(id)
      .all()
    expect(sends.results).toEqual([{ txId: `BANK-${call}`, state: 'paid' }])
    const problems = await env.DB.prepare(
      "SELECT count(*) AS n FROM review WHERE kind = 'payout_problem' AND subject_id = ?",
    )
      .bind(String(id))
      .first('n')
    expect(problems).toBe(0)
    await expectSound(user)
  }
})
