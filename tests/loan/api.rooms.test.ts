// Loans through the API and the desk, with real rooms and the simulated market: asked for, agreed to by two people, credited once, traded
// with, repaid.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { findLoanRequest, followLoans, insertLoanRequest, listLoansInReview } from '#db/platform/loan'
import { LOANS_LIVE_MAX } from '#domain/loan/terms'
import { callAccountAsSystem } from '#services/account-room'
import { placeEntry } from '#services/conditional'
import { claimReview, decideReview } from '#services/desk/queue'
import { loanBook } from '#services/loan/book'
import { loanReview } from '#services/loan/review'
import { loanStuckReview } from '#services/loan/stuck-review'
import { sweepLoans } from '#services/loan/requests'
import { call, ok, refused, seed } from '../api/client'
import { type Hired, decide, hireTeam } from '../desk/office'
import { type Caller, enter, expectSound } from '../funds/customers'
import { waitFor } from '../kit/wait-for'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const [USDT_30, BTC_30] = ['12', '2']

interface Loan {
  readonly loan_id: number
  readonly state: string
  readonly owed: string
  readonly interest: string
}

let rita: Hired, fiona: Hired
beforeAll(async () => {
  await seed()
  ;({ rita, fiona } = await hireTeam())
})

/** A user with borrowing rights and this amount of USDT in the margin wallet. */
async function borrower(name: string, usdt = '1000000'): Promise<Caller> {
  const user = await enter(name)
  await env.DB.prepare('UPDATE user SET level = 2 WHERE id = ?').bind(user.userId).run()
  const grants = [{ assetId: 3, amount: `${usdt}000000`, wallet: 'margin' }] as const
  await callAccountAsSystem(env, user.userId, { type: 'grant_demo', ref: `margin ${name}`, grants })
  return user
}

const form = (amount: string, term = USDT_30) => ({ term_id: term, amount, margin_currency_id: '3', lang: 'en' })
const ask = (user: Caller, amount: string, term = USDT_30) =>
  ok<Loan>('POST', '/v1/loan/request', { form: form(amount, term), token: user.token })
const find = (user: Caller, { loan_id: id }: Loan) =>
  ok<Loan & { events: { kind: string }[] }>('GET', '/v1/loan/loan', { query: { loan_id: String(id) }, token: user.token }) // prettier-ignore
const margin = (user: Caller) =>
  ok<{
    risk_rate: string | null
    owed: string
    is_selling: boolean
    assets: { currency: string; total: string; spare: string }[]
  }>('GET', '/v1/loan/margin', { token: user.token })

const caseOf = async ({ loan_id: id }: Loan): Promise<number> =>
  (await env.DB.prepare("SELECT id FROM review WHERE kind = 'loan' AND subject_id = ?")
    .bind(String(id))
    .first<number>('id')) ?? 0

async function agree(loan: Loan): Promise<void> {
  const review = await caseOf(loan)
  await decide(rita, review, 'approve', Date.now())
  await decide(fiona, review, 'approve', Date.now())
}

