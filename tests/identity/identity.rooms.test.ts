// Registration, login, forgotten passwords and codes, against the real directory and real Account rooms.

import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { seedStatements } from '#db/platform/seed/index'
import { LANGUAGES } from '#domain/language'
import type { Outcome } from '#domain/outcome'
import { callAccount, callAccountAsSystem } from '#services/account-room'
import {
  type Disclosure,
  type EntryPurpose,
  checkCode,
  login,
  logout,
  register,
  resetPassword,
  sendCode,
} from '#services/identity'
import { getProfile } from '#services/profile'
import { attemptName } from '#services/identity/credentials'
import { listOutbox } from '#services/outbox'
import { type Session, verifySession } from '#session/session'
import { runSweep } from '../../server/cron/sweep'
import { textsOf } from '../kit/log-texts'

const PASSWORD = 'correct horse battery'

// Each password costs a hash, and a busy machine makes it slow.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

beforeAll(async () => {
  await env.DB.batch(seedStatements().map((statement) => env.DB.prepare(statement)))
})

beforeEach(async () => {
  await env.DB.batch(
    ['attempt_counter', 'verification_code', 'outbox_message'].map((table) => env.DB.prepare(`delete from ${table}`)),
  )
})

/** Log output during the work; a failure that an operator must see is part of the behaviour. */
async function logOf(work: () => Promise<unknown>): Promise<string[]> {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  try {
    await work()
    return textsOf(log)
  } finally {
    log.mockRestore()
  }
}

const codeOf = <Value>(outcome: Outcome<Value>): string => (outcome.ok ? 'ok' : outcome.refusal.code)

function valueOf<Value>(outcome: Outcome<Value>): Value {
  if (!outcome.ok) throw new Error(`refused: ${outcome.refusal.code}`)
  return outcome.value
}

interface Asked {
  readonly areaCode?: string
  readonly ip?: string
  readonly disclosure?: Disclosure
  readonly language?: 'jp' | 'en'
}

const ask = (
  text: string,
  purpose: EntryPurpose,
  { areaCode, ip = 'local', disclosure = { kind: 'silent' }, language = 'en' }: Asked = {},
) => sendCode(env, { account: { text, areaCode }, purpose, language, clientIp: ip, disclosure })

async function lastMessage() {
  const [message] = valueOf(await listOutbox(env))
  if (!message) throw new Error('the outbox is empty')
  return message
}

const lastCode = async (): Promise<string> => /\b\d{6}\b/.exec((await lastMessage()).body)?.[0] ?? 'no code'

/** Attempts at a registration code from an address. */
const checker = (text: string) => (code: string, clientIp: string) =>
  checkCode(env, { account: { text }, purpose: 'register', code, clientIp })

/** A six-digit code different from this one. */
const otherThan = (code: string): string => (code === '111111' ? '222222' : '111111')

interface Entry {
  readonly code?: string
  readonly areaCode?: string
  readonly password?: string
  readonly again?: string
  readonly inviteCode?: string | null
  readonly ip?: string
}

const submit = (
  text: string,
  { code = '', areaCode, password = PASSWORD, again = password, inviteCode = null, ip = 'local' }: Entry = {},
) =>
  register(env, {
    account: { text, areaCode },
    code,
    password,
    passwordAgain: again,
    inviteCode,
    language: 'en',
    clientIp: ip,
  })

/** Asks for a code, reads it from the outbox and registers. */
async function join(text: string, entry: Entry = {}): Promise<number> {
  await ask(text, 'register', entry.areaCode === undefined ? {} : { areaCode: entry.areaCode })
  return valueOf(await submit(text, { code: await lastCode(), ...entry })).userId
}

const enter = (
  text: string,
  password = PASSWORD,
  { ip = 'local', areaCode }: { ip?: string; areaCode?: string } = {},
) => login(env, { account: { text, areaCode }, password, clientIp: ip, device: 'test', kind: 'browser' })

async function sessionOf(text: string, password = PASSWORD): Promise<Session> {
  const { token } = valueOf(await enter(text, password))
  const claims = await verifySession(env, token, Date.now())
  if (!claims) throw new Error('the token proves nothing')
  return { userId: claims.userId, sessionId: claims.sessionId }
}

const changeBalances = async (session: Session) =>
  valueOf(await callAccount(env, session, { type: 'balances' }))
    .filter(({ available }) => available !== '0')
    .map(({ wallet, assetId, available }) => [wallet, assetId, available])

