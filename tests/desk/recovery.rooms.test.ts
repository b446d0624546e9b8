// Alice lost her authenticator app and her recovery codes: support proposes the removal, another role approves, and neither can do it
// alone.

import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { confirmTotp, replaceRecoveryCodes, writeTotp } from '#db/platform/totp'
import { WITHDRAWAL_LOCK_MS } from '#domain/security'
import type { Language } from '#domain/language'
import { callAccount, callAccountAsSystem } from '#services/account-room'
import { verifyAudit } from '#services/desk/audit'
import { claimReview, decideReview, openReviewFile } from '#services/desk/queue'
import { proposeRecovery } from '#services/desk/recovery'
import { resolveReview } from '#services/desk/resolve'
import { disableStaff } from '#services/desk/staff'
import { listMessages } from '#services/messages'
import { findSecondStep } from '#services/security/second-step'
import { readSecurityState } from '#services/security/state'
import { runSweep } from '../../server/cron/sweep'
import { type User, enter as enterCustomer, withdraw } from '../funds/customers'
import { errorsDuring, withoutRoomOf } from '../funds/outage'
import { type Hired, codeOf, commandId, decide, firstAdmin, hire, reviewOf, seed, valueOf, readFacts } from './office'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let ada: Hired, sam: Hired, sara: Hired, rita: Hired, fiona: Hired
const NOW = Date.now()

beforeAll(async () => {
  await seed()
  ada = await firstAdmin('ada@cm.example', NOW)
  sam = await hire(ada.member, 'Sam', 'support', NOW)
  sara = await hire(ada.member, 'Sara', 'support', NOW)
  rita = await hire(ada.member, 'Rita', 'reviewer', NOW)
  fiona = await hire(ada.member, 'Fiona', 'finance', NOW)
})
beforeEach(() => env.DB.prepare('delete from attempt_counter').run())

/** A confirmed app with its recovery codes. */
async function setApp({ userId }: User, at = NOW): Promise<void> {
  const setup = `setup-${at}`
  await writeTotp(env.DB, { userId, secret: setup }, at)
  await confirmTotp(env.DB, { userId, setup, secret: `sealed-${at}`, step: 1 }, at)
  await replaceRecoveryCodes(env.DB, userId, ['one', 'two'])
}

async function customer(name: string, language: Language = 'en'): Promise<User> {
  const user = await enterCustomer(name)
  await env.DB.prepare('update user set language = ? where id = ?').bind(language, user.userId).run()
  await setApp(user)
  return user
}

const asking = ({ userId }: User, differs: { note?: string } = {}) => ({
  userId,
  note: 'Video call with the passport in hand.',
  commandId: commandId(),
  at: Date.now(),
  ...differs,
})
async function asked(by: Hired, user: User): Promise<number> {
  const wanted = asking(user)
  valueOf(await proposeRecovery(env, by.member, wanted))
  return reviewOf(wanted.commandId)
}
const command = (reviewId: number) => ({ reviewId, commandId: commandId(), at: Date.now() })
const approve = (by: Hired, reviewId: number) =>
  decideReview(env, by.member, { ...command(reviewId), verdict: 'approve', reason: '' })
const agree = (by: Hired, reviewId: number, verdict: 'approve' | 'reject' = 'approve') =>
  decide(by, reviewId, verdict, Date.now())

const stateOf = ({ userId }: User) => readSecurityState(env, userId, Date.now())
const isLoggedIn = async (user: User) => (await callAccount(env, user, { type: 'profile_check' })).ok
const mailsTo = async ({ userId }: User) => {
  const { results } = await env.DB.prepare(
    'select subject, body from outbox_message join user on user.email = outbox_message.target where user.id = ? order by outbox_message.id',
  )
    .bind(userId)
    .all<{ subject: string; body: string }>()
  return results.map(({ subject, body }) => `${subject}\n${body}`)
}
/** A later session of the same user. */
async function again({ userId }: User): Promise<User> {
  const sessionId = `later-${crypto.randomUUID()}`
  await callAccountAsSystem(env, userId, {
    type: 'open_session',
    sessionId,
    expiresAt: Date.now() + 3_600_000,
    device: 'test',
  })
  return { userId, sessionId }
}
const DONE = { kind: 'decided', resolved: { kind: 'done' } }

