// Pages in a browser: eight languages, persistent input, and operation without a WebSocket.

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LANGUAGES, LANGUAGE_TAGS } from '#domain/language'
import { DESKTOP, PHONE, openBrowser } from '../kit/browser'
import { longTest } from '../kit/long'
import { available, enterBeforeScripts, logOut, openVisitor, readCode, register, waitForLiveMarket } from './visitor'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe('coming in again', () => {
  longTest('a forgotten password is set anew with a code', async () => {
    const gina = await openVisitor(browser, 'en')
    const { page, email } = gina
    await register(gina)
    await logOut(gina)
    await page.goto('/forgot')
    await page.fill('[name=account]', email)
    await page.click('button[value=send_code]')
    await page.getByRole('status').getByRole('link').waitFor()
    await page.fill('[name=code]', await readCode(gina))
    await page.fill('[name=password]', 'another horse')
    await page.fill('[name=passwordAgain]', 'another horse')
    await page.click('button.button-brand[value=reset]')
    await page.getByText(/Password changed/).waitFor()
    await page.fill('[name=account]', email)
    await page.fill('[name=password]', 'another horse')
    await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click()
    await page.waitForURL('**/assets')
  })
})

describe('languages and looks', () => {
  const PATHS = ['/', '/market', '/trade/spot/ETH-USDT', '/login', '/faq', '/feeds']
  longTest.each(LANGUAGES)('%s: pages draw and come alive without an error, within 390 px', async (language) => {
    const { page, errors } = await openVisitor(browser, language, { viewport: PHONE })
    for (const path of PATHS) {
      await page.goto(path)
      await page.waitForFunction(() => document.readyState === 'complete')
      expect(await page.getAttribute('html', 'lang')).toBe(LANGUAGE_TAGS[language])
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        path,
      ).toBeLessThanOrEqual(0)
    }
    expect(errors).toEqual([])
  })

  longTest(
    'a first visitor reads Japanese, chooses another language, a theme and red for a rise, and all stay',
    async () => {
      const { page, errors } = await openVisitor(browser, 'jp')
      await page.context().clearCookies()
      await page.goto('/')
      expect(await page.getAttribute('html', 'lang')).toBe('ja')
      await page.goto('/settings/theme')
      await page.getByRole('button', { name: 'ライト' }).click()
      await page.locator('html[data-theme=light]').waitFor()
      await page.goto('/settings/rise')
      await page.getByRole('button', { name: '上昇を赤で表示' }).click()
      await page.locator('html[data-rise=red]').waitFor()
      await page.getByText('保存').waitFor()
      await page.goto('/settings/language')
      await page.getByRole('button', { name: 'Français' }).click()
      await page.getByText('Réglages enregistrés.').waitFor()
      await page.goto('/market')
      expect(await page.getAttribute('html', 'lang')).toBe('fr')
      expect(await page.getAttribute('html', 'data-theme')).toBe('light')
      expect(await page.getAttribute('html', 'data-rise')).toBe('red')
      expect(errors).toEqual([])
    },
  )
})

describe('the market list', () => {
  longTest('search narrows the list as one types, and as a plain form', async () => {
    const { page } = await openVisitor(browser, 'en', { viewport: DESKTOP })
    await page.goto('/market')
    await waitForLink(page, 'live')
    await page.getByRole('searchbox').fill('doge')
    await page.waitForFunction(() => document.querySelectorAll('[data-symbol]').length === 1)
    await page.goto('/market?search=eth')
    expect(await page.locator('[data-symbol]').count()).toBe(2)
  })

  longTest('what is typed before scripts run stays, and is heard', async () => {
    const { page } = await openVisitor(browser, 'en')
    await enterBeforeScripts(page, '/market', () => page.getByRole('searchbox').fill('doge'))
    await page.waitForFunction(() => document.querySelectorAll('[data-symbol]').length === 1)
    expect(await page.getByRole('searchbox').inputValue()).toBe('doge')
  })

  longTest('a star puts an asset on the watch list and takes it off again', async () => {
    const hana = await openVisitor(browser, 'en', { viewport: DESKTOP })
    await register(hana, '/market')
    const { page } = hana
    await page.getByRole('button', { name: 'Add SOL to watchlist' }).click()
    await page.getByRole('button', { name: 'Remove SOL from watchlist' }).waitFor()
    await page.getByRole('link', { name: 'Watchlist' }).click()
    await page.waitForFunction(() => document.querySelectorAll('[data-symbol]').length === 1)
    await page.getByRole('button', { name: 'Remove SOL from watchlist' }).click()
    await page.getByText(/Nothing on your watchlist yet/).waitFor()
  })
})