describe('registration', () => {
  it('gives Alice an account above 10000, play money in two wallets, and a session', async () => {
    const userId = await join('Alice@Example.com')
    expect(userId).toBeGreaterThan(10000)
    const session = await sessionOf('alice@example.com')
    expect(session.userId).toBe(userId)
    expect((await changeBalances(session)).sort()).toEqual([
      ['change', 1, '100000000'],
      ['change', 2, '10000000000000000000'],
      ['change', 3, '100000000000'],
      ['legal', 3, '10000000000'],
    ])
    const profile = valueOf(await getProfile(env, session))
    expect(profile.inviteCode).toMatch(/^[2-9A-HJ-NP-Z]{8}$/)
    expect(profile).toMatchObject({
      id: userId,
      account: 'alice@example.com',
      email: 'alice@example.com',
      mobile: null,
      language: 'en',
      reviewStatus: 0,
      isSeller: false,
      isMarketMaker: false,
      isProfessional: false,
    })
  })

  it('takes a Japanese mobile number, and its owner logs in with or without the country code', async () => {
    const userId = await join('090-1234-5678', { areaCode: '81' })
    expect((await lastMessage()).target).toBe('+819012345678')
    for (const [text, areaCode] of [
      ['09012345678', '81'],
      ['+81 90 1234 5678'],
      ['09012345678'],
      ['9012345678'],
    ] as const) {
      expect(valueOf(await enter(text, PASSWORD, areaCode === undefined ? {} : { areaCode })).userId, text).toBe(userId)
    }
  })

  it('stores no password and no code that could be read', async () => {
    await ask('hidden@example.com', 'register')
    const code = await lastCode()
    const kept = await env.DB.prepare('select code_hash from verification_code').first<string>('code_hash')
    expect(kept).not.toContain(code)
    valueOf(await submit('hidden@example.com', { code }))
    const hash = await env.DB.prepare(
      `select password_hash from user where email = 'hidden@example.com'`,
    ).first<string>('password_hash')
    expect(hash).toMatch(/^scrypt\$16\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
    expect(hash).not.toContain(PASSWORD)
  })

  it('gives two registrations of one address at once to one user', async () => {
    await env.DB.prepare(`update setting set value = '0' where key = 'yzm_radio'`).run()
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => submit('twins@example.com')))
    await env.DB.prepare(`update setting set value = '1' where key = 'yzm_radio'`).run()
    expect(outcomes.map(codeOf).sort()).toEqual(['account_exists', 'account_exists', 'account_exists', 'ok'])
    const count = await env.DB.prepare(
      `select count(*) as n from user where email = 'twins@example.com'`,
    ).first<number>('n')
    expect(count).toBe(1)
  })

  it('gives one code to one of two registrations at once', async () => {
    await ask('race@example.com', 'register')
    const code = await lastCode()
    const outcomes = await Promise.all([submit('race@example.com', { code }), submit('race@example.com', { code })])
    expect(outcomes.map(codeOf).sort()).toEqual(['code_wrong', 'ok'])
  })

  it.each([
    ['not an address', {}, 'email_malformed'],
    ['a@b', {}, 'email_malformed'],
    ['12345', { areaCode: '81' }, 'mobile_malformed'],
    ['9012345678', { areaCode: '99999' }, 'mobile_malformed'],
    ['bob@example.com', { password: 'sixsix' }, 'password_too_short'],
    ['bob@example.com', { password: 'x'.repeat(65) }, 'password_too_long'],
    ['bob@example.com', { again: 'something else' }, 'passwords_differ'],
    ['bob@example.com', { code: '12345' }, 'code_malformed'],
    ['bob@example.com', { code: '１２３４５６' }, 'code_wrong'],
    ['bob@example.com', { code: '123456' }, 'code_wrong'],
    ['bob@example.com', { code: '123456', inviteCode: 'NOBODY00' }, 'invite_code_unknown'],
    ['bob@example.com', { code: '123456', inviteCode: '22222222' }, 'invite_code_unknown'],
  ])('refuses %j with %j as %s', async (text, entry: Entry, code) => {
    expect(codeOf(await submit(text, entry))).toBe(code)
  })

  it('accepts seven characters, and sixty-four of any script', async () => {
    await join('seven@example.com', { password: 'sevenxx' })
    await join('sixtyfour@example.com', { password: '密'.repeat(64) })
    expect(codeOf(await enter('sixtyfour@example.com', '密'.repeat(64)))).toBe('ok')
  })

  it('wants an invite code when the site says so, and remembers the inviter', async () => {
    const inviterId = await join('inviter@example.com')
    const inviter = valueOf(await getProfile(env, await sessionOf('inviter@example.com')))
    await env.DB.prepare(`update setting set value = '1' where key = 'sharar_radio'`).run()
    expect(codeOf(await submit('friend@example.com', { code: '123456' }))).toBe('invite_code_missing')
    const userId = await join('friend@example.com', { inviteCode: inviter.inviteCode.toLowerCase() })
    await env.DB.prepare(`update setting set value = '0' where key = 'sharar_radio'`).run()
    expect(await env.DB.prepare('select inviter_id from user where id = ?').bind(userId).first('inviter_id')).toBe(
      inviterId,
    )
  })

  it('answers an address that is registered already as any other, and tells its owner by mail', async () => {
    await join('known@example.com')
    await env.DB.prepare('delete from attempt_counter').run()
    expect(codeOf(await ask('known@example.com', 'register'))).toBe('ok')
    expect((await lastMessage()).subject).toBe('CM: you already have an account')
    expect(await lastCode()).toBe('no code')
    expect(codeOf(await submit('known@example.com', { code: '123456' }))).toBe('code_wrong')
  })

  it('tells an API client what the wire contract asks for', async () => {
    await join('wire@example.com')
    await env.DB.prepare('delete from attempt_counter').run()
    const disclosure = { kind: 'contract', later: (work: Promise<unknown>) => void work } as const
    expect(codeOf(await ask('wire@example.com', 'register', { disclosure }))).toBe('account_exists')
  })

  it('stands open to a neighbour of who tries in vain, for two hundred tries an hour', async () => {
    const ip = '203.0.113.7'
    const inVain = async (times: number) => {
      const tries = []
      for (let index = 0; index < times; index += 1)
        tries.push(codeOf(await submit('many@example.com', { code: '1', ip })))
      return tries
    }
    expect(new Set(await inVain(30))).toEqual(new Set(['code_malformed']))
    await ask('neighbour@example.com', 'register', { ip })
    expect(codeOf(await submit('neighbour@example.com', { code: await lastCode(), ip }))).toBe('ok')
    expect((await inVain(170)).at(-1)).toBe('too_many_requests')
  })

  it('makes twenty accounts at one address in an hour; the code of who must wait stays good', async () => {
    const ip = '203.0.113.8'
    const made = []
    for (let index = 0; index < 21; index += 1) {
      const email = `office-${index}@example.com`
      await ask(email, 'register', { ip: `198.51.100.${index + 1}` })
      made.push(codeOf(await submit(email, { code: await lastCode(), ip })))
    }
    expect(new Set(made.slice(0, 20))).toEqual(new Set(['ok']))
    expect(made[20]).toBe('too_many_requests')
    expect(codeOf(await submit('office-20@example.com', { code: await lastCode(), ip: '203.0.113.9' }))).toBe('ok')
  })
})

