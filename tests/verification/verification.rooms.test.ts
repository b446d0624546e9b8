// Identity verification against the real directory, rooms and pictures: valid submissions, effects of the desk's decision, and privacy of
// the data.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Outcome } from '#domain/outcome'
import { callAccountAsSystem } from '#services/account-room'
import { listMessages } from '#services/messages'
import type { ReviewDecision } from '#domain/desk/review'
import { readUpload, saveUpload } from '#services/uploads'
import { readVerification, submitAdvanced, submitBasic } from '#services/verification'
import { identityFacts } from '#services/verification/facts'
import { carryOut } from '#services/desk/review-kind'
import { identityReview } from '#services/verification/review'
import { readSecurityState } from '#services/security/state'
import { type Session, verifySession } from '#session/session'
import { type Person, call, join, ok, seed } from '../api/client'
import { makeJpeg } from '../kit/pictures'

const NOON = Date.UTC(2026, 10, 21, 12)
const LI_LEI = '11010519491231002X'
/** One black dot. */
const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
)

interface User extends Person {
  readonly session: Session
}

async function user(name: string, mobile: string | null): Promise<User> {
  const person = await join(name)
  if (mobile !== null) await env.DB.prepare('UPDATE user SET mobile = ? WHERE id = ?').bind(mobile, person.userId).run()
  const session = await verifySession(env, person.token, Date.now())
  if (!session) throw new Error('a token that was just given proves a session')
  return { ...person, session }
}

const codeOf = (outcome: Outcome<unknown>): string => (outcome.ok ? 'ok' : outcome.refusal.code)
function valueOf<Value>(outcome: Outcome<Value>): Value {
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  return outcome.value
}

interface Entry {
  readonly number?: string
  readonly country?: string | null
  readonly idType?: 'id_card' | 'passport'
  readonly at?: number
}
const basic = ({ session }: User, { number = LI_LEI, country = 'CN', idType = 'id_card', at = NOON }: Entry = {}) =>
  submitBasic(env, session, { idType, country, name: 'Li Lei', number }, at)

/** Another picture. */
const BACK = makeJpeg()
const picture = async ({ session }: User, bytes = PNG): Promise<string> =>
  valueOf(await saveUpload(env, session, { purpose: 'private', bytes }, NOON))

const view = async ({ session }: User) => valueOf(await readVerification(env, session))
const messagesOf = async ({ session }: User, language: 'en' | 'jp' = 'en') =>
  valueOf(await listMessages(env, session, { group: 'identity', page: 1, limit: 10, language })).rows

/** The open review of a user, as the desk finds it. */
async function decision(
  person: User,
  verdict: 'approve' | 'reject',
  reason = '',
): Promise<ReviewDecision & { readonly at: number }> {
  const row = await env.DB.prepare(
    "SELECT id, subject_id AS subjectId FROM review WHERE user_id = ? AND kind = 'identity' ORDER BY id DESC LIMIT 1",
  )
    .bind(person.userId)
    .first<{ id: number; subjectId: string }>()
  if (!row) throw new Error('a submission opens a review')
  const { userId } = person
  return {
    reviewId: row.id,
    kind: 'identity',
    subjectId: row.subjectId,
    userId,
    verdict,
    reason,
    at: NOON + 1,
  }
}

const countOf = async (statement: string): Promise<number> =>
  (await env.DB.prepare(statement).first<{ n: number }>())?.n ?? -1

beforeAll(seed)

