// Only with LONG=1: axe on pages that sweep.e2e.test.ts can't reach by URL, a user's own records and dialogs, in both themes and widths. The short
// sweep looks at a dialog and a menu.

import type { Browser, Cookie, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, onTestFinished } from 'vitest'
import { makeSecuredCustomer, tellOfDeposit } from '../../scripts/lib/trial-customer.mjs'
import { choiceCookies } from '../../scripts/lib/trial-person.mjs'
import { actAsTrader, register } from '../../scripts/lib/trial-user.mjs'
import { NOTHING_GRAVE, findInBoth } from '../kit/axe'
import { DESKTOP, PHONE, openBrowser, waitForScripts } from '../kit/browser'
import { longTest } from '../kit/long'
import { PASSWORD, waitForLiveMarket } from './visitor'

const url = inject('appUrl')
const lost = 'lena@example.com'
let browser: Browser
let [user, secured]: Cookie[][] = []
let request = ''
beforeAll(async () => {
  browser = await openBrowser()
  const yuki = await register(browser, url, { email: 'yuki@example.com' })
  await actAsTrader(yuki)
  await tellOfDeposit(yuki, '390')
  request = /\/assets\/requests\/d\d+/.exec(await yuki.read('/assets/requests'))?.[0] ?? ''
  secured = await (await makeSecuredCustomer(browser, { url, email: lost })).leave()
  user = await yuki.leave()
})
afterAll(() => browser.close())

const LOOKS = [
  { width: 'a phone, in Japanese', viewport: PHONE, language: 'jp' },
  { width: 'a desktop, in English', viewport: DESKTOP, language: 'en' },
] as const
type OpenAs = (cookies?: readonly Cookie[]) => Promise<Page>

function testOn(name: string, run: (openAs: OpenAs) => Promise<void>): void {
  for (const look of LOOKS) longTest(`${name}, on ${look.width}`, () => run((cookies = []) => openIn(look, cookies)))
}

async function openIn({ viewport, language }: (typeof LOOKS)[number], cookies: readonly Cookie[]): Promise<Page> {
  const context = waitForScripts(
    await browser.newContext({
      baseURL: url,
      viewport,
      serviceWorkers: 'block',
      reducedMotion: 'reduce',
    }),
  )
  await context.addCookies([...choiceCookies(url, { language, theme: 'light' }), ...cookies])
  const page = await context.newPage()
  onTestFinished(() => context.close())
  return page
}

testOn('a request of one’s own', async (openAs) => {
  const page = await openAs(user)
  await page.goto(request)
  expect(new URL(page.url()).pathname).toBe(request)
  expect(await findInBoth(page)).toEqual(NOTHING_GRAVE)
})

testOn('new recovery codes', async (openAs) => {
  const page = await openAs(secured)
  await page.goto('/settings/security/recovery')
  expect(new URL(page.url()).pathname).toBe('/settings/security/recovery')
  expect(await findInBoth(page)).toEqual(NOTHING_GRAVE)
})

testOn('the second step of a login', async (openAs) => {
  const page = await openAs()
  await page.goto('/login')
  await page.fill('[name=account]', lost)
  await page.fill('[name=password]', PASSWORD)
  await page.press('[name=password]', 'Enter')
  await page.waitForURL('**/login/verify**')
  await page.locator('main [name=code]').first().waitFor({ state: 'attached' })
  expect(await findInBoth(page)).toEqual(NOTHING_GRAVE)
})

testOn('an order that is amended, and the question before another', async (openAs) => {
  const page = await openAs(user)
  await page.goto('/trade/spot/BTC-USDT')
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

testOn('a transfer that is looked over', async (openAs) => {
  const page = await openAs(user)
  await page.goto('/assets/transfer')
  await page.fill('[name=amount]', '5')
  await page.press('[name=amount]', 'Enter')
  await page.getByRole('dialog').waitFor()
  expect(await findInBoth(page)).toEqual(NOTHING_GRAVE)
})

testOn('the list of countries', async (openAs) => {
  const page = await openAs()
  await page.goto('/register')
  await page.locator('[name=by][value=mobile]').check({ force: true })
  await page.locator('main a[aria-haspopup=dialog]').click()
  await page.getByRole('dialog').getByRole('option').first().waitFor()
  expect(await findInBoth(page)).toEqual(NOTHING_GRAVE)
})
