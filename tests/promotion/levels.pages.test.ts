// Level and coupon pages: the guest view, and the error for an unknown code.

import { expect, test } from 'vitest'
import { Visitor, openPerson } from '../kit/visitor'

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
  const answer = await page.form('Claim', 0).fill({ code: 'NO-SUCH-CODE' }).send()
  expect(answer.problemAt('code')).toContain('This coupon does not exist.')
  expect(answer.field('code')).toBe('NO-SUCH-CODE')
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
