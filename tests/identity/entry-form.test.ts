// Errors of the entry forms before submission, and password strength.

import { describe, expect, test } from 'vitest'
import {
  type EntryFields,
  type EntryRules,
  checkEntry,
  fieldOfIdentityRefusal,
  readEntryBy,
  withCountry,
} from '../../app/forms/identity'
import { strengthOf } from '../../app/components/identity/strength-hint'

const ALICE: EntryFields = {
  by: 'email',
  account: 'alice@example.com',
  mobile: '',
  code: '123456',
  password: 'correct horse',
  passwordAgain: 'correct horse',
  inviteCode: '',
}
const REGISTER: EntryRules = { step: 'register', isCodeNeeded: true, isInviteRequired: false }

const codes = (fields: Partial<EntryFields>, rules: Partial<EntryRules> = {}) =>
  Object.fromEntries(
    Object.entries(checkEntry({ ...ALICE, ...fields }, { ...REGISTER, ...rules })).map(([field, refusal]) => [
      field,
      refusal.code,
    ]),
  )

describe('registration', () => {
  test('a whole form may be sent', () => expect(codes({})).toEqual({}))

  test('every field that is wrong has its own refusal at once', () =>
    expect(codes({ account: 'alice', code: '12345', password: 'short', inviteCode: 'O0' })).toEqual({
      account: 'email_malformed',
      code: 'code_malformed',
      password: 'password_too_short',
      inviteCode: 'invite_code_unknown',
    }))

  test('six characters are too few, seven are enough', () => {
    expect(codes({ password: '123456', passwordAgain: '123456' })).toEqual({ password: 'password_too_short' })
    expect(codes({ password: '1234567', passwordAgain: '1234567' })).toEqual({})
  })

  test('two passwords that differ are told at the second', () =>
    expect(codes({ passwordAgain: 'correct house' })).toEqual({ passwordAgain: 'passwords_differ' }))

  test('a site that sends no codes asks for none', () =>
    expect(codes({ code: '' }, { isCodeNeeded: false })).toEqual({}))

  test('an invite code may be compulsory, and is taken in small letters', () => {
    expect(codes({}, { isInviteRequired: true })).toEqual({ inviteCode: 'invite_code_missing' })
    expect(codes({ inviteCode: 'abcd2345' }, { isInviteRequired: true })).toEqual({})
  })

  test.each(['90 1234 5678', '090-1234-5678', '+81 90 1234 5678', '０９０１２３４５６７８'])(
    'the mobile number "%s" needs no e-mail',
    (mobile) => expect(codes({ by: 'mobile', account: '', mobile })).toEqual({}),
  )

  test.each(['', '12', 'alice@example.com'])('"%s" is no mobile number', (mobile) =>
    expect(codes({ by: 'mobile', mobile })).toEqual({ account: 'mobile_malformed' }),
  )
})

test('sending a code looks at the account only', () => {
  const empty = { code: '', password: '', passwordAgain: '' }
  expect(codes(empty, { step: 'send_code' })).toEqual({})
  expect(codes({ ...empty, account: '' }, { step: 'send_code' })).toEqual({ account: 'email_malformed' })
})

test('login asks for an account and a password of any length, and takes a number where an e-mail is expected', () => {
  const login = { step: 'login', isCodeNeeded: false } as const
  expect(codes({ account: '', password: '' }, login)).toEqual({ account: 'email_malformed', password: 'field_missing' })
  expect(codes({ account: '+819012345678', password: 'x' }, login)).toEqual({})
})

test('a refusal that belongs to no field belongs to the form', () => {
  expect(fieldOfIdentityRefusal('credentials_wrong')).toBe('form')
  expect(fieldOfIdentityRefusal('code_wrong')).toBe('code')
})

describe('strength of a password', () => {
  test.each([
    ['123456', 'short'],
    ['1234567', 'weak'],
    ['aaaaaaaaaaaaaaaaaaaa', 'weak'],
    ['correcthorse', 'fair'],
    ['Horse-7', 'fair'],
    ['correct horse battery staple', 'strong'],
    ['パスワードはひみつです。', 'fair'],
    ['Correct-Horse7', 'strong'],
  ])('"%s" is %s', (password, strength) => expect(strengthOf(password)).toBe(strength))
})

test('a word that names no kind of account is none, and does not become e-mail', () => {
  expect(['email', 'mobile', 'fax', '', undefined].map(readEntryBy)).toEqual(['email', 'mobile', null, null, null])
})

test('a chosen country leads back to where it was asked for, with everything else as it was', () => {
  expect(withCountry('/register?code=ABCD2345&country=JP&by=mobile', 'TH')).toBe(
    '/register?code=ABCD2345&country=TH&by=mobile',
  )
  expect(withCountry('/login', 'KR')).toBe('/login?by=mobile&country=KR')
})