describe('a loan', () => {
  it('is asked for, agreed to by two people, credited once, traded with and repaid', async () => {
    const ann = await borrower('Ann')
    const asked = await ask(ann, '1000000')
    expect(asked).toMatchObject({ state: 'review', owed: '0.000000' })
    const facts = await loanReview.read(env, String(asked.loan_id), 'en')
    expect(facts?.lines).toContainEqual({ label: 'loan_risk', value: '200.00%' })
    await agree(asked)
    // Executing a decision again changes nothing.
    await loanReview.approve(env, { reviewId: 1, kind: 'loan', subjectId: String(asked.loan_id), userId: ann.userId, verdict: 'approve', reason: '', at: Date.now() }) // prettier-ignore
    expect(await find(ann, asked)).toMatchObject({
      state: 'running',
      owed: '1000010.416666',
      interest: '10.416666',
      events: [{ kind: 'credited' }],
    })
    const charged = { query: { loan_id: String(asked.loan_id) }, token: ann.token }
    expect(await ok('GET', '/v1/loan/interest', charged)).toMatchObject({ list: [{ is_late: false }], count: 1 })
    expect(await margin(ann)).toMatchObject({ trading_rate: '120.00', liquidation_rate: '110.00' })
    expect(await margin(ann)).toMatchObject({ risk_rate: '199.99', owed: '1000010.41666600', is_selling: false })

    const order = { symbol: 'BTC-USDT', side: 'buy', kind: 'market', quote_amount: '1000', wallet: 'margin' }
    expect(await ok('POST', '/v1/order', { form: order, token: ann.token })).toMatchObject({ state: 'filled' })
    const entry = { symbol: 'BTC-USDT', side: 'buy', kind: 'market', quantity: '0.001', wallet: 'margin' } as const
    const withExit = { commandId: 'exit', form: { entry, takeProfit: '900000', stopLoss: undefined } }
    expect(await placeEntry(env, ann, withExit)).toMatchObject({ ok: false, refusal: { code: 'exit_not_on_margin' } })
    const converted = { number: '100', from_currency_id: '3', to_currency_id: '2', wallet: 'margin' }
    await ok('POST', '/user/Transfer', { form: converted, token: ann.token })
    const { assets } = await margin(ann)
    expect(assets.map(({ currency }) => currency).sort()).toEqual(['BTC', 'ETH', 'USDT'])

    const out = { from_field: 'margin', to_field: 'change', currency_id: '3', number: '500100' }
    expect(await refused('POST', '/wallet/change', { form: out, token: ann.token })).toContain('secures your loans')
    await ok('POST', '/wallet/change', { form: { ...out, number: '400000' }, token: ann.token })

    const repay = (amount?: string) => ({ loan_id: String(asked.loan_id), ...(amount && { amount }), lang: 'en' })
    expect(await ok('POST', '/v1/loan/repay', { form: repay('10.416666'), token: ann.token })).toMatchObject({
      interest: '0.000000',
      owed: '1000000.000000',
    })
    expect(await ok('POST', '/v1/loan/repay', { form: repay(), token: ann.token })).toMatchObject({ state: 'repaid' })
    expect(await margin(ann)).toMatchObject({ risk_rate: null, owed: '0.00000000' })
    await waitFor(async () => expect(await findLoanRequest(env.DB, asked.loan_id)).toMatchObject({ state: 'repaid' }), 10_000) // prettier-ignore
    await expectSound(ann)
  })

  it('is one request under its command; other terms, amount or collateral under it are refused (command_id_reused)', async () => {
    const ole = await borrower('Ole')
    const sent = { token: ole.token, key: 'loan-once' }
    const asked = await ok<Loan>('POST', '/v1/loan/request', { ...sent, form: form('600000') })
    const other = 'This Idempotency-Key was already used for a request with other content.'
    for (const differs of [{ amount: '600001' }, { term_id: BTC_30 }, { margin_currency_id: '1' }])
      expect([differs, await refused('POST', '/v1/loan/request', { ...sent, form: { ...form('600000'), ...differs } })]).toEqual([differs, other]) // prettier-ignore
    expect(await ok<Loan>('POST', '/v1/loan/request', { ...sent, form: form('600000.00') })).toMatchObject({
      loan_id: asked.loan_id,
    })
    expect(await listLoansInReview(env.DB, ole.userId)).toHaveLength(1)
  })

  it('waits before the desk also after a crash, and is in the book of what is lent', async () => {
    const bob = await borrower('Bob')
    const asked = await ask(bob, '600000')
    await env.DB.prepare("DELETE FROM review WHERE kind = 'loan' AND subject_id = ?").bind(String(asked.loan_id)).run()
    await sweepLoans(env, 40, Date.now())
    await agree(asked)
    const { assets, loans } = await loanBook(env)
    expect(loans.find(({ id }) => id === asked.loan_id)).toMatchObject({ userId: bob.userId, isLate: false, called: 0 })
    expect(assets).toContainEqual(expect.objectContaining({ asset: { code: 'USDT', scale: 6 } }))
  })

  it('whose wallet stands still is before the desk, once for each time, and two note it', async () => {
    const una = await borrower('Una')
    const asked = await ask(una, '600000')
    await agree(asked)
    const told = async (revision: number, stuckAt: number | null) => {
      const stands = { state: 'running', owed: '600000000000', called: 12_000, openedAt: 1, dueAt: 2, endedAt: null } as const // prettier-ignore
      await followLoans(env.DB, una.userId, [{ loanId: asked.loan_id, revision, stuckAt, ...stands }])
      const rows = await env.DB.prepare("SELECT id, state FROM review WHERE kind = 'loan_stuck' AND subject_id = ? ORDER BY id").bind(String(asked.loan_id)).all() // prettier-ignore
      return rows.results as { id: number; state: string }[]
    }
    const now = Date.now()
    expect(await told(1_000, null)).toEqual([])
    const [first] = await told(1_001, now)
    expect(await told(1_002, now)).toEqual([first])
    const facts = await loanStuckReview.read(env, String(asked.loan_id), 'en')
    expect(facts?.lines.slice(0, 2)).toEqual([
      { label: 'problem', value: 'loan_silent' },
      { label: 'on_approval', value: 'noted' },
    ])
    for (const person of [rita, fiona]) await decide(person, first?.id ?? 0, 'approve', now + 1)
    expect(await told(1_003, now)).toMatchObject([{ state: 'approved' }])
    expect(await told(1_004, now + 5)).toMatchObject([{ state: 'approved' }, { state: 'open' }])
  })

  it('is not credited when the wallet no longer stands for it, and when one person declines', async () => {
    const eve = await borrower('Eve')
    const [first, second] = [await ask(eve, '1500000'), await ask(eve, '700000')]
    const out = { from_field: 'margin', to_field: 'change', currency_id: '3', number: '800000' }
    await ok('POST', '/wallet/change', { form: out, token: eve.token })
    await agree(first)
    expect(await find(eve, first)).toMatchObject({ state: 'lapsed', events: [] })
    await decide(rita, await caseOf(second), 'reject', Date.now())
    expect(await find(eve, second)).toMatchObject({ state: 'refused' })
    const { list } = await ok<{ list: { title: string }[] }>('GET', '/mailMessage/getList', {
      token: eve.token,
      query: { page: '1', limit: '10', lang: 'en' },
    })
    const titles = list.map(({ title }) => title)
    expect(titles).toContain('Your loan could not be credited')
    expect(titles).toContain('Your loan request was declined')
  })
})