describe('level 1', () => {
  it('Alice has to bind a mobile number first, and Mona, who came by mobile, an e-mail address', async () => {
    const alice = await user('Alice', null)
    expect(codeOf(await basic(alice))).toBe('mobile_not_bound')
    const mona = await user('Mona', '+8613800138001')
    await env.DB.prepare('UPDATE user SET email = NULL WHERE id = ?').bind(mona.userId).run()
    expect(codeOf(await basic(mona))).toBe('email_not_bound')
    expect(await view(mona)).toMatchObject({ hasEmail: false, hasMobile: true, countryGuess: 'CN' })
  })

  it('Bob submits, waits, and is told when he has passed', async () => {
    const bob = await user('Bob', '+8613800138002')
    expect(codeOf(await basic(bob, { number: '440524188001010014' }))).toBe('ok')
    expect(await view(bob)).toMatchObject({
      passed: 0,
      basic: { state: 'under_review', submittedAt: NOON },
      document: { idType: 'id_card', maskedNumber: '440***********0014', name: 'Li Lei' },
    })
    expect(codeOf(await basic(bob))).toBe('verification_submitted')

    const approved = await decision(bob, 'approve')
    expect(codeOf(await carryOut(identityReview, env, approved))).toBe('ok')
    expect(codeOf(await carryOut(identityReview, env, approved))).toBe('ok')
    expect(await view(bob)).toMatchObject({ passed: 1, basic: { state: 'passed' } })
    expect(await readSecurityState(env, bob.userId, NOON)).toMatchObject({ reviewStatus: 2, advancedReviewStatus: 0 })
    expect((await messagesOf(bob)).map(({ kind, text }) => [kind, text])).toEqual([
      ['identity_passed', 'You have passed basic identity verification. Your new limits now apply.'],
    ])
    // The message language is chosen at reading time.
    expect((await messagesOf(bob, 'jp'))[0]?.title).toBe('本人確認が完了しました')
    expect(await ok('GET', '/user/info', { token: bob.token })).toMatchObject({ review_status: 2, name: 'Li Lei' })
  })

  it('Carol fails with a reason, corrects her number and passes', async () => {
    const carol = await user('Carol', '+8613800138003')
    expect(codeOf(await basic(carol, { number: '110101200002290018' }))).toBe('ok')
    const rejected = await decision(carol, 'reject', 'The name differs from the document.')
    expect(codeOf(await carryOut(identityReview, env, rejected))).toBe('ok')
    expect(await view(carol)).toMatchObject({
      passed: 0,
      basic: { state: 'failed', reason: 'The name differs from the document.' },
    })
    expect((await messagesOf(carol))[0]?.text).toContain('The name differs from the document.')
    expect(await ok('GET', '/real/state', { token: carol.token })).toMatchObject({ review_status: 0, state: 'failed' })

    expect(codeOf(await basic(carol, { number: '110101200002290018', at: NOON + 2 }))).toBe('ok')
    // The old decision is executed again, as after a crash: her newer submission stays under review.
    expect(codeOf(await carryOut(identityReview, env, rejected))).toBe('ok')
    expect(await view(carol)).toMatchObject({ basic: { state: 'under_review' } })
    expect(await ok('GET', '/real/state', { token: carol.token })).toMatchObject({ review_status: 1 })
    expect(codeOf(await carryOut(identityReview, env, await decision(carol, 'approve')))).toBe('ok')
    expect(await messagesOf(carol)).toHaveLength(2)
  })

  it('a decision about nothing, and one against what was decided, are refused and change nothing', async () => {
    const dan = await user('Dan', '+8613800138004')
    expect(codeOf(await basic(dan, { idType: 'passport', country: 'JP', number: 'TK1234567' }))).toBe('ok')
    const approved = await decision(dan, 'approve')
    expect(codeOf(await carryOut(identityReview, env, { ...approved, subjectId: 'none' }))).toBe(
      'verification_not_found',
    )
    expect(codeOf(await carryOut(identityReview, env, { ...approved, userId: 1 }))).toBe('verification_not_found')
    await carryOut(identityReview, env, approved)
    const late = { ...approved, verdict: 'reject', reason: 'late' } as const
    expect(codeOf(await carryOut(identityReview, env, late))).toBe('verification_decided_otherwise')
    expect(await view(dan)).toMatchObject({ passed: 1 })
  })

  it('one document verifies one user: Erin’s is taken once she was approved, however Frank writes it', async () => {
    const [erin, frank] = [await user('Erin', '+8613800138005'), await user('Frank', '+8613800138006')]
    expect(codeOf(await basic(erin))).toBe('ok')
    await carryOut(identityReview, env, await decision(erin, 'approve'))
    expect(codeOf(await basic(frank, { number: ' 110105-19491231-002x ' }))).toBe('document_in_use')
    expect(codeOf(await basic(frank, { country: null }))).toBe('document_in_use')
  })

  it('Mallory, who typed Vera’s passport number first, keeps Vera from nothing', async () => {
    const [mallory, vera] = [await user('Mallory', '+819012345605'), await user('Vera', '+819012345606')]
    const passport = { idType: 'passport', country: 'JP', number: 'TK2000000' } as const
    expect(codeOf(await basic(mallory, passport))).toBe('ok')
    expect(codeOf(await basic(vera, passport))).toBe('ok')
    // The reviewer of each submission sees the duplicate.
    const facts = await identityFacts(env, (await decision(vera, 'approve')).subjectId, 'en')
    expect(facts?.lines).toContainEqual({ label: 'same_document', value: `#${mallory.userId} Under review` })
    expect(codeOf(await carryOut(identityReview, env, await decision(vera, 'approve')))).toBe('ok')
    expect(await view(vera)).toMatchObject({ passed: 1 })
    const late = await identityFacts(env, (await decision(mallory, 'approve')).subjectId, 'en')
    expect(late?.lines).toContainEqual({ label: 'same_document', value: `#${vera.userId} Verified` })
    await carryOut(identityReview, env, await decision(mallory, 'reject', 'Not your passport.'))
    expect(await view(mallory)).toMatchObject({ basic: { state: 'failed', reason: 'Not your passport.' } })
  })

  it('of two who are approved by one document the later fails, told why, however often the decision comes', async () => {
    const [yuki, zoe] = [await user('Yuki', '+819012345607'), await user('Zoe', '+819012345608')]
    const passport = { idType: 'passport', country: 'JP', number: 'TK3000000' } as const
    await basic(yuki, passport)
    await basic(zoe, passport)
    await carryOut(identityReview, env, await decision(yuki, 'approve'))
    const second = await decision(zoe, 'approve')
    expect(codeOf(await carryOut(identityReview, env, second))).toBe('document_in_use')
    expect(codeOf(await carryOut(identityReview, env, second))).toBe('document_in_use')
    expect(await view(zoe)).toMatchObject({
      passed: 0,
      basic: { state: 'failed', reason: 'This document is already used for another account.' },
    })
    expect((await messagesOf(zoe)).map(({ kind }) => kind)).toEqual(['identity_failed'])
    expect(await view(yuki)).toMatchObject({ passed: 1 })
  })

  it('an invitation between two accounts of one document ends with the decision, and not before it', async () => {
    const [inga, jack] = [await user('Inga', '+819012345609'), await user('Jack', '+819012345610')]
    await env.DB.prepare('UPDATE user SET inviter_id = ? WHERE id = ?').bind(inga.userId, jack.userId).run()
    const inviterOf = async ({ userId }: User) =>
      (
        await env.DB.prepare('SELECT inviter_id AS id FROM user WHERE id = ?')
          .bind(userId)
          .first<{ id: number | null }>()
      )?.id
    await callAccountAsSystem(env, jack.userId, { type: 'set_inviter', inviterId: inga.userId, inviterLevel: 0 })
    const passport = { idType: 'passport', country: 'JP', number: 'TK4000000' } as const
    await basic(jack, passport)
    await basic(inga, passport)
    await carryOut(identityReview, env, await decision(inga, 'approve'))
    expect(await inviterOf(jack)).toBe(inga.userId)
    expect(codeOf(await carryOut(identityReview, env, await decision(jack, 'approve')))).toBe('document_in_use')
    expect(await inviterOf(jack)).toBeNull()
    expect(await callAccountAsSystem(env, jack.userId, { type: 'drop_inviter' })).toEqual({ isDropped: false })
  })

  it('typing the number of one’s inviter ends no invitation: nobody has decided whose it is', async () => {
    const [karl, lena] = [await user('Karl', '+819012345611'), await user('Lena', '+819012345612')]
    await env.DB.prepare('UPDATE user SET inviter_id = ? WHERE id = ?').bind(karl.userId, lena.userId).run()
    const passport = { idType: 'passport', country: 'JP', number: 'TK5000000' } as const
    await basic(karl, passport)
    await carryOut(identityReview, env, await decision(karl, 'approve'))
    expect(codeOf(await basic(lena, passport))).toBe('document_in_use')
    expect(await ok('GET', '/v1/team', { token: karl.token })).toMatchObject({ count: 1 })
  })

  it('of thirty who gave one document the last is verified by it: the others are refused, and the desk sees who holds it', async () => {
    const late = await user('Zelda', '+819012345690')
    const passport = { idType: 'passport', country: 'JP', number: 'TK6000000' } as const
    await basic(late, passport)
    await carryOut(identityReview, env, await decision(late, 'approve'))
    // Older submissions with lower ids, all still waiting.
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
       INSERT INTO verification (id, user_id, level, state, country, id_type, name, number_hash, submitted_at)
       SELECT 'early-' || i, i, 1, 'under_review', country, id_type, name, number_hash, submitted_at
       FROM n, verification WHERE user_id = ? AND level = 1`,
    )
      .bind(late.userId)
      .run()
    const next = await user('Adam', '+819012345691')
    expect(codeOf(await basic(next, passport))).toBe('document_in_use')
    const facts = await identityFacts(env, 'early-1', 'en')
    const twins = facts?.lines.filter(({ label }) => label === 'same_document').map(({ value }) => value)
    expect(twins).toHaveLength(20)
    expect(twins?.[0]).toBe(`#${late.userId} Verified`)
  })

  it('of two submissions at once one is taken, and there is one review', async () => {
    const gina = await user('Gina', '+8613800138007')
    const entry = { idType: 'passport', country: 'FR', number: '12AB34567' } as const
    const outcomes = await Promise.all([basic(gina, entry), basic(gina, entry), basic(gina, entry)])
    expect(outcomes.map(codeOf).sort()).toEqual(['ok', 'verification_submitted', 'verification_submitted'])
    expect(await countOf(`SELECT count(*) AS n FROM review WHERE user_id = ${gina.userId}`)).toBe(1)
    expect(await countOf(`SELECT count(*) AS n FROM verification WHERE user_id = ${gina.userId}`)).toBe(1)
  })

  it('the number is nowhere in the directory as it is, and the desk reads it', async () => {
    const hana = await user('Hana', '+819012345600')
    expect(codeOf(await basic(hana, { idType: 'passport', country: 'JP', number: 'TK7654321' }))).toBe('ok')
    const stored = await env.DB.prepare('SELECT * FROM verification WHERE user_id = ?').bind(hana.userId).first()
    expect(JSON.stringify(stored)).not.toContain('7654321')
    const facts = await identityFacts(env, String(stored?.['id']), 'en')
    expect(facts?.lines).toContainEqual({ label: 'id_number', value: 'TK7654321' })
    expect(facts?.lines).toContainEqual({ label: 'id_type', value: 'Passport (Japan)' })
    expect(await identityFacts(env, 'none', 'en')).toBeNull()
  })

  it('who tries number after number is stopped', async () => {
    const ivan = await user('Ivan', '+819012345601')
    const codes: string[] = []
    const judy = await user('Judy', '+819012345602')
    await basic(judy, { idType: 'passport', country: 'JP', number: 'TK1000000' })
    await carryOut(identityReview, env, await decision(judy, 'approve'))
    for (let attempt = 0; attempt < 11; attempt += 1)
      codes.push(codeOf(await basic(ivan, { idType: 'passport', country: 'JP', number: 'TK1000000' })))
    expect(codes).toEqual([...Array<string>(10).fill('document_in_use'), 'too_many_requests'])
  })
})

