// Roles at the desk take two people: no person creates a second identity alone, and an approval counts only while its giver may approve.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { REVIEW_STATES } from '#domain/desk/review'
import { findStaff, loginAtDesk } from '#services/desk/session'
import { verifyAudit } from '#services/desk/audit'
import { proposeCorrection } from '#services/desk/correction'
import { startEnrolment } from '#services/desk/enrolment'
import { claimReview, decideReview, openReviewFile, readQueue } from '#services/desk/queue'
import { resolveReview } from '#services/desk/resolve'
import { changeStaffRole, disableStaff, proposeInvite, proposeReinvite } from '#services/desk/staff'
import { runSweep } from '../../server/cron/sweep'
import {
  type Hired,
  NOON,
  PASSWORD,
  appCode,
  codeOf,
  commandId,
  customer,
  decide,
  enter,
  firstAdmin,
  hire,
  mailedToken,
  reviewOf,
  secondAdmin,
  seed,
  useLink,
  valueOf,
  readFacts,
} from './office'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const MINUTE_MS = 60_000
let ada: Hired, otto: Hired, fiona: Hired

beforeAll(async () => {
  await seed()
  ada = await firstAdmin()
  otto = await secondAdmin()
  fiona = await hire(ada.member, 'Fiona', 'finance')
})

const asking = (name: string, differs: { role?: string; email?: string; commandId?: string } = {}) => ({
  email: `${name}@cm.example`,
  name,
  role: 'finance',
  language: 'en' as const,
  commandId: commandId(),
  at: NOON,
  ...differs,
})
const staffRow = (email: string) =>
  env.DB.prepare('select id, role, state from staff where email = ?')
    .bind(email)
    .first<{ id: number; role: string; state: string }>()
/** The proposal as shown in the queue. */
async function subjectOfReview(reviewId: number) {
  const { rows } = await readQueue(env, { kinds: ['staff'], states: REVIEW_STATES }, { page: 1, limit: 50 })
  return rows.find(({ id }) => id === reviewId)?.summary
}
const command = (reviewId: number) => ({ reviewId, commandId: commandId(), at: NOON })

