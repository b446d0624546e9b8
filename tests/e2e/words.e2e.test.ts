// What a language is to a browser: its own words and nobody else's, its own way of writing numbers, on the first drawing and after.

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { PHONE, openBrowser } from '../support/browser'
import { openVisitor, register, waitForLiveMarket } from './visitor'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** Words that only one language has, and that are on every page. */
const OWN = { jp: 'ホーム', zh: '首页', hk: '資產', kor: '자산', th: 'หน้าแรก', fra: 'Accueil', spa: 'Inicio' } as const

describe.each(['fra', 'jp', 'en'] as const)('a reader of %s', (language) => {
  test('is sent the words of no other language', async () => {
    const { page, errors } = await openVisitor(browser, language, { viewport: PHONE })
    const bodies: Promise<string>[] = []
    const files: string[] = []
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (pathname.startsWith('/words/')) files.push(pathname)
      // An answer whose page is gone has no text any more.
      if (/^\/(?:words|assets)\/.*\.(?:json|js)$/.test(pathname)) bodies.push(response.text().catch(() => ''))
    })
    await page.goto('/trade/spot/BTC-USDT')
    await waitForLiveMarket(page)
    const sent = (await Promise.all(bodies)).join('\n')
    expect(new Set(files).size).toBe(1)
    expect(files[0]).toMatch(new RegExp(`^/words/${language}\\.`))
    const others = Object.entries(OWN).filter(([code, word]) => code !== language && sent.includes(`"${word}"`))
    expect(others).toEqual([])
    expect(errors).toEqual([])
  })
})

describe('numbers', () => {
  /** Narrow spaces between thousands, a decimal comma. */
  const FRENCH = /^[1-9]\d{0,2}(?:\u202f\d{3})*,\d+$/
  const POINT = /^[1-9]\d{0,2}(?:,\d{3})*\.\d+$/

  test.each([
    ['fra', FRENCH],
    ['spa', FRENCH],
    ['jp', POINT],
    ['th', POINT],
  ] as const)('%s reads prices in its own way, before scripts and after', async (language, form) => {
    for (const javaScriptEnabled of [false, true]) {
      const { page, errors } = await openVisitor(browser, language, { javaScriptEnabled })
      await page.goto('/trade/spot/BTC-USDT')
      if (javaScriptEnabled) await waitForLiveMarket(page)
      const price = await page.locator('[data-side=ask] button span:nth-of-type(2)').last().textContent()
      expect(price?.trim()).toMatch(form)
      expect(errors).toEqual([])
    }
  })

  test('Camille reads how much she lacks as French writes it, from the page and from the server', async () => {
    const camille = await openVisitor(browser, 'fra', { javaScriptEnabled: false })
    const { page } = camille
    await register(camille)
    await page.goto('/trade/spot/BTC-USDT')
    await page.fill('[name=price]', '60000')
    await page.fill('[name=quantity]', '50')
    await page.locator('form button.button-buy').click()
    const alert = page.getByRole('alert').first()
    await alert.waitFor()
    expect(await alert.textContent()).toMatch(/\d\u202f\d{3}/)
  })

  test('a balance says what it is worth in the fiat that was chosen', async () => {
    const aiko = await openVisitor(browser, 'jp')
    await register(aiko)
    const { page } = aiko
    await page.goto('/assets')
    await page
      .getByText(/≈ ¥[1-9][\d,]*$/)
      .first()
      .waitFor()
    await page.context().addCookies([{ name: 'cm_fiat', value: 'EUR', url: inject('appUrl') }])
    await page.goto('/assets')
    await page
      .getByText(/≈ €[1-9][\d,]*\.\d\d$/)
      .first()
      .waitFor()
  })
})
