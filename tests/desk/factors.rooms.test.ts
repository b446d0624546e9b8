// Passkeys at the desk: instead of or beside the app, each challenge for one person and once, and the last factor can't be removed.

import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { verifyAudit } from '#services/desk/audit'
import { askEnrolmentPasskey, enrol, startEnrolment } from '#services/desk/enrolment'
import {
  addOwnApp,
  addOwnPasskey,
  askOwnPasskey,
  readOwnFactors,
  removeOwnApp,
  removeOwnPasskey,
  renameOwnPasskey,
  startOwnApp,
} from '#services/desk/factors'
import { askDeskPasskey } from '#services/desk/proof'
import { findStaff, loginAtDesk } from '#services/desk/session'
import { disableStaff, proposeInvite, proposeReinvite } from '#services/desk/staff'
import { type SoftPasskey, makeSoftPasskey } from '../kit/authenticator'
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
const ORIGIN = 'http://cm.test'
let ada: Hired, otto: Hired

beforeAll(async () => {
  await seed()
  ada = await firstAdmin()
  otto = await secondAdmin()
})
beforeEach(() => env.DB.prepare('delete from attempt_counter').run())

const challengeOf = (options: unknown): string => (options as { readonly challenge: string }).challenge

/** Token of an invitation link, approved by Ada and Otto. */
async function invite(name: string): Promise<string> {
  const email = `${name}@cm.example`
  const asked = { email, name, role: 'support', language: 'en', commandId: commandId(), at: NOON } as const
  valueOf(await proposeInvite(env, ada.member, asked))
  await decide(otto, await reviewOf(asked.commandId))
  return mailedToken(email)
}

const passwords = { password: PASSWORD, again: PASSWORD }

/** Uses a link with a passkey in place of an app. */
async function joinByPasskey(token: string, passkey: SoftPasskey, at = NOON) {
  const options = await askEnrolmentPasskey(env, { token, ...passwords, origin: ORIGIN }, at)
  const text = await passkey.register({ challenge: challengeOf(valueOf(options)), origin: ORIGIN })
  return enrol(env, { token, sealed: '', ...passwords, code: '', passkey: text }, at)
}

const askLogin = async (name: string, at: number) =>
  challengeOf(
    valueOf(await askDeskPasskey(env, { email: `${name}@cm.example`, origin: ORIGIN, clientIp: 'local' }, at)),
  )

const loginWith = (name: string, passkey: string, at: number, password = PASSWORD) =>
  loginAtDesk(env, { email: `${name}@cm.example`, password, code: '', passkey, clientIp: 'local' }, at)

/** Logs in with the next count of the authenticator. */
async function enterByPasskey(name: string, passkey: SoftPasskey, counter: number, at: number) {
  const signed = await passkey.sign({ challenge: await askLogin(name, at), origin: ORIGIN, counter })
  const { token } = valueOf(await loginWith(name, signed, at))
  const member = await findStaff(env, token, at)
  if (!member) throw new Error('the session proves nothing')
  return { member, token }
}

async function joined(name: string) {
  const passkey = await makeSoftPasskey()
  valueOf(await joinByPasskey(await invite(name), passkey))
  return passkey
}

const command = (at: number) => ({ commandId: commandId(), at })
const actionsOf = async (id: number) => {
  const { results } = await env.DB.prepare('select action from audit_entry where target = ? order by seq')
    .bind(`staff:${id}`)
    .all<{ action: string }>()
  return results.map(({ action }) => action)
}