describe('letting somebody in', () => {
  it('takes Ada and Otto: before, nobody is there, and Ada cannot be both', async () => {
    const asked = asking('gina')
    expect(valueOf(await proposeInvite(env, ada.member, asked))).toBeNull()
    expect(await staffRow('gina@cm.example')).toBeNull()
    const id = await reviewOf(asked.commandId)
    expect(codeOf(await claimReview(env, ada.member, command(id)))).toBe('second_person_needed')
    expect(codeOf(await claimReview(env, fiona.member, command(id)))).toBe('review_not_found')
    const facts = await readFacts(env, { kind: 'staff', subjectId: asked.commandId, language: 'en' })
    expect(facts?.lines).toEqual([
      { label: 'newcomer', value: 'gina@cm.example' },
      { label: 'name', value: 'gina' },
      { label: 'role', value: 'finance' },
    ])
    expect(await subjectOfReview(id)).toEqual({
      lines: [
        { label: 'newcomer', value: 'gina@cm.example' },
        { label: 'role', value: 'finance' },
      ],
      cells: [],
    })
    expect(await decide(otto, id)).toEqual({ kind: 'decided', resolved: { kind: 'done' } })
    expect(await staffRow('gina@cm.example')).toMatchObject({ role: 'finance', state: 'invited' })
    await useLink(await mailedToken('gina@cm.example'))
    expect(await staffRow('gina@cm.example')).toMatchObject({ state: 'active' })
  })

  it('shows the link to nobody at the desk: it is in the newcomer’s mail and in no row and no line of the log', async () => {
    const asked = asking('hugo')
    valueOf(await proposeInvite(env, ada.member, asked))
    await decide(otto, await reviewOf(asked.commandId))
    const token = await mailedToken('hugo@cm.example')
    const kept = await Promise.all(
      ['staff', 'proposal', 'review', 'review_decision', 'audit_entry'].map((table) =>
        env.DB.prepare(`select * from ${table}`).all(),
      ),
    )
    expect(JSON.stringify(kept)).not.toContain(token)
  })

  it('is one newcomer however often it is asked, approved and carried out', async () => {
    const asked = asking('ivan')
    const twice = await Promise.all([proposeInvite(env, ada.member, asked), proposeInvite(env, ada.member, asked)])
    expect(twice.map(codeOf)).toEqual(['ok', 'ok'])
    const id = await reviewOf(asked.commandId)
    valueOf(await claimReview(env, otto.member, command(id)))
    const click = { ...command(id), verdict: 'approve', reason: '' } as const
    const clicks = await Promise.all([decideReview(env, otto.member, click), decideReview(env, otto.member, click)])
    expect(clicks.map(codeOf)).toEqual(['ok', 'ok'])
    const first = await mailedToken('ivan@cm.example')
    await resolveReview(env, id)
    expect(await mailedToken('ivan@cm.example')).toBe(first)
    const count = await env.DB.prepare("select count(*) as n from staff where email = 'ivan@cm.example'").first('n')
    expect(count).toBe(1)
  })

  it('mails a link that a mail program can open: it begins with the site’s own address', async () => {
    const asked = asking('iris')
    valueOf(await proposeInvite(env, ada.member, asked))
    await decide(otto, await reviewOf(asked.commandId))
    const token = await mailedToken('iris@cm.example')
    const mail = env.DB.prepare('select body from outbox_message where target = ?').bind('iris@cm.example')
    expect(await mail.first('body')).toContain(`\nhttps://cm.example/admin/enrol?token=${token}\n`)
  })

  it.each([
    ['jana', 'has nobody to send it', { MAIL_SENDER: 'nobody' }],
    ['june', 'would have a link to nowhere', { SITE_URL: '' }],
    ['judy', 'would have a link without a host', { SITE_URL: '/desk' }],
  ])('%s, whose mail %s, is owed it, and the sweep sends the same link', async (name, _, lacks) => {
    const asked = asking(name)
    valueOf(await proposeInvite(env, ada.member, asked))
    const id = await reviewOf(asked.commandId)
    valueOf(await claimReview(env, otto.member, command(id)))
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const mute = { ...env, DB: env.DB, ...lacks } as unknown as Env
    const decided = await decideReview(mute, otto.member, { ...command(id), verdict: 'approve', reason: '' })
    expect(valueOf(decided)).toEqual({ kind: 'decided', resolved: { kind: 'owed' } })
    await expect(mailedToken(asked.email)).rejects.toThrow('no link')
    await runSweep(env, NOON)
    log.mockRestore()
    const token = await mailedToken(asked.email)
    expect(codeOf(await startEnrolment(env, token, { sealed: null, now: NOON }))).toBe('ok')
    expect((await openReviewFile(env, ada.member, id))?.review.resolvedAt).not.toBeNull()
  })

  it('that Otto rejects lets nobody in, and an address that is taken meanwhile is told', async () => {
    const [rejected, taken] = [asking('kurt'), asking('lena')]
    valueOf(await proposeInvite(env, ada.member, rejected))
    await decide(otto, await reviewOf(rejected.commandId), 'reject')
    expect(await staffRow('kurt@cm.example')).toBeNull()
    const again = asking('lena')
    for (const each of [taken, again]) valueOf(await proposeInvite(env, ada.member, each))
    await decide(otto, await reviewOf(taken.commandId))
    expect(await decide(otto, await reviewOf(again.commandId))).toEqual({
      kind: 'decided',
      resolved: { kind: 'refused', code: 'staff_exists' },
    })
  })

  it('is asked for by admins only, for somebody new, with a role that exists', async () => {
    const refused = async (by: Hired, differs: Parameters<typeof asking>[1], name = 'x') =>
      codeOf(await proposeInvite(env, by.member, asking(name, differs)))
    expect(await refused(fiona, {})).toBe('permission_missing')
    expect(await refused(ada, { role: 'owner' })).toBe('staff_role_unknown')
    expect(await refused(ada, { email: 'fiona@cm.example' })).toBe('staff_exists')
    expect(await refused(ada, { email: 'x@cm.example' }, ' ')).toBe('staff_name_malformed')
  })
})

describe('more power for somebody', () => {
  it('takes two: Fiona becomes an admin when Otto agrees, and Fiona does not vote on herself', async () => {
    const asked = { id: fiona.member.id, role: 'admin', commandId: commandId(), at: NOON }
    expect(valueOf(await changeStaffRole(env, ada.member, asked))).toEqual({ kind: 'proposed' })
    expect(await staffRow('fiona@cm.example')).toMatchObject({ role: 'finance' })
    const id = await reviewOf(asked.commandId)
    expect(await decide(otto, id)).toEqual({ kind: 'decided', resolved: { kind: 'done' } })
    expect(await staffRow('fiona@cm.example')).toMatchObject({ role: 'admin' })
    // Back: that takes one.
    const back = { id: fiona.member.id, role: 'finance', commandId: commandId(), at: NOON }
    expect(valueOf(await changeStaffRole(env, otto.member, back))).toEqual({ kind: 'changed' })
    fiona = await enter('fiona@cm.example', fiona.secret, NOON + 5 * MINUTE_MS)
  })

  it('an admin who is to get a new link does not approve it', async () => {
    const asked = { id: otto.member.id, language: 'en', commandId: commandId(), at: NOON } as const
    const eve = await hire(ada.member, 'Eve', 'admin')
    valueOf(await proposeReinvite(env, ada.member, asked))
    const id = await reviewOf(asked.commandId)
    expect(codeOf(await claimReview(env, otto.member, command(id)))).toBe('staff_own_account')
    await decide(eve, id, 'reject')
  })

  it('a role that has something the old one has not is more, whatever it loses', async () => {
    const paul = await hire(ada.member, 'Paul', 'reviewer')
    const asked = { id: paul.member.id, role: 'auditor', commandId: commandId(), at: NOON }
    expect(valueOf(await changeStaffRole(env, ada.member, asked))).toEqual({ kind: 'proposed' })
    await decide(otto, await reviewOf(asked.commandId))
    expect(await staffRow('paul@cm.example')).toMatchObject({ role: 'auditor' })
  })
})