describe('a code', () => {
  it('is six digits in the reader’s language, and is good for checking and then for registering, once', async () => {
    await ask('carol@example.com', 'register', { language: 'jp' })
    expect((await lastMessage()).subject).toBe('【CM】新規登録の認証コード')
    const code = await lastCode()
    const check = (text: string) =>
      checkCode(env, { account: { text: 'carol@example.com' }, purpose: 'register', code: text, clientIp: 'local' })
    expect(codeOf(await check(code))).toBe('ok')
    expect(codeOf(await check(otherThan(code)))).toBe('code_wrong')
    expect(codeOf(await submit('carol@example.com', { code }))).toBe('ok')
    expect(codeOf(await check(code))).toBe('code_wrong')
  })

  it('is dead after five wrong guesses, even for the right one', async () => {
    await ask('dave@example.com', 'register')
    const code = await lastCode()
    for (let guess = 0; guess < 5; guess += 1) {
      expect(codeOf(await submit('dave@example.com', { code: otherThan(code) }))).toBe('code_wrong')
    }
    expect(codeOf(await submit('dave@example.com', { code }))).toBe('code_wrong')
  })

  it('stands five guesses at once, and no more', async () => {
    await ask('eve@example.com', 'register')
    const code = await lastCode()
    const check = checker('eve@example.com')
    const guess = () => check(otherThan(code), 'local')
    await Promise.all(Array.from({ length: 4 }, guess))
    expect(codeOf(await check(code, 'local'))).toBe('ok')
    await Promise.all(Array.from({ length: 4 }, guess))
    expect(codeOf(await check(code, 'local'))).toBe('code_wrong')
  })

  it('stays good for who has asked for it, however many strangers guess at it', async () => {
    await ask('gus@example.com', 'register', { ip: '203.0.113.1' })
    const code = await lastCode()
    const check = checker('gus@example.com')
    for (const stranger of ['198.51.100.1', '198.51.100.2', '198.51.100.3']) {
      for (let guess = 0; guess < 6; guess += 1)
        expect(codeOf(await check(otherThan(code), stranger))).toBe('code_wrong')
    }
    expect(codeOf(await check(otherThan(code), '203.0.113.1'))).toBe('code_wrong')
    expect(codeOf(await check(code, '203.0.113.1'))).toBe('ok')
    expect(codeOf(await submit('gus@example.com', { code, ip: '203.0.113.1' }))).toBe('ok')
  })

  it('can be brought from elsewhere while one stranger guesses, and by no stranger after ten wrong guesses of all of them', async () => {
    await ask('ida@example.com', 'register', { ip: '203.0.113.1' })
    const code = await lastCode()
    const check = checker('ida@example.com')
    for (let guess = 0; guess < 20; guess += 1) await check(otherThan(code), '198.51.100.1')
    expect(codeOf(await check(code, '198.51.100.1'))).toBe('code_wrong')
    expect(codeOf(await check(code, '198.51.100.9'))).toBe('ok')

    await Promise.all(Array.from({ length: 8 }, (_, n) => check(otherThan(code), `198.51.100.${10 + n}`)))
    expect(codeOf(await check(code, '198.51.100.30'))).toBe('code_wrong')
    expect(codeOf(await check(code, '203.0.113.1'))).toBe('ok')
  })

  it('asked for anew has all its tries again', async () => {
    await ask('jan@example.com', 'register')
    const check = checker('jan@example.com')
    const first = await lastCode()
    for (let guess = 0; guess < 6; guess += 1) await check(otherThan(first), 'local')
    await env.DB.prepare("delete from attempt_counter where key like 'code:%'").run()
    await ask('jan@example.com', 'register')
    expect(codeOf(await check(await lastCode(), 'local'))).toBe('ok')
  })

  it('is good for ten minutes', async () => {
    await ask('frank@example.com', 'register')
    const code = await lastCode()
    await env.DB.prepare('update verification_code set expires_at = ?').bind(Date.now()).run()
    expect(codeOf(await submit('frank@example.com', { code }))).toBe('code_wrong')
  })

  it('of one purpose or one person is worth nothing for another', async () => {
    await join('grace@example.com')
    await env.DB.prepare('delete from attempt_counter').run()
    await ask('grace@example.com', 'forget')
    const code = await lastCode()
    const elsewhere = { account: { text: 'heidi@example.com' }, purpose: 'forget', code, clientIp: 'local' } as const
    expect(codeOf(await checkCode(env, elsewhere))).toBe('code_wrong')
    expect(
      codeOf(await checkCode(env, { ...elsewhere, account: { text: 'grace@example.com' }, purpose: 'register' })),
    ).toBe('code_wrong')
    expect(codeOf(await checkCode(env, { ...elsewhere, account: { text: 'grace@example.com' } }))).toBe('ok')
  })

  it('replaces the one before it', async () => {
    await ask('ivan@example.com', 'register')
    const first = await lastCode()
    await env.DB.prepare('delete from attempt_counter').run()
    await ask('ivan@example.com', 'register')
    const second = await lastCode()
    if (first !== second) expect(codeOf(await submit('ivan@example.com', { code: first }))).toBe('code_wrong')
    expect(codeOf(await submit('ivan@example.com', { code: second }))).toBe('ok')
  })

  it('is sent once a minute, ten times a day for one address and forty in all, and thirty times an hour from one address', async () => {
    expect(codeOf(await ask('judy@example.com', 'register'))).toBe('ok')
    const again = await ask('judy@example.com', 'register')
    expect(again).toMatchObject({ ok: false, refusal: { code: 'too_many_requests', facts: { seconds: '60' } } })
    const judyAgain = async (from: string) => {
      await env.DB.prepare(`delete from attempt_counter where key like 'code:minute:%'`).run()
      return codeOf(await ask('judy@example.com', 'register', { ip: from }))
    }
    for (let sent = 0; sent < 10; sent += 1) expect(await judyAgain('203.0.113.8'), `${sent}`).toBe('ok')
    expect(await judyAgain('203.0.113.8')).toBe('too_many_requests')
    await env.DB.prepare(`update attempt_counter set count = 39 where key like 'code:day:judy%'`).run()
    expect(await judyAgain('203.0.113.10')).toBe('ok')
    expect(await judyAgain('203.0.113.11')).toBe('too_many_requests')

    const ip = '203.0.113.9'
    for (let sent = 0; sent < 30; sent += 1)
      expect(codeOf(await ask(`user${sent}@example.com`, 'register', { ip }))).toBe('ok')
    expect(codeOf(await ask('user30@example.com', 'register', { ip }))).toBe('too_many_requests')
  })

  it('is not used up for its owner by a stranger who keeps asking', async () => {
    for (let asked = 0; asked < 45; asked += 1) await ask('olga@example.com', 'register', { ip: '203.0.113.30' })
    await env.DB.prepare(`delete from attempt_counter where key like 'code:minute:%'`).run()
    expect(codeOf(await ask('olga@example.com', 'register', { ip: '203.0.113.31' }))).toBe('ok')
  })

  it('that cannot be sent is refused, and may be asked for again at once', async () => {
    const broken = { ...env, MAIL_SENDER: 'http' }
    const request = {
      account: { text: 'ken@example.com' },
      purpose: 'register',
      language: 'en',
      clientIp: 'local',
      disclosure: { kind: 'silent' },
    } as const
    const log = await logOf(async () => {
      expect(codeOf(await sendCode(broken, request))).toBe('message_not_sent')
    })
    expect(log).toEqual(['mail: MAIL_TOKEN and MAIL_FROM must be set'])
    expect(codeOf(await sendCode(env, request))).toBe('ok')
  })
})

