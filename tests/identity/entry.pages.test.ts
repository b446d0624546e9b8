// Registration and login without scripts: wrong code, field errors, mobile number with a chosen country, and password reset.

import { randomInt, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readCode } from '../kit/identity'
import { Visitor, openPerson } from '../kit/visitor'

const PASSWORD = 'correct horse'
const PAIR = '/trade/spot/BTC-USDT'
const PASSWORDS = { password: PASSWORD, passwordAgain: PASSWORD, consent: true }

test('a wrong code is refused beside the code; the right one registers', async () => {
  const kate = new Visitor()
  const account = `${randomUUID().slice(0, 8)}@example.com`
  let page = await (await kate.open('/register')).form('Send code').fill({ account }).send()
  const right = await readCode(kate, account)
  const wrong = right === '000000' ? '111111' : '000000'
  page = await page
    .form('Create account')
    .fill({ ...PASSWORDS, account, code: wrong })
    .send()
  expect(page.problemAt('code')).not.toBe('')
  expect(page.field('account')).toBe(account)
  page = await page
    .form('Create account')
    .fill({ ...PASSWORDS, account, code: right })
    .send()
  expect(page.path).toBe(PAIR)
})

test('the country of a mobile is chosen on a page of its own, which leads back; the number is written as at home', async () => {
  const sakura = new Visitor()
  let page = await sakura.open('/register?code=ABCD2345')
  page = await sakura.open(page.links.find(({ to }) => to.startsWith('/area'))?.to ?? '/nowhere')
  page = await page.form('Search', -1).fill({ q: 'japan' }).send()
  page = await page.click(/Japan/)
  expect(page.main).toContain('+81')
  expect(page.field('inviteCode')).toBe('ABCD2345')
  const mobile = `080${randomInt(10_000_000, 99_999_999)}`
  page = await page.form('Send code').fill({ mobile, inviteCode: '' }).send()
  expect(page.field('mobile')).toBe(mobile)
  const code = await readCode(sakura, `+81${mobile.slice(1)}`)
  page = await page
    .form('Create account')
    .fill({ ...PASSWORDS, mobile, code, inviteCode: '' })
    .send()
  expect(page.path).toBe(PAIR)
  expect((await sakura.open('/settings')).main).toMatch(/\+81•••\d{4}/)
})

test('after a new password the old one is worth nothing', async () => {
  const { email } = await openPerson({ password: PASSWORD })
  const mia = new Visitor()
  let page = await (await mia.open('/forgot')).form('Send code').fill({ account: email }).send()
  const password = 'another horse'
  page = await page
    .form('Change password')
    .fill({ account: email, code: await readCode(mia, email), password, passwordAgain: password })
    .send()
  expect(page.text).toContain('Password changed')
  page = await page.form('Log in').fill({ account: email, password: PASSWORD }).send()
  expect(page.problem).not.toBe('')
  page = await page.form('Log in').fill({ account: email, password }).send()
  expect(page.path).toBe('/assets')
})
