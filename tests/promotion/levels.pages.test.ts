// Pages of levels, coupons and invitations: the guest view, coupon codes, and the list of invited people.

import { expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { readCode } from '../kit/identity'
import { Visitor, openPerson } from '../kit/visitor'

const PASSWORD = 'correct horse'

test('a guest reads the levels, and is asked to log in for the rest', async () => {
  const guest = new Visitor()
  const levels = await guest.open('/settings/vip')
  expect(levels.main).toContain('Log in to see your own level and fees.')
  expect(levels.main).toContain('VIP 5')
  expect((await guest.open('/coupons')).url.pathname).toBe('/login')
})

test('Alice is told beside the field that a code is nobody’s', async () => {
  const alice = await openPerson()
  const page = await alice.open('/coupons')
  const answer = await page.form('Claim', 0).fill({ coupon_code: 'NO-SUCH-CODE' }).send()
  expect(answer.problemAt('coupon_code')).toContain('This coupon does not exist.')
  expect(answer.field('coupon_code')).toBe('NO-SUCH-CODE')
})

test('Alice claims the opening coupon and uses it: her fees are a fifth lower', async () => {
  const alice = await openPerson()
  expect((await alice.open('/trade/spot/BTC-USDT')).text).toContain('Fees: maker 0.1%, taker 0.1%')
  let page = await (await alice.open('/coupons')).press('Claim', -1)
  expect(page.text).toContain('The coupon is yours.')
  page = await page.press('Use')
  expect(page.text).toContain('The discount applies from now on.')
  expect((await alice.open('/settings/vip')).main).toContain('A coupon takes 20% off these fees')
  expect((await alice.open('/trade/spot/BTC-USDT')).text).toContain('Fees: maker 0.08%, taker 0.08%')
})

test('Bob, who registers by Alice’s link, is on her list, until she logs in on his browser: then they are one person', async () => {
  const alice = await openPerson({ password: PASSWORD })
  const invite = await alice.open('/invite')
  const [link = ''] = /\/register\?code=[\w-]+/.exec(invite.main) ?? []
  const bob = new Visitor()
  const account = `${randomUUID().slice(0, 8)}@example.com`
  let page = await bob.open(link)
  expect(page.main).toContain('Filled in from your invitation link.')
  const code = page.field('inviteCode')
  expect(link).toContain(code)
  page = await page.form('Send code').fill({ account }).send()
  expect(page.field('inviteCode')).toBe(code)
  const entered = { account, code: await readCode(bob, account), password: PASSWORD, passwordAgain: PASSWORD }
  page = await page
    .form('Create account')
    .fill({ ...entered, consent: true })
    .send()
  expect(page.path).toBe('/trade/spot/BTC-USDT')
  const listed = `${account.slice(0, 2)}•••@e•••`
  expect((await alice.open('/invite')).main).toContain(listed)

  page = await page.press('Log out', 0)
  page = await page.form('Log in').fill({ account: alice.email, password: PASSWORD }).send()
  expect(page.url.pathname).not.toBe('/login')
  expect((await alice.open('/invite')).main).not.toContain(listed)
})
