// Securing an account: passwords, addresses, app, passkeys, sessions, against the real directory and real Account rooms.

import { env } from 'cloudflare:workers'
import { Secret, TOTP } from 'otpauth'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { seedStatements } from '#db/platform/seed/index'
import type { Outcome } from '#domain/outcome'
import { callAccount } from '#services/account-room'
import { secondStepLimits } from '#services/identity/limit'
import { type AccountText, login, openSession, register, resetPassword, sendCode } from '#services/identity'
import { askLoginPasskey, beginLogin, finishLogin, loginByPasskey, readSecondStep } from '#services/login'
import { bindAddress, sendBindingCode } from '#services/security/addresses'
import { sendOwnCode } from '#services/security/owner'
import {
  addPasskey,
  askNewPasskey,
  askStepUpPasskey,
  listOwnPasskeys,
  removePasskey,
} from '#services/security/passkeys'
import { changeLoginPassword, changePayPassword } from '#services/security/passwords'
import { changePhrase } from '#services/security/phrase'
import { readSecurityState } from '#services/security/state'
import { forgiveSecondSteps } from '#services/security/second-step'
import { proveStepUp } from '#services/security/step-up'
import {
  confirmTotpSetup,
  readTotpSetup,
  removeTotp,
  renewRecoveryCodes,
  startTotpSetup,
} from '#services/security/totp'
import { endAllSessions, endSession, listSessions } from '#services/sessions'
import { type Session, verifySession } from '#session/session'
import { makeSoftPasskey } from '../kit/authenticator'

const PASSWORD = 'correct horse battery'
const PAY = 'staple of payments'
const ORIGIN = 'http://cm.test'
const DAY_MS = 24 * 60 * 60 * 1000

// Each password costs a hash, and a busy machine makes it slow.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

beforeAll(async () => {
  await env.DB.batch(seedStatements().map((statement) => env.DB.prepare(statement)))
})
beforeEach(async () => {
  await env.DB.batch(
    ['attempt_counter', 'verification_code', 'outbox_message'].map((table) => env.DB.prepare(`delete from ${table}`)),
  )
})

const codeOf = <Value>(outcome: Outcome<Value>): string => (outcome.ok ? 'ok' : outcome.refusal.code)
function valueOf<Value>(outcome: Outcome<Value>): Value {
  if (!outcome.ok) throw new Error(`refused: ${outcome.refusal.code}`)
  return outcome.value
}

interface Sent {
  readonly subject: string
  readonly body: string
}
async function lastTo(target: string, like = ''): Promise<Sent> {
  const row = await env.DB.prepare(
    `select subject, body from outbox_message where target = ? and body like ? order by id desc limit 1`,
  )
    .bind(target, `%${like}%`)
    .first<Sent>()
  if (!row) throw new Error(`nothing was sent to ${target}`)
  return row
}
const lastCode = async (target: string): Promise<string> =>
  /\b\d{6}\b/.exec((await lastTo(target, 'code')).body)?.[0] ?? 'no code'

const entry = (text: string, password = PASSWORD) => ({
  account: { text } satisfies AccountText,
  password,
  clientIp: 'local',
  device: 'a test',
  kind: 'browser' as const,
})

/** Another code of six digits. */
const wrongOf = (code: string): string => (code === '123456' ? '654321' : '123456')

let joined = 0

interface Person {
  readonly email: string
  readonly session: Session
  readonly userId: number
}

async function join(name: string): Promise<Person> {
  joined += 1
  const email = `${name}${joined}@example.com`
  const account = { text: email }
  valueOf(
    await sendCode(env, {
      account,
      purpose: 'register',
      language: 'en',
      clientIp: 'local',
      disclosure: { kind: 'silent' },
    }),
  )
  const { userId } = valueOf(
    await register(env, {
      account,
      code: await lastCode(email),
      password: PASSWORD,
      passwordAgain: PASSWORD,
      inviteCode: null,
      language: 'en',
      clientIp: 'local',
    }),
  )
  return { email, userId, session: await enter(email) }
}

async function enter(email: string, password = PASSWORD): Promise<Session> {
  const { token } = valueOf(await login(env, entry(email, password)))
  return claimsOf(token)
}
async function claimsOf(token: string): Promise<Session> {
  const claims = await verifySession(env, token, Date.now())
  if (!claims) throw new Error('the token proves nothing')
  return { userId: claims.userId, sessionId: claims.sessionId }
}

const isLive = async (session: Session): Promise<boolean> =>
  (await callAccount(env, session, { type: 'profile_check' })).ok
/** Opens a session on another device. */
const openElsewhere = async ({ userId }: Person): Promise<Session> => {
  return claimsOf(valueOf(await openSession(env, { userId, device: 'another', kind: 'browser' })).token)
}
const stateOf = (person: Person) => readSecurityState(env, person.userId, Date.now())

async function ownCode(person: Person): Promise<string> {
  await env.DB.prepare(`delete from attempt_counter where key like 'code:minute%'`).run()
  valueOf(await sendOwnCode(env, person.session, 'local'))
  return lastCode(person.email)
}

async function setPayPassword(person: Person): Promise<void> {
  const change = { code: await ownCode(person), password: PAY, passwordAgain: PAY }
  valueOf(await changePayPassword(env, person.session, change))
}

const generator = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) })