describe('one person alone', () => {
  it('cannot: what Sam of support asks for changes nothing, and Sam is not the second', async () => {
    const alice = await customer('Alice')
    const id = await asked(sam, alice)
    expect(codeOf(await claimReview(env, sam.member, command(id)))).toBe('permission_missing')
    expect(codeOf(await approve(sam, id))).toBe('permission_missing')
    expect(codeOf(await claimReview(env, sara.member, command(id)))).toBe('permission_missing')
    expect(codeOf(await claimReview(env, fiona.member, command(id)))).toBe('permission_missing')
    expect(await stateOf(alice)).toMatchObject({ hasTotp: true, recoveryCodesLeft: 2, withdrawalsLockedUntil: null })
    expect(await isLoggedIn(alice)).toBe(true)
  })

  it('cannot by asking and deciding, with both rights either', async () => {
    const bob = await customer('Bob')
    const id = await asked(rita, bob)
    expect(codeOf(await claimReview(env, rita.member, command(id)))).toBe('second_person_needed')
    expect(codeOf(await approve(rita, id))).toBe('second_person_needed')
    expect((await stateOf(bob)).hasTotp).toBe(true)
  })

  it('cannot count on somebody who was sent away since: then it takes two others', async () => {
    const carol = await customer('Carol')
    const gone = await hire(ada.member, 'Gone', 'support', NOW)
    const id = await asked(gone, carol)
    valueOf(await disableStaff(env, ada.member, { id: gone.member.id, commandId: commandId(), at: Date.now() }))
    expect(await agree(rita, id)).toEqual({ kind: 'seconding' })
    expect((await stateOf(carol)).hasTotp).toBe(true)
    expect(await agree(ada, id)).toEqual(DONE)
    expect((await stateOf(carol)).hasTotp).toBe(false)
  })
})