describe('level 2', () => {
  it('waits for level 1, takes two pictures of one’s own, and passes', async () => {
    const kim = await user('Kim', '+821012345678')
    const [front, reverse] = [await picture(kim), await picture(kim, BACK)]
    expect(codeOf(await submitAdvanced(env, kim.session, { front, reverse }, NOON))).toBe('basic_verification_needed')
    await basic(kim, { idType: 'passport', country: 'KR', number: 'M12345678' })
    expect(codeOf(await submitAdvanced(env, kim.session, { front, reverse }, NOON))).toBe('basic_verification_needed')
    await carryOut(identityReview, env, await decision(kim, 'approve'))

    const other = await picture(await user('Liam', null))
    for (const wrong of [
      { front: other, reverse },
      { front, reverse: '/uploads/AAAAAAAAAAAAAAAAAAAAAA' },
      { front: 'https://elsewhere.example/a.png', reverse },
    ])
      expect(codeOf(await submitAdvanced(env, kim.session, wrong, NOON))).toBe('identity_picture_missing')
    // A file uploaded twice counts as the same reference twice.
    for (const same of [front, await picture(kim)])
      expect(codeOf(await submitAdvanced(env, kim.session, { front, reverse: same }, NOON))).toBe(
        'identity_picture_twice',
      )
    expect(codeOf(await submitAdvanced(env, kim.session, { front, reverse }, NOON))).toBe('ok')
    expect(codeOf(await submitAdvanced(env, kim.session, { front, reverse }, NOON))).toBe('verification_submitted')
    expect(await view(kim)).toMatchObject({
      passed: 1,
      advanced: { state: 'under_review' },
      pictures: { front, reverse },
    })

    const facts = await identityFacts(env, (await decision(kim, 'approve')).subjectId, 'en')
    expect(facts?.images).toEqual([front, reverse])
    expect(facts?.lines).toContainEqual({ label: 'id_number', value: 'M12345678' })
    await carryOut(identityReview, env, await decision(kim, 'approve'))
    expect(await view(kim)).toMatchObject({ passed: 2, advanced: { state: 'passed' } })
    expect((await messagesOf(kim))[0]?.text).toContain('advanced identity verification')
  })

  it('shows the reviewer who else has sent in the same picture, and tells nobody else', async () => {
    const [uma, walt] = [await user('Uma', '+821012345601'), await user('Walt', '+821012345602')]
    for (const [index, someone] of [uma, walt].entries()) {
      await basic(someone, { idType: 'passport', country: 'KR', number: `M7654321${index}` })
      await carryOut(identityReview, env, await decision(someone, 'approve'))
    }
    const shared = makeJpeg({ width: 640 })
    const sides = async (someone: User, height: number) => ({
      front: await picture(someone, shared),
      reverse: await picture(someone, makeJpeg({ width: 641, height })),
    })
    expect(codeOf(await submitAdvanced(env, uma.session, await sides(uma, 8), NOON))).toBe('ok')
    const twinsOf = async (someone: User) => {
      const facts = await identityFacts(env, (await decision(someone, 'approve')).subjectId, 'en')
      return facts?.lines.filter(({ label }) => label === 'same_picture').map(({ value }) => value)
    }
    expect(await twinsOf(uma)).toEqual([])
    expect(codeOf(await submitAdvanced(env, walt.session, await sides(walt, 16), NOON))).toBe('ok')
    expect(await twinsOf(walt)).toEqual([`#${uma.userId} Under review`])
    expect(await twinsOf(uma)).toEqual([`#${walt.userId} Under review`])
  })

  it('its pictures are seen by their owner and by staff, and by nobody else', async () => {
    const nina = await user('Nina', null)
    const front = await picture(nina)
    const seen = async (reader: Parameters<typeof readUpload>[2]) => (await readUpload(env, front, reader)) !== null
    expect(await seen({ kind: 'user', userId: nina.userId })).toBe(true)
    expect(await seen({ kind: 'staff' })).toBe(true)
    expect(await seen({ kind: 'user', userId: nina.userId + 1 })).toBe(false)
    expect(await seen({ kind: 'guest' })).toBe(false)
  })
})