/** Sets the app up; answers its secret and the recovery codes. */
async function setTotp(person: Person) {
  const proof = (await stateOf(person)).hasPayPassword ? { payPassword: PAY } : { code: await ownCode(person) }
  valueOf(await startTotpSetup(env, person.session, proof))
  const setup = await readTotpSetup(env, person.session, Date.now())
  if (!setup) throw new Error('no setup under way')
  const code = generator(setup.secret).generate({ timestamp: Date.now() - 30_000 })
  const { recoveryCodes } = valueOf(await confirmTotpSetup(env, person.session, code))
  return { ...setup, recoveryCodes }
}

describe('the login password', () => {
  it('of Aiko changes by the old one: every session ends, withdrawals wait a day, and she is told', async () => {
    const aiko = await join('aiko')
    const change = { password: 'a fresh password', passwordAgain: 'a fresh password' }
    const wrong = await changeLoginPassword(env, aiko.session, { ...change, oldPassword: 'not it at all' })
    expect(codeOf(wrong)).toBe('old_password_wrong')
    expect((await stateOf(aiko)).withdrawalsLockedUntil).toBeNull()
    valueOf(await changeLoginPassword(env, aiko.session, { ...change, oldPassword: PASSWORD }))

    expect(await isLive(aiko.session)).toBe(false)
    expect(codeOf(await login(env, entry(aiko.email)))).toBe('credentials_wrong')
    await enter(aiko.email, 'a fresh password')
    const until = (await stateOf(aiko)).withdrawalsLockedUntil ?? 0
    expect(until - Date.now()).toBeGreaterThan(DAY_MS - 60_000)
    expect((await lastTo(aiko.email, 'password was changed')).subject).toBe('CM: Security settings changed')
    const later = await readSecurityState(env, aiko.userId, until)
    expect(later.withdrawalsLockedUntil).toBeNull()
  })

  it('is not guessed by who sits at an open computer', async () => {
    const { session } = await join('bruno')
    const change = { oldPassword: 'a wrong guess', password: 'a fresh password', passwordAgain: 'a fresh password' }
    for (let guess = 0; guess < 10; guess += 1)
      expect(codeOf(await changeLoginPassword(env, session, change))).toBe('old_password_wrong')
    expect(codeOf(await changeLoginPassword(env, session, { ...change, oldPassword: PASSWORD }))).toBe(
      'too_many_requests',
    )
  })

  it('forgotten and set anew makes withdrawals wait too', async () => {
    const { email, userId } = await join('carla')
    const account = { text: email }
    await sendCode(env, {
      account,
      purpose: 'forget',
      language: 'en',
      clientIp: 'local',
      disclosure: { kind: 'silent' },
    })
    const reset = { account, password: 'a fresh password', passwordAgain: 'a fresh password', clientIp: 'local' }
    valueOf(await resetPassword(env, { ...reset, code: await lastCode(email) }))
    expect((await readSecurityState(env, userId, Date.now())).withdrawalsLockedUntil).not.toBeNull()
  })
})