/** Fifty wrong passwords within the hour, from five addresses. */
async function lockOut(text: string): Promise<void> {
  await enter(text, 'a guess', { ip: '198.51.100.1' })
  await env.DB.prepare(`update attempt_counter set count = 50 where key like 'login:account:%'`).run()
}

describe('login', () => {
  it('answers a wrong password and an unknown account alike', async () => {
    await join('lena@example.com')
    const wrong = await enter('lena@example.com', 'wrong password')
    const unknown = await enter('nobody@example.com', 'wrong password')
    expect(wrong).toEqual(unknown)
    expect(codeOf(wrong)).toBe('credentials_wrong')
    expect(codeOf(await enter('', ''))).toBe('credentials_wrong')
    expect(codeOf(await enter("' or 1=1 --", 'x'))).toBe('credentials_wrong')
  })

  it('is stopped after ten wrong passwords, from that address and for that account only', async () => {
    await join('mallory@example.com')
    await join('victim@example.com')
    const ip = '203.0.113.20'
    const guess = (number: number) => enter('victim@example.com', `guess number ${number}`, { ip })
    expect(codeOf(await guess(1))).toBe('credentials_wrong')
    await env.DB.prepare(`update attempt_counter set count = 9 where key like 'login:pair:%'`).run()
    expect(codeOf(await guess(10))).toBe('credentials_wrong')
    expect(codeOf(await enter('victim@example.com', PASSWORD, { ip }))).toBe('too_many_requests')
    expect(codeOf(await enter('victim@example.com', PASSWORD, { ip: '203.0.113.21' }))).toBe('ok')
    expect(codeOf(await enter('mallory@example.com', PASSWORD, { ip }))).toBe('ok')
  })

  it('is not stopped for its owner by a stranger who is stopped already', async () => {
    await join('otto@example.com')
    await enter('otto@example.com', 'a guess', { ip: '203.0.113.40' })
    await env.DB.prepare(`update attempt_counter set count = 10 where key like 'login:pair:%'`).run()
    for (let guess = 0; guess < 60; guess += 1) await enter('otto@example.com', 'a guess', { ip: '203.0.113.40' })
    expect(codeOf(await enter('otto@example.com', PASSWORD, { ip: '203.0.113.41' }))).toBe('ok')
  })

  it('is open to Quilla from where she has come in before, while guesses from everywhere have shut the account', async () => {
    const [home, elsewhere] = ['203.0.113.50', '203.0.113.51']
    await join('quilla@example.com', { ip: home })
    await lockOut('quilla@example.com')
    expect(codeOf(await enter('quilla@example.com', PASSWORD, { ip: elsewhere }))).toBe('too_many_requests')
    expect(codeOf(await enter('quilla@example.com', PASSWORD, { ip: home }))).toBe('ok')
    expect(codeOf(await enter('quilla@example.com', PASSWORD, { ip: elsewhere }))).toBe('too_many_requests')
    // Here too ten password attempts are the limit, and the answer doesn't reveal her location.
    for (let guess = 0; guess < 10; guess += 1)
      expect(codeOf(await enter('quilla@example.com', 'a guess', { ip: home }))).toBe('credentials_wrong')
    expect(codeOf(await enter('quilla@example.com', PASSWORD, { ip: home }))).toBe('too_many_requests')
    const keys = await env.DB.prepare(`select key from attempt_counter where key like 'known:%'`).all<{ key: string }>()
    expect(JSON.stringify(keys.results)).not.toMatch(/quilla|203\.0/)
  })

  it('is open to Rosalie at a new address once a code from her mail has set a new password there', async () => {
    const ip = '203.0.113.53'
    await join('rosalie@example.com', { ip: '203.0.113.52' })
    await lockOut('rosalie@example.com')
    await env.DB.prepare(`update attempt_counter set count = 10 where key like 'login:pair:%'`).run()
    for (let slip = 0; slip < 11; slip += 1) await enter('rosalie@example.com', 'a slip of hers', { ip })
    expect(codeOf(await enter('rosalie@example.com', PASSWORD, { ip }))).toBe('too_many_requests')
    await ask('rosalie@example.com', 'forget', { ip })
    const password = { password: 'a new password', passwordAgain: 'a new password' }
    const reset = { account: { text: 'rosalie@example.com' }, code: await lastCode(), ...password, clientIp: ip }
    expect(codeOf(await resetPassword(env, reset))).toBe('ok')
    expect(codeOf(await enter('rosalie@example.com', 'a new password', { ip }))).toBe('ok')
  })

  it('is open to Rhea at home, however often neighbours behind her address try other names', async () => {
    const ip = '203.0.113.60'
    await join('rhea@example.com', { ip })
    await enter('neighbour@example.com', 'a guess', { ip })
    await env.DB.prepare(`update attempt_counter set count = 100 where key like 'login:ip:%'`).run()
    expect(codeOf(await enter('other@example.com', 'a guess', { ip }))).toBe('too_many_requests')
    expect(codeOf(await enter('rhea@example.com', PASSWORD, { ip }))).toBe('ok')
  })

  it('by a code is left to Sarai at home, however many codes strangers had sent to her from everywhere', async () => {
    const ip = '203.0.113.54'
    await join('sarai@example.com', { ip })
    await ask('sarai@example.com', 'forget', { ip: '203.0.113.55' })
    await env.DB.prepare(`update attempt_counter set count = 40 where key like 'code:day:%'`).run()
    await env.DB.prepare(`delete from attempt_counter where key like 'code:minute:%'`).run()
    expect(codeOf(await ask('sarai@example.com', 'forget', { ip: '203.0.113.56' }))).toBe('too_many_requests')
    expect(codeOf(await ask('sarai@example.com', 'forget', { ip }))).toBe('ok')
  })

  it('counts every spelling of a national number as one', () => {
    const spellings = ['09063881269', '0 906-388 1269', '(0906) 388.1269', '9063881269']
    expect(new Set(spellings.map((text) => attemptName({ text }))).size).toBe(1)
  })

  it('does not count right passwords against anybody', async () => {
    await join('nina@example.com')
    expect(codeOf(await enter('nina@example.com', 'a slip of hers'))).toBe('credentials_wrong')
    await env.DB.prepare(`update attempt_counter set count = 9 where key like 'login:pair:%'`).run()
    expect(codeOf(await enter('nina@example.com'))).toBe('ok')
    const counters = await env.DB.prepare(
      `select count(*) as n from attempt_counter where key like 'login:%'`,
    ).first<number>('n')
    expect(counters).toBe(0)
  })

  it('ends with logout: the token is genuine still and worth nothing', async () => {
    await join('oscar@example.com')
    const session = await sessionOf('oscar@example.com')
    const other = await sessionOf('oscar@example.com')
    await logout(env, session)
    expect(codeOf(await getProfile(env, session))).toBe('session_ended')
    expect(codeOf(await getProfile(env, other))).toBe('ok')
  })
})

