// Levels, invitations and coupons in a browser: a coupon changes the ticket's fee, Bob registers by Alice's link, and the pages work on
// phone and desktop.

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESKTOP, PHONE, openBrowser } from '../kit/browser'
import { inTurn, longTest } from '../kit/long'
import { PASSWORD, type Visitor, openVisitor, readCode, register } from './visitor'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** Everywhere, by the page of sessions: the menu of the account differs on a phone. */
async function logOut(page: Page): Promise<void> {
  await page.goto('/settings/security/sessions')
  await page.getByRole('main').getByRole('button', { name: 'Log out everywhere', exact: true }).click()
  await page.waitForURL('**/login?**')
}

describe.each(inTurn('promotion', [PHONE, DESKTOP]))('Alice at $width px', (viewport) => {
  let alice: Visitor
  beforeAll(async () => {
    alice = await openVisitor(browser, 'en', { viewport })
    await register(alice)
  })

  test('claims the opening coupon and uses it: her fees are a fifth lower, on the ticket that is open beside it too', async () => {
    const { page, errors } = alice
    const ticket = await page.context().newPage()
    await ticket.goto('/trade/spot/BTC-USDT')
    await ticket.getByText('Fees: maker 0.1%, taker 0.1%').first().waitFor()
    await page.goto('/coupons')
    await page.getByRole('button', { name: 'Claim', exact: true }).last().click()
    await page.getByText('The coupon is yours.').waitFor()
    await page.getByRole('button', { name: 'Use', exact: true }).click()
    await page.getByText('The discount applies from now on.').waitFor()
    // Updated by the account's channel: nothing on that page was touched.
    await ticket.getByText('Fees: maker 0.08%, taker 0.08%').first().waitFor()
    await ticket.close()
    await page.goto('/settings/vip')
    await page.getByText('A coupon takes 20% off these fees').waitFor()
    await page.goto('/trade/spot/BTC-USDT')
    await page.getByText('Fees: maker 0.08%, taker 0.08%').first().waitFor()
    expect(errors).toEqual([])
  })

  longTest('makes her poster, and Bob, who registers by her link, is on her list', async () => {
    const { page, errors } = alice
    await page.goto('/invite')
    await page.getByRole('button', { name: 'Poster' }).click()
    await page.getByRole('img', { name: 'Poster' }).waitFor()
    expect(await page.getByRole('link', { name: 'Save image' }).getAttribute('download')).toMatch(/^invite-\w+\.png$/)
    const link = await page.getByText(/\/register\?code=/).textContent()

    const bob = await openVisitor(browser, 'en', { viewport })
    await bob.page.goto(link ?? '')
    await bob.page.fill('[name=account]', bob.email)
    await bob.page.click('button[value=send_code]')
    await bob.page.getByRole('status').getByRole('link').waitFor()
    await bob.page.fill('[name=code]', await readCode(bob))
    await bob.page.fill('[name=password]', PASSWORD)
    await bob.page.fill('[name=passwordAgain]', PASSWORD)
    await bob.page.check('[name=consent]')
    await bob.page.click('button.button-brand[value=register]')
    await bob.page.waitForURL('**/trade/spot/BTC-USDT')
    await page.goto('/invite')
    const listed = page.getByText(`${bob.email.slice(0, 2)}•••@e•••`)
    await listed.waitFor()

    // She logs in on his browser: from then on the two count as one person for invitations.
    await logOut(bob.page)
    await bob.page.fill('[name=account]', alice.email)
    await bob.page.fill('[name=password]', PASSWORD)
    await bob.page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click()
    await bob.page.waitForURL((url) => url.pathname !== '/login')
    await page.goto('/invite')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await listed.count()).toBe(0)
    expect(errors).toEqual([])
  })

  longTest('finds the three pages under her settings, none wider than her screen', async () => {
    const { page } = alice
    for (const path of ['/settings/vip', '/coupons', '/invite']) {
      await page.goto('/settings')
      await page.getByRole('main').locator(`a[href="${path}"]`).click()
      await page.waitForURL(`**${path}`)
      const [scroll, width] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
      expect(scroll).toBeLessThanOrEqual(width ?? 0)
    }
  })
})