describe('a new login password', () => {
  const reason = 'password_same_as_pay'

  it('may not be the pay password: by the old one, by a code, and when it was forgotten; the code stays good', async () => {
    const dana = await join('dana')
    valueOf(
      await changePayPassword(env, dana.session, { password: PAY, passwordAgain: PAY, code: await ownCode(dana) }),
    )
    const same = { password: PAY, passwordAgain: PAY }
    expect(codeOf(await changeLoginPassword(env, dana.session, { ...same, oldPassword: PASSWORD }))).toBe(reason)
    await env.DB.prepare('delete from attempt_counter').run()
    const own = await ownCode(dana)
    expect(codeOf(await changeLoginPassword(env, dana.session, { ...same, code: own }))).toBe(reason)

    await env.DB.prepare('delete from attempt_counter').run()
    const account = { text: dana.email }
    await sendCode(env, {
      account,
      purpose: 'forget',
      language: 'en',
      clientIp: 'local',
      disclosure: { kind: 'silent' },
    })
    const code = await lastCode(dana.email)
    const reset = { account, ...same, clientIp: 'local' }
    expect(codeOf(await resetPassword(env, { ...reset, code: code === '000000' ? '111111' : '000000' }))).toBe(
      'code_wrong',
    )
    expect(codeOf(await resetPassword(env, { ...reset, code }))).toBe(reason)
    expect(await isLive(dana.session)).toBe(true)
    const other = { password: 'quite another', passwordAgain: 'quite another' }
    valueOf(await resetPassword(env, { ...reset, ...other, code }))
    expect(await isLive(dana.session)).toBe(false)
  })

  it('is compared only for who has proven the old one: a stolen session learns nothing of the pay password, and Dave sets his anew', async () => {
    const dave = await join('dave')
    await setPayPassword(dave)
    const guess = (password: string) =>
      changeLoginPassword(env, dave.session, { oldPassword: 'not the old one', password, passwordAgain: password })
    const codes = []
    for (let turn = 0; turn < 12; turn += 1) codes.push(codeOf(await guess(turn % 2 ? PAY : `guess number ${turn}`)))
    expect(codes).toEqual([
      ...Array.from({ length: 10 }, () => 'old_password_wrong'),
      'too_many_requests',
      'too_many_requests',
    ])
    const byWrongCode = { code: '000000', password: PAY, passwordAgain: PAY }
    expect(codeOf(await changeLoginPassword(env, dave.session, byWrongCode))).toBe('code_wrong')

    const account = { text: dave.email }
    await sendCode(env, {
      account,
      purpose: 'forget',
      language: 'en',
      clientIp: 'local',
      disclosure: { kind: 'silent' },
    })
    const fresh = { password: 'a fresh password', passwordAgain: 'a fresh password', clientIp: 'local' }
    valueOf(await resetPassword(env, { account, ...fresh, code: await lastCode(dave.email) }))
    await enter(dave.email, 'a fresh password')
  })

  it('of Dunja is set by the code of her mailbox, however often somebody at her computer has guessed', async () => {
    const dunja = await join('dunja')
    await setPayPassword(dunja)
    const guess = { oldPassword: 'not the old one', password: 'some guess', passwordAgain: 'some guess' }
    for (let turn = 0; turn < 11; turn += 1) await changeLoginPassword(env, dunja.session, guess)
    await env.DB.prepare("delete from attempt_counter where key like 'code:%'").run()
    const fresh = { password: 'a fresh password', passwordAgain: 'a fresh password' }
    valueOf(await changeLoginPassword(env, dunja.session, { ...fresh, code: await ownCode(dunja) }))
    await enter(dunja.email, 'a fresh password')
  })

  it('answers ten comparisons an hour to who knows the old one, and the mailbox of Doris is not hindered by them', async () => {
    const doris = await join('doris')
    await setPayPassword(doris)
    const same = { password: PAY, passwordAgain: PAY }
    const ask = () => changeLoginPassword(env, doris.session, { ...same, oldPassword: PASSWORD })
    for (let turn = 0; turn < 10; turn += 1) expect(codeOf(await ask())).toBe(reason)
    expect(codeOf(await ask())).toBe('too_many_requests')
    await env.DB.prepare("delete from attempt_counter where key like 'code:%'").run()
    const fresh = { password: 'a fresh password', passwordAgain: 'a fresh password' }
    valueOf(await changeLoginPassword(env, doris.session, { ...fresh, code: await ownCode(doris) }))
  })

  it('is not looked at for somebody whose session has ended', async () => {
    const { session } = await join('dirk')
    const gone = { ...session, sessionId: 'a-session-that-has-ended' }
    const short = { oldPassword: PASSWORD, password: 'x', passwordAgain: 'y' }
    expect(codeOf(await changeLoginPassword(env, gone, short))).toBe('session_ended')
    expect(codeOf(await changePayPassword(env, gone, short))).toBe('session_ended')
  })
})