describe('on the wire', () => {
  it('each level asks for its own fields', async () => {
    const olga = await user('Olga', '+819012345603')
    const sentence = async (form: Record<string, string>) =>
      (await call('POST', '/user/real', { form: { ...form, lang: 'en' }, token: olga.token })).message
    expect(await sentence({ real_type: '1', id_type: '1', name: 'Olga' })).toBe('“Document number” is required.')
    expect(await sentence({ real_type: '2', front_pic: '/uploads/x' })).toBe('“Back of the document” is required.')
    expect(await sentence({ real_type: '3' })).toBe('“Verification level” is not valid.')
    expect(await sentence({ real_type: '1', id_type: '1', name: 'Olga Ivanova', card_id: 'TK5550001' })).toBe(
      'Submitted. You will get a message with the result.',
    )
    expect(await ok('GET', '/real/state', { token: olga.token })).toMatchObject({
      review_status: 1,
      real_data: { id_type: 1, card_id: 'T******01', country: 'JP' },
    })
  })

  it('an ended session sees and submits nothing', async () => {
    const paul = await user('Paul', '+819012345604')
    await ok('GET', '/user/logout', { token: paul.token })
    expect(codeOf(await readVerification(env, paul.session))).toBe('session_ended')
    expect(codeOf(await basic(paul, { idType: 'passport', country: 'JP', number: 'TK5550002' }))).toBe('session_ended')
  })
})