describe('somebody new', () => {
  it('comes with a passkey alone: Pia joins, logs in, and the log says by what', async () => {
    const passkey = await joined('pia')
    const { member } = await enterByPasskey('pia', passkey, 1, NOON + MINUTE_MS)
    expect(member).toMatchObject({ name: 'pia', role: 'support' })
    const factors = await readOwnFactors(env, member, NOON + MINUTE_MS)
    expect(factors).toMatchObject({ hasApp: false, mayChange: true, passkeys: [{ id: passkey.id, name: 'Passkey' }] })
    const facts = await env.DB.prepare("select facts from audit_entry where action = 'login' and target = ?")
      .bind(`staff:${member.id}`)
      .first<string>('facts')
    expect(JSON.parse(facts ?? '{}')).toMatchObject({ by: 'passkey' })
  })

  it('is asked for no passkey with a short password, and a link that was used makes none', async () => {
    const token = await invite('quin')
    const ask = (differs: Partial<typeof passwords>) =>
      askEnrolmentPasskey(env, { token, ...passwords, ...differs, origin: ORIGIN }, NOON)
    expect(codeOf(await ask({ password: 'elevenchars', again: 'elevenchars' }))).toBe('password_too_short')
    expect(codeOf(await ask({ again: 'something else!' }))).toBe('passwords_differ')
    valueOf(await joinByPasskey(token, await makeSoftPasskey()))
    expect(codeOf(await ask({}))).toBe('invite_used')
  })

  it('cannot use what was made for another link, nor the same answer twice', async () => {
    const [rob, sue] = [await invite('rob'), await invite('sue')]
    const options = await askEnrolmentPasskey(env, { token: rob, ...passwords, origin: ORIGIN }, NOON)
    const passkey = await makeSoftPasskey()
    const text = await passkey.register({ challenge: challengeOf(valueOf(options)), origin: ORIGIN })
    const join = (token: string) => enrol(env, { token, sealed: '', ...passwords, code: '', passkey: text }, NOON)
    expect(codeOf(await join(sue))).toBe('passkey_refused')
    expect(codeOf(await join(rob))).toBe('ok')
    expect(codeOf(await join(rob))).toBe('invite_used')
    expect(codeOf(await startEnrolment(env, sue, { sealed: null, now: NOON }))).toBe('ok')
  })
})

