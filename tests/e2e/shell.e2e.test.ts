// The frame of every page: tabs, top bar, command palette, old links, login guard, and error pages.

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { DESKTOP, PHONE, openBrowser } from '../kit/browser'
import { firstOf, inTurn, longTest } from '../kit/long'
import { PASSWORD, logOut, openVisitor, register } from './visitor'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const pathOf = (page: Page): string => new URL(page.url()).pathname + new URL(page.url()).search
/** The field of the command palette. */
const paletteOf = (page: Page) => page.getByRole('dialog').getByRole('combobox')

describe('getting about', () => {
  test('a phone has five tabs, the selected one in the colour of the specification', async () => {
    const { page, errors } = await openVisitor(browser, 'en', { viewport: PHONE })
    await page.goto('/')
    const tabs = page.getByRole('navigation', { name: 'Main menu' })
    expect(await tabs.getByRole('link').allTextContents()).toEqual(['Home', 'Market', 'Trade', 'Orders', 'Assets'])
    await tabs.getByRole('link', { name: 'Market' }).click()
    await page.waitForURL('**/market')
    await tabs.locator('[aria-current=page]', { hasText: 'Market' }).waitFor()
    expect(await tabs.locator('[aria-current=page]').count()).toBe(1)
    await page.waitForFunction(
      () =>
        getComputedStyle(document.querySelector('nav:has(a[href="/orders"]) [aria-current=page] svg') ?? document.body)
          .color === 'rgb(39, 109, 255)',
    )
    for (const link of await tabs.getByRole('link').all())
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    expect(errors).toEqual([])
  })

  test('the account menu of a phone scrolls to its last entry above the tabs: it logs out', async () => {
    const pia = await openVisitor(browser, 'en', { viewport: PHONE })
    await register(pia, '/settings/language')
    await logOut(pia)
  })

  longTest('a desktop has a top bar instead, within the window', async () => {
    const { page, errors } = await openVisitor(browser, 'en', { viewport: DESKTOP })
    await page.goto('/')
    const bar = page.getByRole('banner')
    const nav = bar.getByRole('navigation')
    expect(await nav.getByRole('link').allTextContents()).toEqual(['Market', 'Copy', 'Buy', 'NFT'])
    for (const name of ['News', 'Log in', 'Sign up'])
      expect(await bar.getByRole('link', { name }).isVisible(), name).toBe(true)
    await nav.locator('summary', { hasText: 'Trade' }).click()
    await nav.getByRole('link', { name: 'Futures' }).click()
    await page.waitForURL('**/trade/futures/BTC-USDT')
    await bar.getByRole('link', { name: 'Market' }).click()
    await page.waitForURL('**/market')
    expect(await bar.locator('[aria-current=page]').allTextContents()).toEqual(['Market'])
    expect(errors).toEqual([])
  })

  test.each(firstOf([true, false]))(
    'the trade tab leads to the product and pair traded last (scripts: %s)',
    async (javaScriptEnabled) => {
      const { page } = await openVisitor(browser, 'en', { viewport: PHONE, javaScriptEnabled })
      const tabs = page.getByRole('navigation', { name: 'Main menu' })
      const expectTrade = async (path: string) => {
        await page.goto('/market')
        await tabs.getByRole('link', { name: 'Trade' }).click()
        await page.waitForURL(`**${path}`)
      }
      await page.goto('/trade/spot/ETH-BTC')
      await expectTrade('/trade/spot/ETH-BTC')
      await page.goto('/trade/futures/SOL-USDT')
      await expectTrade('/trade/futures/SOL-USDT')
      await page.getByRole('navigation', { name: 'Kinds of trading' }).getByRole('link', { name: 'Stocks' }).click()
      await page.waitForURL(/\/trade\/spot\/(?!SOL)/)
      const share = pathOf(page)
      // The page sets its cookies once it is drawn, a moment after the address changes.
      await expect
        .poll(async () => (await page.context().cookies()).some(({ value }) => share.endsWith(`/${value}`)))
        .toBe(true)
      await expectTrade(share)
      await page.goto('/pages/transaction/currency?side=sell')
      expect(pathOf(page)).toBe('/trade/spot/SOL-USDT?side=sell')
    },
  )

  test('the display menu changes theme and language and stays on the page', async () => {
    const { page, errors } = await openVisitor(browser, 'en', { viewport: DESKTOP })
    await page.goto('/market?search=eth')
    const menu = page.getByRole('banner').locator('summary[title="Language and theme"]')
    await menu.click()
    await page.getByRole('button', { name: 'Dark' }).click()
    await page.locator('html[data-theme=dark]').waitFor()
    expect(pathOf(page)).toBe('/market?search=eth')
    await menu.click()
    await page.getByRole('button', { name: 'Español' }).click()
    await page.locator('html[lang=es]').waitFor()
    expect(pathOf(page)).toBe('/market?search=eth')
    expect(errors).toEqual([])
  })

  longTest('without scripts the display menu works too', async () => {
    const { page } = await openVisitor(browser, 'en', { viewport: PHONE, javaScriptEnabled: false })
    await page.goto('/faq')
    await page.getByRole('banner').locator('summary[title="Language and theme"]').click()
    await page.getByRole('button', { name: 'ไทย' }).click()
    await page.locator('html[lang=th]').waitFor()
    expect(pathOf(page)).toBe('/faq')
  })
})