describe('a forgotten password', () => {
  it('is replaced with a code from the mail; the old one and every session are worth nothing', async () => {
    await join('peggy@example.com')
    const session = await sessionOf('peggy@example.com')
    await ask('peggy@example.com', 'forget')
    const entry = {
      account: { text: 'peggy@example.com' },
      code: await lastCode(),
      password: 'a new password',
      passwordAgain: 'a new password',
      clientIp: 'local',
    }
    expect(codeOf(await resetPassword(env, { ...entry, passwordAgain: 'another' }))).toBe('passwords_differ')
    expect(codeOf(await resetPassword(env, entry))).toBe('ok')
    expect((await lastMessage()).subject).toBe('CM: Security settings changed')
    expect(codeOf(await resetPassword(env, entry))).toBe('code_wrong')
    expect(codeOf(await getProfile(env, session))).toBe('session_ended')
    expect(codeOf(await enter('peggy@example.com'))).toBe('credentials_wrong')
    expect(codeOf(await enter('peggy@example.com', 'a new password'))).toBe('ok')
  })

  it('opens nothing for a login with the old one that was under way meanwhile', async () => {
    await join('trent@example.com')
    await ask('trent@example.com', 'forget')
    const [entered, reset] = await Promise.all([
      enter('trent@example.com'),
      resetPassword(env, {
        account: { text: 'trent@example.com' },
        code: await lastCode(),
        password: 'a new password',
        passwordAgain: 'a new password',
        clientIp: 'local',
      }),
    ])
    expect(codeOf(reset)).toBe('ok')
    if (!entered.ok) return
    const claims = await verifySession(env, entered.value.token, Date.now())
    expect(codeOf(await getProfile(env, { userId: entered.value.userId, sessionId: claims?.sessionId ?? '' }))).toBe(
      'session_ended',
    )
  })

  it('over the wire is answered alike for whoever exists and nobody, before any gateway is asked, and nobody gets no mail', async () => {
    await join('walter@example.com')
    await env.DB.prepare('delete from outbox_message').run()
    const [there, nowhere]: [Promise<unknown>[], Promise<unknown>[]] = [[], []]
    const slow = { ...env, MAIL_SENDER: 'http', MAIL_TOKEN: 'x', MAIL_FROM: 'x' }
    vi.stubGlobal('fetch', () => new Promise<Response>((_, fail) => setTimeout(() => fail(new TypeError('slow')), 300)))
    const wired = (text: string, later: Promise<unknown>[], within: Env = slow) =>
      sendCode(within, {
        account: { text },
        purpose: 'forget',
        language: 'en',
        clientIp: 'local',
        disclosure: { kind: 'contract', later: (work) => later.push(work) },
      })
    const answer = { ok: true, value: { waitSeconds: 60 } }
    expect(await wired('walter@example.com', there)).toEqual(answer)
    expect(await wired('nowhere@example.com', nowhere)).toEqual(answer)
    // A repeat within the minute reveals nothing either.
    expect(await wired('walter@example.com', [])).toEqual(await wired('nowhere@example.com', []))
    expect([there.length, nowhere.length]).toEqual([1, 0])
    expect(await logOf(() => Promise.all(there))).toEqual([expect.stringContaining('could not be reached')])
    vi.unstubAllGlobals()
    await env.DB.prepare('delete from attempt_counter').run()
    for (const text of ['walter@example.com', 'nowhere@example.com']) await wired(text, there, env)
    await Promise.all(there)
    expect(valueOf(await listOutbox(env)).map(({ target }) => target)).toEqual(['walter@example.com'])
  })

  it('of nobody is answered as any other; the mail says that there is no account', async () => {
    expect(codeOf(await ask('stranger@example.com', 'forget'))).toBe('ok')
    expect((await lastMessage()).subject).toBe('CM: no account with this email address')
    const entry = {
      account: { text: 'stranger@example.com' },
      code: '123456',
      password: PASSWORD,
      passwordAgain: PASSWORD,
      clientIp: 'local',
    }
    expect(codeOf(await resetPassword(env, entry))).toBe('code_wrong')
  })
})