describe('a request', () => {
  it('is taken back by its owner while nobody has decided, once, and the desk has it no longer (loan_decided)', async () => {
    const wyn = await borrower('Wyn')
    const back = (loan: Loan) => ({ form: { loan_id: String(loan.loan_id), lang: 'en' }, token: wyn.token })
    const asked = await ask(wyn, '600000')
    for (let time = 0; time < 2; time++)
      expect(await ok('POST', '/v1/loan/withdraw', back(asked))).toMatchObject({ state: 'cancelled' })
    const kept = await env.DB.prepare('SELECT state FROM review WHERE id = ?')
      .bind(await caseOf(asked))
      .first('state')
    expect(kept).toBe('cancelled')
    const subject = { kind: 'loan', subjectId: String(asked.loan_id), reviewId: 0, userId: wyn.userId }
    const decision = { ...subject, verdict: 'approve', reason: '', at: 1 } as const
    expect(await loanReview.approve(env, decision)).toMatchObject({ refusal: { code: 'loan_not_running' } })
    expect(await find(wyn, asked)).toMatchObject({ state: 'cancelled', owed: '0.000000' })

    const credited = await ask(wyn, '600000')
    await agree(credited)
    expect(await refused('POST', '/v1/loan/withdraw', back(credited))).toContain('decided already')
    expect(await find(wyn, credited)).toMatchObject({ state: 'running' })
  })
})