describe('the command palette', () => {
  test('by keyboard alone to a market, which then comes first', async () => {
    const { page, errors } = await openVisitor(browser, 'en', { viewport: DESKTOP })
    await page.goto('/')
    await page.keyboard.press('Control+k')
    const field = paletteOf(page)
    await field.waitFor()
    await page.keyboard.type('ether')
    const first = page.getByRole('option').first()
    await first.filter({ hasText: 'ETH/USDT' }).waitFor()
    await expect.poll(() => first.getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/trade/spot/ETH-USDT')
    await field.waitFor({ state: 'detached' })

    await page.keyboard.press('/')
    await page.getByRole('group', { name: 'Recent' }).getByText('ETH').waitFor()
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    expect(errors).toEqual([])
  })

  longTest(
    'its button opens it, pages are found in the language of the page, and Escape gives the focus back',
    async () => {
      const { page, errors } = await openVisitor(browser, 'fra', { viewport: PHONE })
      await page.goto('/')
      const button = page.getByRole('button', { name: 'Marchés et pages' })
      await button.click()
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('Escape')
      await paletteOf(page).waitFor({ state: 'detached' })
      await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)

      await page.keyboard.press('Enter')
      await paletteOf(page).fill('a propos')
      await page.getByRole('option', { name: 'À propos' }).click()
      await page.waitForURL('**/about')
      expect(errors).toEqual([])
    },
  )

  test('the other keys: a list of them, the tabs, and the switch that turns single keys off', async () => {
    const { page, errors } = await openVisitor(browser, 'en', { viewport: DESKTOP })
    await page.goto('/')
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    await page.waitForURL('**/market')
    // Letters typed into a field trigger no shortcut.
    await page.getByRole('searchbox').focus()
    await page.keyboard.type('g/?h')
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('g/?h')
    expect(await page.getByRole('dialog').count()).toBe(0)

    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByRole('switch').click()
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    await page.keyboard.press('/')
    await page.keyboard.press('Control+k')
    await paletteOf(page).waitFor()
    expect(await paletteOf(page).inputValue()).toBe('')
    expect(errors).toEqual([])
  })
})

