// Back button: pages of an ended session aren't drawn again. Access rules are in tests/access.

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import ui from '../../locales/en/ui.json'
import { DESKTOP, openBrowser, waitUntilAlive } from '../kit/browser'
import { longTest } from '../kit/long'
import { logOut, openVisitor, register } from './visitor'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** The worth of a new account's play money. */
const ALL_IT_HAS = /≈ [\d,.]+\sUSDT · [\d.]+\sBTC/

describe('whoever goes back', () => {
  test('after Dora has logged out sees the login page and none of her balances', async () => {
    const dora = await openVisitor(browser, 'en', { viewport: DESKTOP })
    const { page } = dora
    await register(dora, '/assets')
    await page.getByRole('main').getByText(ALL_IT_HAS).waitFor()
    await page.goto('/market')
    await logOut(dora)
    const drawn: string[] = []
    await page.exposeFunction('noteDrawn', (text: string) => drawn.push(text))
    await page.addInitScript(() => {
      const note = () => void Reflect.get(window, 'noteDrawn')(document.querySelector('main')?.textContent ?? '')
      addEventListener('pageshow', note)
      addEventListener('DOMContentLoaded', note)
    })
    await page.goBack()
    await page.goBack()
    await page.waitForURL('**/login?**')
    expect(drawn.filter((text) => ALL_IT_HAS.test(text))).toEqual([])
  })

  longTest('to the terminal finds it as it was arranged last', async () => {
    const emil = await openVisitor(browser, 'en', { viewport: DESKTOP })
    const { page } = emil
    await register(emil)
    await page.context().addCookies([{ name: 'cm_terminal', value: 'k1', url: emil.url }])
    await page.goto('/trade/spot/BTC-USDT')
    const asking = page.getByLabel(ui.confirm_option)
    expect(await asking.isChecked()).toBe(true)
    await asking.uncheck()
    await page.goto('/faq')
    await page.goBack()
    await waitUntilAlive(page)
    expect(await asking.isChecked()).toBe(false)
    await page.reload()
    expect(await asking.isChecked()).toBe(false)
  })
})
