// The quiz in a browser, on desktop and phone: a stake's possible payout, a bet, the pool, and own bets.

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
  inTurn('quiz', [
    { viewport: DESKTOP, name: 'desk' },
    { viewport: PHONE, name: 'phone' },
  ]),
)('Nao guesses at a $name', async ({ viewport, name }) => {
  const nao = await openVisitor(browser, 'en', { viewport })
  const { page } = nao
  const shot = async (what: string) => {
    if (process.env['SHOTS']) await page.screenshot({ path: `shots/quiz-${what}-${name}.png`, fullPage: true })
  }
  await register(nao, '/quiz')
  await page.goto('/quiz')
  await shot('list')
  await page.getByRole('link', { name: /^Which of these rises most/ }).click()
  await page.getByRole('radio', { name: 'ETH' }).check()
  await page.fill('[name=stake]', '0.5')
  await page.getByRole('alert').filter({ hasText: 'Enter a stake between 1 and 1,000 USDT' }).waitFor()
  await page.fill('[name=stake]', '20')
  await page.locator('[data-figure=if_right]').waitFor()
  expect(await page.locator('[data-figure=if_wrong]').textContent()).toBe('20\u00a0USDT')
  await page.getByRole('button', { name: 'Place the bet' }).click()
  const question = page.getByRole('alertdialog', { name: /^Bet 20\sUSDT on “ETH”\?$/ })
  await question.getByText('If right you would receive').waitFor()
  await question.getByRole('button', { name: 'Place the bet' }).click()
  await page.locator('[data-row]').getByText('Open').waitFor()
  await shot('event')
  await page.goto('/quiz/mine')
  await page.locator('[data-row]').getByText('Open').waitFor()
  expect(nao.errors).toEqual([])
  await page.context().close()
})