describe('the pay password', () => {
  it('is set by a code to the bound address, once per code, and the first one locks nothing', async () => {
    const dora = await join('dora')
    const change = { password: PAY, passwordAgain: PAY }
    expect(codeOf(await changePayPassword(env, dora.session, { ...change, oldPassword: PASSWORD }))).toBe(
      'pay_password_not_set',
    )
    expect(codeOf(await changePayPassword(env, dora.session, { ...change, code: '000000' }))).toBe('code_wrong')
    const code = await ownCode(dora)
    const same = { password: PASSWORD, passwordAgain: PASSWORD, code }
    expect(codeOf(await changePayPassword(env, dora.session, same))).toBe('pay_password_same')
    expect(codeOf(await changePayPassword(env, dora.session, { ...change, passwordAgain: 'other', code }))).toBe(
      'passwords_differ',
    )
    valueOf(await changePayPassword(env, dora.session, { ...change, code }))
    expect(codeOf(await changePayPassword(env, dora.session, { ...change, code }))).toBe('code_wrong')
    expect(await stateOf(dora)).toMatchObject({ hasPayPassword: true, withdrawalsLockedUntil: null })

    const next = { oldPassword: PAY, password: 'another staple', passwordAgain: 'another staple' }
    valueOf(await changePayPassword(env, dora.session, next))
    expect((await stateOf(dora)).withdrawalsLockedUntil).not.toBeNull()
    expect(await isLive(dora.session)).toBe(true)
  })

  it('is compared with the login password only for who has proven oneself, and guesses do not keep Dirk from changing that', async () => {
    const dirk = await join('dirk-of-guesses')
    await setPayPassword(dirk)
    const same = { password: PASSWORD, passwordAgain: PASSWORD }
    for (let turn = 0; turn < 10; turn += 1) {
      const guess = turn % 2 ? { ...same, oldPassword: 'not the old one' } : { ...same, code: '000000' }
      expect(codeOf(await changePayPassword(env, dirk.session, guess))).not.toBe('pay_password_same')
    }
    const fresh = { password: 'a fresh password', passwordAgain: 'a fresh password' }
    valueOf(await changeLoginPassword(env, dirk.session, { ...fresh, oldPassword: PASSWORD }))
  })

  it('of Lars, who has an app, is not set by his mailbox alone, and the app’s code is not used up by a wrong mail code', async () => {
    const lars = await join('lars')
    const { secret } = await setTotp(lars)
    const change = { password: PAY, passwordAgain: PAY }
    const code = await ownCode(lars)
    expect(codeOf(await changePayPassword(env, lars.session, { ...change, code }))).toBe('second_factor_missing')
    const totpCode = generator(secret).generate({ timestamp: Date.now() + 30_000 })
    const withApp = { ...change, proof: { totpCode } }
    expect(codeOf(await changePayPassword(env, lars.session, { ...withApp, code: wrongOf(code) }))).toBe('code_wrong')
    const wrongApp = { ...change, code, proof: { totpCode: wrongOf(totpCode) } }
    expect(codeOf(await changePayPassword(env, lars.session, wrongApp))).toBe('step_up_wrong')
    expect((await stateOf(lars)).hasPayPassword).toBe(false)
    // A first pay password of an account that had a proof already makes withdrawals wait, as any other change.
    valueOf(await changePayPassword(env, lars.session, { ...withApp, code }))
    expect(await stateOf(lars)).toMatchObject({
      hasPayPassword: true,
      withdrawalsLockedUntil: expect.any(Number) as number,
    })
    // Later changes take the old pay password, as before.
    const next = { oldPassword: PAY, password: 'another staple', passwordAgain: 'another staple' }
    valueOf(await changePayPassword(env, lars.session, next))
  })

  it('of Nora, who has lost her app, is set again once a recovery code has removed it, and withdrawals wait', async () => {
    const nora = await join('nora')
    const { recoveryCodes } = await setTotp(nora)
    valueOf(await removeTotp(env, nora.session, { recoveryCode: recoveryCodes[0] ?? '' }))
    expect((await stateOf(nora)).withdrawalsLockedUntil).not.toBeNull()
    await setPayPassword(nora)
    expect(await stateOf(nora)).toMatchObject({ hasPayPassword: true, hasTotp: false })
  })

  it('proves its owner, five wrong ones in a row close the door, and no ended session gets an answer', async () => {
    const erik = await join('erik')
    const prove = (payPassword: string) => proveStepUp(env, erik.session, { payPassword }, Date.now())
    expect(codeOf(await proveStepUp(env, erik.session, {}, Date.now()))).toBe('step_up_missing')
    expect(codeOf(await prove(PAY))).toBe('pay_password_not_set')
    await setPayPassword(erik)
    expect(valueOf(await prove(PAY))).toEqual({ method: 'pay_password' })
    for (let guess = 0; guess < 5; guess += 1) expect(codeOf(await prove('wrong one'))).toBe('pay_password_wrong')
    expect(codeOf(await prove(PAY))).toBe('too_many_requests')
    valueOf(await endAllSessions(env, erik.session))
    expect(codeOf(await prove(PAY))).toBe('session_ended')
  })

  it('given twelve times at once is right twelve times, and of twelve guesses at once five are looked at', async () => {
    const enid = await join('enid')
    await setPayPassword(enid)
    const prove = async (payPassword: string) =>
      codeOf(await proveStepUp(env, enid.session, { payPassword }, Date.now()))
    const atOnce = (payPassword: string) => Promise.all(Array.from({ length: 12 }, () => prove(payPassword)))
    expect(await prove('wrong one')).toBe('pay_password_wrong')
    expect(new Set(await atOnce(PAY))).toEqual(new Set(['ok']))
    const guessed = await atOnce('wrong one')
    expect(guessed.filter((code) => code === 'pay_password_wrong')).toHaveLength(5)
    expect(guessed.filter((code) => code === 'too_many_requests')).toHaveLength(7)
    expect(await prove(PAY)).toBe('too_many_requests')
  })
})