describe('links of the old app', () => {
  test('an invitation behind a hash reaches the registration with its code', async () => {
    const { page, errors } = await openVisitor(browser, 'en')
    await page.goto('/#/pages/common/register?code=A1B2C3')
    await page.waitForURL('**/register?code=A1B2C3')
    expect(await page.inputValue('[name=inviteCode]')).toBe('A1B2C3')
    expect(errors).toEqual([])
  })

  longTest('a hash typed into an open page is followed; one that would lead elsewhere is not', async () => {
    const { page } = await openVisitor(browser, 'en')
    await page.goto('/#//elsewhere.example')
    expect(pathOf(page)).toBe('/')
    await page.evaluate(() => (location.hash = '#/pages/common/faq'))
    await page.waitForURL('**/faq')
  })

  longTest.each([
    ['/pages/market/market?search=eth', '/market?search=eth'],
    ['/pages/login/register?extension_code=Z9', '/register?code=Z9'],
    ['/pages/transaction/currency?symbol=ETH/USDT', '/trade/spot/ETH-USDT'],
    ['/pages/transaction/contract', '/trade/futures/BTC-USDT'],
    ['/pages/transaction/index2', '/trade/options/BTC-USDT'],
  ])('%s leads to %s, without scripts', async (old, path) => {
    const { page } = await openVisitor(browser, 'en', { javaScriptEnabled: false })
    await page.goto(old)
    expect(pathOf(page)).toBe(path)
  })

  longTest('the last page that was built is where its old name leads, in the language of the page', async () => {
    const { page } = await openVisitor(browser, 'jp', { javaScriptEnabled: false })
    const answer = await page.goto('/pages/nft/nft')
    expect(answer?.status()).toBe(200)
    expect(pathOf(page)).toBe('/nft')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('NFTマーケット')
  })
})

describe('the login guard', () => {
  test.each(
    inTurn('guest on', [
      ['a phone', PHONE, 'Orders', '/orders'],
      ['a desktop', DESKTOP, 'Convert', '/assets/convert'],
    ] as const),
  )('a guest on %s reads why, is led to the login page, and from there back', async (_, viewport, name, path) => {
    const lena = await openVisitor(browser, 'en', { viewport })
    const { page } = lena
    await register(lena)
    await logOut(lena)
    await page.goto('/market')
    const nav = page.getByRole('navigation', { name: 'Main menu' })
    if (viewport === DESKTOP) await nav.locator('summary', { hasText: 'Trade' }).click()
    // Visible only briefly, so it is awaited before the click.
    await Promise.all([
      page.waitForURL(`**${path}`, { waitUntil: 'commit' }),
      page.locator('.toast').filter({ hasText: 'Please log in first.' }).waitFor(),
      nav.getByRole('link', { name }).click(),
    ])
    await page.waitForURL(`**/login?returnTo=${encodeURIComponent(path)}`)
    await page.fill('[name=account]', lena.email)
    await page.fill('[name=password]', PASSWORD)
    await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click()
    await page.waitForURL(`**${path}`)
  })

  test('a session that is over is said, and the browser forgets whose it was', async () => {
    const mona = await openVisitor(browser, 'en', { viewport: DESKTOP })
    const { page } = mona
    await register(mona)
    await page.waitForFunction(() => localStorage.getItem('user') !== null)
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    const other = await browser.newContext({
      baseURL: inject('appUrl'),
      storageState: await page.context().storageState(),
    })
    const left = await other.request.post('/logout', { form: { at: 'other' }, headers: { Origin: inject('appUrl') } })
    expect(left.ok()).toBe(true)
    await other.close()

    await page.getByRole('banner').getByRole('link', { name: 'Assets' }).click()
    await page.locator('.toast').filter({ hasText: 'Your session has ended.' }).waitFor()
    await page.waitForURL('**/login?returnTo=%2Fassets')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('user'))).toBeNull()
    await page.getByRole('banner').getByRole('link', { name: 'Log in' }).waitFor()
  })

  test('a tab that was left open shows nothing any more of who has logged out in another', async () => {
    const olga = await openVisitor(browser, 'en', { viewport: DESKTOP })
    await register(olga)
    const left = await olga.page.context().newPage()
    await left.goto('/assets')
    await left.getByRole('main').getByText('USDT').first().waitFor()
    await logOut(olga)
    await left.waitForURL('**/login?notice=session_ended&returnTo=%2Fassets')
  })

  longTest('without scripts it is one redirect, and a way back to another site is refused', async () => {
    const nora = await openVisitor(browser, 'en')
    await register(nora)
    await logOut(nora)
    await nora.page.close()
    const plain = await browser.newContext({ baseURL: inject('appUrl'), javaScriptEnabled: false })
    await plain.addCookies([{ name: 'cm_language', value: 'en', url: inject('appUrl') }])
    const page = await plain.newPage()
    await page.goto('/assets/bills?page=2')
    expect(pathOf(page)).toBe('/login?returnTo=%2Fassets%2Fbills%3Fpage%3D2&notice=please_log_in')
    for (const elsewhere of ['https://elsewhere.example', '//elsewhere.example', '/\\elsewhere.example', '/login']) {
      await page.goto(`/login?returnTo=${encodeURIComponent(elsewhere)}`)
      expect(await page.inputValue('main [name=returnTo]'), elsewhere).toBe('/assets')
    }
    await page.fill('[name=account]', nora.email)
    await page.fill('[name=password]', PASSWORD)
    await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click()
    await page.waitForURL('**/assets')
    await plain.close()
  })
})