describe('the terminal in use', () => {
  longTest('a refusal of the last order goes when the side is another', async () => {
    const kim = await openVisitor(browser, 'en', { viewport: DESKTOP })
    await register(kim)
    const { page } = kim
    await waitForLiveMarket(page)
    const price = await page.inputValue('[name=price]')
    await page.fill('[name=price]', '1')
    await page.fill('[name=quantity]', '50')
    await page.getByRole('button', { name: 'Buy BTC' }).click()
    await page.getByRole('alert').first().waitFor()
    await page.fill('[name=price]', price)
    await page.getByRole('button', { name: 'Sell', exact: true }).click()
    await page.fill('[name=quantity]', '')
    await page.getByRole('alert').waitFor({ state: 'detached' })
  })

  longTest('the keyboard meets the chart not first, and the book twice', async () => {
    const { page } = await openVisitor(browser, 'en', { viewport: DESKTOP })
    await page.goto('/trade/spot/BTC-USDT')
    await waitForLiveMarket(page)
    await page.locator('section canvas').first().waitFor()
    expect(await page.locator('[tabindex="1"]').count()).toBe(0)
    expect(await page.locator('[data-side] button[tabindex="0"]').count()).toBe(2)
    await page.locator('[data-side=bid] button[tabindex="0"]').focus()
    await page.keyboard.press('ArrowDown')
    const second = page.locator('[data-side=bid] button').nth(1)
    await expect.poll(() => second.evaluate((row) => row === document.activeElement)).toBe(true)
  })

  longTest('a page without scripts does not say that it is connecting', async () => {
    const { page } = await openVisitor(browser, 'en', { javaScriptEnabled: false })
    await page.goto('/market')
    expect(await page.locator('[data-link]').first().isVisible()).toBe(false)
  })
})

describe('when the server cannot be reached', () => {
  test('the answer to an order is lost: the ticket stays, and pressing again is still one order', async () => {
    const jun = await openVisitor(browser, 'en', { viewport: DESKTOP })
    await register(jun)
    const { page } = jun
    await waitForLiveMarket(page)
    await page.route('**/trade/spot/BTC-USDT.data**', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await route.fetch()
      await route.abort()
    })
    await page.fill('[name=price]', '58000')
    await page.fill('[name=quantity]', '0.01')
    await page.getByRole('button', { name: 'Buy BTC' }).click()
    await page.getByText(/The server did not respond/).waitFor()
    expect(await page.inputValue('[name=quantity]')).toBe('0.01')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Buy BTC' }).click()
    await page.getByText(/Order \d+ is in the book/).waitFor()
    await page.goto('/orders')
    expect(await page.locator('[data-row]').count()).toBe(1)
  })
})

describe('without a WebSocket', () => {
  test('the page says that it polls, and its prices go on', async () => {
    const ivan = await openVisitor(browser, 'en', { viewport: DESKTOP })
    await register(ivan)
    const { page } = ivan
    await page.routeWebSocket(/\/parties\//, (socket) => void socket.close())
    await page.goto('/trade/spot/BTC-USDT')
    await waitForLink(page, 'polling')
    const before = await page.locator('[data-side=ask]').textContent()
    await page.waitForFunction((text) => document.querySelector('[data-side=ask]')?.textContent !== text, before)
    expect(await available(page).textContent()).toBe('100,000\u00a0USDT')
  })

  longTest('a guest hears the public market by socket', async () => {
    const { page, errors } = await openVisitor(browser, 'en', { viewport: DESKTOP })
    await page.goto('/trade/spot/BTC-USDT')
    await waitForLiveMarket(page)
    expect(errors).toEqual([])
  })
})

type AnyPage = Awaited<ReturnType<typeof openVisitor>>['page']
const waitForLink = (page: AnyPage, link: string) =>
  page.locator(`[data-link=${link}]`).first().waitFor({ state: 'attached' })
