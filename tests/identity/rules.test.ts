// What counts as an address, a password, a code and an invite code, at the edges.

import { describe, expect, it } from 'vitest'
import { checkNewPassword, parseCode, parseEmail, parseInviteCode } from '#domain/identity'
import { parseRecoveryCode } from '#domain/security'
import { nationalSpellings, parseAccount } from '#services/identity/account-name'
import { MisconfiguredError, requireConfiguration } from '../../server/env'
import { costOf, hashPassword, isPasswordRight } from '#services/identity/password'
import { randomCode, randomInviteCode, randomNickname } from '#services/identity/random'

describe('an account', () => {
  it.each([
    [' Alice@Example.COM ', 'alice@example.com'],
    ['a.b+c@mail.example.co.jp', 'a.b+c@mail.example.co.jp'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  ])('is the e-mail address %j', (text, email) => {
    expect(parseEmail(text)).toEqual({ ok: true, value: email })
  })

  it.each([
    '',
    '@',
    'a@',
    '@b.com',
    'a@b',
    'a b@c.com',
    'a@b..com',
    'a@-b.com',
    'あ@example.com',
    `${'a'.repeat(250)}@b.com`,
    'a@b.com\n',
  ])('is not the e-mail address %j, unless white space is all that is wrong', (text) => {
    expect(parseEmail(text).ok).toBe(text.trim() === 'a@b.com')
  })

  it.each([
    ['090-1234-5678', '81', '+819012345678'],
    ['9012345678', '+81', '+819012345678'],
    ['+81 90 1234 5678', undefined, '+819012345678'],
    ['(212) 555-0123', '1', '+12125550123'],
    ['+852 5123 4567', '', '+85251234567'],
  ])('is the mobile number %j with calling code %j', (text, areaCode, target) => {
    expect(parseAccount({ text, areaCode })).toMatchObject({ ok: true, value: { channel: 'sms', target } })
  })

  it.each([
    ['09012345678', undefined, 'mobile_malformed'],
    ['1', '81', 'mobile_malformed'],
    ['9'.repeat(300), '81', 'mobile_malformed'],
    ['9012345678', '999', 'mobile_malformed'],
    ['alice', undefined, 'email_malformed'],
    ['', '81', 'email_malformed'],
  ])('is not %j with calling code %j', (text, areaCode, code) => {
    expect(parseAccount({ text, areaCode })).toMatchObject({ ok: false, refusal: { code } })
  })

  it('may be a number as dialled at home, with its zero or without', () => {
    expect(nationalSpellings({ text: '090-1234-5678' })).toEqual(['09012345678', '9012345678'])
    expect(nationalSpellings({ text: '9012345678' })).toEqual(['9012345678'])
    expect(nationalSpellings({ text: 'alice' })).toEqual([])
  })
})

const PRODUCTION = { ENVIRONMENT: 'production' }

describe('a password', () => {
  it.each([
    ['sixsix', 'password_too_short'],
    ['sevenxx', 'ok'],
    ['x'.repeat(64), 'ok'],
    ['x'.repeat(65), 'password_too_long'],
    ['💰💰💰💰💰💰', 'password_too_short'],
    ['💰💰💰💰💰💰💰', 'ok'],
  ])('%j is %s', (password, expected) => {
    const outcome = checkNewPassword({ password, again: password })
    expect(outcome.ok ? 'ok' : outcome.refusal.code).toBe(expected)
  })

  it('is right however its accents were typed, and wrong with one letter changed', async () => {
    const stored = await hashPassword(PRODUCTION, 'caf\u00e9 au lait')
    expect(await isPasswordRight(PRODUCTION, 'cafe\u0301 au lait', stored)).toBe(true)
    expect(await isPasswordRight(PRODUCTION, 'cafe au lait', stored)).toBe(false)
    expect(await hashPassword(PRODUCTION, 'caf\u00e9 au lait')).not.toBe(stored)
  })

  it('of nobody is never right', async () => {
    expect(await isPasswordRight(PRODUCTION, '', null)).toBe(false)
    expect(await isPasswordRight(PRODUCTION, 'A'.repeat(43), null)).toBe(false)
  })

  it.each([
    ['production', undefined, 32768],
    ['production', '4', 32768],
    ['staging', '4', 32768],
    ['', '4', 32768],
    ['test', undefined, 32768],
    ['test', '4', 16],
    ['development', '10', 1024],
    // An exponent outside 4 to 15 is ignored.
    ['test', '3', 32768],
    ['test', '16', 32768],
    ['test', '1e1', 32768],
    ['test', '', 32768],
  ])('in %j with PASSWORD_COST %j is hashed with N = %d', (ENVIRONMENT, cost, expected) => {
    const env = cost === undefined ? { ENVIRONMENT } : { ENVIRONMENT, PASSWORD_COST: cost }
    expect(costOf(env)).toEqual({ N: expected, r: 8, p: 1 })
  })

  it('is proven by the cost that is written in its hash, whatever the cost is now', async () => {
    const cheap = { ENVIRONMENT: 'test', PASSWORD_COST: '4' }
    const dear = await hashPassword({ ...PRODUCTION, PASSWORD_COST: '4' }, 'correct horse')
    const low = await hashPassword(cheap, 'correct horse')
    expect(dear).toMatch(/^scrypt\$32768\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
    expect(low).toMatch(/^scrypt\$16\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
    for (const env of [PRODUCTION, cheap])
      for (const stored of [dear, low]) {
        expect(await isPasswordRight(env, 'correct horse', stored)).toBe(true)
        expect(await isPasswordRight(env, 'correct house', stored)).toBe(false)
      }
  })

  it('hashed cheaply stops the server everywhere but in development and tests', () => {
    const sound = {
      SESSION_SECRET: 'x'.repeat(32),
      QUOTES_SOURCE: 'kraken',
      DEMO_MODE: 'off',
      CHAIN_SOURCE: 'rpc',
    }
    const judge = (ENVIRONMENT: string, cost: object) => () => requireConfiguration({ ...sound, ENVIRONMENT, ...cost })
    expect(judge('production', {})).not.toThrow()
    expect(judge('production', { PASSWORD_COST: '4' })).toThrow('PASSWORD_COST is set')
    expect(judge('staging', { PASSWORD_COST: '15' })).toThrow(MisconfiguredError)
    expect(judge('test', { PASSWORD_COST: '4' })).not.toThrow()
    expect(judge('development', { PASSWORD_COST: '4' })).not.toThrow()
  })
})

describe('codes', () => {
  it('are six digits, spaces around them forgiven', () => {
    expect(parseCode(' 012345 ')).toEqual({ ok: true, value: '012345' })
    for (const text of ['12345', '1234567', '12345a', '１２３４５', '１２３４５６７', ''])
      expect(parseCode(text).ok, text).toBe(false)
    for (let draw = 0; draw < 200; draw += 1) expect(randomCode()).toMatch(/^\d{6}$/)
  })

  it('of invitation have eight unambiguous letters, in either case; none is fine', () => {
    expect(parseInviteCode('abcd2345')).toEqual({ ok: true, value: 'ABCD2345' })
    expect(parseInviteCode(' ')).toEqual({ ok: true, value: null })
    expect(parseInviteCode(undefined)).toEqual({ ok: true, value: null })
    for (const text of ['ABCD234', 'ABCD2340', 'ABCD234I', 'ABCD23456'])
      expect(parseInviteCode(text).ok, text).toBe(false)
    for (let draw = 0; draw < 200; draw += 1) expect(parseInviteCode(randomInviteCode()).ok).toBe(true)
  })

  it('and a first nickname fits the ten characters of a nickname', () => {
    expect(randomNickname()).toMatch(/^\w{2,10}$/)
  })
})

describe('what different keyboards type', () => {
  it('a code in full-width digits is the code', () => {
    expect(parseCode('１２３４５６')).toEqual({ ok: true, value: '123456' })
    expect(parseCode('　123456　')).toEqual({ ok: true, value: '123456' })
    expect(parseCode('１２３４５').ok).toBe(false)
    expect(parseRecoveryCode('ＡＢＣＤＥ－ＦＧＨＪＫ')).toBe('ABCDEFGHJK')
    expect(parseInviteCode('ａｂｃｄ２３４５')).toEqual({ ok: true, value: 'ABCD2345' })
  })

  it.each([
    ['caf\u00e9 au lait', 'cafe\u0301 au lait'],
    ['ｐａｓｓｗｏｒｄ', 'password'],
    ['\uac00\ub098\ub2e4\ub77c\ub9c8\ubc14\uc0ac', '\uac00\ub098\ub2e4\ub77c\ub9c8\ubc14\uc0ac'.normalize('NFD')],
  ])('%s and its other spelling are one password', (password, again) => {
    expect(checkNewPassword({ password, again })).toMatchObject({ ok: true })
  })

  it('a password is as long as it is seen', () => {
    expect(checkNewPassword({ password: 'e\u0301'.repeat(6), again: 'e\u0301'.repeat(6) })).toMatchObject({
      refusal: { code: 'password_too_short' },
    })
  })
})

it.each(['a@xn--e1afmkfd.xn--p1ai', 'a@mail.xn--fiqs8s', 'a@xn--bcher-kva.example'])('%s is an address', (text) => {
  expect(parseEmail(text)).toEqual({ ok: true, value: text })
})
it('writes the host of an address as the mail protocol does', () => {
  expect(parseEmail('Ann@MÜNCHEN.example')).toEqual({ ok: true, value: 'ann@xn--mnchen-3ya.example' })
  expect(parseEmail('ann@xn--mnchen-3ya.example')).toEqual({ ok: true, value: 'ann@xn--mnchen-3ya.example' })
})
it.each(['änn@munich.example', 'ann@127.0.0.1', 'ann@1', 'ann@mün chen.example', 'ann@mün/chen.example'])(
  '%s is none',
  (text) => {
    expect(parseEmail(text).ok).toBe(false)
  },
)
it.each(['a@b.xn--', 'a@b.xn--a-', 'a@b.x1'])('%s is none', (text) => {
  expect(parseEmail(text).ok).toBe(false)
})