describe('a bound address', () => {
  const mobile = (digits: string) => ({ kind: 'sms' as const, account: { text: digits, areaCode: '81' } })

  it('of Fumi is a mobile that she proves to own, beside a code to her e-mail', async () => {
    const fumi = await join('fumi')
    const number = mobile('9011110001')
    valueOf(await sendBindingCode(env, fumi.session, { ...number, clientIp: 'local' }))
    const code = await lastCode('+819011110001')
    const asked = { ...number, code }
    expect(
      codeOf(await bindAddress(env, fumi.session, { ...asked, clientIp: 'local', code: '000000', proof: {} })),
    ).toBe('code_wrong')
    expect(codeOf(await bindAddress(env, fumi.session, { ...asked, clientIp: 'local', proof: {} }))).toBe(
      'email_proof_missing',
    )
    const guessed = { code: '000000' }
    expect(codeOf(await bindAddress(env, fumi.session, { ...asked, clientIp: 'local', proof: guessed }))).toBe(
      'own_code_wrong',
    )
    valueOf(await bindAddress(env, fumi.session, { ...asked, clientIp: 'local', proof: { code: await ownCode(fumi) } }))
    expect(await stateOf(fumi)).toMatchObject({ mobile: '+819011110001', withdrawalsLockedUntil: null })
    expect(codeOf(await sendBindingCode(env, fumi.session, { ...number, clientIp: 'local' }))).toBe('address_same')

    const gina = await join('gina')
    await env.DB.prepare('delete from attempt_counter').run()
    const free = await sendBindingCode(env, gina.session, { ...mobile('9011110009'), clientIp: 'local' })
    const taken = await sendBindingCode(env, gina.session, { ...number, clientIp: 'local' })
    expect(taken).toEqual(free)
    const guess = { ...number, code: '123456', clientIp: 'local', proof: null }
    expect(codeOf(await bindAddress(env, gina.session, guess))).toBe('code_wrong')
    const { body } = await lastTo('+819011110001', 'another account')
    expect(body).not.toMatch(/\b\d{6}\b/)
  })

  it('of a code that Hana has asked for is bound by her, whatever others guess at it meanwhile', async () => {
    const [hana, ivan, jack] = [await join('hana'), await join('ivan'), await join('jack')]
    const number = mobile('9011110010')
    valueOf(await sendBindingCode(env, hana.session, { ...number, clientIp: '198.51.100.1' }))
    const code = await lastCode('+819011110010')
    const wrong = { ...number, code: code === '111111' ? '222222' : '111111', proof: null }
    for (const [stranger, clientIp] of [
      [ivan, '198.51.100.2'],
      [jack, '198.51.100.3'],
    ] as const) {
      for (let guess = 0; guess < 6; guess += 1)
        expect(codeOf(await bindAddress(env, stranger.session, { ...wrong, clientIp }))).toBe('code_wrong')
    }
    const proof = { code: await ownCode(hana) }
    valueOf(await bindAddress(env, hana.session, { ...number, code, proof, clientIp: '198.51.100.9' }))
    expect(await stateOf(hana)).toMatchObject({ mobile: '+819011110010' })
  })

  it('shown by two, each with a code of its own, is bound by the quicker; the other is told that it is in use', async () => {
    const [nina, omar] = [await join('nina'), await join('omar')]
    const number = mobile('9011110011')
    const target = '+819011110011'
    valueOf(await sendBindingCode(env, nina.session, { ...number, clientIp: 'local' }))
    const bound = { ...number, code: await lastCode(target), clientIp: 'local' }
    await env.DB.prepare('delete from outbox_message').run()
    const asked = { account: number.account, purpose: 'register', language: 'en', clientIp: 'local' } as const
    valueOf(await sendCode(env, { ...asked, disclosure: { kind: 'silent' } }))
    const registered = { ...number, code: await lastCode(target), clientIp: 'local' }
    await env.DB.prepare('delete from attempt_counter').run()
    const proofs = [{ code: await ownCode(nina) }, { code: await ownCode(omar) }] as const
    valueOf(await bindAddress(env, nina.session, { ...bound, proof: proofs[0] }))
    expect(codeOf(await bindAddress(env, omar.session, { ...registered, proof: proofs[1] }))).toBe('address_in_use')
    expect(await stateOf(omar)).toMatchObject({ mobile: null, withdrawalsLockedUntil: null })
    expect(await stateOf(nina)).toMatchObject({ mobile: target })
  })

  it('is not bound as the old clients do, without a code from the mailbox: they are told by name what is missing', async () => {
    const hugo = await join('hugo')
    const number = mobile('9011110002')
    valueOf(await sendBindingCode(env, hugo.session, { ...number, clientIp: 'local' }))
    const code = await lastCode('+819011110002')
    const asked = { ...number, clientIp: 'local', code, proof: null }
    expect(codeOf(await bindAddress(env, hugo.session, asked))).toBe('email_proof_missing')
    expect(await stateOf(hugo)).toMatchObject({ mobile: null })
  })

  it('is not replaced without a proof, and the old address hears of it', async () => {
    const iris = await join('iris')
    await setPayPassword(iris)
    const next = { kind: 'mail' as const, account: { text: 'iris.new@example.com' } }
    valueOf(await sendBindingCode(env, iris.session, { ...next, clientIp: 'local' }))
    const asked = { ...next, code: await lastCode('iris.new@example.com') }
    expect(codeOf(await bindAddress(env, iris.session, { ...asked, clientIp: 'local', proof: null }))).toBe(
      'step_up_missing',
    )
    expect(
      codeOf(await bindAddress(env, iris.session, { ...asked, clientIp: 'local', proof: { payPassword: 'wrong' } })),
    ).toBe('pay_password_wrong')
    valueOf(await bindAddress(env, iris.session, { ...asked, clientIp: 'local', proof: { payPassword: PAY } }))
    expect(await stateOf(iris)).toMatchObject({ email: 'iris.new@example.com' })
    expect((await stateOf(iris)).withdrawalsLockedUntil).not.toBeNull()
    expect((await lastTo(iris.email, 'changed to another one')).subject).toBe('CM: your email address was changed')
  })
})

