// Without scripts: every screen that can be read is read, and one logs in, moves money and trades on a phone in Japanese.

import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { listScreens } from '../../scripts/lib/screens.mjs'
import { choiceCookies, makeTrialUser } from '../../scripts/lib/trial-user.mjs'
import { PHONE, openBrowser } from '../support/browser'
import { PASSWORD, openVisitor, register } from './visitor'

let browser: Browser
const screens = await listScreens()
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe('every screen is drawn by the server', () => {
  const contexts: Partial<Record<string, BrowserContext>> = {}
  beforeAll(async () => {
    const url = inject('appUrl')
    const session = await makeTrialUser(browser, url)
    for (const who of ['guest', 'user']) {
      const context = await browser.newContext({ baseURL: url, viewport: PHONE, javaScriptEnabled: false })
      await context.addCookies([
        ...choiceCookies(url, { language: 'jp', theme: 'light' }),
        ...(who === 'user' ? session : []),
      ])
      contexts[who] = context
    }
  })
  afterAll(async () => {
    for (const context of Object.values(contexts)) await context?.close()
  })

  test.each(screens)('$name', async ({ path, who, status = 200 }) => {
    const page = await contexts[who]?.newPage()
    if (!page) throw new Error(`no ${who}`)
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(status)
    expect(await page.title()).not.toBe('')
    expect(await page.locator('h1').first().textContent()).not.toBe('')
    expect((await page.locator('main').innerText()).length).toBeGreaterThan(10)
    // What was announced as on its way would never come.
    expect(await page.locator('main [aria-busy=true]:visible').count()).toBe(0)
    await page.close()
  })
})

test('Hanako logs in, moves money, buys at the market and leaves a limit order, by forms and links alone', async () => {
  const hanako = await openVisitor(browser, 'jp', { javaScriptEnabled: false, viewport: PHONE })
  await register(hanako)
  const { page, email } = hanako
  await page.context().clearCookies({ name: /cm_session$/ })

  // A private page leads to the login page, and that back.
  await page.goto('/assets/transfer')
  await page.waitForURL('**/login?**')
  await page.fill('[name=account]', email)
  await page.fill('[name=password]', PASSWORD)
  await page.locator('main form button[type=submit]:visible, main form button:not([type]):visible').last().click()
  await page.waitForURL('**/assets/transfer')

  await page.fill('[name=amount]', '1,000')
  await page.getByRole('main').getByRole('button', { name: '振替' }).click()
  await page
    .getByRole('main')
    .getByText(/振替が完了|振り替えました/)
    .first()
    .waitFor()

  await page.goto('/trade/spot/BTC-USDT?side=buy&kind=market')
  await page.fill('[name=quantity]', '0.01')
  await page.getByRole('button', { name: 'BTC を買う' }).click()
  await page
    .getByText(/0\.01000 BTC/)
    .first()
    .waitFor()

  await page.goto('/trade/spot/BTC-USDT')
  await page.fill('[name=price]', '50000')
  await page.fill('[name=quantity]', '0.02')
  await page.getByRole('button', { name: 'BTC を買う' }).click()
  await page.goto('/orders')
  await page.getByText('50,000').first().waitFor()

  await page.goto('/assets')
  expect(await page.locator('[data-asset=BTC] [data-figure=available]').first().textContent()).toContain('1.00999')
})
