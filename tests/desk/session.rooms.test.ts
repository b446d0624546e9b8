// Coming to the desk: the first two admins, links that are good once, a password and an app together, short sessions.

import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { enrol, startEnrolment } from '#services/desk/enrolment'
import { findStaff, loginAtDesk, logoutFromDesk } from '#services/desk/session'
import { changeStaffRole, disableStaff, proposeInvite } from '#services/desk/staff'
import {
  type Hired,
  NOON,
  PASSWORD,
  appCode,
  codeOf,
  commandId,
  decide,
  enter,
  firstAdmin,
  hire,
  inviteFirstAdmin,
  mailedToken,
  reviewOf,
  secondAdmin,
  seed,
  useLink,
  valueOf,
} from './office'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const MINUTE_MS = 60_000
let ada: Hired

beforeAll(async () => {
  await seed()
  ada = await firstAdmin()
})
beforeEach(() => env.DB.prepare('delete from attempt_counter').run())

const attempt = (differs: { email?: string; password?: string; code?: string; clientIp?: string } = {}, at = NOON) =>
  loginAtDesk(
    env,
    { email: 'ada@cm.example', password: PASSWORD, code: appCode(ada.secret, at), clientIp: 'local', ...differs },
    at,
  )

describe('the first admins', () => {
  it('are two, invited by the command: with two at work it is refused and writes nothing', async () => {
    await secondAdmin()
    await expect(inviteFirstAdmin('mallory@cm.example')).rejects.toThrow('NOT NULL')
    const count = await env.DB.prepare("select count(*) as n from staff where email = 'mallory@cm.example'").first('n')
    expect(count).toBe(0)
  })
})

describe('a link', () => {
  /** Asked for by Ada, approved by Otto, mailed to the newcomer. */
  async function invite(name: string): Promise<string> {
    const email = `${name}@cm.example`
    const asked = { email, name, role: 'support', language: 'en', commandId: commandId(), at: NOON } as const
    valueOf(await proposeInvite(env, ada.member, asked))
    await decide(await secondAdmin(), await reviewOf(asked.commandId))
    return mailedToken(email)
  }

  it('is good once: Sam enrols, and whoever finds it later cannot', async () => {
    const token = await invite('sam')
    await useLink(token)
    expect(codeOf(await startEnrolment(env, token, { sealed: null, now: NOON }))).toBe('invite_used')
  })

  it('is good for a day', async () => {
    const token = await invite('late')
    expect(codeOf(await startEnrolment(env, token, { sealed: null, now: NOON + 25 * 60 * MINUTE_MS }))).toBe(
      'invite_used',
    )
  })

  it('takes no short password and no wrong code, and keeps the scanned app meanwhile', async () => {
    const token = await invite('tess')
    const first = valueOf(await startEnrolment(env, token, { sealed: null, now: NOON }))
    const entry = { token, sealed: first.sealed, password: PASSWORD, again: PASSWORD, code: '000000' }
    expect(codeOf(await enrol(env, entry, NOON))).toBe('code_wrong')
    const again = valueOf(await startEnrolment(env, token, { sealed: first.sealed, now: NOON }))
    expect(again.secret).toBe(first.secret)
    const code = appCode(first.secret, NOON)
    expect(codeOf(await enrol(env, { ...entry, password: 'elevenchars', again: 'elevenchars', code }, NOON))).toBe(
      'password_too_short',
    )
    expect(codeOf(await enrol(env, { ...entry, again: 'something else!', code }, NOON))).toBe('passwords_differ')
    expect(codeOf(await enrol(env, { ...entry, code }, NOON))).toBe('ok')
  })
})