describe('the authenticator app', () => {
  it('counts once it has shown a code; its secret is not readable in the directory; no code works twice', async () => {
    const jun = await join('jun')
    await setPayPassword(jun)
    expect(codeOf(await startTotpSetup(env, jun.session, {}))).toBe('step_up_missing')
    valueOf(await startTotpSetup(env, jun.session, { payPassword: PAY }))
    const setup = await readTotpSetup(env, jun.session, Date.now())
    if (!setup) throw new Error('no setup')
    const row = await env.DB.prepare('select secret from totp where user_id = ?').bind(jun.userId).first('secret')
    expect(String(row)).not.toContain(setup.secret)
    expect(setup.uri).toMatch(/^otpauth:\/\/totp\/CM:jun\d+%40example\.com\?issuer=CM&secret=[A-Z2-7]{32}&/)

    expect((await stateOf(jun)).hasTotp).toBe(false)
    expect(codeOf(await confirmTotpSetup(env, jun.session, '000000'))).toBe('second_step_wrong')
    const now = Date.now()
    const earlier = generator(setup.secret).generate({ timestamp: now - 30_000 })
    const { recoveryCodes } = valueOf(await confirmTotpSetup(env, jun.session, earlier))
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await stateOf(jun)).toMatchObject({ hasTotp: true, recoveryCodesLeft: 10 })
    expect(await readTotpSetup(env, jun.session, now)).toBeNull()

    const prove = (totpCode: string) => proveStepUp(env, jun.session, { totpCode }, now)
    expect(codeOf(await prove(earlier))).toBe('step_up_wrong')
    const code = generator(setup.secret).generate({ timestamp: now })
    const both = await Promise.all([prove(code), prove(code)])
    expect(both.map(codeOf).sort()).toEqual(['ok', 'step_up_wrong'])
  })

  it('is set up by the session that was proven to be Kaz’s: another one of his sees no secret and confirms none', async () => {
    const kaz = await join('kaz')
    await setPayPassword(kaz)
    const other = await enter(kaz.email)
    valueOf(await startTotpSetup(env, kaz.session, { payPassword: PAY }))
    expect(await readTotpSetup(env, other, Date.now())).toBeNull()
    const setup = await readTotpSetup(env, kaz.session, Date.now())
    const code = generator(setup?.secret ?? '').generate({ timestamp: Date.now() - 30_000 })
    expect(codeOf(await confirmTotpSetup(env, other, code))).toBe('second_step_expired')
    expect((await stateOf(kaz)).hasTotp).toBe(false)
    valueOf(await confirmTotpSetup(env, kaz.session, code))
    expect(await stateOf(kaz)).toMatchObject({ hasTotp: true, recoveryCodesLeft: 10 })
  })

  it('is asked for at login: by name over the wire, as a second page in a browser', async () => {
    const kei = await join('kei')
    const { secret, recoveryCodes } = await setTotp(kei)
    const asApi = { ...entry(kei.email), kind: 'api' as const }
    expect(codeOf(await login(env, asApi))).toBe('second_step_needed')
    expect(codeOf(await login(env, { ...asApi, secondCode: '000000' }))).toBe('second_step_wrong')
    const code = generator(secret).generate()
    valueOf(await login(env, { ...asApi, secondCode: code }))
    expect(codeOf(await login(env, { ...asApi, secondCode: code }))).toBe('second_step_wrong')
    valueOf(await login(env, { ...asApi, secondCode: recoveryCodes[0] ?? '' }))
    expect(codeOf(await login(env, { ...asApi, secondCode: recoveryCodes[0] ?? '' }))).toBe('second_step_wrong')

    const begun = valueOf(await beginLogin(env, entry(kei.email)))
    if (begun.kind !== 'second_step') throw new Error('no second step')
    expect(await readSecondStep(env, begun.ticket)).toEqual({
      hasTotp: true,
      hasPasskey: false,
      hasRecoveryCodes: true,
    })
    const finish = (ticket: string, given: string) =>
      finishLogin(env, { ...entry(kei.email), ticket, code: given, passkey: '' })
    expect(codeOf(await finish(`${begun.ticket.slice(0, -2)}xx`, 'x'))).toBe('second_step_expired')
    expect(codeOf(await finish(begun.ticket, code))).toBe('second_step_wrong')
    const { token } = valueOf(await finish(begun.ticket, recoveryCodes[1] ?? ''))
    expect(await isLive(await claimsOf(token))).toBe(true)
  })

  it('has its tries again after a reset by mail, three times a week, whoever guessed with the old password', async () => {
    const nao = await join('nao-locked')
    const { recoveryCodes } = await setTotp(nao)
    for (let round = 0; round < 4; round += 1) {
      const used = secondStepLimits(nao.userId).map(({ key, max }) =>
        env.DB.prepare('insert or replace into attempt_counter (key, count, expires_at) values (?, ?, ?)').bind(
          key,
          max,
          Date.now() + 600_000,
        ),
      )
      await env.DB.batch(used)
      await forgiveSecondSteps(env, nao.userId, Date.now())
      const asApi = { ...entry(nao.email), kind: 'api' as const, secondCode: recoveryCodes[round] ?? '' }
      expect(codeOf(await login(env, asApi))).toBe(round < 3 ? 'ok' : 'too_many_requests')
    }
  })

  it('has them again by the reset itself', async () => {
    const nell = await join('nell-locked')
    const { recoveryCodes } = await setTotp(nell)
    const account = { text: nell.email }
    const guess = (secondCode: string, password: string) =>
      login(env, { ...entry(nell.email), password, kind: 'api', secondCode })
    for (let turn = 0; turn < 10; turn += 1) await guess('ABCDE-FGHJK', PASSWORD)
    expect(codeOf(await guess(recoveryCodes[0] ?? '', PASSWORD))).toBe('too_many_requests')
    const asked = { purpose: 'forget', language: 'en', clientIp: 'local', disclosure: { kind: 'silent' } } as const
    valueOf(await sendCode(env, { ...asked, account }))
    const fresh = { password: 'a fresh password', passwordAgain: 'a fresh password', clientIp: 'local' }
    valueOf(await resetPassword(env, { account, ...fresh, code: await lastCode(nell.email) }))
    valueOf(await guess(recoveryCodes[0] ?? '', 'a fresh password'))
  })

  it('is not locked at the login by who guesses at recovery codes in a session that was left open', async () => {
    const nico = await join('nico-guessed')
    const { secret } = await setTotp(nico)
    // His first code was the tenth.
    for (let turn = 0; turn < 9; turn += 1)
      expect(codeOf(await removeTotp(env, nico.session, { recoveryCode: 'ABCDE-FGHJK' }))).toBe('second_step_wrong')
    expect(codeOf(await removeTotp(env, nico.session, { recoveryCode: 'ABCDE-FGHJK' }))).toBe('too_many_requests')
    const secondCode = generator(secret).generate()
    valueOf(await login(env, { ...entry(nico.email), kind: 'api', secondCode }))
  })

  it('lost is removed by a recovery code; withdrawals wait, and the other codes are worth nothing more', async () => {
    const lena = await join('lena')
    const { recoveryCodes } = await setTotp(lena)
    const elsewhere = await openElsewhere(lena)
    const remove = (recoveryCode: string) => removeTotp(env, lena.session, { recoveryCode })
    expect(codeOf(await remove('ABCDE-FGHJK'))).toBe('second_step_wrong')
    expect(await isLive(elsewhere)).toBe(true)
    valueOf(await remove(recoveryCodes[3] ?? ''))
    expect([await isLive(elsewhere), await isLive(lena.session)]).toEqual([false, true])
    expect(await stateOf(lena)).toMatchObject({ hasTotp: false, recoveryCodesLeft: 0 })
    expect((await stateOf(lena)).withdrawalsLockedUntil).not.toBeNull()
    await enter(lena.email)
  })

  it('brings new recovery codes to who proves to be the owner; the old ones are dead', async () => {
    const mio = await join('mio')
    await setPayPassword(mio)
    const { recoveryCodes: old } = await setTotp(mio)
    expect(codeOf(await renewRecoveryCodes(env, mio.session, { payPassword: 'wrong' }))).toBe('pay_password_wrong')
    const { recoveryCodes } = valueOf(await renewRecoveryCodes(env, mio.session, { payPassword: PAY }))
    const asApi = { ...entry(mio.email), kind: 'api' as const }
    expect(codeOf(await login(env, { ...asApi, secondCode: old[0] ?? '' }))).toBe('second_step_wrong')
    valueOf(await login(env, { ...asApi, secondCode: recoveryCodes[0] ?? '' }))
  })
})

