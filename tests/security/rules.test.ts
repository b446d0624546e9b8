// Rules for nicknames, signatures, anti-phishing phrases and recovery codes; device names.

import { describe, expect, test } from 'vitest'
import { deviceName, isHandheld } from '#domain/device'
import type { Outcome } from '#domain/outcome'
import { parseNickname, parseSignature } from '#domain/profile'
import {
  isWithdrawalLocked,
  parsePhrase,
  parseRecoveryCode,
  stepUpMethodsOf,
  writeRecoveryCode,
} from '#domain/security'
import { readOwnerForm, readStepUpForm } from '../../app/forms/step-up'

const valueOf = (outcome: Outcome<string>): string => (outcome.ok ? outcome.value : `refused: ${outcome.refusal.code}`)

describe('a nickname', () => {
  test.each([
    ['Al', 'Al'],
    ['田中太郎', '田中太郎'],
    ['  Bob42 ', 'Bob42'],
    ['Ｂｏｂ', 'Bob'],
    ['一二三四五六七八九十', '一二三四五六七八九十'],
    ['さくら', 'さくら'],
    ['マリー', 'マリー'],
    ['ﾀﾅｶ', 'タナカ'],
    ['김서연', '김서연'],
    ['สมชาย', 'สมชาย'],
    ['น้ำฝน', 'น้ำฝน'],
    ['Zoé', 'Zoé'],
    ['Zoe\u0301', 'Zoé'],
    ['Íñigo7', 'Íñigo7'],
  ])('%s is one', (typed, kept) => expect(valueOf(parseNickname(typed))).toBe(kept))

  test.each([
    'A',
    'あ',
    'Elevenchars',
    'あいうえおかきくけこさ',
    'a b',
    'a_b',
    'さくら・春',
    'Вова',
    'Βου',
    'Wo\u200bw',
    '\u0e49กข',
    'ก\u0e49\u0e49\u0e49',
    'x\u0336y\u0336',
    '<b>',
    '',
    '👍👍',
    '\u3164\u3164',
    'ada\u3164',
    'ada\uffa0',
    '\u115f\u1160',
  ])('%j is none', (typed) => expect(valueOf(parseNickname(typed))).toBe('refused: nickname_malformed'))

  test.each([
    ...['Support', 'CMsupp0rt', 'Admin01', 'OfficiaI', '0fficial', 'Süpport', 'moderator', 'Officiel', 'Soporte'],
    ...['官方客服', '小管理员', '公式アカウント', 'CMサポート', '運営スタッフ', '고객센터', '관리자', 'แอดมิน'],
  ])('%j is one that staff would have', (typed) =>
    expect(valueOf(parseNickname(typed))).toBe('refused: nickname_of_staff'),
  )

  test('whoever plays badminton may say so', () => expect(valueOf(parseNickname('Badminton'))).toBe('Badminton'))
})

describe('a signature', () => {
  test.each([
    ['  よろしく お願いします ', 'よろしく お願いします'],
    ['a'.repeat(30), 'a'.repeat(30)],
    ['', ''],
  ])('%s is one', (typed, kept) => expect(valueOf(parseSignature(typed))).toBe(kept))

  test.each(['a', 'a'.repeat(31), 'buy!', 'さあ、買おう', '<script>', 'a.b', '\u3164\u3164', 'hi\u115f'])(
    '%j is none',
    (typed) => expect(valueOf(parseSignature(typed))).toBe('refused: signature_malformed'),
  )
})

test('a phrase has four to thirty characters on one line, or is taken away', () => {
  expect(valueOf(parsePhrase(' Blue elephant! '))).toBe('Blue elephant!')
  expect(valueOf(parsePhrase(''))).toBe('')
  for (const typed of ['abc', 'a'.repeat(31), 'two\nlines', 'turned\u202eround'])
    expect(valueOf(parsePhrase(typed))).toBe('refused: phrase_malformed')
})

test('a recovery code is read however it was copied', () => {
  expect(writeRecoveryCode('ABCDEFGHJK')).toBe('ABCDE-FGHJK')
  expect(parseRecoveryCode(' abcde-fghjk ')).toBe('ABCDEFGHJK')
  expect(parseRecoveryCode('ABCDE-FGHI0')).toBeNull()
  expect(parseRecoveryCode('123456')).toBeNull()
})

test('withdrawals are open again at the very moment that the lock ends', () => {
  expect(isWithdrawalLocked(null, 1000)).toBe(false)
  expect(isWithdrawalLocked(1000, 999)).toBe(true)
  expect(isWithdrawalLocked(1000, 1000)).toBe(false)
})

test('the app is offered before the password, and nothing that is not set', () => {
  expect(stepUpMethodsOf({ hasPayPassword: true, hasTotp: true, passkeyCount: 2 })).toEqual([
    'totp',
    'pay_password',
    'passkey',
  ])
  expect(stepUpMethodsOf({ hasPayPassword: false, hasTotp: false, passkeyCount: 0 })).toEqual([])
})

test('a form proves by the way that was chosen, whatever else its fields hold', () => {
  const form = new FormData()
  form.set('pay_password', 'typed first')
  form.set('totp_code', '123456')
  form.set('own_code', '654321')
  expect(readStepUpForm(form)).toEqual({ payPassword: 'typed first', totpCode: '123456' })
  form.set('proof', 'totp')
  expect(readOwnerForm(form)).toEqual({ totpCode: '123456', code: '654321' })
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
    'Chrome, Windows',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge, Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari, iPhone',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
  ['my-trading-bot/2.1', 'my-trading-bot/2.1'],
  ['', ''],
])('%s is called "%s"', (agent, name) => expect(deviceName(agent)).toBe(name))

test.each([
  ['Safari, iPhone', true],
  ['Chrome, Android', true],
  ['iPad', true],
  ['Chrome, Linux', false],
  ['my-trading-bot/2.1 for Android phones', false],
  ['', false],
])('"%s" is held in a hand: %s', (name, isHeld) => expect(isHandheld(name)).toBe(isHeld))
