// What axe.e2e.test.ts cannot reach by an address alone: pages of something that their user has to have asked for, and what opens over a page.

import type { Browser, Cookie, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { makeSecuredCustomer, tellOfDeposit } from '../../scripts/lib/trial-customer.mjs'
import { choiceCookies } from '../../scripts/lib/trial-person.mjs'
import { actAsTrader, register } from '../../scripts/lib/trial-user.mjs'
import { AXE, NOTHING_GRAVE, findInBoth } from '../support/axe'
import { DESKTOP, PHONE, openBrowser } from '../support/browser'
import { PASSWORD, openAlive, waitForLiveMarket } from './visitor'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe.each([
  { width: 'a phone, in Japanese', viewport: PHONE, language: 'jp' },
  { width: 'a desktop, in English', viewport: DESKTOP, language: 'en' },
] as const)('on $width', ({ viewport, language }) => {
  const url = inject('appUrl')
  const lost = `lena.${language}@example.com`
  let [user, secured]: Cookie[][] = []
  let request = ''
  beforeAll(async () => {
    const yuki = await register(browser, url, { email: `yuki.${language}@example.com` })
    await actAsTrader(yuki)
    // The amount is on its picture, and a picture proves one deposit only.
    await tellOfDeposit(yuki, String(viewport.width))
    request = /\/assets\/requests\/d\d+/.exec(await yuki.read('/assets/requests'))?.[0] ?? ''
    user = await yuki.leave()
    secured = await (await makeSecuredCustomer(browser, { url, email: lost })).leave()
  })

  async function openAs(cookies: readonly Cookie[] = []): Promise<Page> {
    const context = await browser.newContext({
      baseURL: url,
      viewport,
      serviceWorkers: 'block',
      reducedMotion: 'reduce',
    })
    await context.addInitScript(AXE)
    await context.addCookies([...choiceCookies(url, { language, theme: 'light' }), ...cookies])
    const page = await context.newPage()
    onTestFinished(() => context.close())
    return page
  }

  test('a request of one’s own', async () => {
    const page = await openAs(user)
    await openAlive(page, request)
    expect(new URL(page.url()).pathname).toBe(request)
    expect(await findInBoth(page)).toEqual(NOTHING_GRAVE)
  })

  test('new recovery codes', async () => {
    const page = await openAs(secured)
    await openAlive(page, '/settings/security/recovery')
    expect(new URL(page.url()).pathname).toBe('/settings/security/recovery')
    expect(await findInBoth(page)).toEqual(NOTHING_GRAVE)
  })

  test('the second step of a login', async () => {
    const page = await openAs()
    await openAlive(page, '/login')
    await page.fill('[name=account]', lost)
    await page.fill('[name=password]', PASSWORD)
    await page.press('[name=password]', 'Enter')
    await page.waitForURL('**/login/verify**')
    await page.locator('main [name=code]').first().waitFor({ state: 'attached' })
    expect(await findInBoth(page)).toEqual(NOTHING_GRAVE)
  })

  test('an order that is amended, and the question before another', async () => {
    const page = await openAs(user)
    await openAlive(page, '/trade/spot/BTC-USDT')
    await waitForLiveMarket(page)
    await page.locator('[data-panel=orders] a[href*="amend="]').first().click()
    const form = page.locator('form', { has: page.locator('[value=amend]') })
    await form.locator('[name=price]').waitFor()
    const amending = await findInBoth(page)
    await page.locator('[data-panel=ticket] [name=price]').fill('57000')
    await page.locator('[data-panel=ticket] [name=quantity]').fill('0.01')
    await page.locator('[data-panel=ticket] form > .button').click()
    await page.getByRole('dialog').waitFor()
    expect({ amending, question: await findInBoth(page) }).toEqual({ amending: NOTHING_GRAVE, question: NOTHING_GRAVE })
  })

  test('a transfer that is looked over', async () => {
    const page = await openAs(user)
    await openAlive(page, '/assets/transfer')
    await page.fill('[name=amount]', '5')
    await page.press('[name=amount]', 'Enter')
    await page.getByRole('dialog').waitFor()
    expect(await findInBoth(page)).toEqual(NOTHING_GRAVE)
  })

  test('the list of countries', async () => {
    const page = await openAs()
    await openAlive(page, '/register')
    await page.locator('[name=by][value=mobile]').check({ force: true })
    await page.locator('main a[aria-haspopup=dialog]').click()
    await page.getByRole('dialog').getByRole('option').first().waitFor()
    expect(await findInBoth(page)).toEqual(NOTHING_GRAVE)
  })

  test('the announcement of the front page', async () => {
    const page = await openAs()
    await openAlive(page, '/')
    await page.getByRole('dialog').waitFor()
    expect(await findInBoth(page)).toEqual(NOTHING_GRAVE)
  })
})