describe('what a crash left owed', () => {
  it('is paid by the next login: play money, once', async () => {
    const userId = await join('quinn@example.com')
    await env.DB.prepare(`update user set demo_grant_owed = 'demo:1' where id = ?`).bind(userId).run()
    const session = await sessionOf('quinn@example.com')
    expect(await changeBalances(session)).toContainEqual(['change', 3, '100000000000'])
    expect(
      await env.DB.prepare('select demo_grant_owed from user where id = ?').bind(userId).first('demo_grant_owed'),
    ).toBeNull()
  })

  it('is paid by the sweep: a user whose process died before the grant, and sessions that should have ended', async () => {
    const userId = await join('rita@example.com')
    const session = await sessionOf('rita@example.com')
    await env.DB.batch([
      env.DB.prepare('update user set is_session_end_owed = 1 where id = ?').bind(userId),
      env.DB.prepare(
        `insert into user (email, password_hash, nickname, language, invite_code, demo_grant_owed, created_at, password_changed_at)
         values ('half@example.com', 'x', 'Half', 'en', 'HALFHALF', 'demo:1', 1, 1)`,
      ),
    ])
    await runSweep(env, Date.now())
    expect(codeOf(await getProfile(env, session))).toBe('session_ended')
    const half = await env.DB.prepare(`select id, demo_grant_owed from user where email = 'half@example.com'`).first<{
      id: number
      demo_grant_owed: null
    }>()
    expect(half?.demo_grant_owed).toBeNull()
    expect((await callAccountAsSystem(env, half?.id ?? 0, { type: 'verify' })).isSound).toBe(true)
  })

  it('throws away codes, counters and messages that have expired, and keeps the others', async () => {
    await ask('sam@example.com', 'register')
    const week = 7 * 24 * 60 * 60 * 1000
    const left = async () => {
      const tables = ['verification_code', 'attempt_counter', 'outbox_message']
      const counts = await env.DB.batch<{ n: number }>(
        tables.map((table) => env.DB.prepare(`select count(*) as n from ${table}`)),
      )
      return counts.map(({ results }) => results[0]?.n)
    }
    await runSweep(env, Date.now())
    // Three mails of the requests, and the mail with the daily hash of the desk's log.
    expect(await left()).toEqual([1, 4, 1])
    await runSweep(env, Date.now() + week + 1000)
    expect(await left()).toEqual([0, 1, 0])
  })
})