describe('a passkey', () => {
  const challengeOf = (options: unknown): string => (options as { readonly challenge: string }).challenge

  async function add(person: Person, name = 'phone') {
    const proof = { code: await ownCode(person) }
    const challenge = challengeOf(valueOf(await askNewPasskey(env, person.session, { proof, origin: ORIGIN })))
    const passkey = await makeSoftPasskey()
    const text = await passkey.register({ challenge, origin: ORIGIN })
    return { passkey, text, ...valueOf(await addPasskey(env, person.session, { text, name })) }
  }
  const keepPasskeys = ({ userId }: Person, count: number) =>
    env.DB.prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?2)
        insert into passkey (id, user_id, public_key, counter, transports, name, is_backed_up, created_at)
        select 'kept ' || ?1 || ' ' || i, ?1, x'00', 0, '', 'kept', 0, i from n`,
    )
      .bind(userId, count)
      .run()
  const askLogin = async (ticket: string | null = null) =>
    challengeOf(valueOf(await askLoginPasskey(env, { origin: ORIGIN, ticket, clientIp: 'local' })))

  it('of Nao logs her in without a password, and each challenge serves once', async () => {
    const nao = await join('nao')
    const { passkey, text, recoveryCodes } = await add(nao)
    expect(recoveryCodes).toHaveLength(10)
    expect(codeOf(await addPasskey(env, nao.session, { text, name: 'again' }))).toBe('passkey_refused')
    expect(await listOwnPasskeys(env, nao.userId)).toMatchObject([{ id: passkey.id, name: 'phone' }])

    const challenge = await askLogin()
    const answer = await passkey.sign({ challenge, origin: ORIGIN, counter: 1 })
    const enterBy = (signed: string) => loginByPasskey(env, { ...entry(nao.email), passkey: signed })
    const { token } = valueOf(await enterBy(answer))
    expect((await claimsOf(token)).userId).toBe(nao.userId)
    expect(codeOf(await enterBy(answer))).toBe('passkey_refused')
    const copied = await passkey.sign({ challenge: await askLogin(), origin: ORIGIN, counter: 1 })
    expect(codeOf(await enterBy(copied))).toBe('passkey_refused')
    const unverified = await passkey.sign({ challenge: await askLogin(), origin: ORIGIN, counter: 2, flags: 0x01 })
    expect(codeOf(await enterBy(unverified))).toBe('passkey_refused')
    for (const rubbish of ['', '{}', 'x'.repeat(20_000), JSON.stringify({ id: passkey.id })])
      expect(codeOf(await enterBy(rubbish))).toBe('passkey_refused')
  })

  it('signs for this site only', async () => {
    const olga = await join('olga')
    const { passkey } = await add(olga)
    const challenge = await askLogin()
    const phished = await passkey.sign({ challenge, origin: 'http://cm.test.evil', counter: 1 })
    expect(codeOf(await loginByPasskey(env, { ...entry(olga.email), passkey: phished }))).toBe('passkey_refused')
  })

  it('is a second step and a step-up, for its owner alone', async () => {
    const [pia, ren] = [await join('pia'), await join('ren')]
    const { passkey } = await add(pia)
    await add(ren)
    expect(codeOf(await login(env, { ...entry(pia.email), kind: 'api' }))).toBe('second_step_needed')
    const begun = valueOf(await beginLogin(env, entry(pia.email)))
    if (begun.kind !== 'second_step') throw new Error('no second step')
    const second = await passkey.sign({ challenge: await askLogin(begun.ticket), origin: ORIGIN, counter: 1 })
    valueOf(await finishLogin(env, { ...entry(pia.email), ticket: begun.ticket, code: '', passkey: second }))

    const ask = async (person: Person) => challengeOf(valueOf(await askStepUpPasskey(env, person.session, ORIGIN)))
    const answer = await passkey.sign({ challenge: await ask(pia), origin: ORIGIN, counter: 2 })
    expect(valueOf(await proveStepUp(env, pia.session, { passkey: answer }, Date.now()))).toEqual({
      method: 'passkey',
    })
    expect(codeOf(await proveStepUp(env, pia.session, { passkey: answer }, Date.now()))).toBe('step_up_wrong')
    const stolen = await passkey.sign({ challenge: await ask(ren), origin: ORIGIN, counter: 3 })
    expect(codeOf(await proveStepUp(env, ren.session, { passkey: stolen }, Date.now()))).toBe('step_up_wrong')
  })

  it('is the tenth at most: Rika is asked for no eleventh, and keeps none that was asked for before', async () => {
    const rika = await join('rika')
    const proof = { code: await ownCode(rika) }
    const challenge = challengeOf(valueOf(await askNewPasskey(env, rika.session, { proof, origin: ORIGIN })))
    await keepPasskeys(rika, 10)
    const aboveMax = { ok: false, refusal: { code: 'passkeys_above_max', facts: { bound: '10' } } }
    expect(await askNewPasskey(env, rika.session, { proof: {}, origin: ORIGIN })).toEqual(aboveMax)
    const text = await (await makeSoftPasskey()).register({ challenge, origin: ORIGIN })
    expect(await addPasskey(env, rika.session, { text, name: 'eleventh' })).toEqual(aboveMax)
    expect(await listOwnPasskeys(env, rika.userId)).toHaveLength(10)
  })

  it('is the tenth at most of two that arrive at once where nine are', async () => {
    const rui = await join('rui')
    const prepare = async () => {
      const proof = { code: await ownCode(rui) }
      const challenge = challengeOf(valueOf(await askNewPasskey(env, rui.session, { proof, origin: ORIGIN })))
      return (await makeSoftPasskey()).register({ challenge, origin: ORIGIN })
    }
    const texts = [await prepare(), await prepare()]
    await keepPasskeys(rui, 9)
    const answers = await Promise.all(texts.map((text) => addPasskey(env, rui.session, { text, name: 'tenth' })))
    expect(answers.map(codeOf).sort()).toEqual(['ok', 'passkeys_above_max'])
    expect(await listOwnPasskeys(env, rui.userId)).toHaveLength(10)
  })

  it('is removed after a proof: withdrawals wait, and a password is enough again', async () => {
    const sora = await join('sora')
    const { passkey, recoveryCodes } = await add(sora)
    const remove = (id: string, recoveryCode: string) =>
      removePasskey(env, sora.session, { id, proof: { recoveryCode } })
    const elsewhere = await openElsewhere(sora)
    expect(codeOf(await remove('not-mine', recoveryCodes[0] ?? ''))).toBe('passkey_not_found')
    expect(await isLive(elsewhere)).toBe(true)
    valueOf(await remove(passkey.id, recoveryCodes[1] ?? ''))
    expect([await isLive(elsewhere), await isLive(sora.session)]).toEqual([false, true])
    expect(await stateOf(sora)).toMatchObject({ passkeyCount: 0, recoveryCodesLeft: 0 })
    expect((await stateOf(sora)).withdrawalsLockedUntil).not.toBeNull()
    await enter(sora.email)
  })
})

describe('sessions', () => {
  it('of Taro are listed with device and place; he ends one, then all', async () => {
    const taro = await join('taro')
    const place = { country: 'JP', city: 'Osaka' }
    const { token } = valueOf(await login(env, { ...entry(taro.email), device: 'a phone', place }))
    const phone = await claimsOf(token)
    const rows = valueOf(await listSessions(env, taro.session))
    expect(rows.map(({ device, country, city, isOwn }) => [device, country, city, isOwn])).toEqual(
      expect.arrayContaining([
        ['a phone', 'JP', 'Osaka', false],
        ['a test', '', '', true],
      ]),
    )
    const ume = await join('ume')
    expect(codeOf(await endSession(env, ume.session, phone.sessionId))).toBe('session_not_found')
    expect(await isLive(phone)).toBe(true)
    valueOf(await endSession(env, taro.session, phone.sessionId))
    expect(await isLive(phone)).toBe(false)
    expect(codeOf(await listSessions(env, phone))).toBe('session_ended')
    valueOf(await endAllSessions(env, taro.session))
    expect(await isLive(taro.session)).toBe(false)
  })

  it('opened anew are told by mail, under the words that their owner has chosen', async () => {
    const vera = await join('vera')
    valueOf(await changePhrase(env, vera.session, 'Blue elephant'))
    const place = { country: 'JP', city: 'Osaka' }
    valueOf(await login(env, { ...entry(vera.email), device: 'Mozilla/5.0 (Windows NT 10.0) Chrome/1', place }))
    const { body } = await lastTo(vera.email, 'Osaka')
    expect(body).toMatch(/^Your phrase: Blue elephant\n\n/)
    expect(body).toContain('Chrome, Windows')
    expect((await lastTo(vera.email, await ownCode(vera))).body).toMatch(/^Your phrase: Blue elephant\n\n/)
  })
})
