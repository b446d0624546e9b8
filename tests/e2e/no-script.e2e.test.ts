// Without scripts: every screen that can be read is read, and one logs in, moves money and trades on a phone in Japanese.

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Screen, listScreens } from '../../scripts/lib/screens.mjs'
import { choiceCookies } from '../../scripts/lib/trial-person.mjs'
import { makeTrialUser } from '../../scripts/lib/trial-user.mjs'
import { PHONE, openBrowser } from '../support/browser'
import { PASSWORD, openVisitor, register } from './visitor'

let browser: Browser
// The gallery shows a button that waits, among the states of a button.
const screens = (await listScreens()).filter(({ path }) => path !== '/gallery')
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe('every screen is drawn by the server', () => {
  const pages = new Map<Screen['who'], Page>()
  beforeAll(async () => {
    const url = inject('appUrl')
    const session = await makeTrialUser(browser, url, 'hanako.plain@example.com')
    for (const who of ['guest', 'user'] as const) {
      const context = await browser.newContext({ baseURL: url, viewport: PHONE, javaScriptEnabled: false })
      await context.addCookies([
        ...choiceCookies(url, { language: 'jp', theme: 'light' }),
        ...(who === 'user' ? session : []),
      ])
      pages.set(who, await context.newPage())
    }
  })

  test.each(screens)('$name', async ({ path, who, status = 200 }) => {
    const page = pages.get(who)
    if (!page) throw new Error(`no ${who}`)
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(status)
    expect(await page.title()).not.toBe('')
    expect(await page.locator('h1').first().textContent()).not.toBe('')
    expect((await page.locator('main').innerText()).length).toBeGreaterThan(10)
    // What was announced as on its way would never come.
    expect(await page.locator('main [aria-busy=true]:visible').count()).toBe(0)
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
  await page.getByRole('main').getByRole('button', { name: 'ログイン', exact: true }).click()
  await page.waitForURL('**/assets/transfer')

  await page.fill('[name=amount]', '1,000')
  await page.getByRole('main').getByRole('button', { name: '振替', exact: true }).click()
  await page.getByRole('button', { name: '振替を確定' }).click()
  await page.getByText('振替が完了しました。').waitFor()

  await page.goto('/trade/spot/BTC-USDT?side=buy&kind=market')
  await page.fill('[name=quantity]', '0.01')
  await page.getByRole('button', { name: 'BTCを買う' }).click()
  await page.getByText(/約定しました：0\.01000 BTC/).waitFor()

  await page.goto('/trade/spot/BTC-USDT')
  await page.fill('[name=price]', '58000')
  await page.fill('[name=quantity]', '0.02')
  await page.getByRole('button', { name: 'BTCを買う' }).click()
  await page.getByText(/注文を受け付けました/).waitFor()
  await page.goto('/orders')
  await page.getByText('58,000').first().waitFor()

  await page.goto('/assets')
  expect(await page.locator('[data-asset=BTC] [data-figure=available]').first().textContent()).toContain('1.00999')
})