describe('the outbox', () => {
  it('is closed outside development, whatever is in it', async () => {
    await ask('tom@example.com', 'register')
    expect(codeOf(await listOutbox({ ...env, ENVIRONMENT: 'production' }))).toBe('outbox_closed')
    expect(valueOf(await listOutbox(env))).toHaveLength(1)
  })

  it('is never used in production: nothing is sent rather than shown', async () => {
    const production = { ...env, ENVIRONMENT: 'production' }
    const request = {
      account: { text: 'uma@example.com' },
      purpose: 'register',
      language: 'en',
      clientIp: '203.0.113.50',
      disclosure: { kind: 'silent' },
    } as const
    const log = await logOf(async () => {
      expect(codeOf(await sendCode(production, request))).toBe('message_not_sent')
    })
    expect(log).toEqual(['mail: sender "outbox" is not available in production'])
    expect(valueOf(await listOutbox(env))).toHaveLength(0)
  })

  it('reads in each of the eight languages, by mail and by SMS', async () => {
    for (const [index, language] of LANGUAGES.entries()) {
      for (const [text, areaCode] of [
        [`reader${index}@example.com`, undefined],
        [`090123456${index}0`, '81'],
      ] as const) {
        const sent = await sendCode(env, {
          account: { text, areaCode },
          purpose: 'register',
          language,
          clientIp: 'local',
          disclosure: { kind: 'silent' },
        })
        expect(codeOf(sent), `${language} ${text}`).toBe('ok')
        const { body, subject } = await lastMessage()
        expect(body, language).toMatch(/\d{6}/)
        expect(body + subject, language).not.toMatch(/\{\{|undefined/)
        // A text message has no title.
        expect(subject === '', `${language} ${text}`).toBe(areaCode !== undefined)
      }
    }
  })
})
