// A customer's request through the desk and back: the decision is executed and the customer is notified.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { callAccount, callAccountAsSystem } from '#services/account-room'
import { claimReview, decideReview, readQueue } from '#services/desk/queue'
import type { ReviewKindName } from '#services/desk/review-kinds'
import { freezeUser } from '#services/desk/users'
import { requestDeposit } from '#services/funds/deposits'
import { cancelWithdrawal, requestWithdrawal } from '#services/funds/withdrawals'
import { listMessages } from '#services/messages'
import { readVerification, submitBasic } from '#services/verification'
import type { Session } from '#session/session'
import { PASSWORD } from '../api/client'
import { TRON, USDT, enter } from '../funds/customers'
import { type Hired, NOON, codeOf, commandId, customer, firstAdmin, hire, seed, valueOf, readFacts } from './office'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let ada: Hired, rita: Hired, fiona: Hired, frank: Hired
let alice: Session

beforeAll(async () => {
  await seed()
  ada = await firstAdmin()
  rita = await hire(ada.member, 'Rita', 'reviewer')
  fiona = await hire(ada.member, 'Fiona', 'finance')
  frank = await hire(ada.member, 'Frank', 'finance')
  alice = await customer('Alice')
  await env.DB.prepare("update user set mobile = '+8613912345678' where id = ?").bind(alice.userId).run()
})

const TRON_SUMMARY = { lines: [{ label: 'network', value: 'TRC20' }], cells: [] }

/** The oldest that waits. */
async function nextOf(kind: ReviewKindName) {
  const { rows } = await readQueue(env, { kinds: [kind], states: ['open', 'seconding'] }, { page: 1, limit: 1 })
  const [row] = rows
  if (!row) throw new Error(`no ${kind} waits`)
  return row
}

async function decide(by: Hired, reviewId: number, verdict: 'approve' | 'reject', reason = '') {
  const command = () => ({ reviewId, commandId: commandId(), at: NOON })
  valueOf(await claimReview(env, by.member, command()))
  return valueOf(await decideReview(env, by.member, { ...command(), verdict, reason }))
}

describe('an identity', () => {
  const submit = () =>
    submitBasic(env, alice, { idType: 'id_card', country: 'CN', name: 'Li Lei', number: '11010519491231002X' }, NOON)

  it('is sent, rejected with a reason that Alice reads, sent again and approved', async () => {
    valueOf(await submit())
    const first = await nextOf('identity')
    expect(first).toMatchObject({ userId: alice.userId, state: 'open' })
    const facts = await readFacts(env, { kind: 'identity', subjectId: first.subjectId, language: 'en' })
    expect(facts?.lines.map(({ label }) => label)).toEqual(expect.arrayContaining(['level', 'name', 'id_number']))

    const rejected = await decide(rita, first.id, 'reject', 'The name is another.')
    expect(rejected).toEqual({ kind: 'decided', resolved: { kind: 'done' } })
    expect(valueOf(await readVerification(env, alice)).basic).toMatchObject({
      state: 'failed',
      reason: 'The name is another.',
    })

    valueOf(await submit())
    const approved = await decide(rita, (await nextOf('identity')).id, 'approve')
    expect(approved).toEqual({ kind: 'decided', resolved: { kind: 'done' } })
    expect(valueOf(await readVerification(env, alice))).toMatchObject({ passed: 1 })
    const { rows } = valueOf(await listMessages(env, alice, { group: 'identity', page: 1, limit: 10, language: 'en' }))
    expect(rows).toHaveLength(2)
  })
})

/** A customer who may withdraw and has uploaded a picture. */
async function verified(name: string): Promise<Session & { readonly voucher: string }> {
  const session = await enter(name)
  const { userId } = session
  const id = `voucher-${String(userId).padStart(14, '0')}`
  await env.DB.prepare(
    "INSERT INTO upload (id, user_id, is_public, content_type, byte_count, created_at) VALUES (?, ?, 0, 'image/jpeg', 1, 1)",
  )
    .bind(id, userId)
    .run()
  return { ...session, voucher: `/uploads/${id}` }
}

async function balance(session: Session): Promise<readonly [available: bigint, held: bigint]> {
  const rows = valueOf(await callAccount(env, session, { type: 'balances' }))
  const row = rows.find((one) => one.wallet === 'change' && one.assetId === USDT)
  return [BigInt(row?.available ?? '0'), BigInt(row?.held ?? '0')]
}