describe('a request is refused', () => {
  it('at its approval where the level has fallen since (loan_not_entitled), and nothing is credited', async () => {
    const una = await borrower('Una')
    const asked = await ask(una, '600000')
    await env.DB.prepare('UPDATE user SET level = 1 WHERE id = ?').bind(una.userId).run()
    const command = { reviewId: await caseOf(asked), commandId: crypto.randomUUID(), at: Date.now() }
    await claimReview(env, rita.member, command)
    const verdict = { ...command, commandId: crypto.randomUUID(), verdict: 'approve', reason: '' } as const
    expect(await decideReview(env, rita.member, verdict)).toMatchObject({ refusal: { code: 'loan_not_entitled' } })
    // The user's level fell between the second approval and its execution: the loan returns to review.
    const decision = { reviewId: command.reviewId, kind: 'loan', subjectId: String(asked.loan_id), userId: una.userId, verdict: 'approve', reason: '', at: Date.now() } as const // prettier-ignore
    expect(await loanReview.approve(env, decision)).toMatchObject({ refusal: { code: 'loan_not_entitled' } })
    expect(await find(una, asked)).toMatchObject({ state: 'review', events: [] })
    await env.DB.prepare('UPDATE user SET level = 2 WHERE id = ?').bind(una.userId).run()
    expect(await loanReview.approve(env, decision)).toMatchObject({ ok: true })
    expect(await find(una, asked)).toMatchObject({ state: 'running' })
  })

  it('beside others of the same user that were asked for at once and together pass the most (loan_above_max)', async () => {
    const pat = await borrower('Pat', '9000000')
    const answers = await Promise.all(
      ['6000000', '6000000', '6000000'].map((amount) => call('POST', '/v1/loan/request', { form: form(amount), token: pat.token })), // prettier-ignore
    )
    expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(1)
    // Of two loans that passed the check at the same time, only one is credited.
    const first = await find(pat, { loan_id: (await listLoansInReview(env.DB, pat.userId))[0]?.id ?? 0 } as Loan)
    const row = await findLoanRequest(env.DB, first.loan_id)
    if (!row) throw new Error('the request is kept')
    await insertLoanRequest(env.DB, { ...row, commandId: 'beside' }, [row])
    await sweepLoans(env, 40, Date.now())
    const [, second] = await listLoansInReview(env.DB, pat.userId)
    await agree(first)
    const decision = { reviewId: await caseOf({ loan_id: second?.id ?? 0 } as Loan), kind: 'loan', subjectId: String(second?.id), userId: pat.userId, verdict: 'approve', reason: '', at: Date.now() } as const // prettier-ignore
    expect(await loanReview.checkApproval?.(env, decision.subjectId)).toMatchObject({
      refusal: { code: 'loan_above_total' },
    })
    expect(await loanReview.approve(env, decision)).toMatchObject({ refusal: { code: 'loan_above_total' } })
    expect(await find(pat, first)).toMatchObject({ state: 'running' })
    expect(await findLoanRequest(env.DB, second?.id ?? 0)).toMatchObject({ state: 'review' })
  })

  it('to whoever is not verified (identity_check_needed) or not entitled (loan_not_entitled)', async () => {
    const user = await enter('Ned')
    const asking = { form: form('600000'), token: user.token }
    expect(await refused('POST', '/v1/loan/request', asking)).toBe('Loans are open from VIP 2, and to market makers and professional clients.') // prettier-ignore
    await env.DB.prepare('UPDATE user SET is_market_maker = 1, review_status = 0 WHERE id = ?').bind(user.userId).run()
    expect((await call('POST', '/v1/loan/request', asking)).type).toBe('998')
  })

  it('for its size, its terms, and a wallet that does not stand for it (loan_collateral_short)', async () => {
    const kim = await borrower('Kim', '200000')
    const code = (given: Record<string, string>) =>
      refused('POST', '/v1/loan/request', { form: { ...form('600000'), ...given }, token: kim.token })
    expect(await code({ term_id: '999' })).toBe('These loan terms do not exist.')
    expect(await code({ amount: '499999' })).toBe('Borrow at least 500,000 USDT worth.')
    expect(await code({ amount: '10000001' })).toContain('at most')
    expect(await code({ amount: '600000' })).toBe(
      'Your margin wallet does not cover this loan: move at least 40 USDT more into it.',
    )
    expect(await code({ amount: '0' })).not.toBe('')
    expect(await code({ term_id: BTC_30, amount: '0.1' })).toContain('at least')
  })

  it('when as many are under way (loan_above_count), and the same command twice is one request', async () => {
    const lea = await borrower('Lea', '9000000')
    const key = { headers: { 'Idempotency-Key': 'one-loan' }, token: lea.token }
    const one = await ok<Loan>('POST', '/v1/loan/request', { ...key, form: form('600000') })
    expect(await ok<Loan>('POST', '/v1/loan/request', { ...key, form: form('600000') })).toMatchObject({ loan_id: one.loan_id }) // prettier-ignore
    await refused('POST', '/v1/loan/request', { ...key, form: form('700000') })
    const row = await findLoanRequest(env.DB, one.loan_id)
    if (!row) throw new Error('the request is kept')
    for (let more = 1; more < LOANS_LIVE_MAX; more += 1)
      await insertLoanRequest(
        env.DB,
        { ...row, commandId: `more ${more}`, amount: 1n as typeof row.amount },
        await listLoansInReview(env.DB, row.userId),
      )
    expect(await refused('POST', '/v1/loan/request', { form: form('500000'), token: lea.token })).toContain('20')
  })
})