describe('a login with a passkey', () => {
  it('needs the password too, and each challenge serves once, whatever came of it', async () => {
    const passkey = await joined('vera')
    const at = NOON + 5 * MINUTE_MS
    const sign = async (counter: number, when = at) =>
      passkey.sign({ challenge: await askLogin('vera', when), origin: ORIGIN, counter })
    const wasted = await sign(1)
    expect(codeOf(await loginWith('vera', wasted, at, 'not the password'))).toBe('desk_login_wrong')
    expect(codeOf(await loginWith('vera', wasted, at))).toBe('desk_login_wrong')
    const good = await sign(2)
    const both = await Promise.all([loginWith('vera', good, at), loginWith('vera', good, at)])
    expect(both.map(codeOf).sort()).toEqual(['desk_login_wrong', 'ok'])
    expect(codeOf(await loginWith('vera', good, at))).toBe('desk_login_wrong')
    const late = await sign(3)
    expect(codeOf(await loginWith('vera', late, at + 6 * MINUTE_MS))).toBe('desk_login_wrong')
    for (const rubbish of ['{}', 'x'.repeat(20_000), JSON.stringify({ id: passkey.id })])
      expect(codeOf(await loginWith('vera', rubbish, at))).toBe('desk_login_wrong')
    expect(codeOf(await loginWith('vera', '', at))).toBe('desk_login_wrong')
  })

  it('takes no count that went back, as of a copied authenticator', async () => {
    const passkey = await joined('wim')
    const at = NOON + 5 * MINUTE_MS
    await enterByPasskey('wim', passkey, 7, at)
    for (const counter of [7, 3]) {
      const copied = await passkey.sign({ challenge: await askLogin('wim', at), origin: ORIGIN, counter })
      expect(codeOf(await loginWith('wim', copied, at))).toBe('desk_login_wrong')
    }
    await enterByPasskey('wim', passkey, 8, at)
  })

  it('takes no colleague’s passkey, no customer’s, none from another site, and none that asked its owner nothing', async () => {
    const [xena, yara] = [await joined('xena'), await joined('yara')]
    const at = NOON + 5 * MINUTE_MS
    const ask = () => askLogin('xena', at)
    const colleague = await yara.sign({ challenge: await ask(), origin: ORIGIN, counter: 1 })
    expect(codeOf(await loginWith('xena', colleague, at))).toBe('desk_login_wrong')
    const elsewhere = await yara.sign({ challenge: await ask(), origin: ORIGIN, counter: 2 })
    expect(codeOf(await loginWith('yara', elsewhere, at))).toBe('desk_login_wrong')
    const phished = await xena.sign({ challenge: await ask(), origin: 'http://cm.test.evil', counter: 1 })
    expect(codeOf(await loginWith('xena', phished, at))).toBe('desk_login_wrong')
    const unverified = await xena.sign({ challenge: await ask(), origin: ORIGIN, counter: 1, flags: 0x01 })
    expect(codeOf(await loginWith('xena', unverified, at))).toBe('desk_login_wrong')

    // A customer with the same id as a staff member: their passkeys are separate.
    const customers = await makeSoftPasskey()
    const id = await env.DB.prepare("select id from staff where email = 'xena@cm.example'").first<number>('id')
    await env.DB.prepare(
      `insert into passkey (id, user_id, public_key, counter, transports, name, is_backed_up, created_at)
        select ?, ?, public_key, 0, '', 'copy', 0, 0 from staff_passkey where id = ?`,
    )
      .bind(customers.id, id, xena.id)
      .run()
    const signed = await customers.sign({ challenge: await ask(), origin: ORIGIN, counter: 1 })
    expect(codeOf(await loginWith('xena', signed, at))).toBe('desk_login_wrong')
    await enterByPasskey('xena', xena, 1, at)
  })

  it('is asked of strangers as of colleagues, and names no passkey', async () => {
    const ask = async (email: string) =>
      valueOf(await askDeskPasskey(env, { email, origin: ORIGIN, clientIp: 'local' }, NOON)) as Record<string, unknown>
    const [known, stranger] = [await ask('pia@cm.example'), await ask('nobody@cm.example')]
    expect(Object.keys(known)).toEqual(Object.keys(stranger))
    expect([known['allowCredentials'], known['rpId']]).toEqual([stranger['allowCredentials'], 'cm.test'])
    const passkey = await makeSoftPasskey()
    const signed = await passkey.sign({ challenge: challengeOf(stranger), origin: ORIGIN })
    expect(codeOf(await loginWith('nobody', signed, NOON))).toBe('desk_login_wrong')
  })

  it('is counted as codes are: ten wrong ones with the right password, from wherever, stop the right one', async () => {
    const passkey = await joined('zoe')
    const at = NOON + 5 * MINUTE_MS
    for (let source = 0; source < 10; source += 1) {
      const entry = { email: 'zoe@cm.example', password: PASSWORD, code: '', passkey: '{}' }
      await loginAtDesk(env, { ...entry, clientIp: `203.0.113.${source}` }, at)
    }
    const signed = await passkey.sign({ challenge: await askLogin('zoe', at), origin: ORIGIN, counter: 1 })
    expect(codeOf(await loginWith('zoe', signed, at))).toBe('desk_login_wrong')
    await enterByPasskey('zoe', passkey, 2, at + 16 * MINUTE_MS)
  })

  it('of somebody who is disabled, or got a new link, opens nothing', async () => {
    const [amy, ben] = [await joined('amy'), await joined('ben')]
    const at = NOON + 5 * MINUTE_MS
    const first = (await enterByPasskey('amy', amy, 1, at)).member
    const second = (await enterByPasskey('ben', ben, 1, at)).member
    valueOf(await disableStaff(env, ada.member, { id: first.id, ...command(NOON) }))
    const gone = await amy.sign({ challenge: await askLogin('amy', at), origin: ORIGIN, counter: 2 })
    expect(codeOf(await loginWith('amy', gone, at))).toBe('desk_login_wrong')

    const asked = { id: second.id, language: 'en', ...command(NOON) } as const
    valueOf(await proposeReinvite(env, ada.member, asked))
    await decide(otto, await reviewOf(asked.commandId))
    await useLink(await mailedToken('ben@cm.example'))
    const old = await ben.sign({ challenge: await askLogin('ben', at), origin: ORIGIN, counter: 2 })
    expect(codeOf(await loginWith('ben', old, at))).toBe('desk_login_wrong')
  })
})