describe('where a page cannot be', () => {
  longTest('an unknown address says so, and leads back, home and to the search', async () => {
    const { page } = await openVisitor(browser, 'en', { viewport: PHONE })
    await page.goto('/market')
    const answer = await page.goto('/no/such/page')
    expect(answer?.status()).toBe(404)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    const main = page.getByRole('main')
    await main.getByRole('link', { name: 'Search' }).click()
    await paletteOf(page).waitFor()
    await page.keyboard.press('Escape')
    await paletteOf(page).waitFor({ state: 'detached' })
    expect(await main.getByRole('link', { name: 'Back to home' }).getAttribute('href')).toBe('/')
    await main.getByRole('button', { name: 'Go back' }).click()
    await page.waitForURL('**/market')
  })

  test('offline a banner says so and links stay here, until the network is back', async () => {
    const { page } = await openVisitor(browser, 'en', { viewport: DESKTOP })
    await page.goto('/faq')
    await page.context().setOffline(true)
    const banner = page.getByText('You are offline. Prices and balances may be out of date.')
    await banner.waitFor()
    const about = page.getByRole('contentinfo').getByRole('link', { name: 'About us' })
    await about.click()
    await page.locator('.toast').filter({ hasText: 'You are offline' }).waitFor()
    expect(pathOf(page)).toBe('/faq')
    await page.context().setOffline(false)
    await banner.waitFor({ state: 'detached' })
    await about.click()
    await page.waitForURL('**/about')
  })

  longTest('a page that the server does not answer is named, and comes by itself', async () => {
    const { page } = await openVisitor(browser, 'en', { viewport: DESKTOP })
    await page.goto('/faq')
    for (const path of ['**/about.data**', '**/health']) await page.route(path, (route) => route.abort())
    await page.getByRole('contentinfo').getByRole('link', { name: 'About us' }).click()
    await page.getByRole('heading', { name: 'The server cannot be reached' }).waitFor()
    await page.getByText('Reconnecting').waitFor()
    await page.unrouteAll()
    await page.getByRole('heading', { name: 'The server cannot be reached' }).waitFor({ state: 'detached' })
    await expect.poll(() => pathOf(page)).toBe('/about')
    await expect.poll(() => page.getByRole('article').count()).toBe(1)
  })

  longTest('a line shows that a page is late, and goes when it is here', async () => {
    const { page } = await openVisitor(browser, 'en', { viewport: DESKTOP })
    await page.goto('/')
    let letGo: () => void = () => undefined
    const held = new Promise<void>((resolve) => (letGo = resolve))
    await page.route('**/faq.data**', async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click()
    await page.getByTestId('loading').waitFor()
    letGo()
    await page.waitForURL('**/faq')
    await page.getByTestId('loading').waitFor({ state: 'detached' })
  })
})

longTest('the site appears under the picture and the name of its settings, in the top bar and as an app', async () => {
  const { page } = await openVisitor(browser, 'en', { viewport: PHONE })
  await page.goto('/market')
  const home = page.getByRole('banner').getByRole('link', { name: 'CM', exact: true })
  const mark = home.locator('img[src="/logos/site.svg"]')
  await mark.waitFor()
  await expect.poll(() => mark.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  const manifest = await (await page.request.get('/manifest/en')).json()
  expect(manifest).toMatchObject({ name: 'CM', short_name: 'CM' })
})
