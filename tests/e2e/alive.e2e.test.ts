// Hydration of a page under a user who doesn't wait for it.

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../kit/browser'
import { firstOf } from '../kit/long'
import { openVisitor } from './visitor'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** Clicks in every task of the browser, so every moment of the start is covered. */
function pressAllTheWhile(): void {
  const { port1, port2 } = new MessageChannel()
  const until = Date.now() + 3_000
  port1.onmessage = () => {
    document.querySelector('h1')?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    if (Date.now() < until) port2.postMessage(null)
  }
  port2.postMessage(null)
}

test.each(firstOf(['/trade/spot/BTC-USDT', '/', '/login']))(
  '%s comes alive though it is pressed in every moment',
  async (path) => {
    const { page, errors } = await openVisitor(browser, 'en')
    await page.addInitScript(pressAllTheWhile)
    await page.goto(path)
    expect(errors).toEqual([])
  },
)