describe('one’s own factors', () => {
  /** Cleo enrolled with an app and has just logged in. */
  async function atWork(name: string) {
    const hired = await hire(ada.member, name, 'support')
    return { ...hired, at: NOON + 2 * MINUTE_MS }
  }
  async function add({ member, at }: { member: Hired['member']; at: number }, name = 'Laptop', id = commandId()) {
    const passkey = await makeSoftPasskey()
    const challenge = challengeOf(valueOf(await askOwnPasskey(env, member, ORIGIN, at)))
    const text = await passkey.register({ challenge, origin: ORIGIN })
    const send = () => addOwnPasskey(env, member, { text, name, commandId: id, at })
    valueOf(await send())
    return { passkey, text, send }
  }

  it('Cleo adds a passkey beside her app, names it, logs in by either, and takes the app away', async () => {
    const cleo = await atWork('Cleo')
    const { member, at } = cleo
    const { passkey, send } = await add(cleo)
    // Pressed twice it is one passkey.
    expect(codeOf(await send())).toBe('ok')
    valueOf(await renameOwnPasskey(env, member, { id: passkey.id, name: 'Work laptop', ...command(at) }))
    expect((await readOwnFactors(env, member, at)).passkeys).toMatchObject([{ name: 'Work laptop' }])
    const elsewhere = await enterByPasskey('cleo', passkey, 1, at)
    const atTheSameTime = await enterByPasskey('cleo', passkey, 2, member.enteredAt)
    await enter('cleo@cm.example', cleo.secret, at + 2 * MINUTE_MS)
    valueOf(await removeOwnApp(env, member, command(at)))
    const after = at + 5 * MINUTE_MS
    const byApp = { email: 'cleo@cm.example', password: PASSWORD, code: appCode(cleo.secret, after), clientIp: 'local' }
    expect(codeOf(await loginAtDesk(env, byApp, after))).toBe('desk_login_wrong')
    // Sessions of the removed factor end; the session that removed it continues.
    expect(await findStaff(env, elsewhere.token, at)).toBeNull()
    expect(await findStaff(env, atTheSameTime.token, at)).toBeNull()
    expect(await findStaff(env, cleo.token, at)).not.toBeNull()
    expect(await actionsOf(member.id)).toEqual(
      expect.arrayContaining(['staff_passkey_added', 'staff_passkey_renamed', 'staff_app_removed']),
    )
    const added = (await actionsOf(member.id)).filter((action) => action === 'staff_passkey_added')
    expect(added).toHaveLength(1)
  })

  it('the last one stays: neither the only app nor the only passkey goes, and of two at once one is left', async () => {
    const dora = await atWork('Dora')
    const { member, at } = dora
    expect(codeOf(await removeOwnApp(env, member, command(at)))).toBe('last_factor')
    const { passkey } = await add(dora)
    const remove = (id: string) => removeOwnPasskey(env, member, { id, ...command(at) })
    const both = await Promise.all([removeOwnApp(env, member, command(at)), remove(passkey.id)])
    expect(both.map(codeOf).filter((code) => code === 'ok')).toHaveLength(1)
    const left = await readOwnFactors(env, member, at)
    expect((left.hasApp ? 1 : 0) + left.passkeys.length).toBe(1)

    const emma = await atWork('Emma')
    const only = await add(emma)
    valueOf(await removeOwnApp(env, emma.member, command(at)))
    expect(codeOf(await removeOwnPasskey(env, emma.member, { id: only.passkey.id, ...command(at) }))).toBe(
      'last_factor',
    )
    expect(codeOf(await removeOwnApp(env, emma.member, command(at)))).toBe('totp_not_set')
    // The tables hold it as well.
    const bare = env.DB.prepare('delete from staff_passkey where staff_id = ?').bind(emma.member.id).run()
    await expect(bare).rejects.toThrow('second factor')
  })

  it('a passkey that was removed opens nothing; a new app does', async () => {
    const fay = await atWork('Fay')
    const { member, at } = fay
    const [first, second] = [await add(fay, 'first'), await add(fay, 'second')]
    valueOf(await removeOwnPasskey(env, member, { id: first.passkey.id, ...command(at) }))
    const challenge = await askLogin('fay', at)
    const signed = await first.passkey.sign({ challenge, origin: ORIGIN, counter: 1 })
    expect(codeOf(await loginWith('fay', signed, at))).toBe('desk_login_wrong')
    valueOf(await removeOwnApp(env, member, command(at)))
    await enterByPasskey('fay', second.passkey, 1, at)

    const { secret, sealed } = await startOwnApp(env, member, null)
    const confirm = (code: string) => addOwnApp(env, member, { sealed, code, ...command(at) })
    expect(codeOf(await confirm('000000'))).toBe('code_wrong')
    valueOf(await confirm(appCode(secret, at)))
    expect(codeOf(await confirm(appCode(secret, at)))).toBe('totp_already_set')
    await enter('fay@cm.example', secret, at + 3 * MINUTE_MS)
  })

  it('are ten passkeys at most: Jo is asked for no eleventh, and keeps none that was asked for before', async () => {
    const { member, at } = await atWork('Jo')
    const challenge = challengeOf(valueOf(await askOwnPasskey(env, member, ORIGIN, at)))
    await env.DB.prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 10)
        insert into staff_passkey (id, staff_id, public_key, counter, transports, name, is_backed_up, created_at)
        select 'of jo ' || i, ?, x'00', 0, '', 'kept', 0, i from n`,
    )
      .bind(member.id)
      .run()
    const aboveMax = { ok: false, refusal: { code: 'passkeys_above_max', facts: { bound: '10' } } }
    expect(await askOwnPasskey(env, member, ORIGIN, at)).toEqual(aboveMax)
    const text = await (await makeSoftPasskey()).register({ challenge, origin: ORIGIN })
    expect(await addOwnPasskey(env, member, { text, name: 'eleventh', ...command(at) })).toEqual(aboveMax)
    expect((await readOwnFactors(env, member, at)).passkeys).toHaveLength(10)
  })

  it('are nobody else’s: another’s passkey is neither named nor removed, and another’s challenge makes none', async () => {
    const [gus, hal] = [await atWork('Gus'), await atWork('Hal')]
    const { passkey } = await add(gus)
    const on = { id: passkey.id, ...command(gus.at) }
    expect(codeOf(await removeOwnPasskey(env, hal.member, on))).toBe('passkey_not_found')
    const renamed = await renameOwnPasskey(env, hal.member, { ...on, ...command(gus.at), name: 'mine' })
    expect(codeOf(renamed)).toBe('passkey_not_found')
    const challenge = challengeOf(valueOf(await askOwnPasskey(env, gus.member, ORIGIN, gus.at)))
    const text = await (await makeSoftPasskey()).register({ challenge, origin: ORIGIN })
    expect(codeOf(await addOwnPasskey(env, hal.member, { text, name: '', ...command(gus.at) }))).toBe('passkey_refused')
  })

  it('are changed soon after a login only: on a computer that was left open nothing is', async () => {
    const ivy = await atWork('Ivy')
    const { passkey } = await add(ivy)
    const later = ivy.at + 11 * MINUTE_MS
    expect((await readOwnFactors(env, ivy.member, later)).mayChange).toBe(false)
    const tries = [
      await askOwnPasskey(env, ivy.member, ORIGIN, later),
      await addOwnPasskey(env, ivy.member, { text: '{}', name: '', ...command(later) }),
      await removeOwnPasskey(env, ivy.member, { id: passkey.id, ...command(later) }),
      await removeOwnApp(env, ivy.member, command(later)),
      await addOwnApp(env, ivy.member, { sealed: '', code: '', ...command(later) }),
    ]
    expect(tries.map(codeOf)).toEqual(Array.from(tries, () => 'desk_login_stale'))
  })
})

it('an admin who gets a first link again has no passkey of before', async () => {
  const passkey = await makeSoftPasskey()
  // Otto leaves, so the command invites the next admin.
  valueOf(await disableStaff(env, ada.member, { id: otto.member.id, ...command(NOON) }))
  valueOf(await joinByPasskey(await inviteFirstAdmin('uma@cm.example'), passkey))
  const id = (await enterByPasskey('uma', passkey, 1, NOON + MINUTE_MS)).member.id
  valueOf(await disableStaff(env, ada.member, { id, ...command(NOON) }))
  await useLink(await inviteFirstAdmin('uma@cm.example', NOON + 2 * MINUTE_MS), NOON + 2 * MINUTE_MS)
  const at = NOON + 5 * MINUTE_MS
  const old = await passkey.sign({ challenge: await askLogin('uma', at), origin: ORIGIN, counter: 2 })
  expect(codeOf(await loginWith('uma', old, at))).toBe('desk_login_wrong')
})

it('Everything above stands in the log, in one sound chain', async () => {
  expect(await verifyAudit(env)).toMatchObject({ broken: null })
})
