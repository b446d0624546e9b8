// Loan pages: terms and an example for everyone, and for users without entitlement the way to get it.

import { expect, test } from 'vitest'
import { Visitor, openPerson } from '../kit/visitor'

test('a guest reads the terms by an old link, and sees what a loan would come to', async () => {
  const guest = new Visitor()
  let page = await guest.open('/pages/common/borrowing')
  expect(page.heading).toBe('Loans')
  expect(page.hasButton('Check the collateral')).toBe(true)
  // The least, before anything is typed.
  expect(page.marked('data-figure', 'receives').join()).toMatch(/^500,000\sUSDT$/)
  expect(page.marked('data-figure', 'total').join()).toMatch(/^503,750\sUSDT$/)
  page = await page.click('Terms')
  expect(page.main).toContain('From 500,000 to 10,000,000 USDT worth')
  page = await page.click('Borrow')
  page = await page.form('Check the collateral').fill({ amount: '1000' }).send()
  expect(page.main).toContain('Borrow at least 500,000 USDT worth.')
  page = await page.form('Check the collateral').fill({ amount: '1000000' }).send()
  // Thirty days at 0.025 %; the required equity is a little over a third.
  expect(page.marked('data-figure', 'interest').join()).toMatch(/7,500\sUSDT/)
  expect(page.marked('data-figure', 'total').join()).toMatch(/^1,007,500\sUSDT$/)
  expect(page.marked('data-figure', 'rate')).toEqual(['100.00%'])
  expect(page.main).toContain('Move at least 333,400 USDT more into the margin wallet first.')
})

test('Nao, not entitled, is shown the way', async () => {
  const nao = await openPerson()
  const page = await nao.open('/loans?tab=borrow')
  expect(page.link('Verify your identity')).toMatch(/^\/settings\/identity/)
  expect(page.main).toContain('you are at VIP 0')
  expect((await nao.open('/loans?tab=live')).main).toContain('There are no loans here.')
  expect((await nao.open('/assets?wallet=margin')).marked('data-figure', 'risk_rate')).toHaveLength(1)
})
