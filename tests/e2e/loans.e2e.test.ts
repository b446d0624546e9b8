// Loans in a browser: the margin wallet in ticket and conversion, and the confirmations before repayment or cancellation. Terms, eligibility
// and approval are in tests/loan.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { decide } from '../kit/desk'
import { openBrowser } from '../kit/browser'
import { longTest } from '../kit/long'
import { type Visitor, openVisitor } from './visitor'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

/** A loan approved by two people; a full repayment asks for confirmation with its amount. */
async function repaysAll(page: Page): Promise<void> {
  await page.goto('/loans?tab=borrow&amount=500000')
  await page.locator('[data-figure=rate]').waitFor()
  await page.getByRole('button', { name: 'Send the request' }).click()
  await page.waitForURL(/\/loans\/\d+$/)
  for (const who of ['rita', 'fiona'] as const) await decide(who, 'loan', { whose: 'borrower@example.com' })
  await page.goto(page.url())
  const all = page.getByRole('button', { name: /^Repay all/ })
  await all.click()
  const question = page.getByRole('alertdialog', { name: /^Repay all.*500,\d{3}/ })
  await question.getByRole('button').first().click()
  await question.waitFor({ state: 'detached' })
  await page
    .locator('[data-figure=owed]')
    .filter({ hasText: /500,\d{3}/ })
    .waitFor()
  await all.click()
  await question.getByRole('button').last().click()
  await page.getByTestId('loan-state').getByText('Repaid').waitFor()
}

/** Logs in the customer whom the seed entitles to loans. */
async function openBea(path: string): Promise<Visitor> {
  const bea = await openVisitor(browser, 'en')
  const { page } = bea
  await page.goto(`/login?returnTo=${encodeURIComponent(path)}`)
  await page.fill('[name=account]', 'borrower@example.com')
  await page.fill('[name=password]', 'correct horse')
  await page.locator('form:has([name=password]) button.button-brand').click()
  await page.waitForURL(`**${path}`)
  return bea
}

test('Bea, whom the seed entitles, chooses the margin wallet in the ticket, and repays a loan after a question', async () => {
  const bea = await openBea('/trade/spot/BTC-USDT')
  const { page } = bea
  const ticket = page.getByRole('region', { name: 'Place an order' })
  const available = ticket.getByTestId('available')
  await available.getByText('100,000').waitFor()
  await ticket.getByLabel('Wallet', { exact: true }).selectOption('margin')
  await available.getByText('600,000').waitFor()
  await ticket.getByText('Nothing is owed on the margin wallet.').waitFor()
  expect(await ticket.getByLabel('Take profit').count()).toBe(0)
  await ticket.getByRole('button', { name: 'Market', exact: true }).click()
  await ticket.locator('[name=quantity]').fill('0.01')
  await ticket.getByRole('button', { name: /^Buy / }).click()
  await available.getByText(/599,\d{3}/).waitFor()

  await repaysAll(page)
  expect(bea.errors).toEqual([])
})

longTest('Bea converts from the margin wallet, asks for a loan and takes the request back', async () => {
  const bea = await openBea('/assets/convert?wallet=margin')
  const { page } = bea
  expect(await page.getByLabel('Wallet', { exact: true }).inputValue()).toBe('margin')
  await page.fill('[name=amount]', '100')
  await page.locator('form:has([name=amount]) button.button-brand').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Convert' }).click()
  await page.getByTestId('converted').waitFor()
  expect(new URL(page.url()).searchParams.get('wallet')).toBe('margin')

  await page.goto('/loans?tab=borrow&amount=500000')
  await page.locator('[data-figure=rate]').waitFor()
  await page.getByRole('button', { name: 'Send the request' }).click()
  await page.waitForURL(/\/loans\/\d+$/)
  await page.getByText('Waits for review').waitFor()
  expect(await page.locator('[data-figure=back]').textContent()).toMatch(/^50\d,/)
  await page.getByRole('button', { name: 'Take the request back' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take the request back' }).click()
  await page.getByTestId('loan-state').getByText('Taken back').waitFor()
  expect(bea.errors).toEqual([])
})
