// A language in a browser: its own words only, and its own number format, at first rendering and later.

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PHONE, openBrowser } from '../kit/browser'
import { inTurn, longTest } from '../kit/long'
import { openVisitor, waitForLiveMarket } from './visitor'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** Words that exist in one language only, and on every page. */
const OWN = { jp: 'ホーム', zh: '首页', hk: '資產', kor: '자산', th: 'หน้าแรก', fra: 'Accueil', spa: 'Inicio' } as const

describe.each(inTurn('words', ['fra', 'jp', 'en'] as const))('a reader of %s', (language) => {
  test('is sent the words of no other language', async () => {
    const { page, errors } = await openVisitor(browser, language, { viewport: PHONE })
    const bodies: Promise<string>[] = []
    const files: string[] = []
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (pathname.startsWith('/words/')) files.push(pathname)
      // An answer of a closed page has no text any more.
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

  longTest.each([
    ['fra', FRENCH],
    ['spa', FRENCH],
    ['jp', POINT],
    ['th', POINT],
  ] as const)('%s reads prices in its own way when scripts run', async (language, form) => {
    const { page, errors } = await openVisitor(browser, language)
    await page.goto('/trade/spot/BTC-USDT')
    await waitForLiveMarket(page)
    const price = await page.locator('[data-side=ask] button span:nth-of-type(2)').last().textContent()
    expect(price?.trim()).toMatch(form)
    expect(errors).toEqual([])
  })
})
