// Coming to the desk: the first admin, links that are good once, a password and an app together, short sessions.

import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { findStaff, loginAtDesk, logoutFromDesk } from '#services/desk/session'
import { changeStaffRole, disableStaff, enrol, inviteStaff, reinviteStaff, startEnrolment } from '#services/desk/staff'
import {
  type Hired,
  NOON,
  PASSWORD,
  appCode,
  codeOf,
  commandId,
  enter,
  firstAdmin,
  hire,
  inviteFirstAdmin,
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

const attempt = (differs: { email?: string; password?: string; code?: string } = {}, at = NOON) =>
  loginAtDesk(
    env,
    { email: 'ada@cm.example', password: PASSWORD, code: appCode(ada.secret, at), clientIp: 'local', ...differs },
    at,
  )

describe('the first admin', () => {
  it('is invited by the command once: with an admin at work it is refused and writes nothing', async () => {
    await expect(inviteFirstAdmin('mallory@cm.example')).rejects.toThrow('NOT NULL')
    const count = await env.DB.prepare("select count(*) as n from staff where email = 'mallory@cm.example'").first('n')
    expect(count).toBe(0)
  })
})

describe('a link', () => {
  const invite = (name: string) =>
    inviteStaff(env, ada.member, {
      email: `${name}@cm.example`,
      name,
      role: 'support',
      commandId: commandId(),
      at: NOON,
    })

  it('is good once: Sam enrols, and whoever finds it later cannot', async () => {
    const { token } = valueOf(await invite('sam'))
    await useLink(token)
    expect(codeOf(await startEnrolment(env, token, { sealed: null, now: NOON }))).toBe('invite_used')
  })

  it('is good for a day', async () => {
    const { token } = valueOf(await invite('late'))
    expect(codeOf(await startEnrolment(env, token, { sealed: null, now: NOON + 25 * 60 * MINUTE_MS }))).toBe(
      'invite_used',
    )
  })

  it('takes no short password and no wrong code, and keeps the scanned app meanwhile', async () => {
    const { token } = valueOf(await invite('tess'))
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

  it('is made by admins only, for somebody new, with a role that exists', async () => {
    const fiona = await hire(ada.member, 'Fiona', 'finance')
    const asked = { email: 'x@cm.example', name: 'X', role: 'admin', commandId: commandId(), at: NOON }
    expect(codeOf(await inviteStaff(env, fiona.member, asked))).toBe('permission_missing')
    expect(codeOf(await inviteStaff(env, ada.member, { ...asked, role: 'owner' }))).toBe('staff_role_unknown')
    expect(codeOf(await inviteStaff(env, ada.member, { ...asked, email: 'fiona@cm.example' }))).toBe('staff_exists')
    expect(codeOf(await inviteStaff(env, ada.member, { ...asked, name: ' ' }))).toBe('staff_name_malformed')
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

  it('is stopped after eight wrong tries from one address', async () => {
    const at = NOON + 30 * MINUTE_MS
    for (let count = 0; count < 8; count += 1) await attempt({ code: '000000' }, at)
    expect(codeOf(await attempt({}, at))).toBe('too_many_requests')
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

  it('changes Paul’s role, which counts with his next click', async () => {
    const paul = await hire(ada.member, 'Paul', 'support')
    const asked = { id: paul.member.id, role: 'auditor', commandId: commandId(), at: NOON }
    valueOf(await changeStaffRole(env, ada.member, asked))
    const { token } = await enter('paul@cm.example', paul.secret, NOON + 50 * MINUTE_MS)
    expect(await findStaff(env, token, NOON + 50 * MINUTE_MS)).toMatchObject({ role: 'auditor' })
  })

  it('gives Olga a new link: her old app and password are worth nothing from then on', async () => {
    const olga = await hire(ada.member, 'Olga', 'support')
    const { token } = valueOf(
      await reinviteStaff(env, ada.member, { id: olga.member.id, commandId: commandId(), at: NOON }),
    )
    const at = NOON + 45 * MINUTE_MS
    const old = { email: 'olga@cm.example', password: PASSWORD, code: appCode(olga.secret, at), clientIp: 'local' }
    expect(codeOf(await loginAtDesk(env, old, at))).toBe('desk_login_wrong')
    const secret = await useLink(token)
    expect(secret).not.toBe(olga.secret)
    expect((await enter('olga@cm.example', secret, at)).member.name).toBe('Olga')
  })

  it('cannot touch the own account, and two admins who disable each other leave one', async () => {
    const eve = await hire(ada.member, 'Eve', 'admin')
    const on = (id: number) => ({ id, commandId: commandId(), at: NOON })
    expect(codeOf(await disableStaff(env, ada.member, on(ada.member.id)))).toBe('staff_own_account')
    const both = await Promise.all([
      disableStaff(env, ada.member, on(eve.member.id)),
      disableStaff(env, eve.member, on(ada.member.id)),
    ])
    expect(both.map(codeOf).sort()).toEqual(['ok', 'staff_last_admin'])
  })
})
