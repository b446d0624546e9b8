// The game in a browser, on desktop and phone: a committed seed, a round and its check.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { DESKTOP, PHONE, openBrowser } from '../kit/browser'
import { inTurn } from '../kit/long'
import { openVisitor, register } from './visitor'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

test.concurrent.each(
  inTurn('game', [
    { viewport: DESKTOP, name: 'desk' },
    { viewport: PHONE, name: 'phone' },
  ]),
)('Mai plays and checks at a $name', async ({ viewport, name }) => {
  const mai = await openVisitor(browser, 'en', { viewport })
  const { page } = mai
  const shot = async (what: string) => {
    if (process.env['SHOTS']) await page.screenshot({ path: `shots/game-${what}-${name}.png`, fullPage: true })
  }
  await register(mai, '/game')
  await page.goto('/game')
  await page.getByRole('button', { name: 'Start playing' }).click()
  await page.fill('[name=stake]', '0.01')
  await page.getByRole('alert').filter({ hasText: 'enter a stake between 0.1 and 100 USDT' }).waitFor()
  await page.fill('[name=stake]', '2')
  expect(await page.locator('[data-figure=if_won]').textContent()).toBe('4\u00a0USDT')
  // Drawn by the browser, so that the house has no part in it.
  expect(await page.inputValue('[name=client_seed]')).toMatch(/^[0-9a-f]{16}$/)
  await page.getByRole('button', { name: 'Roll' }).click()
  await page.getByText(/^Rolled [\d,]+, (?:not )?below 4,950/).waitFor()
  await shot('played')
  await page.getByRole('button', { name: 'Reveal and renew' }).click()
  await page.getByRole('link', { name: 'Check', exact: true }).click()
  await page.getByText('This browser computed the same roll.').waitFor()
  await shot('verify')
  expect(mai.errors).toEqual([])
  await page.context().close()
})
