// Fiat purchase pages: a quote for everyone; unverified users are sent to verification.

import { expect, test } from 'vitest'
import { Visitor, openPerson } from '../kit/visitor'

test('a guest sees what an amount comes to, and is led to log in', async () => {
  const guest = new Visitor()
  let page = await guest.open('/pages/otc/otc')
  expect(page.heading).toBe('Buy crypto')
  // Before anything is typed, what the smallest amount comes to.
  expect(page.marked('data-figure', 'estimate').join()).toMatch(/^Estimate: about [\d.]+\sUSDT for \d+ [A-Z]{3}$/)
  page = await page.form('Get a quote').fill({ place: 'Brazil · BRL', amount: '100' }).send()
  expect(page.main).toContain('1 USDT = 5.35 BRL')
  expect(page.problem).toContain('Pay at least 200 BRL.')
  page = await page.form('Get a quote').fill({ amount: '1000' }).send()
  expect(page.marked('data-figure', 'receives')).toEqual(['185.981307\u00a0USDT'])
  expect(page.link('Log in to buy')).toMatch(/^\/login\?/)
})

test('Nao, not verified, is led to verify', async () => {
  const nao = await openPerson()
  const page = await nao.open('/buy?route=1&amount=100')
  expect(page.marked('data-figure', 'receives')).toEqual(['100\u00a0USDT'])
  expect(page.main).toContain('To buy, verify your identity first (Lv1).')
  expect(page.marked('data-figure', 'estimate').join()).toMatch(/^Estimate: about 100\sUSDT for 100 USD$/)
  expect(page.main).toMatch(/A whole number, [\d,]+ to 2,000 USD/)
  const above = await nao.open('/buy?route=1&amount=2001')
  expect(above.problem).toContain('Level 1 buys at most 2,000 USDT in one order')
  expect(above.marked('data-figure', 'receives')).toEqual([])
  expect((await page.click('Verify your identity')).url.pathname).toBe('/settings/identity')
  expect((await nao.open('/buy/orders')).main).toContain('You have not bought anything yet.')
})