const isSound = async ({ userId }: Session) => (await callAccountAsSystem(env, userId, { type: 'verify' })).isSound

describe('money', () => {
  it('that Bob says he sent is his when Rita and Fiona have seen the voucher, and not before', async () => {
    const bob = await verified('Bob')
    const [before] = await balance(bob)
    const form = { kind: 'coin', assetId: USDT, network: 'TRC20', amount: '75', voucher: bob.voucher } as const
    valueOf(await requestDeposit(env, bob, { commandId: commandId(), form }, Date.now()))
    const waiting = await nextOf('deposit')
    expect(waiting).toMatchObject({ assetId: USDT, amount: '75000000', summary: TRON_SUMMARY })
    const facts = await readFacts(env, { kind: 'deposit', subjectId: waiting.subjectId, language: 'en' })
    expect(facts?.images).toEqual([bob.voucher])
    expect(await decide(rita, waiting.id, 'approve')).toEqual({ kind: 'seconding' })
    expect(await balance(bob)).toEqual([before, 0n])
    expect(await decide(fiona, waiting.id, 'approve')).toEqual({ kind: 'decided', resolved: { kind: 'done' } })
    expect(await balance(bob)).toEqual([before + 75_000_000n, 0n])
    expect(await isSound(bob)).toBe(true)
  })

  const withdraw = (session: Session, id = commandId()) =>
    requestWithdrawal(
      env,
      session,
      {
        commandId: id,
        form: {
          kind: 'address',
          assetId: USDT,
          amount: '100',
          addressId: null,
          address: TRON,
          network: null,
          memo: '',
          remark: '',
          feeShown: null,
        },
        proof: { payPassword: PASSWORD },
      },
      Date.now(),
    )

  it('that Carol takes out is held at once, and leaves when two people have agreed', async () => {
    const carol = await verified('Carol')
    const [before] = await balance(carol)
    valueOf(await withdraw(carol))
    expect(await balance(carol)).toEqual([before - 100_000_000n, 100_000_000n])
    const { id, ...asked } = await nextOf('withdrawal')
    expect(asked).toMatchObject({ assetId: USDT, amount: '100000000', summary: TRON_SUMMARY })
    expect(await decide(fiona, id, 'approve')).toEqual({ kind: 'seconding' })
    expect(await balance(carol)).toEqual([before - 100_000_000n, 100_000_000n])
    expect(codeOf(await claimReview(env, fiona.member, { reviewId: id, commandId: commandId(), at: NOON }))).toBe(
      'second_person_needed',
    )
    expect(await decide(frank, id, 'approve')).toEqual({ kind: 'decided', resolved: { kind: 'done' } })
    expect(await balance(carol)).toEqual([before - 100_000_000n, 0n])
    expect(await isSound(carol)).toBe(true)
  })

  it('that the second person refuses to let go is back in Dora’s wallet', async () => {
    const dora = await verified('Dora')
    const [before] = await balance(dora)
    valueOf(await withdraw(dora))
    const { id } = await nextOf('withdrawal')
    await decide(fiona, id, 'approve')
    const rejected = await decide(frank, id, 'reject', 'The address is reported.')
    expect(rejected).toEqual({ kind: 'decided', resolved: { kind: 'done' } })
    expect(await balance(dora)).toEqual([before, 0n])
    expect(await isSound(dora)).toBe(true)
  })

  it('that Erik takes back before anybody decided leaves nothing to decide', async () => {
    const erik = await verified('Erik')
    const [before] = await balance(erik)
    const { withdrawalId } = valueOf(await withdraw(erik))
    const { id } = await nextOf('withdrawal')
    valueOf(await cancelWithdrawal(env, erik, { commandId: commandId(), withdrawalId }, Date.now()))
    expect(await balance(erik)).toEqual([before, 0n])
    expect(codeOf(await claimReview(env, fiona.member, { reviewId: id, commandId: commandId(), at: NOON }))).toBe(
      'review_decided',
    )
  })

  it('of a frozen account stays where it is', async () => {
    const finn = await verified('Finn')
    const asked = { userId: finn.userId, trading: false, withdrawals: true, reason: 'Stolen.', revision: 0 }
    valueOf(await freezeUser(env, ada.member, { ...asked, commandId: commandId(), at: NOON }))
    expect(codeOf(await withdraw(finn))).toBe('withdrawals_frozen')
  })
})