describe('a new link for Olga', () => {
  it('takes two, and then her old app, password and sessions are worth nothing', async () => {
    const olga = await hire(ada.member, 'Olga', 'support')
    const asked = { id: olga.member.id, language: 'en', commandId: commandId(), at: NOON } as const
    valueOf(await proposeReinvite(env, ada.member, asked))
    expect(await findStaff(env, olga.token, NOON + 2 * MINUTE_MS)).not.toBeNull()
    await decide(otto, await reviewOf(asked.commandId))
    expect(await findStaff(env, olga.token, NOON + 2 * MINUTE_MS)).toBeNull()
    const at = NOON + 45 * MINUTE_MS
    const old = { email: 'olga@cm.example', password: PASSWORD, code: appCode(olga.secret, at), clientIp: 'local' }
    expect(codeOf(await loginAtDesk(env, old, at))).toBe('desk_login_wrong')
    const secret = await useLink(await mailedToken('olga@cm.example'))
    expect(secret).not.toBe(olga.secret)
    expect((await enter('olga@cm.example', secret, at)).member.name).toBe('Olga')
  })
})

describe('an approval', () => {
  async function proposed(by: Hired) {
    const alice = await customer(`Alice${commandId().slice(8, 12)}`)
    const asked = {
      userId: alice.userId,
      assetId: 3,
      wallet: 'change',
      amount: '25',
      direction: 'add',
      reason: 'Credited to somebody else.',
      commandId: commandId(),
      at: NOON + 10 * MINUTE_MS,
    } as const
    valueOf(await proposeCorrection(env, by.member, asked))
    return reviewOf(asked.commandId)
  }
  const stateOf = async (id: number) => (await openReviewFile(env, ada.member, id))?.review.state

  it('of somebody who was disabled since does not count: it takes two others', async () => {
    const gone = await hire(ada.member, 'Gone', 'finance')
    const id = await proposed(gone)
    valueOf(
      await disableStaff(env, ada.member, { id: gone.member.id, commandId: commandId(), at: NOON + 20 * MINUTE_MS }),
    )
    expect(await decide(fiona, id, 'approve', NOON + 30 * MINUTE_MS)).toEqual({ kind: 'seconding' })
    expect(await stateOf(id)).toBe('seconding')
    expect(await decide(otto, id, 'approve', NOON + 31 * MINUTE_MS)).toEqual({
      kind: 'decided',
      resolved: { kind: 'done' },
    })
  })

  it('of somebody who was moved and moved back does not count either', async () => {
    const moved = await hire(ada.member, 'Moved', 'finance')
    const id = await proposed(moved)
    const to = (role: string) => ({ id: moved.member.id, role, commandId: commandId(), at: NOON + 20 * MINUTE_MS })
    for (const change of [to('support'), to('finance')]) {
      expect(valueOf(await changeStaffRole(env, ada.member, change))).toEqual({ kind: 'proposed' })
      await decide(otto, await reviewOf(change.commandId), 'approve', NOON + 21 * MINUTE_MS)
    }
    expect(await decide(fiona, id, 'approve', NOON + 30 * MINUTE_MS)).toEqual({ kind: 'seconding' })
  })

  it('in the hand of whoever is disabled at that moment decides nothing', async () => {
    const late = await hire(ada.member, 'Late', 'finance')
    const id = await proposed(fiona)
    valueOf(await claimReview(env, late.member, { ...command(id), at: NOON + 11 * MINUTE_MS }))
    const off = { id: late.member.id, commandId: commandId(), at: NOON + 12 * MINUTE_MS }
    const click = { ...command(id), at: NOON + 12 * MINUTE_MS, verdict: 'approve', reason: '' } as const
    const [, clicked] = await Promise.all([disableStaff(env, ada.member, off), decideReview(env, late.member, click)])
    // In either order: never approved by a person who has left.
    if (!clicked.ok) expect(await stateOf(id)).toBe('claimed')
    else expect(await stateOf(id)).toBe('approved')
    const after = await decideReview(env, late.member, { ...click, commandId: commandId() })
    expect(after.ok).toBe(false)
  })
})

it('Everything above stands in the log, in one sound chain', async () => {
  expect(await verifyAudit(env)).toMatchObject({ broken: null })
})
