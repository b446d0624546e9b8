// A token sale in a browser: the list, figures before the button, the confirmation, the application and its page.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { PHONE, openBrowser } from '../kit/browser'
import { openVisitor, register } from './visitor'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

test('Ume applies on a phone for tokens that are shared out, and sees what she would get', async () => {
  const ume = await openVisitor(browser, 'en', { viewport: PHONE })
  const { page } = ume
  await register(ume, '/ieo')
  // With play money there are an upcoming sale, an open one and a first-come one.
  await page.getByText('Warm-up').first().waitFor()
  const open = page.locator('[data-sale]').filter({ hasText: 'In progress' }).filter({ hasText: 'Pro rata' })
  await open.getByRole('link', { name: 'Details' }).click()
  await page.getByRole('heading', { name: 'Apply', exact: true }).waitFor()

  await page.fill('[name=amount]', '10.5')
  await page.getByRole('alert').filter({ hasText: 'Enter a whole number of' }).waitFor()
  expect(await page.getByTestId('paying-wallet').textContent()).toContain('Paid from Spot')
  await page.fill('[name=amount]', '50000')
  // With other applications she gets at most the whole supply.
  expect(await page.locator('[data-figure=held]').textContent()).toBe('2,500\u00a0USDT')
  const now = (await page.locator('[data-figure=if_now]').textContent()) ?? ''
  expect(Number(now.replace(/\D/g, ''))).toBeLessThanOrEqual(10_000)
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('alertdialog').getByText('This cannot be taken back.').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Apply' }).click()
  await page.getByTestId('applied').waitFor()

  await page.locator('[data-row]').getByRole('link', { name: 'Details' }).click()
  await page.getByText('Waiting for allotment').waitFor()
  expect(await page.locator('[data-figure=held_amount]').textContent()).toBe('2,500\u00a0USDT')
  // Its hold is listed among locked amounts, with the time of the allotment.
  await page.goto('/earn')
  await page.locator('summary').filter({ hasText: 'Locked now' }).getByText('2,500 USDT').click()
  await page
    .locator('[data-row]')
    .filter({ hasText: 'Payment held until the allotment' })
    .getByText('2,500 USDT')
    .waitFor()
  await page.goto('/pages/ieo/order')
  await page.getByRole('heading', { name: 'Your token applications' }).waitFor()
  expect(await page.locator('[data-row]').count()).toBe(1)
  expect(ume.errors).toEqual([])
})