describe('a login', () => {
  it('needs the password and the code of the app, and does not say which was wrong', async () => {
    const at = NOON + 10 * MINUTE_MS
    expect(codeOf(await attempt({ password: 'not the password' }, at))).toBe('desk_login_wrong')
    expect(codeOf(await attempt({ code: '123456' }, at))).toBe('desk_login_wrong')
    expect(codeOf(await attempt({ code: '' }, at))).toBe('desk_login_wrong')
    expect(codeOf(await attempt({ email: 'nobody@cm.example' }, at))).toBe('desk_login_wrong')
    expect(codeOf(await attempt({}, at))).toBe('ok')
  })

  it('uses a code up: the same one is refused a moment later, and one of two at once gets in', async () => {
    const at = NOON + 20 * MINUTE_MS
    const both = await Promise.all([attempt({}, at), attempt({}, at)])
    expect(both.map(codeOf).sort()).toEqual(['desk_login_wrong', 'ok'])
    expect(codeOf(await attempt({}, at + 1_000))).toBe('desk_login_wrong')
  })

  it('is stopped after eight wrong tries from one source, and from that source alone', async () => {
    const at = NOON + 30 * MINUTE_MS
    for (let count = 0; count < 8; count += 1) await attempt({ password: 'a guess', clientIp: '192.0.2.1' }, at)
    expect(codeOf(await attempt({ clientIp: '192.0.2.1' }, at))).toBe('too_many_requests')
    expect(codeOf(await attempt({ clientIp: '192.0.2.2' }, at))).toBe('ok')
  })

  it('is open to Ada while strangers at sixty sources try passwords, and the log is not filled by them', async () => {
    const at = NOON + 32 * MINUTE_MS
    const lines = () =>
      env.DB.prepare("select count(*) as n from audit_entry where action = 'login_failed'").first<number>('n')
    const before = (await lines()) ?? 0
    for (let source = 0; source < 60; source += 1)
      await attempt({ password: 'a guess', code: '', clientIp: `198.51.100.${source}` }, at)
    expect(codeOf(await attempt({ clientIp: '192.0.2.3' }, at))).toBe('ok')
    expect(((await lines()) ?? 0) - before).toBeLessThanOrEqual(20)
  })

  it('takes ten wrong codes from everywhere by whoever knows the password, and does not say that it is right', async () => {
    const at = NOON + 34 * MINUTE_MS
    for (let source = 0; source < 10; source += 1)
      await attempt({ code: '000000', clientIp: `203.0.113.${source}` }, at)
    expect(codeOf(await attempt({ clientIp: '203.0.113.99' }, at))).toBe('desk_login_wrong')
    expect(codeOf(await attempt({ clientIp: '203.0.113.99' }, at + 16 * MINUTE_MS))).toBe('ok')
  })

  it('ends when idle for half an hour, after ten hours, and at logout', async () => {
    const at = NOON + 60 * MINUTE_MS
    const { token, member } = await enter('ada@cm.example', ada.secret, at)
    expect(await findStaff(env, token, at + 29 * MINUTE_MS)).toMatchObject({ email: 'ada@cm.example' })
    expect(await findStaff(env, token, at + 58 * MINUTE_MS)).not.toBeNull()
    expect(await findStaff(env, token, at + 90 * MINUTE_MS)).toBeNull()
    expect(await findStaff(env, token, at + 601 * MINUTE_MS)).toBeNull()
    await logoutFromDesk(env, member, token, at)
    expect(await findStaff(env, token, at)).toBeNull()
  })

  it('stores no password, no secret and no token that could be read', async () => {
    const { results } = await env.DB.prepare('select * from staff').all()
    const { results: sessions } = await env.DB.prepare('select * from staff_session').all()
    const kept = JSON.stringify([results, sessions])
    expect(kept).not.toContain(PASSWORD)
    expect(kept).not.toContain(ada.secret)
    expect(kept).not.toContain(ada.token)
  })
})

describe('an admin', () => {
  it('disables Rita, who is out at once and cannot come back', async () => {
    const rita = await hire(ada.member, 'Rita', 'reviewer')
    expect(await findStaff(env, rita.token, NOON + 2 * MINUTE_MS)).not.toBeNull()
    valueOf(await disableStaff(env, ada.member, { id: rita.member.id, commandId: commandId(), at: NOON }))
    expect(await findStaff(env, rita.token, NOON + 2 * MINUTE_MS)).toBeNull()
    const at = NOON + 40 * MINUTE_MS
    const back = { email: 'rita@cm.example', password: PASSWORD, code: appCode(rita.secret, at), clientIp: 'local' }
    expect(codeOf(await loginAtDesk(env, back, at))).toBe('desk_login_wrong')
  })

  it('takes power from Paul alone, which counts with his next click', async () => {
    const paul = await hire(ada.member, 'Paul', 'admin')
    const asked = { id: paul.member.id, role: 'auditor', commandId: commandId(), at: NOON }
    expect(valueOf(await changeStaffRole(env, ada.member, asked))).toEqual({ kind: 'changed' })
    expect(await findStaff(env, paul.token, NOON + MINUTE_MS)).toBeNull()
    const { token } = await enter('paul@cm.example', paul.secret, NOON + 50 * MINUTE_MS)
    expect(await findStaff(env, token, NOON + 50 * MINUTE_MS)).toMatchObject({ role: 'auditor' })
  })

  it('cannot touch the own account, and two admins who disable each other leave one', async () => {
    const otto = await secondAdmin()
    const on = (id: number) => ({ id, commandId: commandId(), at: NOON })
    expect(codeOf(await disableStaff(env, ada.member, on(ada.member.id)))).toBe('staff_own_account')
    const both = await Promise.all([
      disableStaff(env, ada.member, on(otto.member.id)),
      disableStaff(env, otto.member, on(ada.member.id)),
    ])
    expect(both.map(codeOf).sort()).toEqual(['ok', 'staff_last_admin'])
  })

  it('left alone lets nobody in: the command on the operator’s machine brings the next', async () => {
    const left = await env.DB.prepare("select email, id from staff where role = 'admin' and state = 'active'").first<{
      email: string
      id: number
    }>()
    const session = { sessionHash: '', enteredAt: NOON }
    const alone = { id: left?.id ?? 0, email: left?.email ?? '', name: 'Left', role: 'admin', ...session } as const
    const asked = { email: 'mallory@cm.example', name: 'M', role: 'admin', language: 'en', at: NOON } as const
    expect(codeOf(await proposeInvite(env, alone, { ...asked, commandId: commandId() }))).toBe('second_person_missing')
    const next = await enter(
      'una@cm.example',
      await useLink(await inviteFirstAdmin('una@cm.example')),
      NOON + MINUTE_MS,
    )
    expect(codeOf(await proposeInvite(env, next.member, { ...asked, commandId: commandId() }))).toBe('ok')
  })
})