describe('two people', () => {
  it('can: app and codes are gone, sessions end, withdrawals wait a day, and Dora reads of it in French', async () => {
    const dora = await customer('Dora', 'fra')
    const begun = Date.now()
    const id = await asked(sam, dora)
    const subjectId = (await openReviewFile(env, rita.member, id))?.review.subjectId ?? ''
    const facts = await readFacts(env, { kind: 'recovery', subjectId, language: 'en' })
    expect(facts?.lines).toContainEqual({ label: 'reason', value: 'Video call with the passport in hand.' })
    const before = (await mailsTo(dora)).length

    expect(await agree(rita, id)).toEqual(DONE)
    const state = await stateOf(dora)
    expect(state).toMatchObject({ hasTotp: false, recoveryCodesLeft: 0 })
    expect(state.withdrawalsLockedUntil).toBeGreaterThanOrEqual(begun + WITHDRAWAL_LOCK_MS)
    expect(await findSecondStep(env, dora.userId)).toBeNull()
    expect(await isLoggedIn(dora)).toBe(false)

    const later = await again(dora)
    expect(codeOf(await withdraw(later, commandId()))).toBe('withdrawals_locked')
    const page = { group: null, page: 1, limit: 10, language: 'fra' } as const
    const [message] = valueOf(await listMessages(env, later, page)).rows
    expect(message?.text).toContain('À votre demande, l’assistance a retiré l’application d’authentification')
    const mails = (await mailsTo(dora)).slice(before)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toContain('l’assistance a retiré l’application')
    expect(await verifyAudit(env)).toMatchObject({ broken: null })
    const { results } = await env.DB.prepare(
      'select action, staff_id as by from audit_entry where target = ? order by seq',
    )
      .bind(`user:${dora.userId}`)
      .all()
    expect(results).toEqual([
      { action: 'recovery_proposed', by: sam.member.id },
      { action: 'user_app_removed', by: null },
    ])
  })

  it('once: pressed twice, carried out again or swept, it takes no later app, ends no later session and writes once', async () => {
    const emma = await customer('Emma')
    const wanted = asking(emma)
    const twice = await Promise.all([wanted, wanted].map((each) => proposeRecovery(env, sam.member, each)))
    expect(twice.map(codeOf)).toEqual(['ok', 'ok'])
    const id = await reviewOf(wanted.commandId)
    valueOf(await claimReview(env, rita.member, command(id)))
    const click = { ...command(id), verdict: 'approve', reason: '' } as const
    const clicks = await Promise.all([decideReview(env, rita.member, click), decideReview(env, rita.member, click)])
    expect(clicks.map(codeOf)).toEqual(['ok', 'ok'])
    const mails = await mailsTo(emma)

    await setApp(emma, NOW + 1)
    const later = await again(emma)
    await resolveReview(env, id)
    await env.DB.prepare('update review set resolved_at = null where id = ?').bind(id).run()
    await resolveReview(env, id)
    await errorsDuring(() => runSweep(env, Date.now()))
    expect(valueOf(await proposeRecovery(env, sam.member, wanted))).toBeNull()
    expect((await stateOf(emma)).hasTotp).toBe(true)
    expect(await isLoggedIn(later)).toBe(true)
    expect(await mailsTo(emma)).toEqual(mails)
  })

  it('whose decision a crash left half done have it finished by the sweep', async () => {
    const finn = await customer('Finn')
    const id = await asked(sam, finn)
    valueOf(await claimReview(env, rita.member, command(id)))
    await errorsDuring(async () => {
      const decided = decideReview(withoutRoomOf(finn), rita.member, { ...command(id), verdict: 'approve', reason: '' })
      expect(valueOf(await decided)).toEqual({ kind: 'decided', resolved: { kind: 'owed' } })
    })
    expect(await isLoggedIn(finn)).toBe(true)
    await errorsDuring(() => runSweep(env, Date.now()))
    expect(await isLoggedIn(finn)).toBe(false)
    expect((await mailsTo(finn)).filter((mail) => mail.includes('support removed the authenticator app'))).toHaveLength(
      1,
    )
  })

  it('of whom one rejects leave everything as it is', async () => {
    const gwen = await customer('Gwen')
    await agree(rita, await asked(sam, gwen), 'reject')
    expect(await stateOf(gwen)).toMatchObject({ hasTotp: true, withdrawalsLockedUntil: null })
    expect(await isLoggedIn(gwen)).toBe(true)
  })
})

describe('a request', () => {
  it('is refused without an app, without a note, for nobody, and to an auditor', async () => {
    const hugo = await enterCustomer('Hugo')
    const ask = async (by: Hired, user: User, differs: { note?: string } = {}) =>
      codeOf(await proposeRecovery(env, by.member, asking(user, differs)))
    expect(await ask(sam, hugo)).toBe('totp_not_set')
    // An unconfirmed app doesn't count.
    await writeTotp(env.DB, { userId: hugo.userId, secret: 'sealed' }, NOW)
    expect(await ask(sam, hugo)).toBe('totp_not_set')
    await setApp(hugo)
    expect(await ask(sam, hugo, { note: ' ' })).toBe('reason_missing')
    expect(await ask(sam, hugo, { note: 'x'.repeat(301) })).toBe('reason_too_long')
    expect(await ask(sam, { userId: 999_999, sessionId: '' })).toBe('user_not_found')
    const otis = await hire(ada.member, 'Otis', 'auditor', NOW)
    expect(await ask(otis, hugo)).toBe('permission_missing')
  })

  it('about an app that its owner has replaced meanwhile removes nothing, and says so', async () => {
    const iris = await customer('Iris')
    const id = await asked(sam, iris)
    await env.DB.prepare('delete from totp where user_id = ?').bind(iris.userId).run()
    await setApp(iris, NOW + 5)
    expect(await agree(rita, id)).toEqual({ kind: 'decided', resolved: { kind: 'refused', code: 'totp_not_set' } })
    expect(await stateOf(iris)).toMatchObject({ hasTotp: true, withdrawalsLockedUntil: null })
  })
})
